// @ts-check
// Ask the class: the board as large as there is room, so that it can be read from the last row.

/** @import { PageView } from "../types.js" */
import { first } from "../drawing/dom.js";

const BOARD = 790;
const LEAST = 80;
const LARGER = [1.7, 1.55, 1.4, 1.25, 1.1, 1];
const SMALLER = 0.85;

/**
 * What has no room beside the board is drawn smaller, so that nobody has to scroll before a class.
 * @param {PageView} S
 */
function fitSide(S) {
  const side = first(S.root, ".tb-ask-side");
  if (!side) return;
  side.style.zoom = "";
  for (let zoom = 0.95; !S.phone && zoom > 0.55 && side.scrollHeight > side.clientHeight + 1; zoom -= 0.05)
    side.style.zoom = zoom.toFixed(2);
}

/**
 * The board is drawn as wide as a laptop's and shown as large as there is room.
 * @param {PageView} S
 */
export function fit(S) {
  fitSide(S);
  const slot = first(S.root, ".tb-ask-board");
  const child = first(S.root, ".tb-child");
  if (!slot?.clientWidth || !child) return;
  if (!S.phone && slot.clientHeight < LEAST) return; // put away while a question is chosen
  if (S.phone) {
    child.style.zoom = "";
    return;
  }
  const wide = Math.min(1, slot.clientWidth / BOARD);
  const board = first(child, ".tb-board");
  if (!board) {
    child.style.zoom = wide.toFixed(3);
    return;
  }
  enlarge(S, slot, child, board, wide);
  const wanted = fitting(slot, child, board, wide);
  if (Math.abs(wanted - (Number(child.style.zoom) || 1)) > 0.01) child.style.zoom = wanted.toFixed(3);
}

/**
 * How large the board may be shown, with the cards that lie on it now.
 * @param {HTMLElement} slot
 * @param {HTMLElement} child
 * @param {HTMLElement} board
 * @param {number} wide
 */
const fitting = (slot, child, board, wide) =>
  Math.min(
    wide,
    ((slot.clientHeight - 4) * (Number(child.style.zoom) || 1)) / Math.max(board.getBoundingClientRect().height, 1),
  );

/**
 * How much of a card lies below the next one, at the most: 0 to 1.
 * @param {HTMLElement} board
 */
function covered(board) {
  const cards = [...board.querySelectorAll(".tb-area-field .tb-slot > .tb-card")].map((one) =>
    one.getBoundingClientRect(),
  );
  const shares = cards.slice(1).map((one, n) => {
    const before = cards[n];
    return one.top >= before.bottom || one.left < before.left ? 0 : (before.right - one.left) / before.width;
  });
  return Math.max(0, ...shares);
}

/**
 * What lies on the battlefield is what the question is about: it is shown as large as there is room, and keeps that
 * size while the engine plays the answer.
 * @param {PageView} S
 * @param {HTMLElement} slot
 * @param {HTMLElement} child
 * @param {HTMLElement} board
 * @param {number} wide
 */
function enlarge(S, slot, child, board, wide) {
  const { asked } = S.shown.data;
  if (!asked?.told || !S.kept.cardsThere) S.kept.cardsThere = board.querySelectorAll(".tb-area-field .tb-slot").length;
  const of = [asked?.number, slot.clientWidth, innerHeight, S.kept.cardsThere].join(" ");
  if (S.kept.enlarged === of) return;
  S.kept.enlarged = of;
  const tried = LARGER.map((larger) => {
    child.style.setProperty("--ask-larger", String(larger));
    return { larger, zoom: fitting(slot, child, board, wide), covered: covered(board) };
  });
  const usual = tried[tried.length - 1];
  const best = tried
    .filter((one) => one.zoom >= SMALLER * usual.zoom && one.covered <= usual.covered + 0.02)
    .reduce((a, b) => (b.larger * b.zoom > a.larger * a.zoom ? b : a));
  child.style.setProperty("--ask-larger", String(best.larger));
}

/**
 * The board comes up under the mouse with which the question was chosen: until the mouse moves, it points at no card,
 * so no enlarged card covers the position.
 * @param {PageView} S
 */
export function ignoreRestingMouse(S) {
  let place = "";
  const placeOf = (/** @type {MouseEvent} */ event) => `${event.screenX} ${event.screenY}`;
  const press = (/** @type {PointerEvent} */ event) => {
    place = event.pointerType === "mouse" ? placeOf(event) : "";
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (placeOf(event) !== place) place = "";
  };
  const over = (/** @type {PointerEvent} */ event) => {
    if (placeOf(event) === place) event.stopPropagation();
  };
  /** @type {[string, any][]} */
  const heard = [
    ["pointerdown", press],
    ["pointermove", move],
    ["pointerover", over],
  ];
  for (const [name, act] of heard) S.root.addEventListener(name, act, true);
}
