import assert from "node:assert/strict";
import { test } from "node:test";
import { openLanes, stateOf } from "../../tutor/widgets/scripts/graph/state.js";
import { headOf, pathOf, rectOf } from "../../tutor/widgets/scripts/graph/ways.js";

const way = [
  [0, 0],
  [0, 40],
  [30, 40],
];

test("a way turns with a small round corner and ends before its head", () => {
  assert.equal(pathOf(way), "M0 0L0 35Q0 40 5 40L24 40");
  assert.equal(headOf(way), "M30 40L22 36.2L22 43.8Z");
});

test("a corner between short pieces is rounder than they are long", () => {
  const short = [
    [0, 0],
    [0, 6],
    [30, 6],
  ];
  assert.equal(pathOf(short), "M0 0L0 3Q0 6 3 6L24 6");
});

test("a ring lies around its box", () => {
  assert.deepEqual(rectOf({ x: 10, y: 20, w: 30, h: 40 }, 4), { x: 6, y: 16, width: 38, height: 48 });
});

test("the lane of the step where the game is is open, unless another one or all are", () => {
  const lanes = [{ id: "draw" }, { id: "fight" }];
  const shown = { picture: { lanes }, home: new Map([["HIT", "fight"]]), current: "HIT", lane: "" };
  assert.deepEqual([...openLanes({ shown })], ["fight"]);
  assert.deepEqual([...openLanes({ shown: { ...shown, lane: "draw" } })], ["draw"]);
  assert.deepEqual([...openLanes({ shown: { ...shown, lane: "*" } })], ["draw", "fight"]);
  assert.deepEqual([...openLanes({ shown: { ...shown, current: "" } })], ["draw"]);
});

test("a step is here, done or possible", () => {
  const shown = { current: "HIT", done: new Set(["DRAW"]), exits: new Set(["END", "DRAW"]) };
  assert.deepEqual(
    ["HIT", "DRAW", "END", "OTHER"].map((name) => stateOf({ shown }, name)),
    ["now", "done", "next", ""],
  );
});
