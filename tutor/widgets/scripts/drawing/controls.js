// @ts-check
// Signs and buttons.

/** @import { Kid, Props } from "../types.js" */
import { SIGNS } from "./art.js";
import { HIDDEN, grouped, h } from "./dom.js";

/** @param {string} name */
export const icon = (name) => h("svg.tb-icon", { viewBox: "0 0 16 16", ...HIDDEN, html: SIGNS[name] || "" });

/**
 * The titles of a table's columns.
 * @param {Kid[]} titles
 */
export const columnsVnode = (titles) =>
  h(
    "thead",
    h(
      "tr",
      titles.map((title, n) => h("th", { scope: "col", key: n }, title)),
    ),
  );

/**
 * A button. kind: "primary", "quiet", "small", "pale" or several of them.
 * @param {Kid} label
 * @param {any} onclick
 * @param {string} [kind]
 * @param {Props} [props]
 */
export function button(label, onclick, kind, props) {
  const look = (kind || "")
    .split(" ")
    .filter(Boolean)
    .map((word) => " tb-" + word)
    .join("");
  return h("button", { class: "tb-btn" + look, onclick, ...props }, label);
}

/**
 * A button that opens a small sheet over the page.
 * @param {string} id of the sheet
 * @param {string} look classes of the button
 * @param {string} label of both, for screen readers
 * @param {string} does what the button does with it
 * @param {Kid} face what is on the button
 * @param {Kid} inside what is on the sheet
 * @param {string} [kind] more classes of the sheet
 */
export const sheetVnodes = (id, look, label, does, face, inside, kind = "") => [
  h("button", { class: look, key: "open " + id, popovertarget: id, "aria-label": label + (does && `. ${does}`) }, face),
  h("div", { class: "tb-heap" + kind, id, key: "sheet " + id, popover: "auto", ...grouped(label) }, inside),
];
