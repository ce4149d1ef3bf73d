// @ts-check
// A few questions of the mechanics table on one sheet of paper: a column a game, a line a moment.

/** @import { PageView } from "../types.js" */
import { hueStyle } from "../drawing/card.js";
import { button } from "../drawing/controls.js";
import { every, first, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { gameName } from "./compare.js";
import { command } from "./page.js";

/** How large boards may be on the sheet, and how small they become so that everything has room on it. */
const SIZES = [0.72, 0.18];

/** What a class does with the sheet, one after the other; together ten minutes. */
const TASKS = ["hand_guess", "hand_read", "hand_choose_one"];

/**
 * Chooses a question for the sheet.
 * @param {PageView} S
 * @param {any} row
 */
export function chooseVnode(S, row) {
  const on = S.kept.rows.includes(row.id);
  const full = !on && S.kept.rows.length >= S.shown.data.most;
  return h(
    "label",
    { class: "tb-choose-row", key: "choose", title: full ? say(S, "hand_full", { most: S.shown.data.most }) : null },
    h("input", {
      type: "checkbox",
      checked: on,
      disabled: full,
      "aria-label": `${say(S, "hand_choose")}: ${row.text}`,
      onchange: (event) => {
        const others = S.kept.rows.filter((id) => id !== row.id);
        S.kept.rows = event.target.checked ? [...others, row.id] : others;
        S.draw();
      },
    }),
    say(S, "hand_choose"),
  );
}

/** @param {PageView} S */
export const handoutButton = (S) =>
  S.kept.rows.length > 0 &&
  button(
    say(S, "hand_open", { n: S.kept.rows.length }),
    () => command(S, "handout", { rows: S.kept.rows }),
    "small primary",
    { key: "handout" },
  );

/**
 * @param {string} name
 * @param {any[]} columns
 * @param {any} inside
 */
const moment = (name, columns, inside) =>
  h(
    "div",
    { class: "tb-hand-row tb-hand-" + name, key: name },
    columns.map((one) => h("div", { key: one.game.id, style: hueStyle(one.game.hue) }, inside(one))),
  );

/**
 * @param {PageView} S
 * @param {any} question
 */
function questionVnode(S, question) {
  const columns = question.columns;
  const boards = (when) =>
    columns.some((one) => one[when]) && [
      h("h3", { key: "title " + when }, say(S, "hand_" + when)),
      moment(when, columns, (one) => one[when] && h("div", { class: "tb-root tb-still", key: when, html: one[when] })),
    ];
  return h(
    "section",
    { key: question.id },
    h("h2", { key: "text" }, question.text),
    moment("answers", columns, (one) => [
      h("p", { key: "game" }, gameName(one.game)),
      h("p.tb-hand-answer", { key: "answer" }, one.text),
      h("p.tb-hand-clause", { key: "clause" }, h("b", one.clause.id), " ", one.clause.title),
    ]),
    boards("before"),
    h("h3", { key: "title lines" }, say(S, "hand_lines")),
    moment("lines", columns, (one) =>
      h(
        "ol",
        one.lines.map((line, n) =>
          h("li", { key: n, class: line.refused ? "tb-refused-line" : null }, line.text, " ", h("b", line.clause)),
        ),
      ),
    ),
    boards("after"),
  );
}

/** @param {PageView} S */
export const handoutVnode = (S) =>
  h(
    "div",
    { class: "tb-handout", key: "handout" },
    h("h1.tb-sr", { key: "title" }, say(S, "hand")),
    h(
      "p",
      { class: "tb-hand-tools", key: "tools" },
      button(say(S, "hand_print"), () => window.print(), "primary", { key: "print" }),
      button(say(S, "hand_back"), () => command(S, "handout", { rows: [] }), "", { key: "back" }),
      h("span", { key: "note" }, say(S, "hand_note")),
    ),
    h(
      "div",
      { class: "tb-hand-frame", key: "frame", tabindex: "0", role: "region", "aria-label": say(S, "hand") },
      h(
        "article",
        { class: "tb-hand-sheet", key: "sheet" },
        S.shown.data.handout.map((question) => questionVnode(S, question)),
        h(
          "ol",
          { class: "tb-hand-tasks", key: "tasks", "aria-label": say(S, "hand_tasks") },
          TASKS.map((task) =>
            h("li", { key: task }, h("b", { key: "time" }, say(S, task + "_time")), " ", say(S, task)),
          ),
        ),
        h("footer", { key: "foot" }, say(S, "hand_foot")),
      ),
    ),
  );

/**
 * Boards are drawn as large as the sheet has room for.
 * @param {PageView} S
 */
export function fitHandout(S) {
  const sheet = first(S.root, ".tb-hand-sheet");
  const boards = sheet && every(sheet, ".tb-still");
  if (!sheet || !sheet.clientHeight || sheet.tbFit === S.shown.data.handout) return;
  sheet.tbFit = S.shown.data.handout;
  let [low, high] = [SIZES[1], SIZES[0]];
  for (let n = 0; n < 7; n += 1) {
    const size = n ? (low + high) / 2 : high;
    for (const board of boards) board.style.zoom = size.toFixed(3);
    if (sheet.scrollHeight <= sheet.clientHeight) {
      if (!n) return;
      low = size;
    } else high = size;
  }
  for (const board of boards) board.style.zoom = low.toFixed(3);
}
