// @ts-check
// What Python sent, and what follows from it alone. Nothing in here is ever changed: a new message makes a new one.

/** @import { Model, Shown } from "../types.js" */
import { indexMoves } from "../board/moves.js";
import { indexCards } from "../board/refs.js";

/** The traits that the stage draws. */
export const TRAITS = ["scene", "coach", "events", "bar", "panel", "words", "mode", "beside"];

const NO_COACH = Object.freeze({});

/**
 * @param {Model} model
 * @returns {Shown}
 */
export function shownBy(model) {
  const scene = { moves: [], players: [], faces: {}, ...model.get("scene") };
  return {
    scene,
    coach: model.get("coach") || NO_COACH,
    events: model.get("events") || [],
    bar: model.get("bar") || {},
    panel: model.get("panel") || {},
    words: model.get("words") || {},
    mode: model.get("mode") || "lesson",
    index: indexMoves(scene),
    cards: indexCards(scene),
  };
}
