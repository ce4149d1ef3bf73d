// @ts-check
// Dividing a number on the cards themselves: a click gives a card one more, the steppers take back as well.

/** @import { Division, Ref, Stage } from "../types.js" */
import { button, icon } from "../drawing/controls.js";
import { grouped, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { send } from "../task/messages.js";

/**
 * The shares as they stand.
 * @param {Stage} S
 * @param {Division} division
 */
export const sharesOf = (S, division) => S.kept.shares || division.cards.map((card) => card.share ?? card.least);

/**
 * How much is still to be given.
 * @param {Stage} S
 * @param {Division} division
 */
export const leftOf = (S, division) => division.amount - sharesOf(S, division).reduce((sum, one) => sum + one, 0);

/**
 * The place of a card among those that get a share, -1 for another one.
 * @param {Stage} S
 * @param {Ref} ref
 */
const placeOf = (S, ref) => S.shown.scene.divide?.cards.findIndex((card) => card.ref === ref) ?? -1;

/**
 * Whether a card gets a share now.
 * @param {Stage} S
 * @param {Ref} ref
 */
export const isShared = (S, ref) => placeOf(S, ref) >= 0;

/**
 * Let a card have so much, as far as that is there.
 * @param {Stage} S
 * @param {Ref} ref
 * @param {number} wanted
 */
export function giveAll(S, ref, wanted) {
  const { divide } = S.shown.scene;
  const place = placeOf(S, ref);
  if (!divide || place < 0) return;
  const card = divide.cards[place];
  const shares = [...sharesOf(S, divide)];
  const most = Math.min(card.most, shares[place] + leftOf(S, divide));
  shares[place] = Math.max(card.least, Math.min(most, wanted));
  S.kept.shares = shares;
  if (divide.live) send(S, { type: "divide", shares });
  S.draw();
}

/**
 * Give a card so much more; what is not there cannot be given.
 * @param {Stage} S
 * @param {Ref} ref
 * @param {number} more
 */
export function give(S, ref, more) {
  const { divide } = S.shown.scene;
  if (divide) giveAll(S, ref, sharesOf(S, divide)[placeOf(S, ref)] + more);
}

/**
 * The stepper of a card, and how much brings it down.
 * @param {Stage} S
 * @param {Ref} ref
 */
export function stepperVnode(S, ref) {
  const { divide } = S.shown.scene;
  const place = placeOf(S, ref);
  if (!divide || place < 0) return null;
  const card = divide.cards[place];
  const share = sharesOf(S, divide)[place];
  const step = (/** @type {number} */ more, /** @type {string} */ key, /** @type {string} */ sign) => {
    const off = more < 0 ? share <= card.least : !leftOf(S, divide) || share >= card.most;
    return h(
      "button",
      {
        class: "tb-step-button",
        key,
        "aria-label": say(S, key, { name: card.name }),
        "aria-disabled": off,
        onclick: (/** @type {Event} */ event) => {
          event.stopPropagation();
          if (!off) give(S, ref, more);
        },
      },
      icon(sign),
    );
  };
  const full = typeof card.needs === "number" && share >= card.needs;
  return h(
    "span",
    { class: "tb-share" + (full ? " tb-share-full" : ""), key: "share", ...grouped(card.name) },
    step(-1, divide.live ? "take_out" : "give_less", "minus"),
    h("output", String(share), typeof card.needs === "number" && h("i", `/${card.needs}`)),
    step(1, divide.live ? "put_in" : "give_more", "plus"),
  );
}

/**
 * What is left, and the button that carries the division out.
 * @param {Stage} S
 */
export function divideVnodes(S) {
  const { divide } = S.shown.scene;
  if (!divide) return [];
  if (divide.live) return []; // it has no end, and what is missing is told as it goes
  const left = leftOf(S, divide);
  const shares = sharesOf(S, divide);
  const begun = shares.some((share, n) => share > divide.cards[n].least);
  return [
    h("span.tb-left", { key: "left", role: "status" }, left ? say(S, "left", { n: left }) : say(S, "none_left")),
    button(divide.label, left ? null : () => send(S, { type: "divide", shares }), "primary", {
      key: "divide",
      "aria-disabled": left > 0,
    }),
    begun &&
      button(
        say(S, "take_back"),
        () => {
          S.kept.shares = null;
          S.draw();
        },
        "quiet",
        { key: "back" },
      ),
  ];
}

/**
 * The same without a board.
 * @param {Stage} S
 */
export const divideText = (S) =>
  h(
    "ul.tb-text-moves",
    (S.shown.scene.divide?.cards || []).map((card) =>
      h("li", { key: card.ref }, h("span", card.name, " "), stepperVnode(S, card.ref)),
    ),
    h("li", { key: "deal" }, divideVnodes(S)),
  );
