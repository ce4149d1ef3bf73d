// @ts-check
// What moves: cards slide from the old picture to the new one, a refused card shakes.

/** @import { Scene, Stage } from "../types.js" */
import { boxOf, every } from "../drawing/dom.js";
import { find, indexCards } from "./refs.js";

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const SLIDE = "tb-slide";

/**
 * Where everything is drawn now: cards by their references, zones by theirs.
 * @param {Stage} S
 * @returns {Map<string, DOMRect>}
 */
export function cardPlaces(S) {
  const places = new Map();
  for (const el of every(S.root, "[data-zone]")) places.set(el.dataset.zone, boxOf(el));
  for (const el of every(S.root, "[data-slot]")) places.set(el.dataset.slot, boxOf(el));
  return places;
}

/**
 * Every card on the table, with its player and its zone.
 * @param {Scene} scene
 * @returns {Map<string, {face?: string | null, who: number, zone: string}>}
 */
function cardsOf(scene) {
  const found = new Map();
  for (const [ref, { card, zone, who }] of indexCards(scene))
    if (card) found.set(ref, { face: card.face, who, zone: zone.id });
  return found;
}

/**
 * Where the cards of a new scene come from, as far as the two pictures tell: a card that is gone and one that is new
 * with the same face are one card; a new card without such a past comes from a pile that has become smaller.
 * @param {Scene} before
 * @param {Scene} after
 * @returns {Map<string, string>} reference -> the reference it had, or the pile
 */
export function origins(before, after) {
  const [old, now] = [cardsOf(before), cardsOf(after)];
  const sizes = (scene) =>
    new Map((scene.players || []).flatMap((player) => player.zones || []).map((zone) => [zone.id, zone]));
  const [piles, grown] = [sizes(before), sizes(after)];
  const count = (zone) => zone?.count ?? zone?.cards?.length ?? 0;
  const gone = [...old].filter(([ref, card]) => card.face && now.get(ref)?.face !== card.face);
  const from = new Map();
  const left = new Map();
  for (const [id, zone] of piles)
    if (zone.slot.startsWith("pile")) left.set(id, Math.max(0, count(zone) - count(grown.get(id))));
  for (const [ref, card] of now) {
    const was = old.get(ref);
    if (was && (was.face === card.face || !card.face)) continue;
    const same = (one) => one[1].face === card.face && one[1].zone !== card.zone;
    const at = card.face ? gone.findIndex((one) => same(one) && one[1].who === card.who) : -1;
    const other = at < 0 && card.face ? gone.findIndex(same) : at;
    if (other >= 0) {
      from.set(ref, gone[other][0]);
      gone.splice(other, 1);
    } else if (!was) {
      const pile = [...left].find(([id, n]) => n > 0 && piles.get(id) && id.split(".")[0] === ref.split(".")[0]);
      if (!pile) continue;
      from.set(ref, pile[0]);
      left.set(pile[0], pile[1] - 1);
    }
  }
  return from;
}

/**
 * Cards that were elsewhere slide to their new place; true when any does. A slide under way is taken up where it is.
 * @param {Stage} S
 * @param {Map<string, DOMRect>} before
 * @param {Map<string, string>} [from] where cards with new references come from
 */
export function slideCards(S, before, from = new Map()) {
  if (still()) return false;
  for (const one of S.root.getAnimations({ subtree: true })) if (one.id === SLIDE) one.cancel();
  // All places are read before anything is moved: each reading after a change would lay the page out again.
  const slides = every(S.root, "[data-slot]").flatMap((el) => {
    const source = from.get(el.dataset.slot);
    const old = (source && before.get(source)) || before.get(el.dataset.slot);
    const now = old?.width ? boxOf(el) : null;
    if (!old || !now?.width) return [];
    const zoom = el.currentCSSZoom || 1;
    const x = (old.left + old.width / 2 - now.left - now.width / 2) / zoom;
    const y = (old.top + old.height / 2 - now.top - now.height / 2) / zoom;
    return Math.abs(x) + Math.abs(y) < 4 ? [] : [{ el, x, y, far: Boolean(source) }];
  });
  for (const { el, x, y, far } of slides)
    el.animate(
      [
        {
          transform: `translate(${x}px,${y}px)`,
          zIndex: 8,
          ...(far && { filter: "drop-shadow(0 6px 10px rgb(0 0 0 / .28))" }),
        },
        { transform: "none", zIndex: 8 },
      ],
      { id: SLIDE, duration: far ? 280 : 180, easing: far ? "cubic-bezier(.25,.7,.3,1)" : "ease-out" },
    );
  return slides.length > 0;
}

/**
 * One shake for a refusal.
 * @param {Stage} S
 */
export function shakeRefused(S) {
  const refused = Object.entries(S.shown.scene.marks || {})
    .filter(([, mark]) => mark === "refused")
    .map(([ref]) => ref);
  const seen = refused.join() + " " + (refused.length ? S.shown.scene.stamp : "");
  if (refused.length && seen !== S.kept.seen.shaken && !still()) {
    for (const ref of refused) {
      const el = find(S, "slot", ref);
      if (el)
        el.animate(
          [
            { transform: "none" },
            { transform: "translateX(-5px)" },
            { transform: "translateX(4px)" },
            { transform: "translateX(-2px)" },
            { transform: "none" },
          ],
          { duration: 320 },
        );
    }
  }
  S.kept.seen.shaken = seen;
}
