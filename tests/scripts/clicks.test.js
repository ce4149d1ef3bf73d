// What a click on a card means.

import assert from "node:assert/strict";
import test from "node:test";

import { clickRef } from "../../tutor/widgets/scripts/board/clicks.js";
import { shownBy } from "../../tutor/widgets/scripts/stage/shown.js";

const stage = (kept) => ({
  shown: shownBy({ data: { scene: { moves: [{ id: 0, kind: "use", from: "0.hand.1", to: null, label: "Use" }] } } }),
  kept: { selected: null, picked: new Set(), kind: null, ghost: null, auto: null, ...kept },
  peek: { isConnected: false },
  draw: () => {},
});

test("a click on the card that is in hand by itself does not lay it down, the next one does", () => {
  const S = stage({ selected: "0.hand.1", auto: "0.hand.1" });
  clickRef(S, "0.hand.1");
  assert.deepEqual([S.kept.selected, S.kept.auto], ["0.hand.1", null]);
  clickRef(S, "0.hand.1");
  assert.equal(S.kept.selected, null);
});
