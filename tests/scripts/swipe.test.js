import assert from "node:assert/strict";
import { test } from "node:test";
import { cardAt, turned } from "../../tutor/widgets/scripts/pages/swipe.js";

const rows = ["deck_size", "damage", "win"].map((id) => ({ id }));
const page = (open, kept = {}) => ({ shown: { data: { open } }, kept });

test("a finger turns the card when it goes far across, and not when it scrolls or trembles", () => {
  const from = { x: 200, y: 400 };
  assert.equal(turned(from, { x: 120, y: 420 }), 1);
  assert.equal(turned(from, { x: 290, y: 390 }), -1);
  assert.equal(turned(from, { x: 170, y: 400 }), 0);
  assert.equal(turned(from, { x: 120, y: 500 }), 0);
});

test("the card shown is the one turned to, that of the open answer, or the first that is left", () => {
  assert.equal(cardAt(page(null), rows), 0);
  assert.equal(cardAt(page(null, { card: "win" }), rows), 2);
  const opened = page({ question: "damage" });
  assert.equal(cardAt(opened, rows), 1);
  opened.kept.card = "win"; // turned on while its answer is being closed
  assert.equal(cardAt(opened, rows), 2);
  assert.equal(cardAt(page(null, { card: "win" }), rows.slice(0, 2)), 0);
});
