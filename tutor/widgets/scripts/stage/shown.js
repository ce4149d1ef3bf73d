// @ts-check
// What Python sent, and what follows from it alone. Nothing in here is ever changed: a new message makes a new one.

/** @import { Sent, Shown } from "../types.js" */
import { indexMoves } from "../board/moves.js";
import { indexCards } from "../board/refs.js";

const NO_COACH = Object.freeze({});

/**
 * @param {Sent} sent
 * @returns {Shown}
 */
export function shownBy({ data }) {
  const scene = { moves: [], players: [], faces: {}, ...data.scene };
  return {
    scene,
    coach: data.coach || NO_COACH,
    events: data.events || [],
    bar: data.bar || {},
    panel: data.panel || {},
    words: data.words || {},
    mode: data.mode || "lesson",
    index: indexMoves(scene),
    cards: indexCards(scene),
  };
}
