import assert from "node:assert/strict";
import { test } from "node:test";
import { BEINGS } from "../../tutor/widgets/scripts/drawing/beings.js";
import { kindOf, picture, readWord } from "../../tutor/widgets/scripts/drawing/picture.js";
import { PLACES } from "../../tutor/widgets/scripts/drawing/places.js";
import { THINGS } from "../../tutor/widgets/scripts/drawing/things.js";
import { CLOTHES, HAIR, HATS, HEADS, POSES } from "../../tutor/widgets/scripts/drawing/worn.js";

const TABLES = [BEINGS, PLACES, THINGS, CLOTHES, HAIR, HATS, HEADS, POSES];

test("a word says where, how large, how far turned, mirrored, in which colour", () => {
  assert.deepEqual(readWord("book@30,-3.5*1.2^-15!/e"), {
    name: "book",
    at: { x: 30, y: -3.5 },
    size: 1.2,
    turn: -15,
    flip: true,
    colour: "e",
  });
  assert.deepEqual(readWord("fox"), { name: "fox", at: null, size: 1, turn: 0, flip: false, colour: "" });
});

test("a word means one thing", () => {
  const names = TABLES.flatMap((table) => Object.keys(table));
  assert.deepEqual([...new Set(names.filter((name, at) => names.indexOf(name) !== at))], []);
  assert.deepEqual(
    names.filter((name) => !kindOf(name)),
    [],
  );
  assert.equal(kindOf("nothing"), "");
});

test("everything can be drawn", () => {
  for (const name of TABLES.flatMap((table) => Object.keys(table))) {
    const line = kindOf(name) === "worn" ? `bust ${name}` : name;
    const drawn = picture(line, "red");
    assert.doesNotMatch(drawn, /NaN|undefined|null|O/, name);
    assert.notEqual(drawn, picture("", "red"), name);
  }
});

test("a picture is drawn once, and has its second hue from its line", () => {
  assert.equal(picture("fox ~teal", "red"), picture("fox ~teal", "red"));
  assert.match(picture("fox ~teal", "red"), /--b:var\(--tb-teal\)/);
  assert.match(picture("fox", "nowhere"), /--b:var\(--tb-yellow\)/);
});
