// @ts-check
// The way of an arrow over the table, from one rectangle to another. Nothing here touches the page.

/** @import { Box, Path } from "../types.js" */

/** How much it counts, at each of the points looked at, to run over a card, a title, or the card that is meant. */
const OVER_CARD = 1;
const OVER_NAME = 1;
const OVER_TARGET = 3;

/**
 * A cubic from edge to edge: it leaves the actor straight up or down and enters the target from below, above (entry 0)
 * or from its right or left side (1, -1). Or it leaves the actor at its right or left side (leave 1, -1).
 * @param {Box} a
 * @param {Box} b
 * @param {number} entry
 * @param {number} bulge
 * @param {number} [leave]
 */
export function arrowPath(a, b, entry, bulge, leave = 0) {
  const up = b.top + b.height / 2 < a.top + a.height / 2;
  const ax = leave ? (leave > 0 ? a.right + 8 : a.left - 8) : a.left + a.width / 2;
  const ay = leave ? a.top + a.height / 2 : up ? a.top - 8 : a.bottom + 8;
  const ex = entry ? (entry > 0 ? b.right + 4 : b.left - 4) : b.left + b.width / 2;
  const ey = entry ? b.top + b.height * (up ? 0.78 : 0.3) : up ? b.bottom + 4 : b.top - 4;
  const gap = Math.abs(ey - ay);
  const reach = Math.max(Math.min(36, gap * 0.8), gap * (entry ? 0.78 : 0.5)) * (up ? -1 : 1);
  const c1 = leave ? [ax + leave * Math.max(40, Math.abs(ex - ax) * 0.5), ay - bulge / 2] : [ax + bulge, ay + reach];
  const c2 = entry
    ? [ex + entry * Math.max(20, Math.min(150, Math.abs(ax - ex) * 0.55)), ey - reach * 0.2]
    : [ex + bulge, ey - reach];
  const angle = Math.atan2(ey - c2[1], ex - c2[0]);
  const long = Math.min(19, Math.hypot(ex - ax, ey - ay) * 0.6); // a short arrow has a small head, and a line before it
  const off = (turn, length) => [ex - Math.cos(angle + turn) * length, ey - Math.sin(angle + turn) * length];
  return { points: [[ax, ay], c1, c2, off(0, long * 0.7)], head: [[ex, ey], off(0.42, long), off(-0.42, long)] };
}

/**
 * The point of a cubic after the share `t` of it.
 * @param {number[][]} curve
 * @param {number} t
 */
export function pointOn([a, b, c, d], t) {
  const u = 1 - t;
  return [0, 1].map((n) => u * u * u * a[n] + 3 * u * u * t * b[n] + 3 * u * t * t * c[n] + t * t * t * d[n]);
}

/** @param {number} by so much around a box counts as the box */
const around =
  (by) =>
  (/** @type {Box} */ box) =>
  (/** @type {number[]} */ [x, y]) =>
    x > box.left - by && x < box.right + by && y > box.top - by && y < box.bottom + by;

/**
 * Of several curves, the one that hides least: it stays off the card that it means, off other cards, and off names.
 * @param {Box} from
 * @param {Box} target
 * @param {Box[]} cards
 * @param {Box[]} names
 * @returns {Path}
 */
export function bestPath(from, target, cards, names) {
  const near = Math.abs(target.left - from.left) < target.width * 1.6;
  const away = from.left > target.left ? 1 : -1;
  const [overCards, overNames] = [cards.map(around(4)), names.map(around(4))];
  const overTarget = around(-5)(target);
  /** @type {Path | null} */
  let best = null;
  const ways = (near ? [0, away, -away] : [away, 0, -away]).map((entry) => [entry, 0]);
  for (const [entry, leave] of near ? ways : [...ways, [0, -away]]) {
    for (const bulge of [0, 50, -50, 110, -110, 170, -170]) {
      const path = arrowPath(from, target, entry, bulge, leave);
      let cost = Math.abs(bulge) / 60 + (entry !== (near ? 0 : away) ? 1.5 : 0) + (leave ? 1 : 0);
      for (let t = 0.04; t < 1; t += 0.04) {
        const point = pointOn(path.points, t);
        if (point[0] < 4) cost += 9;
        for (const over of overCards) if (over(point)) cost += OVER_CARD;
        for (const over of overNames) if (over(point)) cost += OVER_NAME;
        if (overTarget(point)) cost += OVER_TARGET;
      }
      if (!best || cost < best.cost) best = { ...path, cost };
    }
  }
  return /** @type {Path} */ (best);
}
