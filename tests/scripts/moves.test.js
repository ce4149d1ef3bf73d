// How a card is marked: what can be clicked is always told, also where a fight is going on.

import assert from "node:assert/strict";
import test from "node:test";

import { isAimed, markOf } from "../../tutor/widgets/scripts/board/moves.js";
import { shownBy } from "../../tutor/widgets/scripts/stage/shown.js";

const stage = (scene) => ({
  shown: shownBy({ data: { scene } }),
  kept: { selected: null, picked: new Set(), kind: null, ghost: null },
});
const arrow = { from: "0.row.1", to: ["1.row.2"] };

test("the target of an attack that can be chosen for a text is marked as that, and as the target", () => {
  const S = stage({ arrow, moves: [{ n: 0, kind: "choose", from: "1.row.2", to: null, label: "Choose" }] });
  assert.equal(markOf(S, "1.row.2"), "legal");
  assert.ok(isAimed(S, "1.row.2"));
});

test("a target that nothing can be done with is only the target", () => {
  const S = stage({ arrow, moves: [] });
  assert.equal(markOf(S, "1.row.2"), "chosen");
  assert.equal(markOf(S, "0.row.1"), "");
});

test("a refused target stays refused", () => {
  const moves = [{ n: 0, kind: "choose", from: "1.row.2", to: null, label: "Choose" }];
  assert.equal(markOf(stage({ arrow, moves, marks: { "1.row.2": "refused" } }), "1.row.2"), "refused");
});
