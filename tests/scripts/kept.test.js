import assert from "node:assert/strict";
import { test } from "node:test";
import { newKept, settle } from "../../tutor/widgets/scripts/stage/kept.js";
import { shownBy } from "../../tutor/widgets/scripts/stage/shown.js";

const move = (id, from, to) => ({ id, kind: "play", label: "Play", from, to });
const card = (ref) => ({ ref, face: "Wave" });

/** What is shown of a hand of two cards and a rival's one, with these moves. */
function shown(stamp, moves, more = {}) {
  const zone = (id, refs) => ({ id, role: "hand", slot: "hand", title: "Hand", cards: refs.map(card) });
  const players = [{ zones: [zone("0.hand", ["0.hand.0", "0.hand.1"])] }, { zones: [zone("1.field", ["1.field.0"])] }];
  return shownBy({ data: { scene: { stamp, moves, players, faces: {}, ...more.scene }, coach: more.coach } });
}

/** A stage to which Python sends one thing after another. */
function stage(...sent) {
  const S = { kept: newKept(false), shown: null, draw() {} };
  const take = (now) => {
    const before = S.shown;
    S.shown = now;
    settle(S, before);
  };
  sent.forEach(take);
  return { S, take };
}

test("a card in hand stays there while the same decision is shown, and goes with the next one", () => {
  const two = [move(0, "0.hand.0", null), move(1, "0.hand.1", null)];
  const { S, take } = stage(shown(1, two));
  assert.equal(S.kept.selected, null);
  S.kept.selected = "0.hand.1";
  take(shown(1, two));
  assert.equal(S.kept.selected, "0.hand.1");
  S.kept.sent = true;
  take(shown(2, two));
  assert.deepEqual([S.kept.selected, S.kept.sent], [null, false]);
});

test("after a refused target the card stays in hand, a refused card does not", () => {
  const two = [move(0, "0.hand.0", null), move(1, "0.hand.1", null)];
  const { S, take } = stage(shown(1, two));
  S.kept.selected = "0.hand.0";
  take(shown(2, two, { scene: { marks: { "1.field.0": "refused" } } }));
  assert.equal(S.kept.selected, "0.hand.0");
  take(shown(3, two, { scene: { marks: { "0.hand.0": "refused" } } }));
  assert.equal(S.kept.selected, null);
});

test("the only card that may act is in hand already, unless finding it out is the task", () => {
  const one = [move(0, "0.hand.1", "1.field.0")];
  assert.equal(stage(shown(1, one)).S.kept.selected, "0.hand.1");
  assert.equal(stage(shown(1, one, { scene: { quiet: true } })).S.kept.selected, null);
});

test("a card that is gone is no longer in hand", () => {
  const { S, take } = stage(shown(1, []));
  S.kept.selected = "0.hand.9";
  take(shown(1, []));
  assert.equal(S.kept.selected, null);
});

test("an answer half given is kept until Python says something new, and never changes what was sent", () => {
  const coach = { choices: { mode: "many", items: [{ id: "a", ref: "0.hand.0" }, { id: "b" }] } };
  const { S, take } = stage(shown(1, [], { coach }));
  S.kept.choices.items[0].picked = true;
  take({ ...shown(1, []), coach });
  assert.deepEqual([...S.kept.picked], ["0.hand.0"]);
  assert.equal(coach.choices.items[0].picked, undefined);
  take(shown(2, [], { coach: { choices: { mode: "many", items: [{ id: "a", ref: "0.hand.0" }] } } }));
  assert.equal(S.kept.picked.size, 0);
});

test("what Python sent is not changed by what follows from it", () => {
  const sent = Object.freeze({ stamp: 1, moves: Object.freeze([move(0, "0.hand.0", null), move(1, null, null)]) });
  const made = shownBy({ data: { scene: sent } });
  assert.deepEqual([...made.index.from.keys()], ["0.hand.0"]);
  assert.equal(made.index.plain.length, 1);
  assert.deepEqual(made.scene.players, []);
});
