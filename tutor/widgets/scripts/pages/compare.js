// @ts-check
// What the pages of the comparison share: the ways from one to the other, and how a game is shown.

/** @import { PageView } from "../types.js" */
import { hueStyle } from "../drawing/card.js";
import { HIDDEN, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/** @param {PageView} S */
export function compareHead(S) {
  const data = S.shown.data;
  return h(
    "div",
    { class: "tb-compare-head", key: "head" },
    h(
      "nav",
      { class: "tb-tabs", "aria-label": say(S, "place") },
      (data.tabs || []).map((tab) =>
        h(
          "a",
          { key: tab.href, href: tab.href, class: tab.on ? "tb-on" : null, "aria-current": tab.on ? "page" : null },
          tab.text,
        ),
      ),
    ),
    h("h1.tb-title", data.title),
    h("p.tb-prose", data.text),
  );
}

/**
 * The parts of a long page, each a way down to it.
 * @param {PageView} S
 * @param {{ id: string, title: any }[]} parts ids of elements of the page
 */
export const partsVnode = (S, parts) =>
  h(
    "nav",
    { class: "tb-jumps", key: "parts", "aria-label": say(S, "parts") },
    parts.map((part) =>
      h(
        "a",
        {
          key: part.id,
          href: "#" + part.id,
          onclick: (event) => {
            event.preventDefault();
            const found = S.root.querySelector("#" + part.id);
            if (!(found instanceof HTMLElement)) return;
            found.scrollIntoView();
            found.focus({ preventScroll: true });
          },
        },
        part.title,
      ),
    ),
  );

/**
 * A dot with its interval, as plots have it, to stand beside what it means.
 * @param {boolean} filled
 */
export const dotKey = (filled) =>
  h("svg", {
    viewBox: "0 0 40 14",
    class: "tb-dot-key",
    ...HIDDEN,
    html: `<path d="M2 7h36" stroke="currentColor" stroke-width="2" opacity=".75"/><circle cx="20" cy="7" r="4.5" stroke="currentColor" stroke-width="1.6" fill="${filled ? "currentColor" : "var(--tb-paper)"}"/>`,
  });

/**
 * A sample of a line of a plot, to stand beside what it means.
 * @param {"line" | "thick" | "thin" | "dashed"} kind dashed: upright, as the line where there is nothing to see
 */
export const lineKey = (kind) =>
  h("svg", {
    viewBox: "0 0 40 14",
    class: "tb-dot-key",
    ...HIDDEN,
    html: {
      line: '<path d="M2 7h36" stroke="currentColor" stroke-width="2"/>',
      thick: '<path d="M2 7h36" stroke="currentColor" stroke-width="5" opacity=".4"/>',
      thin: '<path d="M2 7h36" stroke="currentColor" stroke-width="1.2"/>',
      dashed: '<path d="M20 0v14" stroke="currentColor" stroke-width="1.6" stroke-dasharray="3 2.500"/>',
    }[kind],
  });

/** @param {any} game */
export const gameName = (game) =>
  h(
    "span",
    { class: "tb-game-name", style: hueStyle(game.hue), key: "name " + game.id },
    h("span", { class: "tb-mini-seal", lang: "ja", ...HIDDEN }, game.seal),
    h("b", game.title),
  );

/**
 * Of many things those that are shown: on a phone one of them (or one group), and the buttons that choose which.
 * @param {PageView} S
 * @param {string} kept under which name the choice is kept
 * @param {{ id: string, title: string }[]} all
 * @param {string} label what is chosen
 * @returns {[any, any[]]} the buttons, and what is shown
 */
export function oneByOne(S, kept, all, label) {
  if (!S.phone || all.length < 2) return [null, all];
  const now = all.find((one) => one.id === S.kept[kept]) || all[0];
  const choose = (id) => (event) => {
    const chosen = event.currentTarget;
    const before = chosen.getBoundingClientRect().top;
    S.kept[kept] = id;
    S.draw();
    scrollBy({ top: chosen.getBoundingClientRect().top - before, behavior: "instant" }); // it stays under the finger
  };
  const buttons = all.map((one) =>
    h(
      "button",
      { key: one.id, type: "button", "aria-pressed": String(one === now), onclick: choose(one.id) },
      one.title,
    ),
  );
  return [h("div", { class: "tb-jumps tb-one", role: "group", "aria-label": label, key: "one" }, buttons), [now]];
}

/** @param {PageView} S */
export const compareNotice = (S) =>
  h("p", { class: "tb-compare-notice", role: "status", key: "notice" }, S.shown.data.notice || "");
