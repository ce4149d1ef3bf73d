// @ts-check
// Where the names of small cards stand that have no room for them.

/** @import { Player, Stage, Zone } from "../types.js" */
import { at } from "./zones.js";

/** How wide the row of small zones is, at least; in an arena, where nothing lies beside it, it is wider. */
const ROW = { phone: 360, beside: 500, arena: 710 };
/** How wide a card with its name beside it is, and how wide a name below it has to be. */
const BESIDE = 118;
const BENEATH = { phone: 46, desk: 52 };

/**
 * @param {Stage} S
 * @param {Player} player
 */
const rowOf = (S, player) => (S.phone ? ROW.phone : at(player, "side").length ? ROW.beside : ROW.arena);

/** @param {Player} player */
const smallZones = (player) => (player.zones || []).filter((zone) => zone.slot.startsWith("resource"));

/**
 * Where the names of the cards of a zone stand: beside them, or beneath where there is less room; "" without room.
 * @param {Stage} S
 * @param {Zone} zone
 * @param {Player} player
 */
export function captionsOf(S, zone, player) {
  const zones = smallZones(player);
  const count = zone.cards.length;
  if (!zone.captions || !count) return "";
  const shares = sharesOf(zones);
  const share = shares[zones.findIndex((one) => one.id === zone.id)] / shares.reduce((sum, one) => sum + one, 0);
  const room = (rowOf(S, player) * share) / count;
  return room > BESIDE ? "beside" : room >= BENEATH[S.phone ? "phone" : "desk"] ? "beneath" : "";
}

/** @param {Zone[]} zones */
const sharesOf = (zones) => zones.map((zone) => (zone.captions ? Math.max(2, zone.cards.length) : 2));

/**
 * The columns of the row of small zones, where one of them needs more room than another for its names.
 * @param {Player} player
 */
export function captionColumns(player) {
  const zones = smallZones(player);
  const shares = sharesOf(zones);
  return new Set(shares).size > 1 && zones.some((zone) => zone.captions)
    ? `grid-template-columns:${shares.map((one) => `minmax(0,${one}fr)`).join(" ")}`
    : null;
}
