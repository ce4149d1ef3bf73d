// @ts-check
// What a phone folds into a line of text: zones with nothing in them to see or to choose.

/** @import { Player, Stage, Zone } from "../types.js" */
import { markOf } from "./moves.js";
import { cornerOf } from "./zones.js";

/**
 * True for a zone that is told with its count instead of being drawn: an empty one, or a row of the rival's face-down
 * cards. One's own field stays: it is where cards go.
 * @param {Stage} S
 * @param {Zone} zone
 * @param {number} place
 */
export function isFolded(S, zone, place) {
  if (!S.phone || !/^(field|side|resource)/.test(zone.slot)) return false;
  if (zone.slot === "field") return place === 1 && isVacant(S, zone, place);
  const cards = zone.cards || [];
  if (zone.target || markOf(S, zone.id) || cards.some((card) => markOf(S, card.ref))) return false;
  if (!cards.length) return !zone.outlines;
  if (S.shown.scene.unlit) return false; // any of them may be meant
  const plain = (card) => !card.face && !card.counters?.length && !card.tags?.length && !card.on?.length;
  return place === 1 && zone.slot.startsWith("resource") && cards.every(plain);
}

/**
 * True for a field with nothing in it to see or to choose.
 * @param {Stage} S
 * @param {Zone} zone
 * @param {number} place
 */
export const isVacant = (S, zone, place) =>
  !zone.cards?.length && !cornerOf(S, zone, place).length && !zone.target && !markOf(S, zone.id);

/**
 * True while, with nothing lit, a card of one's own is chosen: a field in which nothing lies may be meant for it. Whether
 * it can go there is not told.
 * @param {Stage} S
 */
export const isPlacing = (S) => !!S.shown.scene.unlit && S.shown.cards.get(S.kept.selected)?.who === 0;

/**
 * The folded zones of a player, as texts.
 * @param {Stage} S
 * @param {Player} player
 * @param {number} place
 */
export const foldedTexts = (S, player, place) =>
  (player.zones || [])
    .filter((zone) => isFolded(S, zone, place))
    .map((zone) => `${zone.title} ${zone.count ?? (zone.cards || []).length}`);
