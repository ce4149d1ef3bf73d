// @ts-check
// Which lanes are open, and what a step is just now: here, done, possible.

/** @import { GraphView } from "../types.js" */
import { say } from "../drawing/words.js";

/**
 * Which lanes are open: "" = the one with the current step, "*" = all, "-" = none, else a lane's id.
 * @param {GraphView} S
 */
export function openLanes(S) {
  const lanes = S.shown.picture.lanes || [];
  if (S.shown.lane === "*") return new Set(lanes.map((lane) => lane.id));
  return new Set(S.shown.lane === "" ? [S.shown.home.get(S.shown.current) ?? (lanes[0] || {}).id] : [S.shown.lane]);
}

/**
 * @param {GraphView} S
 * @param {string} name
 */
export function stateOf(S, name) {
  if (name === S.shown.current) return "now";
  return S.shown.done.has(name) ? "done" : S.shown.exits.has(name) ? "next" : "";
}

/**
 * Name and state of a step in words, for those who do not see the picture.
 * @param {GraphView} S
 * @param {any} step
 */
export function stepLabel(S, step) {
  const state = { now: "now", done: "done", next: "possible" }[stateOf(S, step.name)];
  return [step.title, deciderOf(S, step), state && say(S, state)].filter(Boolean).join(", ");
}

/**
 * @param {GraphView} S
 * @param {any} step
 */
export function deciderOf(S, step) {
  return step.kind === "choice" && step.who ? say(S, "decides", { who: step.who }) : say(S, step.kind);
}

/**
 * @param {GraphView} S
 * @param {any} step
 */
export function send(S, step) {
  S.model.send({ type: "command", name: "open_step", step });
}

/**
 * @param {GraphView} S
 * @param {string} id
 * @param {any} [step]
 */
export function openLane(S, id, step) {
  S.kept.focus = step || null;
  S.model.set("lane", id);
  S.model.save_changes();
}
