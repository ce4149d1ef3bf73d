// @ts-check
// What is written: escaping, the one mark-up of texts, words from the catalogue.

/** @import { Drawn } from "../types.js" */
import { h } from "./dom.js";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {unknown} text */
export const esc = (text) => String(text ?? "").replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

/**
 * "**bold**" is the only mark-up that texts may carry.
 * @param {unknown} text
 */
export function rich(text) {
  return String(text ?? "")
    .split("**")
    .map((part, n) => (n % 2 ? h("b", part) : part));
}

/**
 * A learner-facing word from the catalogue, with {name} places filled in.
 * @param {Drawn} S
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function say(S, key, values) {
  const text = S.shown.words[key] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")) : text;
}
