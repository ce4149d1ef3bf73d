// @ts-check
// What Python sends in place of a whole picture: the difference to the last one (tutor/boards/patches.py).

/** @import { Patch } from "../types.js" */

/**
 * What a patch makes of a value. The value stays as it is, and what did not change is the same object as before.
 * @param {Patch} patch
 * @param {any} old
 * @returns {any}
 */
export function apply(patch, old) {
  if ("set" in patch) return patch.set;
  if (patch.list)
    return patch.list.flatMap((part) => {
      if (Array.isArray(part)) return old.slice(part[0], part[0] + part[1]);
      return [part.to ? apply(part.to, old[part.at ?? 0]) : part.new];
    });
  const made = { ...old };
  for (const key of patch.out || []) delete made[key];
  for (const key in patch.in) made[key] = apply(patch.in[key], made[key]);
  return made;
}
