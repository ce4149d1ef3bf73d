// @ts-check
// Messages to Python.

/** @import { CommandClick, Move, Ref, Stage, StageClick } from "../types.js" */

/**
 * A message before it has its stamp.
 * @template T
 * @typedef {T extends any ? Omit<T, "stamp"> : never} Unstamped
 */

/**
 * Every click is at most one of these.
 * @param {Stage} S
 * @param {Unstamped<StageClick>} message
 */
export function send(S, message) {
  const feedback = S.shown.coach?.feedback;
  if (S.kept.sheetClosed && feedback?.stays) S.kept.sheetRead = feedback.title;
  if (/** @type {{ name?: string }} */ (message).name !== "seek") S.kept.sheetClosed = false;
  S.kept.acted = S.shown.scene.stamp ?? 0;
  S.model.send({ stamp: S.kept.acted, ...message });
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
 * @param {Pick<CommandClick, "to" | "id" | "n">} [more]
 */
export const sendCommand = (S, name, more) => send(S, { type: "command", name, ...more });
