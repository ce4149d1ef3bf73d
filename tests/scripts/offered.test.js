// Cards that are offered to choose from, in words.

import assert from "node:assert/strict";
import test from "node:test";

import { offeredLabel } from "../../tutor/widgets/scripts/task/decide.js";

test("an offered card is called by its name, once", () => {
  const face = { name: "Lio", rules: ["**Light.**"] };
  assert.equal(offeredLabel({ label: "Take as hero" }, face), "Take as hero: Lio. Light.");
  assert.equal(offeredLabel({ label: "Search Lio" }, face), "Search Lio. Light.");
});
