import assert from "node:assert/strict";
import { test } from "node:test";
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
