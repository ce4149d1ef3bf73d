// @ts-check
// What a click on the table means: at most one message, or a card in hand.

/** @import { Ref, Stage } from "../types.js" */
import { give, isShared } from "./divide.js";
import { kindsOf, targetsOf } from "./moves.js";
import { hidePeek } from "../stage/peek.js";
import { showTargets } from "../stage/reveal.js";
import { pickRef } from "../task/choices.js";
import { sendMove, sendTry } from "../task/messages.js";

/**
 * What a click on a card or a zone means. One click, at most one message.
 * @param {Stage} S
 * @param {Ref} ref
 */
export function clickRef(S, ref) {
  const { kept } = S;
  const { scene, index, cards } = S.shown;
  const picks = index.pick.get(ref) || [];
  const place = cards.get(ref);
  const mine = place && place.who === 0;
  if (pickRef(S, ref) || scene.quiet) return;
  if (scene.unlit && !isShared(S, ref)) return clickUnlit(S, ref);
  if (isShared(S, ref)) return give(S, ref, 1);
  if (picks.length === 1) return sendMove(S, picks[0]);
  if (picks.length) return select(S, ref);
  if (kept.selected === ref) return select(S, kept.auto === ref ? ref : null); // what the page chose is meant now
  if (kept.selected) {
    const moves = targetsOf(S, kept.selected).filter((move) => move.to === ref);
    if (moves.length === 1) return sendMove(S, moves[0]);
    if (moves.length) {
      kept.pair = ref || null;
      return S.draw();
    }
    const asks = kindsOf(S, kept.selected).some(
      (kind) => kind.asked && kind.targets && !kindsOf(S, ref).some((one) => one.kind === kind.kind),
    ); // the goal asks to try it on a card, and this is not just another card like it
    if (index.from.has(ref) && !asks) return select(S, ref);
    const before = cards.get(kept.selected);
    const aims = before && before.who === 0 && (asks || !mine || !kindsOf(S, ref).length || isLikeATarget(S, ref));
    if (aims) return sendTry(S, tryKind(S), kept.selected, ref);
    return select(S, ref);
  }
  if (index.pick.size && !index.from.has(ref)) {
    return sendTry(S, [...index.pick.values()][0][0].kind, null, ref);
  }
  return select(S, ref);
}

/**
 * With nothing lit, a click takes a card in hand, aims the card in hand at something, or answers what is asked.
 * @param {Stage} S
 * @param {Ref} ref
 */
function clickUnlit(S, ref) {
  const place = S.shown.cards.get(ref);
  const held = S.kept.selected;
  if (held === ref) return select(S, null);
  if (S.shown.scene.unlit?.pick) return sendTry(S, null, ref, null);
  const own = place?.card && place.who === 0 && kindsOf(S, ref).length;
  if (held && S.shown.cards.get(held)?.who === 0 && (S.kept.kind || !own || isLikeATarget(S, ref)))
    return sendTry(S, S.kept.kind, held, ref);
  if (place?.card) select(S, ref);
}

/**
 * True for a card beside one that the card in hand could be aimed at, and for each if that card always needs a target:
 * it is meant as a target too.
 * @param {Stage} S
 * @param {Ref} ref
 */
function isLikeATarget(S, ref) {
  const zone = (/** @type {Ref} */ one) => String(one).replace(/\.\d+$/, "");
  if (targetsOf(S, S.kept.selected).some((move) => zone(move.to) === zone(ref))) return true;
  const kinds = kindsOf(S, S.kept.selected);
  return kinds.length > 0 && kinds.every((kind) => kind.targets);
}

/**
 * The kind of an attempt, where the clicks leave only one: null lets Python find out.
 * @param {Stage} S
 */
function tryKind(S) {
  if (S.kept.kind) return S.kept.kind;
  const aimed = new Set(targetsOf(S, S.kept.selected).map((move) => move.kind));
  if (!aimed.size) for (const one of kindsOf(S, S.kept.selected)) if (one.targets) aimed.add(one.kind);
  return aimed.size === 1 ? [...aimed][0] : null;
}

/**
 * @param {Stage} S
 * @param {Ref} ref
 */
export function select(S, ref) {
  S.kept.selected = ref || null;
  S.kept.pair = S.kept.kind = S.kept.aim = S.kept.auto = null;
  if (ref) S.kept.sheetClosed = true; // on a phone it lies over the table
  hidePeek(S);
  S.draw();
  showTargets(S);
}
