import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowPath, bestPath, pointOn } from "../../tutor/widgets/scripts/board/curve.js";

const box = (left, top, width = 80, height = 110) => ({
  left,
  top,
  width,
  height,
  right: left + width,
  bottom: top + height,
});
const inside = ([x, y], one) => x > one.left && x < one.right && y > one.top && y < one.bottom;
const points = (path) => Array.from({ length: 99 }, (_, n) => pointOn(path.points, (n + 1) / 100));

test("a cubic begins and ends at its outer points", () => {
  const curve = [
    [0, 0],
    [0, 10],
    [10, 10],
    [10, 0],
  ];
  assert.deepEqual(pointOn(curve, 0), [0, 0]);
  assert.deepEqual(pointOn(curve, 1), [10, 0]);
  assert.deepEqual(pointOn(curve, 0.5), [5, 7.5]);
});

test("an arrow leaves at one edge and its tip touches the other", () => {
  const [from, below] = [box(300, 500), box(300, 100)];
  const up = arrowPath(from, below, 0, 0);
  assert.ok(up.points[0][1] < from.top);
  assert.equal(up.head[0][1], below.bottom + 4);
  const down = arrowPath(below, from, 0, 0);
  assert.ok(down.points[0][1] > below.bottom);
  assert.equal(down.head[0][1], from.top - 4);
  assert.equal(arrowPath(from, box(0, 100), 1, 0).head[0][0], 84);
});

test("no arrow runs over the card that it means, wherever that lies", () => {
  const from = box(400, 500);
  for (let left = 0; left <= 900; left += 60)
    for (const top of [20, 200, 360, 500, 640, 800]) {
      const target = box(left, top);
      if (Math.abs(left - from.left) < 100 && Math.abs(top - from.top) < 130) continue; // they touch
      const path = bestPath(from, target, [], []);
      assert.equal(points(path).filter((point) => inside(point, target)).length, 0, `${left} ${top}`);
      assert.ok(!inside(path.head[0], target), `the tip is in the card at ${left} ${top}`);
    }
});

test("an arrow goes round a card in its way", () => {
  const [from, target, between] = [box(400, 600), box(400, 40), box(390, 300, 100, 130)];
  const straight = points(bestPath(from, target, [], []));
  assert.ok(straight.some((point) => inside(point, between)));
  const round = points(bestPath(from, target, [between], []));
  assert.equal(round.filter((point) => inside(point, between)).length, 0);
});

test("an arrow goes round a name where there is room", () => {
  const [from, target, name] = [box(400, 600), box(400, 40), box(380, 330, 120, 24)];
  const round = points(bestPath(from, target, [], [name]));
  assert.equal(round.filter((point) => inside(point, name)).length, 0);
});

test("an arrow to a card in the next row leaves at the side, so as not to strike out the names between", () => {
  const [from, target] = [box(95, 500, 68, 95), box(530, 590, 40, 54)];
  const names = [box(287, 608, 62, 18), box(418, 600, 60, 30)];
  const round = points(bestPath(from, target, [], names));
  assert.equal(round.filter((point) => names.some((name) => inside(point, name))).length, 0);
});

test("the head of an arrow stays on its line, however short that is", () => {
  const far = ([x, y], [v, w]) => Math.hypot(x - v, y - w);
  for (const gap of [14, 20, 30, 60, 300]) {
    const path = arrowPath(box(300, 500), box(300, 390 - gap), 0, 0);
    const [start, end, tip] = [path.points[0], path.points[3], path.head[0]];
    assert.ok(far(start, end) < far(start, tip), `${gap}: the line ends before its tip`);
    assert.ok(far(end, tip) < far(path.head[1], tip), `${gap}: and inside its head`);
    assert.ok(end[1] < start[1], `${gap}: it goes on, not back`);
  }
});
