// @ts-check
// A phone shows a part of the table: what is brought into view after a move, and for a card in hand.

/** @import { Stage } from "../types.js" */
import { arrowOf } from "../board/moves.js";
import { find } from "../board/refs.js";
import { boxOf, every, first, scrollToSee } from "../drawing/dom.js";

/**
 * Boards beside each other do not draw the page to themselves.
 * @param {Stage} S
 */
const beside = (S) => S.root.closest(".tb-together");

/**
 * True for a board that is the page, as in a lesson, and for any board once it has been used: only they move the page.
 * A notebook is read from its top, whatever its boards show when they open.
 * @param {Stage} S
 */
export const mayMovePage = (S) => !beside(S) && (S.shown.bar.crumbs || S.kept.acted !== undefined);

/**
 * A phone shows a part of the table: bring what a new arrow or the card in hand speaks of into view.
 * @param {Stage} S
 * @param {boolean} [turned] a new step has just begun, and is read from its top
 */
export function showArrowCards(S, turned = false) {
  const arrow = arrowOf(S) || (S.shown.mode === "play" && S.kept.auto && { from: S.kept.auto, to: [] });
  if (!S.phone || beside(S) || S.kept.seen.arrow === S.shown.scene.stamp) return;
  S.kept.seen.arrow = S.shown.scene.stamp;
  const may = mayMovePage(S);
  for (const ref of arrow ? [arrow.from, arrow.to[0]] : []) {
    const el = find(S, "slot", ref);
    const row = el && el.closest(".tb-row");
    const box = el && boxOf(el);
    if (box && may && S.shown.mode === "play" && (box.top < 0 || box.bottom > innerHeight - 190))
      scrollToSee(el, "center");
    if (row) row.scrollLeft += boxOf(el).left - boxOf(row).left - (row.clientWidth - el.clientWidth) / 2;
  }
  if (may && !turned) showDeciding(S, arrow);
}

const MARKED = ":is(.tb-is-choosable, .tb-is-legal, .tb-zone-choosable)";

/** Your cards on the field; where fields face each other in pairs, in your half of each pair. */
const OWN_FIELD = ".tb-own .tb-area-field .tb-card, .tb-duel .tb-own .tb-card";

/**
 * What can be chosen: the first such card on the board is brought into view, unless one is. With nothing lit it is your
 * own field, because the next move begins there wherever the last one went; and after a refusal, which it may be about
 * and which covers a part of the screen.
 * @param {Stage} S
 * @param {any} arrow if there is one, it has been shown
 */
function showDeciding(S, arrow) {
  const { quiet, unlit } = S.shown.scene;
  if (!S.kept.drawn || quiet) return;
  if (unlit || first(S.root, ".tb-tried")) showOneOf(S, every(S.root, OWN_FIELD));
  else if (!arrow && !first(S.root, `.tb-held ${MARKED}`)) showOneOf(S, every(S.root, `.tb-board ${MARKED}`));
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
  const boxes = elements.map(boxOf);
  const seen = (box) => box.top >= 0 && box.bottom <= low;
  if (!boxes[0] || boxes[all ? "every" : "some"](seen)) return;
  if (board.offsetHeight <= low) scrollToSee(board, "start");
  else scrollBy(0, boxes[0].bottom + 9 - low); // as low as it is seen whole
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
  if (!S.phone || !S.kept.drawn || !mayMovePage(S)) return;
  const moved = [...from.keys()].map((ref) => find(S, "slot", ref));
  showOneOf(
    S,
    moved.filter((el) => el && el.closest(".tb-board") && el.getClientRects().length),
  );
}
