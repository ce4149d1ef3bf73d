// @ts-check
// What moves: cards slide from the old picture to the new one, a refused card shakes.

/** @import { Stage } from "../types.js" */
import { every } from "../drawing/dom.js";
import { find } from "./refs.js";

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Stage} S */
export function cardPlaces(S) {
  const places = new Map();
  for (const el of every(S.root, "[data-slot]")) places.set(el.dataset.slot, el.getBoundingClientRect());
  return places;
}

/**
 * Cards that were elsewhere slide to their new place; true when any does.
 * @param {Stage} S
 * @param {Map<string, DOMRect>} before
 */
export function slideCards(S, before) {
  let moved = false;
  if (still()) return moved;
  for (const el of every(S.root, "[data-slot]")) {
    const old = before.get(el.dataset.slot);
    if (!old || !old.width) continue;
    const now = el.getBoundingClientRect();
    const zoom = el.currentCSSZoom || 1;
    const x = (old.left + old.width / 2 - now.left - now.width / 2) / zoom;
    const y = (old.top + old.height / 2 - now.top - now.height / 2) / zoom;
    if (Math.abs(x) + Math.abs(y) > 3)
      moved = Boolean(
        el.animate(
          [
            { transform: `translate(${x}px,${y}px)`, zIndex: 6 },
            { transform: "none", zIndex: 6 },
          ],
          { duration: 180, easing: "ease-out" },
        ),
      );
  }
  return moved;
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
