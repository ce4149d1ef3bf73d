import assert from "node:assert/strict";
import { test } from "node:test";
import { cardClass, counters } from "../../tutor/widgets/scripts/drawing/card.js";
import { esc, rich } from "../../tutor/widgets/scripts/drawing/words.js";

test("what is written into markup is escaped", () => {
  assert.equal(esc('<b a="1">&'), "&lt;b a=&quot;1&quot;&gt;&amp;");
  assert.equal(esc(null), "");
});

test("two stars make words bold", () => {
  const [before, bold, after] = rich("Pay **two** energy");
  assert.equal(before, "Pay ");
  assert.deepEqual([bold.tag, bold.kids], ["b", ["two"]]);
  assert.equal(after, " energy");
});

test("a long name has three lines on a small card, and a long Japanese title two on one of the hand", () => {
  const face = (name, ja) => ({ name, ja, hue: "red", category: "", attributes: [], figures: [], rules: [] });
  const runner = face("Rooftop Runner Kazane", "“物見”屋根走り「カザネ」");
  assert.match(cardClass({}, runner, "S"), /tb-versioned/);
  assert.match(cardClass({}, runner, "M"), /tb-long/);
  const horn = face("Rallying Horn", "集いの角笛");
  assert.doesNotMatch(cardClass({}, horn, "S"), /tb-versioned/);
  assert.doesNotMatch(cardClass({}, horn, "M"), /tb-long/);
});

test("a counter says of how many, if something comes of that many", () => {
  const told = counters({
    counters: [
      { shape: "drop", value: 2, told: "2 of 4" },
      { shape: "square", value: 1 },
    ],
  });
  assert.deepEqual(
    told.map((one) => one.kids.flat().join("")),
    ["2 of 4", "1"],
  );
});
