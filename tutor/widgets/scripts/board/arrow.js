// @ts-check
// The arrow from an actor to its targets.

/** @import { Stage } from "../types.js" */
import { boxOf, every, first, reveal } from "../drawing/dom.js";
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

/**
 * Boards beside each other do not draw the page to themselves.
 * @param {Stage} S
 */
export const beside = (S) => S.root.closest(".tb-together");

/**
 * A phone shows a part of the table: bring what a new arrow or the card in hand speaks of into view.
 * @param {Stage} S
 * @param {boolean} [turned] a new step has just begun, and is read from its top
 */
export function showArrowCards(S, turned = false) {
  const arrow = arrowOf(S) || (S.shown.mode === "play" && S.kept.auto && { from: S.kept.auto, to: [] });
  if (!S.phone || beside(S) || S.kept.seen.arrow === S.shown.scene.stamp) return;
  S.kept.seen.arrow = S.shown.scene.stamp;
  if (!arrow) return turned ? undefined : showDeciding(S);
  for (const ref of [arrow.from, arrow.to[0]]) {
    const el = find(S, "slot", ref);
    const row = el && el.closest(".tb-row");
    const box = el && boxOf(el);
    if (box && S.shown.mode === "play" && (box.top < 0 || box.bottom > innerHeight - 190)) reveal(el, "center");
    if (row) row.scrollLeft += boxOf(el).left - boxOf(row).left - (row.clientWidth - el.clientWidth) / 2;
  }
}

const MARKED = ":is(.tb-is-choosable, .tb-is-legal, .tb-zone-choosable)";

/**
 * Without an arrow, what can be chosen: the first such card on the board is brought into view, unless one is.
 * @param {Stage} S
 */
function showDeciding(S) {
  if (!S.kept.drawn || S.shown.scene.quiet) return;
  if (!first(S.root, `.tb-held ${MARKED}`)) showOneOf(S, every(S.root, `.tb-board ${MARKED}`));
}

/**
 * Bring the first of some elements into view, between the top and the dock, unless one of them is there, or all: with
 * the whole board, if that has room.
 * @param {Stage} S
 * @param {any[]} elements
 * @param {boolean} [all]
 */
function showOneOf(S, elements, all) {
  const [board, dock] = [".tb-board", ".tb-dock"].map((one) => first(S.root, one));
  const low = dock ? boxOf(dock).top : innerHeight;
  const seen = (el) => boxOf(el).top >= 0 && boxOf(el).bottom <= low;
  if (!elements.length || (all ? elements.every(seen) : elements.some(seen))) return;
  if (board.offsetHeight <= low) reveal(board, "start");
  else reveal(elements[0], "center");
}

/**
 * On a phone, what the card in hand can be aimed at is brought into view: with nothing lit, every zone.
 * @param {Stage} S
 */
export function showTargets(S) {
  const aims = S.shown.scene.unlit ? ".tb-zone" : MARKED;
  if (S.phone && S.kept.selected) showOneOf(S, every(S.root, `.tb-board ${aims}`), true);
}

/**
 * On a phone, what has moved on the board is brought into view.
 * @param {Stage} S
 * @param {Map<string, string>} from where cards with new references come from
 */
export function showMoved(S, from) {
  if (!S.phone || !S.kept.drawn || beside(S)) return;
  const moved = [...from.keys()].map((ref) => find(S, "slot", ref));
  showOneOf(
    S,
    moved.filter((el) => el && el.closest(".tb-board") && el.getClientRects().length),
  );
}
