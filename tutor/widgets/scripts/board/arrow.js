// @ts-check
// The arrow from an actor to its targets.

/** @import { Stage } from "../types.js" */
import { boxOf, every, first } from "../drawing/dom.js";
import { bestPath } from "./curve.js";
import { tiesMarkup } from "./groups.js";
import { arrowOf } from "./moves.js";
import { find } from "./refs.js";

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
  const box = boxOf(board);
  const zoom = board.currentCSSZoom || 1; // beside other boards it is drawn smaller
  const inBoard = (el) => {
    const r = boxOf(el);
    const [left, top, width, height] = [r.left - box.left, r.top - box.top, r.width, r.height].map((n) => n / zoom);
    return { left, top, width, height, right: left + width, bottom: top + height };
  };
  const rect = (ref) => {
    const el = find(S, "ref", ref);
    return el && el.getClientRects().length > 0 && inBoard(el); // a phone draws no piles
  };
  const from = arrow && rect(arrow.from);
  const targets = from ? arrow.to.map((ref) => ({ ref, ...rect(ref) })).filter((one) => one.width) : [];
  const names = targets.length
    ? every(board, ".tb-zone-title, .tb-caption, .tb-mid > span, .tb-roll, .tb-group-name").map(inBoard)
    : [];
  const cards = targets.length ? every(board, ".tb-card[data-ref]").filter((el) => el.dataset.ref !== arrow?.from) : [];
  const boxes = cards.map((el) => ({ ref: el.dataset.ref, ...inBoard(el) }));
  const [path] = targets
    .map(({ ref, ...to }) =>
      bestPath(
        from,
        to,
        boxes.filter((one) => one.ref !== ref),
        names,
      ),
    )
    .sort((one, two) => one.cost - two.cost);
  const at = (points) => points.map((point) => point.map((n) => n.toFixed(1)).join(" "));
  let markup = tiesMarkup(board, inBoard);
  if (path) {
    const [start, ...curve] = at(path.points);
    const line = `M${start}C${curve.join(" ")}`;
    markup += `<path class="tb-halo" d="${line}"/><path class="tb-line" pathLength="1" d="${line}"/><path class="tb-tip" d="M${at(path.head).join("L")}z"/>`;
  }
  if (svg.tbDrawn !== markup) svg.innerHTML = svg.tbDrawn = markup;
}

/**
 * Draw the arrow anew whenever the board or a zone changes its size: the curve is made of measured places.
 * @param {Stage} S
 */
export function watchSizes(S) {
  let waiting = false;
  const watcher = new ResizeObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (S.root.isConnected) drawArrow(S);
    });
  });
  const seen = new Set();
  return {
    /** Watch what is on the table now. */
    look() {
      const now = new Set(every(S.root, ".tb-board, .tb-board [data-zone]"));
      for (const el of seen) if (!now.has(el)) watcher.unobserve(el);
      for (const el of now) if (!seen.has(el)) watcher.observe(el);
      seen.clear();
      for (const el of now) seen.add(el);
    },
    end: () => watcher.disconnect(),
  };
}
