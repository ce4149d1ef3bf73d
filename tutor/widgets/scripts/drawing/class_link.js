// @ts-check
// The link at the top of a page while a class runs: the teacher's to the class, a learner's to what is open for everybody.
// The script of the class server (`follow.js`) says what it is.

/** @import { Drawn } from "../types.js" */
import { h } from "./dom.js";

const CHANGED = "tebiki-class";

/** @returns {any} the link as a node, null where no class runs */
export function classLinkVnode() {
  /** @type {{text: string, href: string} | undefined} */
  const link = /** @type {any} */ (window).tebikiClass;
  if (!link) return null;
  return h(
    "a",
    { class: "tb-btn tb-small tb-class-link", key: "class", href: link.href, "data-class-link": "" },
    link.text,
  );
}

/**
 * Draw the page again whenever the link changes; returns what stops that.
 * @param {Drawn} S
 */
export function watchClassLink(S) {
  const draw = () => S.draw();
  addEventListener(CHANGED, draw);
  return () => removeEventListener(CHANGED, draw);
}
