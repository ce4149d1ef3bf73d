// @ts-check
// The exam: its parts, the board, the report of a part, the sheet to print.

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

/**
 * One part: what it is, how it went, and its button.
 * @param {PageView} S
 * @param {string} grade
 * @param {any} part
 */
const partVnode = (S, grade, part) =>
  h(
    "li",
    { class: `tb-exam-part tb-exam-${part.state}`, key: part.name },
    h("span.tb-exam-state", HIDDEN, part.state === "passed" && icon("ok")),
    h(
      "div",
      h("h3", part.title, h("small", part.minutes)),
      h("p", part.line),
      part.note && h("p", { class: "tb-exam-note", key: "note" }, part.note),
    ),
    h(
      "div",
      { class: "tb-exam-side" },
      part.word && h("span", { class: "tb-exam-word", key: "word" }, part.word),
      button(
        part.button,
        () => command(S, "begin", { grade, part: part.name }),
        part.state === "passed" ? "small" : "primary",
        { key: "begin", "aria-label": `${part.button}: ${part.title}` },
      ),
    ),
  );

/**
 * @param {PageView} S
 * @param {any} grade
 */
const gradeVnode = (S, grade) =>
  h(
    "section",
    { class: "tb-panel tb-exam-grade", key: grade.name },
    h(
      "header",
      h(
        "div",
        h("h2", grade.title, grade.word && h("span", { class: "tb-kind", key: "word" }, icon("ok"), grade.word)),
        h("p", grade.line),
      ),
      grade.sheet &&
        button([sign("print"), grade.sheet], () => command(S, "sheet", { grade: grade.name }), "small", {
          key: "sheet",
          "aria-label": `${grade.sheet}: ${grade.title}`,
        }),
    ),
    h(
      "ul",
      { class: "tb-exam-partlist" },
      grade.parts.map((part) => partVnode(S, grade.name, part)),
    ),
  );

/** @param {PageView} S */
function introVnodes(S) {
  const data = S.shown.data;
  return [
    h(
      "header",
      { class: "tb-exam-intro", key: "intro" },
      h("p.tb-kick", h("span.tb-kind", sign("exam"), say(S, "place"))),
      h("h1", { tabindex: "-1" }, data.title),
      h("p", data.text),
    ),
    data.grades.map((grade) => gradeVnode(S, grade)),
    h("div", { class: "tb-exam-buttons", key: "buttons" }, backVnode(data.back)),
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
  ];
}

/**
 * Clauses to practise, with their texts.
 * @param {PageView} S
 * @param {any} clauses
 */
const practiseVnode = (S, clauses) =>
  clauses.length > 0 &&
  h(
    "section",
    { class: "tb-exam-practise", key: "practise" },
    h("h2", say(S, "practise")),
    h(
      "ul",
      { class: "tb-exam-clauses" },
      clauses.map((clause) => clauseVnode(clause, true)),
    ),
  );

/**
 * @param {any} clause
 * @param {boolean} whole whether its text is told too
 */
const clauseVnode = (clause, whole) =>
  h(
    "li",
    { key: clause.id },
    h("b", { class: "tb-exam-clause" }, clause.id),
    " ",
    whole ? h("span", h("b", clause.title, " "), clause.text) : clause.title,
  );

/**
 * The sheet of a grade: what was seen in each part, in words.
 * @param {PageView} S
 */
function sheetVnodes(S) {
  const data = S.shown.data;
  return h(
    "article",
    { class: "tb-panel tb-exam-sheet", key: "sheet" },
    h(
      "header",
      h("p.tb-kick", h("span.tb-kind", data.word), data.day),
      h("h1", { tabindex: "-1" }, `${data.title} · ${data.verdict}`),
      h("p", { class: "tb-exam-name" }, say(S, "name_line")),
    ),
    h(
      "dl",
      data.lines.map((line) => [
        h("dt", { key: line.title }, icon(line.passed ? "ok" : "info"), line.title, h("small", line.word)),
        line.text && h("dd", { key: line.title + " seen" }, line.text),
      ]),
    ),
    practiseVnode(S, data.practise),
    h(
      "div",
      { class: "tb-exam-buttons" },
      button([sign("print"), say(S, "print")], () => window.print(), "primary"),
      button(say(S, "to_parts"), () => command(S, "leave"), ""),
      backVnode(data.back),
    ),
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
        row.clauses.map((clause) => clauseVnode(clause, !row.right)),
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
        button(say(S, "to_parts"), () => command(S, "leave"), ""),
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
    data.rows.length > 0 &&
      h(
        "ol",
        { class: "tb-exam-rows", key: "rows" },
        data.rows.map((row) => rowVnode(S, row)),
      ),
    practiseVnode(S, data.practise),
  ];
}

/** @param {PageView} S */
function examVnodes(S) {
  const data = S.shown.data;
  const notice = data.notice && h("p", { class: "tb-exam-note", role: "status", key: "notice" }, data.notice);
  if (data.mode === "running") return [notice, h("div.tb-child", { key: "child", html: "" })];
  const shown = { intro: introVnodes, report: reportVnodes, sheet: sheetVnodes }[data.mode];
  return [h("div", { class: "tb-wrap tb-exam-page", key: "page" }, notice, shown?.(S))];
}

/**
 * What was opened has the focus; what was opened last stands at the top of the sight.
 * @param {PageView} S
 */
function examDrawn(S) {
  const { mode, seen = -1 } = S.shown.data;
  const now = `${mode} ${seen}`;
  if (S.kept.now === now) return;
  const opening = S.kept.now === undefined;
  S.kept.now = now;
  if (opening) return;
  const target = first(S.root, seen >= 0 ? ".tb-exam-seen" : mode === "running" ? ".tb-child" : "h1");
  if (mode !== "running") target?.focus({ preventScroll: true });
  if (seen >= 0) target?.scrollIntoView({ block: "start" });
  else S.root.scrollIntoView({ block: "start" });
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "exam", examVnodes, examDrawn);
}

export default { render };
