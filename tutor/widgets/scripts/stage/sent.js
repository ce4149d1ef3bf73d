// @ts-check
// What Python has sent: everything once, then what has changed (tutor/boards/patch_sender.py).

/** @import { Model, Sent, SentPatch } from "../types.js" */
import { apply } from "../drawing/patches.js";

const PATCHED = ["scene", "coach", "events", "bar", "panel", "words", "mode"];

/**
 * What the model has of the last whole version.
 * @param {Model} model
 * @returns {Sent}
 */
export function whole(model) {
  return {
    version: model.get("version") ?? 0,
    data: Object.fromEntries(PATCHED.map((name) => [name, model.get(name)])),
    asked: false,
  };
}

/**
 * What follows after a patch. One that is older changes nothing; one that belongs to another version cannot be used,
 * and everything has to be asked for: `asked` says so.
 * @param {Sent} sent
 * @param {SentPatch | null | undefined} patch
 * @returns {Sent}
 */
export function after(sent, patch) {
  if (!patch || patch.base < sent.version) return sent;
  if (patch.base > sent.version) return { ...sent, asked: true };
  return { version: patch.base + 1, data: apply(patch.change, sent.data), asked: false };
}

/**
 * Keep up with Python: `changed()` is called whenever there is something new. Returns what has been sent, and an end.
 * @param {Model} model
 * @param {() => void} changed
 */
export function follow(model, changed) {
  const now = { sent: whole(model), stop };
  function patch() {
    const { asked } = now.sent;
    now.sent = after(now.sent, model.get("patch"));
    if (now.sent.asked && !asked) model.send({ type: "full" });
    changed();
  }
  function begin() {
    now.sent = whole(model);
    patch();
  }
  function stop() {
    model.off("change:version", begin);
    model.off("change:patch", patch);
    model.off("change:beside", changed);
  }
  model.on("change:version", begin);
  model.on("change:patch", patch);
  model.on("change:beside", changed);
  patch();
  return now;
}
