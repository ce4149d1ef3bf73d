// @ts-check
// The course of a game: today's ten minutes, the path with its stations, and the rules by chapter.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/course.css";
import { hueStyle } from "./drawing/card.js";
import { icon } from "./drawing/controls.js";
import { HIDDEN, h } from "./drawing/dom.js";
import { rich, say } from "./drawing/words.js";
import { mountPage } from "./pages/page.js";
import { sign } from "./pages/signs.js";
import { todayVnode } from "./pages/today.js";

/** @param {PageView} S */
function headVnode(S) {
  const data = S.shown.data;
  return h(
    "div",
    { class: "tb-course-head", style: hueStyle(data.hue), key: "head" },
    h("span", { class: "tb-course-seal", lang: "ja", ...HIDDEN }, data.seal),
    h("div", { class: "tb-course-name" }, h("h1", data.title), h("p", data.status)),
    waysVnode(S),
  );
}

/** @param {PageView} S */
const waysVnode = (S) =>
  h(
    "nav",
    { class: "tb-course-ways", key: "ways", "aria-label": say(S, "ways") },
    S.shown.data.ways.map((way, n) =>
      h(
        "a",
        { class: "tb-btn tb-small" + (n ? " tb-quiet" : ""), href: way.href, key: way.name },
        sign(way.name),
        way.text,
      ),
    ),
  );

/** @param {any} one */
function nodeVnode(one) {
  const inside = one.state === "done" ? icon("ok") : one.number ? String(one.number) : sign(one.sort);
  return h("span", { class: "tb-node", key: "node", ...HIDDEN }, one.state === "now" ? String(one.number) : inside);
}

/** @param {any} one */
const rowVnode = (one) =>
  h(
    "a",
    { class: "tb-station-row", href: one.href, key: "row" },
    h(
      "span",
      { class: "tb-station-text" },
      h("b", one.title),
      one.state === "done" && h("span", { class: "tb-sr" }, ` (${one.done})`),
      one.line && h("small", one.line),
    ),
    h("span", { class: "tb-station-game" }, one.game && [sign("play"), h("span", one.game)]),
    h(
      "span",
      { class: "tb-station-end" },
      one.due && h("span", { class: "tb-due" }, one.due),
      one.steps && h("small", one.steps),
      one.time && h("small", one.time),
    ),
  );

/** @param {any} part */
const sectionVnode = (part) =>
  h(
    "li",
    { key: part.name, class: part.complete ? "tb-complete" : null },
    h("b", part.complete ? icon("ok") : sign({ checkout: "puzzles", game: "play" }[part.name] || ""), part.title),
    h("small", part.text),
    part.share > 0 &&
      !part.complete &&
      h("span", { class: "tb-share", ...HIDDEN }, h("i", { style: `width:${part.share}%` })),
  );

/** @param {any} one */
const openVnode = (one) =>
  h(
    "div",
    { class: "tb-panel tb-station-open", key: "open" },
    h(
      "div",
      { class: "tb-station-head" },
      h(
        "div",
        h(
          "p.tb-kick",
          h("span.tb-kind", one.badge),
          h("span", one.label),
          one.due && h("span", { class: "tb-due" }, one.due),
        ),
        h("h3", one.title),
        one.line && h("p", one.line),
      ),
      h(
        "div",
        { class: "tb-station-go" },
        h("a", { class: "tb-btn", href: one.href, "aria-label": `${one.button}: ${one.title}` }, one.button),
        h("small", one.left),
      ),
    ),
    h("ol", { class: "tb-sections" }, one.sections.map(sectionVnode)),
  );

/** @param {PageView} S */
const pathVnode = (S) =>
  h(
    "section",
    { class: "tb-path", key: "path", "aria-labelledby": "tb-path" },
    h("h2", { id: "tb-path" }, say(S, "path")),
    h(
      "ol",
      S.shown.data.path.map((one) =>
        h(
          "li",
          {
            key: one.key,
            class: `tb-station tb-station-${one.state}${one.sort === "lesson" ? "" : " tb-square"}`,
            "aria-current": one.state === "now" ? "step" : null,
          },
          nodeVnode(one),
          one.state === "now" ? openVnode(one) : rowVnode(one),
        ),
      ),
    ),
  );

/** @param {any} row */
const chapterVnode = (row) =>
  h(
    "li",
    { key: row.number },
    h(
      "a",
      { href: row.href, class: row.here ? "tb-here" : null, "aria-label": row.label },
      h("span.tb-chapter-number", String(row.number)),
      " ",
      h("span.tb-chapter-title", row.title),
      " ",
      h(
        "span",
        { class: "tb-ticks", ...HIDDEN },
        row.marks.map((state, n) => h("i", { class: "tb-tick-" + state, key: n })),
      ),
      h("span.tb-chapter-count", h("b", String(row.known)), " ", row.of),
    ),
  );

/** @param {PageView} S */
function chaptersVnode(S) {
  const { counts, rows } = S.shown.data.chapters;
  return h(
    "aside",
    { key: "chapters" },
    h(
      "section",
      { class: "tb-panel tb-chapters", "aria-labelledby": "tb-chapters" },
      h("h2", { id: "tb-chapters" }, say(S, "chapters")),
      h(
        "p",
        { class: "tb-counts" },
        counts.map((one, n) => [n > 0 && " · ", h("b", { key: one.state }, String(one.count)), " " + one.text]),
      ),
      h("ol", rows.map(chapterVnode)),
      h(
        "p",
        { class: "tb-legend", ...HIDDEN },
        ["known", "due", "met", "new"].map((state) =>
          h("span", { key: state }, h("i", { class: "tb-tick-" + state }), say(S, "mark_" + state)),
        ),
      ),
      h("p", { class: "tb-fine" }, rich(say(S, "known_text"))),
    ),
  );
}

/** @param {PageView} S */
function courseVnodes(S) {
  const data = S.shown.data;
  return [
    h(
      "div",
      { class: "tb-wrap tb-course-page", key: "page" },
      headVnode(S),
      data.notice && h("p", { class: "tb-fine", role: "status", key: "notice" }, data.notice),
      todayVnode(data.today),
      h("div", { class: "tb-course-columns", key: "columns" }, pathVnode(S), chaptersVnode(S)),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "course", courseVnodes);
}

export default { render };
