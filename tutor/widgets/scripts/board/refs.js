// @ts-check
// Cards and zones by their references: in the scene, and on the page.

/** @import { Ref, Scene, Stage } from "../types.js" */
import { HIDDEN, first, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/**
 * ref -> {card, zone, player place}, for every card and zone on the table.
 * @param {Scene} scene
 */
export function indexCards(scene) {
  const found = new Map();
  const note = (card, zone, who) => {
    found.set(card.ref, { card, zone, who });
    for (const other of [...(card.on || []), ...(card.under || [])]) note(other, zone, who);
  };
  (scene.players || []).forEach((player, who) => {
    for (const zone of player.zones || []) {
      found.set(zone.id, { zone, who });
      for (const card of zone.cards || []) note(card, zone, who);
    }
  });
  for (const roll of scene.dice || [])
    for (const die of roll.dice) found.set(die.ref, { zone: { title: roll.name }, who: roll.mine ? 0 : 1 });
  return found;
}

/**
 * @param {Stage} S
 * @param {Ref} ref
 */
export const nameOf = (S, ref) => {
  const place = S.shown.cards.get(ref);
  if (!place) return "";
  return place.card ? place.card.name || place.card.face || say(S, "hidden_card") : place.zone.title;
};

/**
 * A target in words: its name, or for a card that nobody sees its zone.
 * @param {Stage} S
 * @param {Ref} ref
 */
export const targetName = (S, ref) => {
  const place = S.shown.cards.get(ref);
  return place ? (place.card?.face && place.card.name) || place.zone.title : "";
};

/**
 * The letter of a player in a disc of their colour; a dot where it is nobody's, but the table's.
 * @param {Stage} S
 * @param {string | undefined} letter
 */
export function discVnode(S, letter) {
  const place = S.shown.scene.players.findIndex((player) => player.letter === letter);
  const whose = place > 0 ? " tb-disc-rival" : place < 0 ? " tb-disc-table" : "";
  return h("span", { class: "tb-disc" + whose, ...HIDDEN }, letter || "·");
}

/**
 * The element of a card or zone: what = "ref" (to click) or "slot" (its place).
 * @param {Stage} S
 * @param {string} what
 * @param {Ref} ref
 */
export const find = (S, what, ref) => first(S.root, `[data-${what}="${CSS.escape(ref || "")}"]`);
