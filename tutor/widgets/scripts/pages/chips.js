// @ts-check
// Clauses of several games in running text: each with the seal of its game, so that numbers are told apart at once.

/** @import { PageView } from "../types.js" */
import { hueStyle } from "../drawing/card.js";
import { HIDDEN, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/**
 * @param {PageView} S
 * @param {any} one
 */
export const chipVnode = (S, one) =>
  h(
    "a",
    {
      class: "tb-clause tb-chip",
      key: one.id,
      href: one.href,
      title: one.text || say(S, "rulebook"),
      style: hueStyle(one.game.hue),
      "aria-label": `${one.game.title} ${one.id}`,
    },
    h("span", { class: "tb-mini-seal", lang: "ja", ...HIDDEN }, one.game.seal),
    one.id,
  );

/**
 * Clauses with the sign that ends them: it never begins a line.
 * @param {PageView} S
 * @param {string} key
 * @param {any[]} some
 * @param {string} sign
 */
const chipsVnode = (S, key, some, sign) =>
  h(
    "span",
    { class: "tb-chips", key },
    some.map((one, n) =>
      n < some.length - 1
        ? chipVnode(S, one)
        : h("span", { class: "tb-chip-last", key: "last" }, chipVnode(S, one), sign.trimEnd()),
    ),
    sign.endsWith(" ") && " ",
  );

/**
 * Two halves of a sentence, each with its clauses: "You win by arenas SW-15.1; a hit breaks cores ALT-13.2."
 * @param {PageView} S
 * @param {string} says
 * @param {any[]} own
 * @param {string} against
 * @param {any[]} others
 */
export const sidesVnode = (S, says, own, against, others) =>
  h(
    "p",
    { class: "tb-sides-text", key: "sides" },
    h("span", { key: "one" }, says, " "),
    chipsVnode(S, "chips", own, say(S, "and")),
    h("span", { key: "other" }, against, " "),
    chipsVnode(S, "others", others, say(S, "end")),
  );
