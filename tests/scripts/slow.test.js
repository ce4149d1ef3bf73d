// The slow-motion strip: what is told in its frames, and stepping through them.
import assert from "node:assert/strict";
import test from "node:test";
import { slowVnode, stepFilm } from "../../tutor/widgets/scripts/task/slow.js";

const frame = (row, state, events) => ({ row, state, events, title: `Row ${row}` });
const strip = {
  title: "Check",
  rounds: [
    { call: 1, again: false, frames: [frame("A", "done", [1]), frame("B", "done", []), frame("C", "later", [2])] },
  ],
};

function stage(panel) {
  const sent = [];
  const S = {
    phone: false,
    kept: {},
    model: { send: (message) => sent.push(message) },
    shown: {
      panel: { kind: "watch", at: 1, end: 2, ...panel },
      events: [{ n: 1, text: "It falls.", who: "Y" }],
      scene: { stamp: 1, players: [{ letter: "Y" }, { letter: "R" }] },
      coach: {},
      words: { slow: "{name}, step by step", slow_empty: "nothing", slow_none: "none", slow_keys: "keys" },
    },
  };
  return [S, sent];
}

const texts = (node) => (typeof node === "object" ? node.kids.map(texts).join("|") : String(node));

test("a frame tells what has been seen of it, an empty one that there was nothing", () => {
  const [S] = stage({ strip });
  const told = texts(slowVnode(S));
  assert.match(told, /Row A.*It falls\..*Row B.*nothing.*Row C/);
  assert.equal(told.match(/It falls/g).length, 1);
});

test("without a strip there is none, and one in which nothing came says so", () => {
  assert.equal(slowVnode(stage({})[0]), null);
  assert.match(texts(slowVnode(stage({ strip: { title: "Check", rounds: [] } })[0])), /none/);
});

test("one steps within the film, and not out of it", () => {
  const [S, sent] = stage({ strip });
  assert.equal(stepFilm(S, 1), true);
  S.shown.panel.at = 2;
  assert.equal(stepFilm(S, 1), false);
  assert.equal(sent.length, 1);
  assert.equal(stepFilm(stage({ kind: "log" })[0], 1), false);
});
