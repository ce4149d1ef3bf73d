// @ts-check
// Signs and buttons.

/** @import { Kid, Props } from "../types.js" */
import { SIGNS } from "./art.js";
import { HIDDEN, h } from "./dom.js";

/** @param {string} name */
export const icon = (name) => h("svg.tb-icon", { viewBox: "0 0 16 16", ...HIDDEN, html: SIGNS[name] || "" });

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
