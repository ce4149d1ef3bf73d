// Where the names of small cards stand.

import assert from "node:assert/strict";
import test from "node:test";

import { captionColumns, captionsOf } from "../../tutor/widgets/scripts/board/captions.js";

const zone = (id, slot, count, captions = true) => ({
  id,
  slot,
  captions,
  cards: Array.from({ length: count }, () => ({})),
});
const player = (worlds, obstacles) => ({
  zones: [
    zone("0.hero", "side", 1),
    zone("0.worlds", "resource-1", worlds),
    zone("0.obstacles", "resource-2", obstacles),
  ],
});
const where = (worlds, obstacles, phone = false) => {
  const one = player(worlds, obstacles);
  return one.zones.slice(1).map((each) => captionsOf({ phone }, each, one));
};

test("names stand beside the cards, beneath them where there are more, and do not go until there is no room", () => {
  assert.deepEqual(where(2, 2), ["beside", "beside"]);
  assert.deepEqual(where(3, 1), ["beneath", "beside"]);
  assert.deepEqual(where(4, 2), ["beneath", "beneath"]);
  for (const worlds of [3, 4, 5, 6, 7]) assert.notEqual(where(worlds, 2)[0], "", `${worlds} worlds`);
  assert.equal(where(12, 2)[0], "");
});

test("on a phone three cards keep their names as well as one", () => {
  assert.deepEqual(where(1, 1, true), ["beside", "beside"]);
  assert.deepEqual(where(3, 3, true), ["beneath", "beneath"]);
});

test("the zone with more cards is wider", () => {
  assert.equal(captionColumns(player(4, 1)), "grid-template-columns:minmax(0,4fr) minmax(0,2fr)");
  assert.equal(captionColumns(player(2, 1)), null);
  assert.equal(captionColumns({ zones: [zone("0.force", "resource-1", 4, false)] }), null);
});
