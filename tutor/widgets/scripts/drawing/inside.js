// @ts-check
// A widget inside another one.

import { first } from "../drawing/dom.js";

/** @import { Drawn } from "../types.js" */

/**
 * Another widget may sit inside (a stage, the phase graph): the one that the model has as `name`, in the element `.tb-<name>`.
 * @param {Drawn} S
 * @param {string} name
 */
export async function placeInside(S, name) {
  const given = S.model.get(name);
  if ((S.inside?.given || null) !== given) {
    clearInside(S);
    /** @type {{ given: string | null, view?: any }} */
    const inside = (S.inside = { given });
    const manager = S.model.widget_manager;
    try {
      inside.view = given && (await manager.create_view(await manager.get_model(given.replace("IPY_MODEL_", ""))));
    } catch (error) {
      console.warn("tebiki: a widget inside another could not be shown", error);
    }
    if (S.inside !== inside) inside.view?.remove(); // another one was wanted meanwhile
  }
  const slot = first(S.root, ".tb-" + name);
  const view = S.inside?.view;
  if (slot && view && view.el.parentNode !== slot) slot.replaceChildren(view.el);
}

/**
 * A view that is not shown any more would go on listening to its model.
 * @param {Drawn} S
 */
export function clearInside(S) {
  S.inside?.view?.remove();
  S.inside = null;
}
