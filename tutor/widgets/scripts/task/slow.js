// @ts-check
// The slow-motion strip: a procedure of the flow table, row by row, each frame with what happened in it.

/** @import { Frame, Stage } from "../types.js" */
import { discVnode } from "../board/refs.js";
import { icon } from "../drawing/controls.js";
import { first, grouped, h, scrollToSee } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { mayMovePage } from "../stage/reveal.js";
import { sendCommand } from "./messages.js";

/**
 * Go to the event before or after the one on screen; false where there is none.
 * @param {Stage} S
 * @param {number} by
 */
export function stepFilm(S, by) {
  const { at, end, kind } = S.shown.panel;
  const to = (at || 0) + by;
  if (kind !== "watch" || to < 0 || to > (end || 0)) return false;
  S.kept.sheetClosed = S.kept.sheetClosed || Boolean(S.shown.coach.feedback);
  sendCommand(S, "seek", { to });
  return true;
}

/**
 * @param {Stage} S
 * @param {number} n
 */
function lineVnode(S, n) {
  const event = S.shown.events.find((one) => one.n === n);
  if (!event) return null;
  return h(
    "li",
    { key: n, class: n === S.shown.panel.at ? "tb-frame-line tb-line-now" : "tb-frame-line" },
    discVnode(S, event.who),
    h("span", rich(event.text)),
  );
}

/**
 * @param {Stage} S
 * @param {Frame} frame
 * @param {number} n
 */
function frameVnode(S, frame, n) {
  const seen = frame.state !== "later";
  const go = () => sendCommand(S, "seek", { to: frame.events[0] });
  const title = [h("span.tb-frame-row", frame.row), h("b", frame.title)];
  return h(
    "li",
    {
      key: n,
      class: `tb-frame tb-frame-${frame.state}${frame.events.length ? "" : " tb-frame-empty"}`,
      "aria-current": frame.state === "now" ? "step" : null,
    },
    seen && frame.events.length
      ? h("button.tb-frame-head", { key: "head", onclick: go }, title)
      : h("span.tb-frame-head", { key: "head" }, title),
    seen && !frame.events.length && h("p.tb-frame-none", say(S, "slow_empty")),
    seen &&
      h(
        "ul",
        { tabindex: frame.state === "done" && frame.events.length ? "0" : null }, // it may scroll
        frame.events.map((one) => lineVnode(S, one)),
      ),
  );
}

/** @param {Stage} S */
const keysVnode = (S) =>
  h("span.tb-slow-keys", h("kbd", { key: 1 }, ","), say(S, "back"), h("kbd", { key: 2 }, "."), say(S, "next"));

/**
 * The line on screen is brought into view when it is another one: on a phone along the strip, which comes to the top,
 * else up to the dock.
 * @param {Stage} S
 */
export function showFrame(S) {
  const frame = first(S.root, ".tb-frame-now");
  const name = frame ? `${S.shown.coach.place} ${S.shown.panel.at}` : "";
  const may = mayMovePage(S);
  if (frame && name !== S.kept.seen.frame) {
    if (S.phone) {
      frame.parentNode.scrollLeft = frame.offsetLeft - frame.parentNode.offsetLeft - 24;
      if (may) scrollToSee(first(S.root, ".tb-slow"), "start"); // the board lies below it
    } else if (may) scrollToSee(first(frame, ".tb-line-now") || frame, "nearest");
  }
  S.kept.seen.frame = name;
}

/**
 * Of the rounds one tells its lines: the one on screen, before it the first, after it the last.
 * @param {{ frames: Frame[] }[]} rounds
 */
function openRound(rounds) {
  const has = (state) => (/** @type {{ frames: Frame[] }} */ round) => round.frames.some((one) => one.state === state);
  const now = rounds.findIndex(has("now"));
  return now >= 0 ? now : Math.max(0, rounds.findLastIndex(has("done")));
}

/** @param {Stage} S */
export function slowVnode(S) {
  const strip = S.shown.panel.strip;
  if (!strip) return null;
  const calls = Math.max(0, ...strip.rounds.map((round) => round.call));
  const open = openRound(strip.rounds);
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    stepFilm(S, by);
  };
  return h(
    "section.tb-slow",
    { key: "slow", ...grouped(say(S, "slow", { name: strip.title })), tabindex: "0", onkeydown },
    h("div.tb-slow-head", h("h3", say(S, "slow", { name: strip.title })), !S.phone && keysVnode(S)),
    !strip.rounds.length && h("p.tb-frame-none", say(S, "slow_none")),
    strip.rounds.map((round, n) =>
      h(
        "div",
        { key: n, class: n === open ? "tb-slow-round" : "tb-slow-round tb-slow-folded" },
        (round.again || calls > 1) &&
          h(
            "p.tb-slow-why",
            round.again && icon("next"),
            round.again ? say(S, "slow_again") : say(S, "slow_call", { name: strip.title, n: round.call }),
          ),
        h(
          "ol",
          round.frames.map((frame, at) => frameVnode(S, frame, at)),
        ),
      ),
    ),
  );
}
