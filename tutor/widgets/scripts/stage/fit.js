// @ts-check
// How the stage fits the window: the size of the board, what is scrolled to.

/** @import { Item, Stage } from "../types.js" */
import { boxOf, every, first, isAppPage, scrollToSee } from "../drawing/dom.js";
import { isWatch } from "../task/events.js";
import { mayMovePage } from "./reveal.js";

/**
 * A laptop's screen is low: the board is drawn smaller, so that it is seen whole, from its top to the dock, and so is a
 * phase bar that is too long. The board does not grow again for a new card, or it would jump.
 * @param {Stage} S
 * @param {boolean} again
 */
export function fitBoard(S, again) {
  const board = first(S.root, ".tb-board");
  if (!board) return;
  const strip = first(S.root, ".tb-strip");
  const stripNow = strip && [S.root.clientWidth, S.phone, strip.textContent].join();
  if (strip && stripNow !== strip.tbFit) {
    strip.tbFit = stripNow;
    strip.style.zoom = "";
    strip.style.zoom = S.phone ? "" : Math.max(0.8, Math.min(1, strip.clientWidth / strip.scrollWidth)).toFixed(3);
  }
  const dock = first(S.root, ".tb-dock");
  const wide = S.root.classList.contains("tb-wide");
  const inside = boxOf(board).top - boxOf(wide ? S.root : board.parentNode).top;
  const onPage = boxOf(board).top + scrollY; // under what else a page of the app has at its head
  const top = wide && isAppPage() && onPage < innerHeight / 2 ? onPage : inside;
  const slow = first(S.root, ".tb-slow"); // a strip leaves the board less room
  const under = [dock, slow].reduce((sum, el) => sum + (el ? el.offsetHeight : 0), 0);
  const room = innerHeight - top - under - (slow ? 36 : 8);
  if (again || Math.abs(room - S.kept.room) > 30) S.kept.fit = 1; // or what stands above it went: cards to choose from, say
  S.kept.room = room;
  if (S.phone || !board.offsetHeight) S.kept.fit = 1;
  else S.kept.fit = Math.min(S.kept.fit, Math.max(slow ? 0.62 : 0.72, room / board.offsetHeight));
  board.style.zoom = S.kept.fit < 1 ? S.kept.fit.toFixed(3) : "";
}

/**
 * A new step begins at its top, with its title read out; true when there is one.
 * @param {Stage} S
 */
export function turnPage(S) {
  const { seen } = S.kept;
  const place = S.shown.mode === "lesson" ? S.shown.coach.place : "";
  const turned = Boolean(seen.place && place && seen.place !== place);
  seen.place = place;
  const told = S.shown.coach.feedback !== seen.feedback;
  const may = mayMovePage(S);
  const aside = first(S.root, ".tb-aside");
  if (aside && told) aside.scrollTop = 0;
  const head = first(S.root, ".tb-feedback-head");
  const top = head && boxOf(head).top;
  if (may && told && !S.phone && head && (top < 0 || top > innerHeight - 140)) scrollToSee(head.parentNode, "nearest");
  if (S.phone && S.kept.drawn && told) showOpenPart(S);
  seen.feedback = S.shown.coach.feedback;
  const hints = S.shown.coach.hints?.shown?.length || 0;
  const film = isWatch(S);
  if (!turned && hints > (seen.hints || 0)) scrollToSee(every(S.root, ".tb-open-hint").pop(), "nearest");
  if (may && !turned && S.phone && S.kept.drawn && film && !seen.film) scrollToSee(first(S.root, ".tb-board"), "start");
  seen.hints = hints;
  seen.film = film;
  if (!turned) return false;
  const title = first(S.root, ".tb-title");
  if (title) title.focus({ preventScroll: true });
  if (boxOf(S.root).top < 0) scrollToSee(S.root, "start");
  return true;
}

/**
 * On a phone the questions lie below the board: after a check, the first one without an answer is brought into view.
 * @param {Stage} S
 */
function showOpenPart(S) {
  const items = S.kept.choices?.items || [];
  const untouched = (/** @type {Item} */ { options = [] }) =>
    options.length && !options.some((one) => one.state || one.picked);
  const open = items.findIndex((item) => item.number === "" || untouched(item));
  if (open < 0) return;
  scrollToSee(every(S.root, ".tb-answer .tb-part")[open], "start");
}
