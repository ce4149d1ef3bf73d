// @ts-check
// The heat map of the class report: a line a clause, a column a student, the share of wrong answers in each cell.

/** @import { PageView } from "../types.js" */
import { button, icon } from "../drawing/controls.js";
import { HIDDEN, grouped, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

const ROWS = 12;
/** So many more rows are shown as well, before a button hides them. */
const SPARE = 3;

/**
 * @param {any} row
 */
export const clauseVnode = (row) => h("a", { class: "tb-clause", href: row.href }, row.clause);

/** @param {number} share of wrong answers, from 0 to 1 */
const HEAT = (share) => `tb-w${share > 0.5 ? 3 : share > 0.25 ? 2 : 1}`;

/**
 * A cell: how it looks, and what it says to those who do not see it.
 * @param {PageView} S
 * @param {string} cell
 * @param {string} name
 * @param {number} n
 */
function cellVnode(S, cell, name, n) {
  const [wrong, of] = cell.split("/").map((part) => parseInt(part, 10) || 0);
  const still = cell.endsWith("!");
  const key = cell === "e" ? "edited" : cell === "-" ? "not" : still ? "still" : wrong ? "wrong" : "right";
  const title = say(S, `cell_${key}`, { name, count: wrong, of });
  const look = key === "right" ? "tb-w0" : wrong ? HEAT(wrong / of) + (still ? " tb-still" : "") : `tb-${key}`;
  return h(
    "td",
    { class: look, key: n, title },
    h("span.tb-sr", title),
    key === "right" ? icon("ok") : wrong ? h("span", HIDDEN, String(Math.round((100 * wrong) / of))) : null,
  );
}

/** @param {PageView} S */
export function heatVnode(S) {
  const { students, rows, of, fine } = S.shown.data;
  const long = rows.length > ROWS + SPARE;
  const shown = S.kept.all || !long ? rows : rows.slice(0, ROWS);
  const width = 254 + students.length * 25;
  return h(
    "section",
    { class: "tb-panel tb-rep-heat", key: "heat", "aria-label": say(S, "heat") },
    h("div.tb-rep-head", h("h2", say(S, "heat")), h("span", say(S, "heat_text", { count: of }))),
    rows.length
      ? h(
          "div",
          { class: "tb-rep-scroll", key: "table", tabindex: "0", ...grouped(say(S, "heat_scroll")) },
          h(
            "table",
            { style: `min-width:${width}px` },
            h(
              "thead",
              h(
                "tr",
                h("td", { class: "tb-rep-first", key: "first" }),
                students.map((one, n) =>
                  h("th", { scope: "col", key: n, class: one.edited ? "tb-rep-edited" : "" }, h("span", one.name)),
                ),
                h("th", { scope: "col", class: "tb-rep-of", key: "of" }, say(S, "heat_of")),
                h("td", { class: "tb-rep-rest", key: "rest" }),
              ),
            ),
            h(
              "tbody",
              shown.map((row) =>
                h(
                  "tr",
                  { key: row.clause },
                  h("th", { scope: "row", title: row.title }, h("div", clauseVnode(row), h("span", row.title))),
                  row.cells.map((cell, n) => cellVnode(S, cell, students[n].name, n)),
                  h("td", { class: "tb-rep-of", key: "of" }, String(row.wrong)),
                  h("td", { class: "tb-rep-rest", key: "rest" }),
                ),
              ),
            ),
          ),
        )
      : h("p", { key: "none" }, say(S, S.shown.data.unclaused.length ? "heat_unclaused" : "heat_none")),
    long &&
      h(
        "div",
        { class: "tb-rep-more", key: "more" },
        button(
          S.kept.all ? say(S, "heat_less") : say(S, "heat_more", { count: rows.length }),
          () => {
            S.kept.all = !S.kept.all;
            S.draw();
          },
          "small",
        ),
      ),
    fine.length > 0 &&
      h(
        "details",
        { class: "tb-rep-fine", key: "fine" },
        h("summary", say(S, "fine", { count: fine.length })),
        h(
          "p",
          fine.map((one) => h("span", { key: one.clause }, clauseVnode(one), " ", one.title)),
        ),
      ),
    h(
      "p",
      { class: "tb-rep-key", key: "key" },
      h("span", h("i.tb-w0", HIDDEN, icon("ok")), say(S, "key_right")),
      h("span", h("i.tb-w1", HIDDEN, "20"), h("i.tb-w3", HIDDEN, "75"), say(S, "key_wrong")),
      h("span", h("i.tb-w2.tb-still", HIDDEN, "50"), say(S, "key_still")),
      h("span", h("i.tb-not", HIDDEN), say(S, "key_not")),
      h("span", h("i.tb-edited", HIDDEN), say(S, "key_edited")),
    ),
  );
}
