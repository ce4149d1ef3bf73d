import assert from "node:assert/strict";
import { test } from "node:test";
import { button, icon } from "../../tutor/widgets/scripts/drawing/controls.js";
import { h } from "../../tutor/widgets/scripts/drawing/dom.js";
import { fewestFirst } from "../../tutor/widgets/scripts/task/decide.js";
import { fitting, rowVnodes, widthOfAll } from "../../tutor/widgets/scripts/task/row.js";

const names = (n) => Array.from({ length: n }, (_, at) => button(`Choice ${at}`, () => {}, "", { key: at }));
const S = { root: { id: "tb-1" }, shown: { words: { more: "More ({n})" } } };

test("a longer label, a sign and wide letters need more room", () => {
  const wide = (label) => widthOfAll([button(label, null)]);
  assert.ok(wide("Charge as energy, face down") > wide("Charge"));
  assert.ok(wide([icon("lock"), "Charge"]) > wide("Charge"));
  assert.ok(wide("手引きです") > wide("Teach"));
});

test("buttons that all fit stand in the row, and nothing else does", () => {
  const three = names(3);
  assert.equal(fitting(three, widthOfAll(three)), 3);
  assert.deepEqual(rowVnodes(S, three, widthOfAll(three)), three);
});

test("a row is never wider than its room; what has none stands behind one more button, in its order", () => {
  const many = names(12);
  for (const room of [300, 500, 800]) {
    const n = fitting(many, room);
    assert.ok(n > 0 && n < 12 && widthOfAll(many.slice(0, n)) + 106 <= room);
    const [open, sheet] = rowVnodes(S, many, room).flat().slice(n);
    assert.equal(open.kids[0], `More (${12 - n})`);
    assert.deepEqual(
      sheet.kids.map((one) => one.props.key),
      many.slice(n).map((one) => one.props.key),
    );
    assert.ok(sheet.kids.every((one) => one.props.popovertarget === open.props.popovertarget));
  }
});

test("one button stands in the row even where there is hardly room", () => {
  assert.equal(fitting(names(4), 20), 1);
});

test("attributes may be left out", () => {
  assert.deepEqual(h("p", "one", h("b", "two")), h("p", null, "one", h("b", null, "two")));
  assert.deepEqual(h("p.tb-a", { key: 1 }, "one").props, { class: "tb-a", key: 1 });
  assert.deepEqual(h("p", [], "one").kids, ["one"]);
});

test("many moves of a kind stand behind the others, which then have room", () => {
  const adds = [1, 2, 3, 4].map((n) => ({ id: n, kind: "add", label: `Add ${n}` }));
  const complete = { id: 5, kind: "complete", label: "Complete" };
  assert.deepEqual(fewestFirst([...adds, complete]), [complete, ...adds]);
  assert.deepEqual(fewestFirst([adds[0], complete]), [adds[0], complete]);
});
