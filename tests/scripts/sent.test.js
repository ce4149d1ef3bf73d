import assert from "node:assert/strict";
import { test } from "node:test";
import { apply } from "../../tutor/widgets/scripts/drawing/patches.js";
import { after, follow } from "../../tutor/widgets/scripts/stage/sent.js";

/** A model that notes what is sent to Python. */
function modelOf(data) {
  const hooks = new Map();
  return {
    sent: [],
    get: (name) => data[name],
    send(message) {
      this.sent.push(message);
    },
    on: (name, hook) => hooks.set(name, hook),
    off: (name) => hooks.delete(name),
    put(changes) {
      Object.assign(data, changes);
      for (const name in changes) hooks.get("change:" + name)?.();
    },
    hooks,
  };
}

const stampTo = (stamp) => ({ in: { scene: { in: { stamp: { set: stamp } } } } });

test("what a patch does not touch is the same object as before", () => {
  const old = { scene: { stamp: 1, faces: { a: {} } }, coach: { title: "x" } };
  const now = apply(stampTo(2), old);
  assert.equal(now.scene.stamp, 2);
  assert.equal(now.scene.faces, old.scene.faces);
  assert.equal(now.coach, old.coach);
  assert.equal(old.scene.stamp, 1);
});

test("patches follow one another, older ones change nothing", () => {
  const start = { version: 4, data: { scene: { stamp: 1 } }, asked: false };
  const next = after(start, { base: 4, change: stampTo(2) });
  assert.deepEqual(next, { version: 5, data: { scene: { stamp: 2 } }, asked: false });
  assert.equal(after(next, { base: 4, change: stampTo(9) }), next);
  assert.equal(after(next, null), next);
});

test("a patch of another version is not used, and everything is asked for once", () => {
  let drawn = 0;
  const model = modelOf({ version: 1, patch: null, scene: { stamp: 1 } });
  const news = follow(model, () => (drawn += 1));
  model.put({ patch: { base: 3, change: stampTo(4) } });
  model.put({ patch: { base: 4, change: stampTo(5) } });
  assert.equal(news.sent.data.scene.stamp, 1);
  assert.deepEqual(model.sent, [{ type: "full" }]);
  model.put({ scene: { stamp: 5 }, version: 6 });
  assert.equal(news.sent.data.scene.stamp, 5);
  model.put({ patch: { base: 6, change: stampTo(6) } });
  assert.equal(news.sent.data.scene.stamp, 6);
  assert.equal(model.sent.length, 1);
  assert.ok(drawn >= 4);
});

test("a second view of a widget that was patched before asks for everything", () => {
  const model = modelOf({ version: 1, patch: { base: 7, change: stampTo(8) }, scene: { stamp: 1 } });
  follow(model, () => {});
  assert.deepEqual(model.sent, [{ type: "full" }]);
});

test("one that is told everything at once needs nothing more", () => {
  const model = modelOf({ version: 8, patch: { base: 7, change: stampTo(8) }, scene: { stamp: 8 } });
  const news = follow(model, () => {});
  assert.equal(news.sent.data.scene.stamp, 8);
  assert.deepEqual(model.sent, []);
  news.stop();
  assert.equal(model.hooks.size, 0);
});
