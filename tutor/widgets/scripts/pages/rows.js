// @ts-check
// Which rows of the mechanics table are shown, and in which order.

/** @import { PageView } from "../types.js" */
import { h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

export const VIEWS = {
  all: () => true,
  differ: (row) => row.kinds === row.cells.length && row.kinds > 1,
  mixed: (row) => row.kinds > 1 && row.kinds < row.cells.length,
  same: (row) => row.kinds === 1,
};

/**
 * @param {any} row
 * @param {any} game
 */
const stands = (row, game) => {
  const own = row.cells.find((cell) => cell.game === game);
  return Boolean(own) && row.kinds > 1 && row.cells.filter((cell) => cell.same === own.same).length === 1;
};

/**
 * How many games give the answer that most of them give.
 * @param {any} row
 */
const agreeing = (row) =>
  Math.max(...row.cells.map((cell) => row.cells.filter((one) => one.same === cell.same).length));

/** @param {PageView} S */
export function shownRows(S) {
  const wanted = (S.kept.words || "").toLowerCase().split(/\s+/).filter(Boolean);
  const view = S.kept.view || "all";
  const chosen = (row) => (S.kept.rows || []).includes(row.id);
  const fits = view === "chosen" ? chosen : VIEWS[view] || ((row) => stands(row, view));
  const rows = S.shown.data.rows.filter(
    (row) =>
      (!S.kept.group || row.group === S.kept.group) && fits(row) && wanted.every((word) => row.search.includes(word)),
  );
  const order = S.kept.order || "group";
  if (order === "group") return rows;
  const way = order === "differ" ? 1 : -1;
  return [...rows].sort((one, other) => way * (other.kinds - one.kinds || agreeing(one) - agreeing(other)));
}

/**
 * The way from a question to the page of the mechanic that it is about.
 * @param {PageView} S
 * @param {any} row
 */
export function pageLink(S, row) {
  const page = S.shown.data.pages[row.id];
  return (
    page &&
    h(
      "a",
      { class: "tb-row-page", key: "page", href: page.href, "aria-label": say(S, "page", { title: page.title }) },
      page.title,
    )
  );
}
