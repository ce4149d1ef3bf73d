// @ts-check
// A difference: its figure, and its place on an axis with zero in the middle. Grey and hollow where none can be seen.

/** @import { PageView } from "../types.js" */
import { HIDDEN, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/** @param {any[]} ticks */
const lines = (ticks) =>
  ticks.map((tick, n) =>
    h("i", { key: "line " + n, class: tick.at === 50 ? "tb-d-zero" : "tb-d-line", style: `left:${tick.at}%` }),
  );

/**
 * What is written at the ticks; it stands above or below the plots that share an axis.
 * @param {any[]} ticks
 */
export const ticksVnode = (ticks) =>
  h(
    "span",
    { class: "tb-ticks", ...HIDDEN },
    ticks.map((tick, n) => h("i", { key: n, style: `left:${tick.at}%` }, tick.text)),
  );

/**
 * The plot of one difference; its interval for these decks is drawn thick, where there is one.
 * @param {any} place where it lies, null if there is none
 * @param {any[]} ticks
 * @param {boolean} visible
 */
export const differenceVnode = (place, ticks, visible) =>
  h(
    "span",
    { class: "tb-difference" + (visible ? "" : " tb-unseen"), ...HIDDEN },
    lines(ticks),
    place && h("i", { key: "interval", class: "tb-d-interval", style: `left:${place.low}%;width:${place.width}%` }),
    place?.these &&
      h("i", { key: "these", class: "tb-d-these", style: `left:${place.these.low}%;width:${place.these.width}%` }),
    place && h("i", { key: "dot", class: "tb-d-point", style: `left:${place.at}%` }),
  );

/**
 * The figure of one difference: value, interval, n; grey where nothing can be seen.
 * @param {PageView} S
 * @param {any} one
 * @param {string} [note]
 */
export function figureVnode(S, one, note) {
  if (!one.value) return h("span", { class: "tb-figure tb-unseen" }, say(S, "none"));
  return h(
    "span",
    { class: "tb-figure" + (one.visible ? "" : " tb-unseen") },
    h("b", one.value),
    one.these && h("small", one.these),
    h("small", one.interval),
    one.n ? h("small", say(S, "n").replace("{n}", one.n)) : null,
    note && h("small.tb-note", note),
    one.least && h("small", one.least),
    !one.visible && h("span.tb-sr", say(S, "unseen")),
  );
}
