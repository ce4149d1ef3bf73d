// @ts-check
// Buttons in one row: as many as it has room for, the others behind "more", so that the bar never grows over the cards.

/** @import { Child, Described, Stage } from "../types.js" */
import { sheetVnodes } from "../drawing/controls.js";
import { say } from "../drawing/words.js";

const MORE = 106;

/**
 * About how wide something is, in pixels: letters and signs, and what is around them in a button.
 * @param {Child} one
 * @returns {number}
 */
function widthOf(one) {
  if (typeof one !== "object") return String(one).length * (one > "⺀" ? 16 : 7.3);
  return one.tag === "svg" ? 25 : widthOfAll(one.kids) + (one.tag === "span" ? 8 : 46);
}

/** @param {Child[]} row */
export const widthOfAll = (row) => row.map(widthOf).reduce((sum, one) => sum + one, 0);

/**
 * How many of the buttons stand in a row so wide: all, or as many as leave room for "more", at least one.
 * @param {Child[]} buttons
 * @param {number} room
 */
export function fitting(buttons, room) {
  const fits = (/** @type {number} */ n, /** @type {number} */ space) => widthOfAll(buttons.slice(0, n)) <= space;
  let n = buttons.length;
  if (!fits(n, room)) while (n > 1 && !fits(n, room - MORE)) n--;
  return n;
}

/**
 * The buttons of a row, those without room in a sheet that closes with the click.
 * @param {Stage} S
 * @param {Described[]} buttons
 * @param {number} room
 */
export function rowVnodes(S, buttons, room) {
  const n = fitting(buttons, room);
  const rest = buttons.slice(n);
  if (!rest.length) return buttons;
  const id = `${S.root.id}-more`;
  const folded = rest.map((one) => ({ ...one, props: { ...one.props, popovertarget: id } }));
  const label = say(S, "more", { n: rest.length });
  return [...buttons.slice(0, n), sheetVnodes(id, "tb-btn tb-more-open", label, "", label, folded, " tb-more")];
}
