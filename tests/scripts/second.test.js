// The second worker of the pages as files, with a worker that does what the test says.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Second } from "../../tutor/site/browser/second.js";

const LONG = 60_000;
/** @type {any[]} */
let workers = [];
/** @type {any[]} */
let answers = [];

class FakeWorker {
  constructor() {
    this.asked = [];
    this.ended = false;
    workers.push(this);
  }

  postMessage(text) {
    this.asked.push(text);
  }

  terminate() {
    this.ended = true;
  }
}

beforeEach(() => {
  [workers, answers] = [[], []];
  Object.assign(globalThis, { Worker: FakeWorker });
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => mock.timers.reset());

function makeSecond() {
  const second = new Second((number, text) => answers.push([number, text]));
  second.leave();
  return second;
}

test("it starts with the first work, and works in order", () => {
  const second = makeSecond();
  second.wake();
  assert.equal(workers.length, 0);
  second.begin(1, "one");
  second.begin(2, "two");
  workers[0].onmessage({ data: "ready" });
  assert.deepEqual(workers[0].asked, ["one"]);
  workers[0].onmessage({ data: "first" });
  workers[0].onmessage({ data: "second" });
  assert.deepEqual(answers, [
    [1, "first"],
    [2, "second"],
  ]);
});

test("it starts early, once the page is there", () => {
  const second = makeSecond();
  second.startEarly();
  assert.equal(workers.length, 0);
  second.wake();
  workers[0].onmessage({ data: "ready" });
  assert.equal(second.ready, true);
  assert.deepEqual(workers[0].asked, []);
  mock.timers.tick(LONG);
  assert.equal(workers[0].ended, false, "the page needs it, however long the learner thinks");
});

test("work that is not wanted any more ends the worker, and the next work gets a new one", () => {
  const second = makeSecond();
  second.wake();
  second.begin(1, "one");
  workers[0].onmessage({ data: "ready" });
  second.stop(1);
  second.begin(2, "two");
  assert.equal(workers[0].ended, false, "it may be ready soon");
  mock.timers.tick(LONG);
  assert.equal(workers[0].ended, true);
  workers[1].onmessage({ data: "ready" });
  assert.deepEqual(workers[1].asked, ["two"]);
});

test("a page that needs no second worker gives its memory back", () => {
  const second = makeSecond();
  second.wake();
  second.begin(1, "one");
  workers[0].onmessage({ data: "ready" });
  workers[0].onmessage({ data: "first" });
  second.leave();
  second.wake();
  second.begin(2, "two");
  mock.timers.tick(LONG);
  assert.equal(workers[0].ended, false, "the next page needs it too");
  workers[0].onmessage({ data: "second" });
  second.leave();
  second.wake();
  mock.timers.tick(LONG);
  assert.equal(workers[0].ended, true);
  assert.equal(workers.length, 1);
  assert.equal(second.ready, false);
});
