import assert from "node:assert/strict";
import { test } from "node:test";
import { peekTop } from "../../tutor/widgets/scripts/stage/peek.js";

globalThis.innerHeight = 757;

test("a reading card stands beside the middle of what is read", () => {
  assert.equal(peekTop({ top: 300, height: 100 }, 300, 12, 757), 200);
});

test("a reading card leaves the buttons under the board free, if it has room above them", () => {
  const hand = { top: 540, height: 100 };
  assert.equal(peekTop(hand, 330, 12, 757) + 330, 745);
  assert.equal(peekTop(hand, 330, 12, 700) + 330, 688);
  assert.equal(peekTop(hand, 330, 12, 300) + 330, 745);
});
