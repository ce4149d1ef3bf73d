// @ts-check
// What happened, line by line, each with its clause or a "why?"; and the stepper of a watch step.

/** @import { Answer, Stage } from "../types.js" */
import { discVnode } from "../board/refs.js";
import { button, icon } from "../drawing/controls.js";
import { h } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { clauseChip } from "./coach.js";
import { sendCommand } from "./messages.js";
import { stepFilm } from "./slow.js";

/** @param {Stage} S */
export const isWatch = (S) => S.shown.panel.kind === "watch";

/** @param {Stage} S */
export function stepperVnodes(S) {
  if (!isWatch(S)) return [];
  const [at, end] = [S.shown.panel.at || 0, S.shown.panel.end || 0];
  const primary =
    at < end && !(S.shown.coach.controls || []).some((control) => control.primary && control.enabled !== false);
  const bare = S.phone && !primary;
  return [
    button([icon("back"), !S.phone && say(S, "back")], at > 0 ? () => stepFilm(S, -1) : null, "", {
      key: "seek back",
      "aria-label": say(S, "back"),
      "aria-disabled": at <= 0,
    }),
    h("span.tb-at", { key: "seek at" }, say(S, "event_of", { n: at, count: end })),
    button([!bare && say(S, "next"), icon("next")], at < end ? () => stepFilm(S, 1) : null, primary ? "primary" : "", {
      key: "seek next",
      "aria-label": say(S, "next"),
      "aria-disabled": at >= end,
    }),
  ];
}

/**
 * @param {Stage} S
 * @param {Answer} answer
 */
function answerVnode(S, answer) {
  return h(
    "div.tb-why-answer",
    answer.title && h("h4", answer.title),
    answer.text && h("p", rich(answer.text)),
    (answer.clauses || []).map((clause) =>
      h(
        "div",
        { key: clause.id },
        h("h4", clauseChip(S, clause), clause.title),
        clause.text && h("blockquote", rich(clause.text)),
      ),
    ),
  );
}

/**
 * @param {Stage} S
 * @param {any} event
 * @param {number} n
 */
function eventVnode(S, event, n) {
  if (event.head) return h("li.tb-event-head", { key: "head " + n }, event.head);
  const at = S.shown.panel.at;
  const state =
    at === undefined || at === null ? "" : event.n === at ? " tb-event-now" : event.n > at ? " tb-event-later" : "";
  const answer = S.shown.panel.answer;
  const why = () => sendCommand(S, "why", { n: event.n });
  return h(
    "li",
    { class: "tb-event" + state, key: "event " + event.n, "aria-current": state === " tb-event-now" ? "step" : null },
    discVnode(S, event.who),
    isWatch(S)
      ? h(
          "button",
          { class: "tb-event-text", key: "text", onclick: () => sendCommand(S, "seek", { to: event.n }) },
          rich(event.text),
        )
      : h("span.tb-event-text", { key: "text" }, rich(event.text)),
    isWatch(S) && event.clause
      ? clauseChip(S, { id: event.clause })
      : event.clause !== "" && // in an exam the book is closed
          h(
            "button",
            { class: "tb-link", key: "why", "aria-label": say(S, "why_line", { text: event.text }), onclick: why },
            say(S, "why"),
          ),
    answer && answer.n === event.n && answerVnode(S, answer),
  );
}

/** @param {Stage} S */
export function eventsVnode(S) {
  const events = S.shown.events || [];
  const answer = S.shown.panel.answer;
  const title = S.shown.panel.title || say(S, isWatch(S) ? "events" : "log_latest");
  const loose = answer && !events.some((event) => event.n === answer.n);
  if (!events.length && !loose) return null;
  return h(
    "section",
    { class: "tb-panel tb-events", key: "events" },
    h("div.tb-panel-head", h("h3", title)),
    loose && answerVnode(S, answer),
    h(
      "ol",
      { tabindex: "0", "aria-label": title },
      events.map((event, n) => eventVnode(S, event, n)),
    ),
  );
}
