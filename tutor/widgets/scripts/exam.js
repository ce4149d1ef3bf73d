// @ts-check
// The exam: what it is, a calm clock above the board, the report.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/exam.css";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, first, h } from "./drawing/dom.js";
import { rich, say } from "./drawing/words.js";
import { command, mountPage } from "./pages/page.js";
import { sign } from "./pages/signs.js";

/** @param {any} back */
const backVnode = (back) => h("a", { class: "tb-btn tb-quiet", href: back.href, key: "back" }, back.text);

/** @param {PageView} S */
function introVnodes(S) {
  const data = S.shown.data;
  return h(
    "section",
    { class: "tb-panel tb-exam-intro", key: "intro" },
    h("p.tb-kick", h("span.tb-kind", sign("exam"), say(S, "place"))),
    h("h1", data.title),
    h(
      "ul",
      { class: "tb-exam-facts" },
      data.facts.map((fact) => h("li", { key: fact }, icon("ok"), h("span", rich(fact)))),
    ),
    data.buttons.length > 0 && h("p", { class: "tb-exam-parts" }, h("b", say(S, "parts")), " ", data.parts.join(" · ")),
    h(
      "div",
      { class: "tb-exam-buttons" },
      data.buttons.map((one) =>
        button(one.text, () => command(S, /** @type {"begin" | "again"} */ (one.name)), one.primary ? "primary" : "", {
          key: one.name,
        }),
      ),
      backVnode(data.back),
    ),
    data.buttons.some((one) => one.note) &&
      h("p", { class: "tb-exam-note", key: "note" }, data.buttons.map((one) => one.note || "").join("")),
    data.results.length > 0 &&
      h(
        "div",
        { class: "tb-exam-results", key: "results" },
        h("h2", say(S, "results")),
        h(
          "ul",
          data.results.map((one, n) =>
            h(
              "li",
              { key: n },
              h("span", one.day),
              h("b", one.text),
              h("span", { class: one.passed ? "tb-good" : null }, one.passed && icon("ok"), one.word),
            ),
          ),
        ),
      ),
  );
}

/**
 * How many seconds are left by the browser's own clock, since Python last said so.
 * @param {PageView} S
 */
function left(S) {
  const { data } = S.shown;
  if (S.kept.told !== data) {
    S.kept.told = data;
    S.kept.until = performance.now() + 1000 * data.left;
  }
  return Math.max(0, (S.kept.until - performance.now()) / 1000);
}

/**
 * The clock counts in minutes, the last one in tens of seconds.
 * @param {PageView} S
 * @param {number} seconds
 */
function leftInWords(S, seconds) {
  if (seconds > 60) return say(S, "minutes_left", { n: Math.ceil(seconds / 60) });
  return say(S, "seconds_left", { n: Math.ceil(seconds / 10) * 10 });
}

/** @param {PageView} S */
function clockVnode(S) {
  const data = S.shown.data;
  const seconds = left(S);
  return h(
    "div",
    { class: "tb-wrap tb-exam-clock", key: "clock" },
    h("span", say(S, "question", { place: data.place, count: data.count })),
    h("span", { class: "tb-exam-line", ...HIDDEN }, h("i", { style: `width:${(100 * seconds) / data.seconds}%` })),
    h("span", { role: "timer" }, leftInWords(S, seconds)),
  );
}

/**
 * @param {PageView} S
 * @param {any} row
 */
const rowVnode = (S, row) =>
  h(
    "li",
    { class: row.right ? "tb-exam-right" : "tb-exam-missed", key: row.place },
    h(
      "button",
      { class: "tb-exam-number", tabindex: -1, onclick: () => command(S, "see", { place: row.place }), ...HIDDEN },
      String(row.place + 1),
    ),
    h(
      "div",
      h("p", { class: "tb-exam-asked" }, h("b", row.title), " ", h("small", row.kind)),
      h("p", rich(row.text), " ", h("b", rich(row.goal))),
      h(
        "dl",
        h("dt", icon(row.right ? "ok" : "no"), say(S, "your_answer")),
        h("dd", row.answer),
        row.solution && [h("dt", { key: "dt" }, say(S, "right_answer")), h("dd", { key: "dd" }, row.solution)],
      ),
      h(
        "ul",
        { class: "tb-exam-clauses" },
        row.clauses.map((clause) =>
          h(
            "li",
            { key: clause.id },
            h("b", { class: "tb-exam-clause" }, clause.id),
            " ",
            row.right ? clause.title : h("span", h("b", clause.title, " "), clause.text),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "tb-exam-side" },
      h("span", { class: "tb-exam-word" }, row.word),
      button(say(S, "see"), () => command(S, "see", { place: row.place }), "small", {
        "aria-label": `${say(S, "see")}: ${row.place + 1}`,
      }),
    ),
  );

/** @param {PageView} S */
function reportVnodes(S) {
  const data = S.shown.data;
  return [
    h(
      "header",
      { class: "tb-panel tb-exam-verdict" + (data.passed ? " tb-exam-passed" : ""), key: "verdict" },
      h(
        "div",
        h("p.tb-kick", h("span.tb-kind", data.word), data.day),
        h("h1", { tabindex: "-1" }, data.verdict),
        h("p", data.title, " · ", data.text),
      ),
      h(
        "div",
        { class: "tb-exam-buttons" },
        button([sign("print"), say(S, "print")], () => window.print(), "primary"),
        button(say(S, "another"), () => command(S, "leave"), ""),
        backVnode(data.back),
      ),
    ),
    data.seen >= 0 &&
      h(
        "section",
        {
          class: "tb-exam-seen",
          key: "seen",
          tabindex: "-1",
          "aria-label": say(S, "question", { place: data.seen + 1, count: data.rows.length }),
        },
        h("div.tb-child", { key: "child", html: "" }),
      ),
    h(
      "ol",
      { class: "tb-exam-rows", key: "rows" },
      data.rows.map((row) => rowVnode(S, row)),
    ),
  ];
}

/** @param {PageView} S */
function examVnodes(S) {
  const data = S.shown.data;
  const notice = data.notice && h("p", { class: "tb-exam-note", role: "status", key: "notice" }, data.notice);
  if (data.mode === "running") return [clockVnode(S), notice, h("div.tb-child", { key: "child", html: "" })];
  return [
    h(
      "div",
      { class: "tb-wrap tb-exam-page", key: "page" },
      notice,
      data.mode === "report" ? reportVnodes(S) : introVnodes(S),
    ),
  ];
}

/**
 * What was opened has the focus; what was opened last stands at the top of the sight.
 * @param {PageView} S
 */
function examDrawn(S) {
  const { mode, seen } = S.shown.data;
  const now = `${mode} ${seen}`;
  if (S.kept.now === now) return;
  const opening = S.kept.now === undefined;
  S.kept.now = now;
  if (opening) return;
  const target = first(S.root, seen >= 0 ? ".tb-exam-seen" : mode === "report" ? "h1" : ".tb-child");
  if (mode !== "running") target?.focus({ preventScroll: true });
  if (seen >= 0) target?.scrollIntoView({ block: "start" });
  else S.root.scrollIntoView({ block: "start" });
}

/** @param {Context} context */
function render(context) {
  /** @type {PageView | undefined} */
  let view;
  const leave = mountPage(
    context,
    "exam",
    (S) => {
      view = S;
      return examVnodes(S);
    },
    examDrawn,
  );
  const tick = setInterval(() => {
    if (!view || view.shown.data.mode !== "running") return;
    view.draw();
    const seconds = left(view);
    const minute = Math.ceil(seconds / 60);
    if (view.kept.minute !== undefined && view.kept.minute !== minute && (minute === 5 || minute === 1))
      view.spoken.textContent = leftInWords(view, seconds);
    view.kept.minute = minute;
    if (seconds <= 0 && view.kept.out !== view.kept.told) {
      view.kept.out = view.kept.told;
      command(view, "time");
    }
  }, 1000);
  return () => {
    clearInterval(tick);
    leave();
  };
}

export default { render };
