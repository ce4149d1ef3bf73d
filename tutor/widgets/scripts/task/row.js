// @ts-check
// Buttons in one row: as many as it has room for, the others behind "more", so that the bar never grows over the cards.

/** @import { Child, Described, Stage } from "../types.js" */
import { sheetVnodes } from "../drawing/controls.js";
import { say } from "../drawing/words.js";

/**
 * About how many letters wide a label is that may be broken into two lines.
 * @param {string} text
 */
const brokenLength = (text) => Math.max(text.length / 2 + 1, ...text.split(" ").map((word) => word.length));

/**
 * About how wide something is, in pixels: letters and signs, and what is around them in a button.
 * @param {Child} one
 * @param {boolean} [phone] where labels may be broken
 * @returns {number}
 */
function widthOf(one, phone) {
  const text = String(one);
  if (typeof one !== "object") return (phone ? brokenLength(text) : text.length) * (text > "⺀" ? 16 : 7.3);
  return one.tag === "svg" ? 25 : widthOfAll(one.kids, phone) + (one.tag === "span" ? 8 : phone ? 27 : 46);
}

/**
 * @param {Child[]} row
 * @param {boolean} [phone]
 */
export const widthOfAll = (row, phone) => row.map((one) => widthOf(one, phone)).reduce((sum, one) => sum + one, 0);

/**
 * How many of the buttons stand in a row so wide: all, or as many as leave room for "more", at least one.
 * @param {Child[]} buttons
 * @param {number} room
 * @param {boolean} [phone]
 */
export function fitting(buttons, room, phone) {
  const fits = (/** @type {number} */ space) => widthOfAll(buttons.slice(0, n), phone) <= space;
  let n = buttons.length;
  if (!fits(room)) while (n > 1 && !fits(room - (phone ? 86 : 106))) n--;
  return n;
}

/**
 * The buttons of a row, those without room in a sheet that closes with the click.
 * @param {Stage} S
 * @param {Described[]} buttons
 * @param {number} room
 */
export function rowVnodes(S, buttons, room) {
  const n = fitting(buttons, room, S.phone);
  const rest = buttons.slice(n);
  if (!rest.length) return buttons;
  const id = `${S.root.id}-more`;
  const folded = rest.map((one) => ({ ...one, props: { ...one.props, popovertarget: id } }));
  const label = say(S, "more", { n: rest.length });
  return [...buttons.slice(0, n), sheetVnodes(id, "tb-btn tb-more-open", label, "", label, folded, " tb-more")];
}
