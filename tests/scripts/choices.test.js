import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesVnode, pickRef } from "../../tutor/widgets/scripts/task/choices.js";

const STATES = ["right", "wrong", "missed", "spared"];

/** A stage with answers of a kind; what it sends is kept. */
function stage(mode, items, more) {
  const S = { sent: [], draw() {}, kept: { choices: { mode, items, ...more } }, shown: { words: {}, scene: {} } };
  S.model = { send: (message) => S.sent.push(message) };
  return S;
}

/** Everything in a drawing that fits. */
const found = (node, fits) =>
  typeof node !== "object" ? [] : [...(fits(node) ? [node] : []), ...node.kids.flatMap((kid) => found(kid, fits))];
const buttons = (S) => found(choicesVnode(S), (one) => one.tag === "button");
const textOf = (node) => (typeof node === "object" ? node.kids.map(textOf).join("") : String(node));

test("the four ways of a thing to mark differ in sign, in word and in look", () => {
  const items = STATES.map((state, id) => ({ id, ref: `0.hand.${id}`, text: "Wave", state }));
  const rows = buttons(stage("many", items));
  const signs = rows.map((row) => JSON.stringify(row.kids[0].kids));
  const words = rows.map((row) => textOf(found(row, (one) => one.props.class === "tb-judged")[0]));
  assert.equal(new Set(signs).size, 4);
  assert.deepEqual(
    words,
    STATES.map((state) => `, ${state}`),
  );
  assert.equal(new Set(rows.map((row) => row.props.class)).size, 4);
});

test("answers can be given until the step is done, and not after it", () => {
  const options = [
    { id: "a", text: "upright" },
    { id: "b", text: "fatigued" },
  ];
  const parts = () => [{ id: "0", ask: "How does it lie?", options: structuredClone(options) }];
  const open = stage("parts", parts());
  buttons(open)[1].props.onclick();
  assert.deepEqual(open.sent.at(-1).picks, { 0: "b" });
  const closed = stage("parts", parts(), { closed: true });
  for (const button of buttons(closed)) {
    assert.equal(button.props.onclick, undefined);
    assert.equal(button.props["aria-disabled"], true);
  }
});

test("a card on the table is no answer either once the step is done", () => {
  const items = [{ id: "x", ref: "0.hand.0", text: "Wave" }];
  assert.equal(pickRef(stage("many", items), "0.hand.0"), true);
  assert.equal(pickRef(stage("many", items, { closed: true }), "0.hand.0"), false);
});
