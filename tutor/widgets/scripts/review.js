// @ts-check
// A whole game looked back at: how the chances went, the moments as puzzles, the refused tries as questions.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/versus.css";
import "../styles/page.css";
import "../styles/review.css";
import { button, icon } from "./drawing/controls.js";
import { first, h } from "./drawing/dom.js";
import { rich, say } from "./drawing/words.js";
import { command, mountPage } from "./pages/page.js";
import { zoneVnode } from "./task/versus.js";

const HEIGHT = 150;

/**
 * The chances as a line with its band; the turns of the moments are marked.
 * @param {PageView} S
 */
function curveVnode(S) {
  const { points, playouts } = S.shown.data;
  if (!points?.length) return null;
  const width = S.phone ? 340 : 1180;
  const [from, to] = [points[0].turn, points[points.length - 1].turn];
  const x = (turn) => 40 + ((width - 60) * (turn - from)) / Math.max(1, to - from);
  const y = (share) => 12 + (HEIGHT * (100 - share)) / 100;
  const at = (one, key = "share") => `${x(one.turn).toFixed(1)} ${y(one[key]).toFixed(1)}`;
  const band = `M${points.map((one) => at(one, "high")).join("L")}L${[...points]
    .reverse()
    .map((one) => at(one, "low"))
    .join("L")}Z`;
  const fell = points
    .slice(0, -1)
    .map((one, n) => (one.moment ? `<path class="tb-fell" d="M${at(one)}L${at(points[n + 1])}"/>` : ""));
  const marks = points
    .filter((one) => one.moment)
    .map(
      (one) =>
        `<g><circle cx="${x(one.turn)}" cy="${Math.max(14, y(one.share) - 22)}" r="12"/><text x="${x(one.turn)}" y="${Math.max(14, y(one.share) - 22) + 4.5}">${one.moment}</text></g>`,
    );
  const step = Math.max(1, Math.ceil(points.length / (S.phone ? 4 : 9)));
  const turns = points
    .filter((_, n) => n % step === 0 && n < points.length - 1)
    .map((one) => `<text x="${x(one.turn)}" y="${HEIGHT + 32}">${one.turn || say(S, "begin")}</text>`);
  const lines = [0, 50, 100].map(
    (share) =>
      `<path class="tb-grid${share === 50 ? " tb-half" : ""}" d="M40 ${y(share)}H${width - 16}"/><text class="tb-share-label" x="34" y="${y(share) + 4}">${share} %</text>`,
  );
  const told = points.map((one) => say(S, one.turn ? "chance_at" : "chance_before", one)).join(", ");
  return h(
    "section",
    { class: "tb-panel tb-curve", key: "curve" },
    h("h2", say(S, "chance"), h("small", say(S, "chance_text", { n: playouts }))),
    h("svg", {
      viewBox: `0 0 ${width} ${HEIGHT + 40}`,
      role: "img",
      "aria-label": told,
      html: `${lines.join("")}<path class="tb-band" d="${band}"/><path class="tb-line" d="M${points.map((one) => at(one)).join("L")}"/>${fell.join("")}<g class="tb-marks">${marks.join("")}</g><g class="tb-turns">${turns.join("")}</g>`,
    }),
  );
}

/**
 * What the learner did unusually often or rarely, beside what half of the winners or losers do.
 * @param {PageView} S
 */
function unusualVnode(S) {
  const { stood_out: found, usual } = S.shown.data;
  if (!usual) return null;
  return h(
    "section",
    { class: "tb-panel tb-unusual", key: "unusual" },
    h("h2", say(S, "stood_out")),
    found.length > 0 &&
      h(
        "dl",
        found.map((one) =>
          h("div", { key: one.title }, h("dt", one.title), h("dd", h("b", one.count), h("small", one.text))),
        ),
      ),
    h("p", usual),
  );
}

/**
 * The habits that the learner met, and what went against them.
 * @param {PageView} S
 */
function habitsVnode(S) {
  const { habits, habits_href: href } = S.shown.data;
  if (!habits?.length) return null;
  return h(
    "section",
    { class: "tb-panel tb-unusual tb-habits", key: "habits" },
    h("h2", say(S, "habits")),
    h(
      "dl",
      habits.map((one) =>
        h("div", { key: one.title }, h("dt", one.title), h("dd", h("b", one.count), h("small", one.text))),
      ),
    ),
    h("p", say(S, "habits_text"), " ", h("a", { href }, say(S, "habits_try"))),
  );
}

/**
 * @param {PageView} S
 * @param {any} one
 */
function momentVnode(S, one) {
  return h(
    "article",
    { class: "tb-panel tb-moment" + (one.on ? " tb-on" : ""), key: "moment " + one.n },
    h(
      "header",
      h("span.tb-number", String(one.n + 1)),
      h("div", h("b", one.title), one.change && h("small", one.change)),
      h("span", { class: "tb-proof" + (one.proved ? " tb-is-proved" : "") }, one.proved && icon("ok"), one.proof),
    ),
    one.mini?.zones.length > 0 &&
      h(
        "div.tb-mini.tb-versus-zones",
        { key: "mini" },
        one.mini.zones.map((zone) => zoneVnode(one.mini, zone, S.kept.text)),
      ),
    h("h3", one.goal),
    one.text && h("p", rich(one.text)),
    h(
      "div.tb-moment-go",
      button(one.button, () => go(S, "moment", one.n), one.on ? "" : "primary", { key: "go" }),
      one.done && h("span.tb-solved", icon("ok"), say(S, "solved")),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {"moment" | "try"} name
 * @param {number} n
 */
function go(S, name, n) {
  S.kept.go = true;
  command(S, name, { n });
}

/**
 * @param {PageView} S
 * @param {any} one
 */
function tryVnode(S, one) {
  return h(
    "li",
    { key: "try " + one.n, class: one.on ? "tb-on" : "" },
    h(
      "div",
      h("small", rich(one.text)),
      h("h3", one.title, one.done && h("span.tb-solved", icon("ok"), say(S, "solved"))),
      one.fact && h("p", rich(one.fact), " ", one.clause && h("span.tb-clause", one.clause)),
    ),
    one.button && button(one.button, () => go(S, "try", one.n), "small", { key: "go" }),
  );
}

/** @param {PageView} S */
function view(S) {
  const data = S.shown.data;
  return [
    h(
      "div",
      { class: "tb-review-page", key: "page" },
      h(
        "div.tb-wrap",
        { key: "top" },
        h(
          "div.tb-review-head",
          { key: "head" },
          h(
            "div",
            data.badge && h("p.tb-kick", h("span.tb-kind", data.badge), data.kick),
            h("h1", data.title),
            data.text && h("p.tb-prose", rich(data.text)),
          ),
          data.again && h("a", { class: "tb-btn", href: data.again.href }, icon("reset"), data.again.text),
        ),
        data.notice && h("p", { role: "status", key: "notice" }, data.notice),
        curveVnode(S),
        unusualVnode(S),
        habitsVnode(S),
        data.moments &&
          h(
            "section",
            { key: "moments", "aria-label": say(S, "moments"), class: "tb-moments" },
            data.fell && h("p.tb-prose", { key: "fell" }, data.fell),
            data.judging && h("p.tb-prose", { key: "judging", role: "status" }, data.judging),
            data.moments.length
              ? data.moments.map((one) => momentVnode(S, one))
              : !data.fell && !data.judging && h("p.tb-prose", { key: "none" }, say(S, "no_moments")),
          ),
      ),
      h("div", { class: "tb-child", key: "child", html: "", "data-part": "stage" }),
      h(
        "div.tb-wrap",
        { key: "tries" },
        data.tries?.length > 0 &&
          h(
            "section",
            { key: "tries" },
            h("h2", data.tries_title),
            h(
              "ul",
              { class: "tb-panel tb-tries" },
              data.tries.map((one) => tryVnode(S, one)),
            ),
          ),
      ),
    ),
  ];
}

/**
 * What was chosen comes into sight.
 * @param {PageView} S
 */
function after(S) {
  const stage = first(S.root, "[data-part='stage']");
  if (S.kept.go && stage && S.model.get("child")) {
    S.kept.go = false;
    setTimeout(() => stage.scrollIntoView({ block: "start" }), 60);
  }
}

/** @param {Context} context */
const render = (context) => mountPage(context, "review", view, after);

export default { render };
