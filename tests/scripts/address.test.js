import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress, writeAddress } from "../../tutor/widgets/scripts/pages/address.js";

const rows = ["deck_size", "damage", "win"].map((id) => ({ id }));
const page = (data = {}) => ({ shown: { data: { rows, open: null, handout: [], ...data } }, kept: {} });

test("what is shown is written into the address, and read from it again", () => {
  const S = page();
  Object.assign(S.kept, { group: "combat", view: "differ", order: "same", words: "alt-12", mark: true });
  S.kept.rows = ["win", "damage"];
  const address = writeAddress(S, new URLSearchParams("theme=dark"));
  assert.equal(address.get("theme"), "dark");
  const again = page();
  readAddress(again, address);
  assert.deepEqual(again.kept, S.kept);
});

test("what is as at first is not in the address, and rows that are none are left out", () => {
  const S = page();
  readAddress(S, new URLSearchParams("rows=win,chess"));
  assert.deepEqual(S.kept, { mark: false, rows: ["win"] });
  S.kept.rows = [];
  assert.equal(writeAddress(S, new URLSearchParams("rows=win&view=differ&mark=1")).toString(), "");
});

test("an open answer and a handout are in the address; a card of a phone only while nothing is open", () => {
  const open = page({ open: { question: "damage", game: "altaria" } });
  open.kept.card = "damage";
  assert.equal(writeAddress(open, new URLSearchParams()).toString(), "question=damage&game=altaria");
  const closed = page();
  closed.kept.card = "win";
  assert.equal(writeAddress(closed, new URLSearchParams("question=damage")).toString(), "card=win");
  const sheet = page({ handout: [{ id: "win" }, { id: "damage" }] });
  assert.equal(writeAddress(sheet, new URLSearchParams()).get("handout"), "win,damage");
});
