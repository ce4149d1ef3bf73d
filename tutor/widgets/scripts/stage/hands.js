// @ts-check
// Mouse, touch and keyboard: roving focus, Escape, what is pointed at.

/** @import { Stage } from "../types.js" */
import { give, giveAll, isShared } from "../board/divide.js";
import { every, isAppPage } from "../drawing/dom.js";
import { drawArrow } from "../board/arrow.js";
import { clickRef, select } from "../board/clicks.js";
import { movesFrom, targetsOf } from "../board/moves.js";
import { find } from "../board/refs.js";
import { toggleText } from "../task/bar.js";
import { sendMove } from "../task/messages.js";
import { shortcut, stepFocus, tellKeys } from "./keys.js";
import { hidePeek, peekAt, showPeek } from "./peek.js";

/** @param {Element} zone */
const cardsIn = (zone) => every(zone, ".tb-card[data-ref]");

/** @param {any} event */
const cardAt = (event) => event.target.closest?.("[data-ref]");

/**
 * The card under it that lies nowhere and is offered to choose.
 * @param {any} event
 */
const offeredAt = (event) => event.target.closest?.("[data-offered]");

/**
 * @param {Stage} S
 * @param {any} event
 */
function onKey(S, event) {
  if (event.key === "Escape") {
    if (S.peek.matches(":popover-open")) hidePeek(S);
    else if (S.kept.selected) select(S, null);
    else return;
    event.stopPropagation();
    return;
  }
  if (shortcut(S, event, () => toggleText(S))) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const offered = offeredAt(event);
  if (event.key === "i" && offered) return peekAt(S, offered);
  const card = cardAt(event);
  if (!card) return;
  if (event.key === "i") return showPeek(S, card.dataset.ref, card);
  if (event.key === "Enter" && card.dataset.ref === S.kept.selected) {
    const moves = movesFrom(S, card.dataset.ref);
    if (moves.length !== 1 || moves[0].to) return;
    event.preventDefault(); // a second Enter plays a card that can be played in one way
    return sendMove(S, moves[0]);
  }
  if (isShared(S, card.dataset.ref)) {
    const more = { "+": 1, "=": 1, "-": -1, Backspace: -1 }[event.key];
    if (more) return give(S, card.dataset.ref, more);
    if (/^\d$/.test(event.key)) return giveAll(S, card.dataset.ref, Number(event.key));
  }
  const zone = card.closest("[data-zone]");
  const arrow = event.key.startsWith("Arrow");
  if ((!arrow && event.key !== "Home" && event.key !== "End") || !zone) return;
  event.preventDefault();
  event.stopPropagation();
  const all = cardsIn(zone);
  const beside = all[all.indexOf(card) + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? all.length)];
  if (beside) return beside.focus(); // along the zone first, then on to what lies next to it
  if (arrow) return stepFocus(S, card, event.key);
  all[event.key === "Home" ? 0 : all.length - 1]?.focus();
}

/**
 * @param {Stage} S
 * @param {any} event
 */
function onFocus(S, event) {
  pointOut(S, event);
  const card = cardAt(event);
  const zone = card && card.closest("[data-zone]");
  if (!zone || !card.matches(".tb-card")) return;
  S.kept.roving[zone.dataset.zone] = card.dataset.ref;
  for (const other of cardsIn(zone)) {
    const tabindex = other === card ? "0" : "-1";
    other.setAttribute("tabindex", tabindex);
    other.tbProps = { ...other.tbProps, tabindex };
  }
  tellKeys(S, card);
  aimAt(S, card);
}

/**
 * With a card in hand, pointing at a target draws the arrow that a click would mean.
 * @param {Stage} S
 * @param {any} card
 */
function aimAt(S, card) {
  const ref = card && card.dataset.ref;
  const aim = ref && S.kept.selected && targetsOf(S, S.kept.selected).some((move) => move.to === ref) ? ref : null;
  if (aim === S.kept.aim) return;
  S.kept.aim = aim;
  drawArrow(S);
}

/**
 * The card on the table that an answer is about is lit while the answer is pointed at.
 * @param {Stage} S
 * @param {any} event
 */
function pointOut(S, event) {
  const ref = event.target.closest?.("[data-of]")?.dataset.of;
  for (const el of every(S.root, ".tb-pointed")) el.classList.remove("tb-pointed");
  if (ref) find(S, "slot", ref)?.classList.add("tb-pointed");
}

/** A second tap within this time, in milliseconds, and this distance, in pixels, is part of a double tap. */
const SOON = 400;
const NEAR = 24;

/**
 * The second click of a double click counts only on the button that had the first: what has come up under the pointer
 * meanwhile was not meant. While a message is under way, it does not count at all.
 * @param {Stage} S
 */
function guardDoubleClicks(S) {
  /** @type {any} */
  let last = {};
  const guard = (/** @type {any} */ event) => {
    const { detail, pointerType, timeStamp: time, x, y } = event;
    const name = event.target.closest?.(".tb-btn")?.textContent;
    const tapped = pointerType === "touch" && time - last.time < SOON;
    const again = detail > 1 || (tapped && Math.hypot(x - last.x, y - last.y) < NEAR);
    if (!again) last = { name, time, x, y };
    else if (name && last.name && (name !== last.name || S.kept.acted === S.shown.scene.stamp)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  S.root.addEventListener("click", guard, true);
}

/**
 * Listen to mouse, finger and keyboard; returns what ends the listening outside the stage.
 * @param {Stage} S
 */
export function listen(S) {
  const { root } = S;
  S.onBoardClick = (/** @type {any} */ event) => {
    if (S.kept.pressed) {
      S.kept.pressed = false;
      return;
    }
    const card = cardAt(event);
    const anyZone = S.shown.scene.unlit && S.kept.selected && !event.target.closest(".tb-heap-open, .tb-sheet");
    const zone = event.target.closest(anyZone ? "[data-zone]" : ".tb-zone-choosable");
    if (card) clickRef(S, card.dataset.ref);
    else if (zone) clickRef(S, zone.dataset.zone);
    else if (S.kept.selected) select(S, null);
  };
  guardDoubleClicks(S);
  root.addEventListener("keydown", (event) => onKey(S, event));
  const anywhere = (/** @type {KeyboardEvent} */ event) => {
    // not in JupyterLab, where such keys are the notebook's
    if (event.target === document.body && shortcut(S, event, () => toggleText(S))) event.preventDefault();
  };
  if (isAppPage()) document.addEventListener("keydown", anywhere);
  root.addEventListener("focusin", (event) => onFocus(S, event));
  root.addEventListener("pointerover", (event) => {
    const card = cardAt(event);
    aimAt(S, card);
    pointOut(S, event);
    if (event.pointerType !== "mouse") return;
    hidePeek(S);
    const readable = card || offeredAt(event);
    if (readable) S.kept.peekTimer = setTimeout(() => readable.isConnected && peekAt(S, readable), 650);
  });
  root.addEventListener("scroll", () => drawArrow(S), true);
  root.addEventListener("pointerleave", () => hidePeek(S));
  root.addEventListener("pointerdown", (event) => {
    hidePeek(S);
    const readable = cardAt(event) || offeredAt(event);
    S.kept.pressed = false;
    if (!readable || event.pointerType === "mouse") return;
    S.kept.peekTimer = setTimeout(() => {
      S.kept.pressed = true;
      peekAt(S, readable);
    }, 450);
  });
  for (const name of ["pointerup", "pointercancel"])
    root.addEventListener(name, (/** @type {any} */ event) => {
      if (event.pointerType !== "mouse" && !S.kept.pressed) clearTimeout(S.kept.peekTimer);
    });
  root.addEventListener("contextmenu", (event) => {
    if (S.kept.pressed) event.preventDefault();
  });
  return () => document.removeEventListener("keydown", anywhere);
}
