// @ts-check
// What may be clicked: where each legal move starts and ends, and how a card is marked for it.

/** @import { Index, Move, Ref, Scene, Stage } from "../types.js" */

/**
 * Where each legal move starts or ends. from: picked-up cards, pick: one click does it, plain: a button.
 * @param {Scene} scene
 */
export function indexMoves(scene) {
  /** @type {Index} */
  const index = { from: new Map(), pick: new Map(), plain: [] };
  const add = (map, key, move) => map.set(key, [...(map.get(key) || []), move]);
  for (const move of scene.divide ? [] : scene.moves || []) {
    if (move.from) add(index.from, move.from, move);
    else if (move.to) add(index.pick, move.to, move);
    else index.plain.push(move);
  }
  return index;
}

/**
 * @param {Stage} S
 * @param {Ref} ref
 */
export const movesFrom = (S, ref) => (ref && S.shown.index.from.get(ref)) || [];

/**
 * @param {Stage} S
 * @param {Ref} ref
 */
export const targetsOf = (S, ref) =>
  movesFrom(S, ref).filter((move) => move.to && (!S.kept.kind || move.kind === S.kept.kind));

/**
 * What a card may be tried for: what is sent with it, else, of an own card, what its zone says.
 * @param {Stage} S
 * @param {Ref} ref
 */
export const kindsOf = (S, ref) => {
  const place = S.shown.cards.get(ref);
  return place?.card?.kinds || (place?.who === 0 && S.shown.scene.kinds?.[place.zone.role || ""]) || [];
};

/**
 * The attempt that is shown in grey just now.
 * @param {Stage} S
 */
export const ghostOf = (S) => (S.kept.ghost === (S.shown.scene.stamp ?? 0) ? S.shown.scene.ghost : null);

/**
 * The arrow of the attempt, or else of the scene.
 * @param {Stage} S
 */
export const arrowOf = (S) => ghostOf(S)?.arrow || S.shown.scene.arrow;

/**
 * Whether the arrow points at a card or zone.
 * @param {Stage} S
 * @param {Ref} ref
 */
export const isAimed = (S, ref) => !!arrowOf(S)?.to.includes(ref || "");

/**
 * The mark of one card or zone: the learner's own selection first, then what Python says, then what is legal
 * (a `quiet` scene keeps to itself who can act: finding out is the task; in a `free` one every card can be moved). What
 * can be clicked is marked as that, also where an arrow points at it: then it wears the sign of a target besides.
 * @param {Stage} S
 * @param {Ref} ref
 */
export function markOf(S, ref) {
  const given = (S.shown.scene.marks || {})[ref || ""];
  if (S.kept.selected === ref) return "selected";
  if (["refused", "chosen", "selected"].includes(given)) return given;
  if (S.kept.picked.has(ref || "")) return "selected";
  if (S.kept.selected && targetsOf(S, S.kept.selected).some((move) => move.to === ref)) return "choosable";
  if (given && given !== "grey") return given;
  const { choices } = S.kept;
  if (ref && !choices?.closed && choices?.items.some((item) => item.ref === ref)) return "choosable"; // as an answer
  const { divide } = S.shown.scene;
  if (S.shown.index.pick.has(ref) || (!divide?.live && divide?.cards.some((card) => card.ref === ref)))
    return "choosable";
  if (S.shown.index.from.has(ref) && !S.shown.scene.quiet && !S.shown.scene.free) return "legal";
  return isAimed(S, ref) ? "chosen" : given || "";
}

/**
 * In a game, the one card that can do something without a target need not be clicked first.
 * @param {Stage} S
 */
export function onlyActor(S) {
  const [only, more] = S.shown.index.from.keys();
  return S.shown.mode === "play" &&
    only &&
    !more &&
    !S.shown.index.pick.size &&
    movesFrom(S, only).every((move) => !move.to)
    ? only
    : null;
}

/**
 * What is asked of the target of these moves: who casts, who bears it; nothing if they are of several kinds.
 * @param {Stage} S
 * @param {Move[]} moves
 */
export const askedOf = (S, moves) =>
  (moves.every((move) => move.kind === moves[0].kind) && S.shown.scene.aims?.[moves[0]?.kind]) || "";
