// Dividing on the cards: what is there can be given and taken back, and nothing else.

import assert from "node:assert/strict";
import test from "node:test";

import { give, giveAll, isShared, leftOf, sharesOf } from "../../tutor/widgets/scripts/board/divide.js";

const table = (more = {}) => {
  const divide = {
    amount: 7,
    label: "Deal",
    cards: [
      { ref: "a", name: "A", least: 0, most: 7, needs: 4, ...more },
      { ref: "b", name: "B", least: 0, most: 7, needs: null },
    ],
  };
  return { shown: { scene: { divide } }, kept: { shares: null }, draw() {} };
};
const shares = (S) => sharesOf(S, S.shown.scene.divide);
const left = (S) => leftOf(S, S.shown.scene.divide);

test("a press gives one more, as long as there is some", () => {
  const S = table();
  for (let n = 0; n < 9; n++) give(S, "a", 1);
  assert.deepEqual(shares(S), [7, 0]);
  assert.equal(left(S), 0);
  give(S, "b", 1);
  assert.deepEqual(shares(S), [7, 0]);
});

test("what was given is taken back, and no more than that", () => {
  const S = table();
  give(S, "b", 1);
  give(S, "b", -1);
  give(S, "b", -1);
  assert.deepEqual(shares(S), [0, 0]);
  assert.equal(left(S), 7);
});

test("a number gives a card so much, or what is left", () => {
  const S = table();
  giveAll(S, "a", 4);
  giveAll(S, "b", 9);
  assert.deepEqual(shares(S), [4, 3]);
});

test("a share that is settled already stays", () => {
  const S = table({ least: 2, most: 2 });
  give(S, "a", 1);
  give(S, "a", -1);
  assert.deepEqual(shares(S), [2, 0]);
});

test("other cards get nothing", () => {
  const S = table();
  give(S, "c", 1);
  assert.deepEqual(shares(S), [0, 0]);
  assert.equal(isShared(S, "c"), false);
  assert.equal(isShared(S, "b"), true);
});

test("what has no end tells every change, and begins with the counts there are", () => {
  const S = table({ share: 2 });
  S.shown.scene.divide.live = 1;
  S.model = { sent: [], send: (message) => S.model.sent.push(message) };
  assert.deepEqual(shares(S), [2, 0]);
  give(S, "a", 1);
  give(S, "b", 1);
  assert.deepEqual(
    S.model.sent.map((message) => message.shares),
    [
      [3, 0],
      [3, 1],
    ],
  );
});
