// @ts-check
// What only the browser knows: the card in hand, the answer half given, what was opened, what has been seen.

/** @import { Kept, Shown, Stage } from "../types.js" */
import { still } from "../board/motion.js";
import { pickedRefs } from "../task/choices.js";

/**
 * @param {boolean} text whether the text view is open
 * @returns {Kept}
 */
export function newKept(text) {
  return {
    selected: null,
    pair: null,
    kind: null,
    aim: null,
    auto: null,
    shares: null,
    sent: false,
    choices: null,
    picked: new Set(),
    roving: {},
    text,
    sheetClosed: false,
    sheetRead: "",
    ghost: null,
    haunted: null,
    pressed: false,
    drawn: false,
    told: false,
    scene: { moves: [], players: [], faces: {} },
    seen: {},
    versus: null,
    fit: 1,
    room: 0,
  };
}

/**
 * What remains of it after Python sent something new. A new decision drops what was half done; after a refused target
 * the card stays in hand.
 * @param {Stage} S
 * @param {Shown | null} before
 */
export function settle(S, before) {
  const { kept, shown } = S;
  const { scene, index, coach } = shown;
  const fresh = before?.scene.stamp !== scene.stamp;
  if (before?.coach !== coach) kept.choices = coach.choices ? structuredClone(coach.choices) : null;
  if (before?.coach.beside !== coach.beside) kept.versus = null;
  kept.picked = pickedRefs(kept.choices);
  const { selected } = kept;
  const done = kept.sent || !selected || !index.from.has(selected) || scene.marks?.[selected] === "refused";
  if (!selected || !shown.cards.has(selected) || (fresh && done))
    kept.selected = kept.pair = kept.kind = kept.aim = null;
  if (fresh) {
    kept.sent = false;
    kept.auto = null;
    if (!scene.divide?.live || scene.divide.live !== before?.scene.divide?.live) kept.shares = null;
    const [only, more] = index.from.keys(); // one card alone may act: it is in hand already
    const held = !index.plain.length || (scene.marks || {})[only] === "selected";
    if (only && !more && held && !kept.selected && !scene.quiet && !index.pick.size) kept.selected = kept.auto = only;
  }
  const held = fresh && scene.unlit?.held;
  if (held && shown.cards.has(held.ref)) {
    kept.selected = held.ref;
    kept.kind = held.kind;
  }
  if (scene.ghost) haunt(S);
}

/**
 * An illegal try is shown in grey for one beat, then the table is as it was.
 * @param {Stage} S
 */
function haunt(S) {
  const { kept } = S;
  const stamp = S.shown.scene.stamp ?? 0;
  if (kept.haunted === stamp || still()) return;
  kept.haunted = kept.ghost = stamp;
  setTimeout(() => {
    if (kept.ghost !== stamp) return;
    kept.ghost = null;
    S.draw();
  }, 900);
}
