// @ts-check
// The arrow from an actor to its targets.

/** @import { Path, Box, Stage } from "../types.js" */
import { every, first } from "../drawing/dom.js";
import { arrowOf } from "./moves.js";
import { find } from "./refs.js";

/**
 * A cubic that leaves the actor straight up or down and enters the target from below, above or the side.
 * @param {any} a
 * @param {any} b
 * @param {any} entry
 * @param {number} bulge
 */
function arrowPath(a, b, entry, bulge) {
  const up = b.top + b.height / 2 < a.top + a.height / 2;
  const ax = a.left + a.width / 2;
  const ay = up ? a.top - 8 : a.bottom + 8;
  const ex = entry ? (entry > 0 ? b.right + 4 : b.left - 4) : b.left + b.width / 2;
  const ey = entry ? b.top + b.height * (up ? 0.78 : 0.3) : up ? b.bottom + 4 : b.top - 4;
  const gap = Math.abs(ey - ay);
  const reach = Math.max(Math.min(36, gap * 0.8), gap * (entry ? 0.78 : 0.5)) * (up ? -1 : 1);
  const c1 = [ax + bulge, ay + reach];
  const c2 = entry
    ? [ex + entry * Math.max(20, Math.min(150, Math.abs(ax - ex) * 0.55)), ey - reach * 0.2]
    : [ex + bulge, ey - reach];
  const angle = Math.atan2(ey - c2[1], ex - c2[0]);
  const off = (turn, length) => [ex - Math.cos(angle + turn) * length, ey - Math.sin(angle + turn) * length];
  return { points: [[ax, ay], c1, c2, off(0, 13)], head: [[ex, ey], off(0.42, 19), off(-0.42, 19)] };
}

/**
 * @param {number[][]} curve
 * @param {number} t
 */
function pointOn([a, b, c, d], t) {
  const u = 1 - t;
  return [0, 1].map((n) => u * u * u * a[n] + 3 * u * u * t * b[n] + 3 * u * t * t * c[n] + t * t * t * d[n]);
}

/**
 * Of several curves, the one that runs over the fewest cards; a straight one when none is in the way.
 * @param {any} from
 * @param {Box} target
 * @param {Box[]} others
 * @param {Box[]} names
 * @returns {Path}
 */
function bestPath(from, target, others, names) {
  const near = Math.abs(target.left - from.left) < target.width * 1.6;
  const away = from.left > target.left ? 1 : -1;
  /** @type {Path | null} */
  let best = null;
  for (const entry of near ? [0, away, -away] : [away, 0]) {
    for (const bulge of [0, 50, -50, 110, -110, 170, -170]) {
      const path = arrowPath(from, target, entry, bulge);
      let cost = Math.abs(bulge) / 60 + (entry !== (near ? 0 : away) ? 1.5 : 0);
      for (let t = 0.04; t < 1; t += 0.04) {
        const [x, y] = pointOn(path.points, t);
        if (x < 4) cost += 9;
        const over = (one) => x > one.left - 4 && x < one.right + 4 && y > one.top - 4 && y < one.bottom + 4;
        cost += others.filter(over).length + 0.3 * names.filter(over).length;
      }
      if (!best || cost < best.cost) best = { ...path, cost };
    }
  }
  return /** @type {Path} */ (best);
}

/**
 * Measure the cards and write one arrow into the overlay, to the target that is reached best (rings show the
 * others). Drawn after layout, never part of the keyed tree.
 * @param {Stage} S
 */
export function drawArrow(S) {
  const board = first(S.root, ".tb-board");
  const svg = board && first(board, ".tb-arrow");
  if (!svg) return;
  const given = arrowOf(S);
  const arrow = S.kept.selected && S.kept.aim ? { from: S.kept.selected, to: [S.kept.aim] } : given;
  const box = board.getBoundingClientRect();
  const zoom = board.currentCSSZoom || 1; // beside other boards it is drawn smaller
  const inBoard = (el) => {
    const r = el.getBoundingClientRect();
    const [left, top, width, height] = [r.left - box.left, r.top - box.top, r.width, r.height].map((n) => n / zoom);
    return { left, top, width, height, right: left + width, bottom: top + height };
  };
  const rect = (ref) => {
    const el = find(S, "ref", ref);
    return el && el.getClientRects().length > 0 && inBoard(el); // a phone draws no piles
  };
  const from = arrow && rect(arrow.from);
  const targets = from ? arrow.to.map(rect).filter(Boolean) : [];
  const names = every(board, ".tb-zone-title, .tb-mid > span, .tb-roll").map(inBoard);
  const others = from
    ? every(board, ".tb-card[data-ref]")
        .filter((el) => el.dataset.ref !== arrow.from && !arrow.to.includes(el.dataset.ref))
        .map(inBoard)
    : [];
  const path = targets.map((to) => bestPath(from, to, others, names)).sort((one, two) => one.cost - two.cost)[0];
  const at = (points) => points.map((point) => point.map((n) => n.toFixed(1)).join(" "));
  let markup = "";
  if (path) {
    const [start, ...curve] = at(path.points);
    const line = `M${start}C${curve.join(" ")}`;
    markup = `<path class="tb-halo" d="${line}"/><path class="tb-line" pathLength="1" d="${line}"/><path class="tb-tip" d="M${at(path.head).join("L")}z"/>`;
  }
  if (svg.tbDrawn !== markup) {
    svg.innerHTML = markup;
    svg.tbDrawn = markup;
  }
}

/**
 * A phone shows a part of the table: bring what a new arrow or the card in hand speaks of into view.
 * @param {Stage} S
 */
export function showArrowCards(S) {
  const arrow = arrowOf(S) || (S.shown.mode === "play" && S.kept.auto && { from: S.kept.auto, to: [] });
  if (!S.phone || S.kept.seen.arrow === S.shown.scene.stamp) return;
  S.kept.seen.arrow = S.shown.scene.stamp;
  if (!arrow) return showDeciding(S);
  for (const ref of [arrow.from, arrow.to[0]]) {
    const el = find(S, "slot", ref);
    const row = el && el.closest(".tb-row");
    const box = el && el.getBoundingClientRect();
    if (box && S.shown.mode === "play" && (box.top < 0 || box.bottom > innerHeight - 190))
      el.scrollIntoView({ block: "center" });
    if (row)
      row.scrollLeft +=
        el.getBoundingClientRect().left - row.getBoundingClientRect().left - (row.clientWidth - el.clientWidth) / 2;
  }
}

/**
 * Without an arrow, what can be chosen: the first such card on the board is brought into view, unless one is.
 * @param {Stage} S
 */
function showDeciding(S) {
  if (S.shown.mode !== "play" || !S.kept.drawn) return;
  const marked = ":is(.tb-is-choosable, .tb-is-legal, .tb-zone-choosable)";
  if (first(S.root, `.tb-held ${marked}`)) return;
  const cards = every(S.root, `.tb-board ${marked}`);
  const dock = first(S.root, ".tb-dock");
  const low = dock ? dock.getBoundingClientRect().top : innerHeight;
  const seen = (el) => el.getBoundingClientRect().top >= 0 && el.getBoundingClientRect().bottom <= low;
  if (cards.length && !cards.some(seen)) cards[0].scrollIntoView({ block: "center" });
}
