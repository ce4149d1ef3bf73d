// @ts-check
// What is added up: running totals of a fight, figures beside a name, each with its sum on demand.

/** @import { Part, Player, Stage, Tally, TallySide } from "../types.js" */
import { leftOf } from "./divide.js";
import { icon, sheetVnodes } from "../drawing/controls.js";
import { HIDDEN, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/**
 * The lines of a sum, and what they come to.
 * @param {string} title
 * @param {string | number} value
 * @param {Part[]} parts
 */
export const sumVnode = (title, value, parts) =>
  h(
    "table.tb-sum",
    { key: "sum " + title },
    h("caption", title),
    h(
      "tbody",
      parts.map((part, n) => h("tr", { key: n }, h("td", part.amount), h("th", { scope: "row" }, part.text))),
    ),
    h("tfoot", h("tr", h("td", String(value)), h("th", { scope: "row" }, "="))),
  );

/**
 * A button that opens a small sheet with sums.
 * @param {Stage} S
 * @param {string} id
 * @param {string} look class of the button
 * @param {string} label for screen readers
 * @param {any} face what is on the button
 * @param {any} sums what is on the sheet
 */
const opened = (S, id, look, label, face, sums) =>
  sheetVnodes(`${S.root.id}-${id}`, look, label, say(S, "sum"), face, sums, " tb-sums");

/** @param {TallySide} side */
const sideVnode = (side) => [
  h("span", { class: "tb-tally-name" + (side.mine ? " tb-mine" : "") }, side.name),
  h("b", String(side.value), typeof side.of === "number" && h("i", ` / ${side.of}`)),
];

/**
 * @param {Stage} S
 * @param {Tally} tally
 * @param {number} n
 */
function tallyVnode(S, tally, n) {
  const { divide } = S.shown.scene;
  const [first, two] = tally.sides;
  const one = divide && !two ? { ...first, value: leftOf(S, divide) } : first; // as far as it is made on the cards
  const face = [
    h("span.tb-tally-title", tally.title),
    h("span.tb-tally-side", sideVnode(one)),
    two && h("span.tb-tally-colon", HIDDEN, ":"),
    two && h("span.tb-tally-side.tb-tally-other", [...sideVnode(two)].reverse()),
  ];
  const sums = tally.sides.filter((side) => side.parts.length > 0);
  if (!sums.length) return h("span.tb-tally", { key: "tally " + n, role: "img", "aria-label": tally.label }, face);
  return opened(
    S,
    "tally-" + n,
    "tb-tally",
    tally.label,
    face,
    sums.map((side) => sumVnode(side.name, side.value, side.parts)),
  );
}

/**
 * The running totals of what is under way.
 * @param {Stage} S
 */
export function talliesVnode(S) {
  const tallies = S.shown.scene.tallies || [];
  return (
    tallies.length > 0 &&
    h(
      "div.tb-tallies",
      { key: "tallies" },
      tallies.map((tally, n) => tallyVnode(S, tally, n)),
    )
  );
}

/**
 * The figures beside a player's name.
 * @param {Stage} S
 * @param {Player} player
 * @param {number} place
 */
export const scoresVnode = (S, player, place) =>
  !!player.scores?.length &&
  h(
    "ul.tb-scores",
    { "aria-label": player.name },
    player.scores.map((one, n) => {
      const face = [icon(one.sign), h("b", String(one.value)), " " + one.word];
      const { parts = [] } = one;
      return h(
        "li",
        { key: one.sign, title: one.ja || null, class: one.low ? "tb-low" : null },
        parts.length
          ? opened(S, `score-${place}-${n}`, "tb-score", `${one.value} ${one.word}`, face, [
              sumVnode(one.word, one.value, parts),
            ])
          : face,
      );
    }),
  );

/**
 * Who has passed in the window that is open.
 * @param {Player} player
 */
export const passedVnode = (player) =>
  player.passed && h("span.tb-passed", { key: "passed" }, icon("ok"), player.passed);
