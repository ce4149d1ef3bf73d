// @ts-check
// Messages to Python.

/** @import { Move, Ref, Stage } from "../types.js" */

/**
 * Every click is at most one of these.
 * @param {Stage} S
 * @param {Record<string, unknown>} message
 */
export function send(S, message) {
  if (message.name !== "seek") S.kept.sheetClosed = false;
  S.model.send({ stamp: S.shown.scene.stamp ?? 0, ...message });
}

/**
 * @param {Stage} S
 * @param {Move} move
 */
export const sendMove = (S, move) => {
  S.kept.sent = true;
  send(S, { type: "move", id: move.id });
};

/**
 * @param {Stage} S
 * @param {string | null} kind null: Python finds out
 * @param {Ref} from
 * @param {Ref} to
 */
export const sendTry = (S, kind, from, to) => {
  S.kept.sent = false;
  send(S, { type: "try", kind, from, to });
};

/**
 * @param {Stage} S
 * @param {string} name
 * @param {object} [more]
 */
export const sendCommand = (S, name, more) => send(S, { type: "command", name, ...more });
