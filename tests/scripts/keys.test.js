// Where the arrow keys lead, and where cards come from.
import assert from "node:assert/strict";
import test from "node:test";
import { origins } from "../../tutor/widgets/scripts/board/motion.js";
import { nextBox } from "../../tutor/widgets/scripts/stage/keys.js";

const box = (left, top) => ({ left, top, width: 72, height: 100 });

test("an arrow key leads to the next card in its direction", () => {
  const here = box(100, 200);
  const others = [box(200, 200), box(300, 200), box(110, 50), box(400, 40), box(90, 420), box(0, 205)];
  assert.equal(nextBox(here, others, "ArrowRight"), 0);
  assert.equal(nextBox(here, others, "ArrowLeft"), 5);
  assert.equal(nextBox(here, others, "ArrowUp"), 2);
  assert.equal(nextBox(here, others, "ArrowDown"), 4);
  assert.equal(nextBox(here, [box(100, 500)], "ArrowRight"), -1);
});

const zone = (id, slot, cards, count) => ({ id, slot, title: id, role: id, cards, count });
const scene = (...zones) => ({ moves: [], faces: {}, players: [{ name: "You", letter: "Y", zones }] });

test("a card that is gone here and new there with the same face has moved", () => {
  const before = scene(
    zone("0.hand", "hand", [
      { ref: "0.hand.1", face: "Fox" },
      { ref: "0.hand.2", face: "Owl" },
    ]),
    zone("0.field", "field", []),
  );
  const after = scene(
    zone("0.hand", "hand", [{ ref: "0.hand.2", face: "Owl" }]),
    zone("0.field", "field", [{ ref: "0.field.7", face: "Fox" }]),
  );
  assert.deepEqual([...origins(before, after)], [["0.field.7", "0.hand.1"]]);
});

test("a drawn card comes from the pile that has become smaller, and only so many as it lost", () => {
  const before = scene(zone("0.deck", "pile-1", [{ ref: "0.deck.top" }], 20), zone("0.hand", "hand", []));
  const drawn = [
    { ref: "0.hand.4", face: "Fox" },
    { ref: "0.hand.5", face: "Owl" },
  ];
  const after = scene(zone("0.deck", "pile-1", [{ ref: "0.deck.top" }], 19), zone("0.hand", "hand", drawn));
  assert.deepEqual([...origins(before, after)], [["0.hand.4", "0.deck"]]);
});

test("the top of an open pile comes from where the card lay", () => {
  const before = scene(
    zone("0.field", "field", [{ ref: "0.field.7", face: "Fox" }]),
    zone("0.grave", "pile-2", [{ ref: "0.grave.top", face: "Owl" }], 1),
  );
  const after = scene(
    zone("0.field", "field", []),
    zone("0.grave", "pile-2", [{ ref: "0.grave.top", face: "Fox" }], 2),
  );
  assert.deepEqual([...origins(before, after)], [["0.grave.top", "0.field.7"]]);
});

test("nothing moves where nothing has changed", () => {
  const same = scene(zone("0.field", "field", [{ ref: "0.field.7", face: "Fox" }]));
  assert.equal(origins(same, same).size, 0);
});
