// @ts-check
// Ask the class: how many have answered, raised cards, and what the teacher can do next.

/** @import { PageView, PlainCommand } from "../types.js" */
import { button, icon } from "../drawing/controls.js";
import { first, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { command } from "./page.js";

/** Answers are called as the cards that are raised. */
export const LETTERS = "ABCDEF";

/** @param {PageView} S */
export function countVnode(S) {
  const { answered, there, joined, here, hidden } = S.shown.data.asked;
  const open = S.shown.data.stands === "open";
  if (answered === null)
    return h("div", { class: "tb-ask-count", key: "count" }, h("b", say(S, "count_hidden")), hideVnode(S, hidden));
  const present = joined === null ? there : here; // in a class the number that phones show too
  const many = present === null ? answered : Math.max(present, answered);
  const label = say(S, present === null ? "people" : "are_there", { answered, there: present });
  const numbers =
    joined === null
      ? [["answered", answered]]
      : [
          ["answered", answered],
          ["here", here],
          ["joined", joined],
        ];
  return h(
    "div",
    { class: "tb-ask-count", key: "count" },
    h(
      "p",
      { role: "status" },
      numbers.map(([name, number]) => h("span", { key: name }, h("b", String(number)), " ", h("small", say(S, name)))),
    ),
    many <= 60 &&
      h(
        "span",
        { class: "tb-ask-people", role: "img", "aria-label": label, key: "people" },
        Array.from({ length: many }, (_, n) => h("i", { class: n < answered ? "" : "tb-ask-not", key: n })),
      ),
    open && hideVnode(S, hidden),
  );
}

/**
 * @param {PageView} S
 * @param {boolean} hidden
 */
const hideVnode = (S, hidden) =>
  h(
    "span",
    { key: "hide" },
    button(say(S, hidden ? "show" : "hide"), () => command(S, "hide"), "small quiet"),
  );

/** @param {PageView} S */
function cardsVnode(S) {
  const asked = S.shown.data.asked;
  const done = (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    const counts = {};
    for (const [at] of asked.choices.entries()) counts[LETTERS[at]] = Number(given.get(LETTERS[at]) || 0);
    S.kept.cards = false;
    command(S, "cards", { counts });
    S.draw();
  };
  const leave = () => {
    S.kept.cards = false;
    S.draw();
  };
  return h(
    "form",
    { class: "tb-ask-enter", key: "enter", onsubmit: done, "aria-label": say(S, "enter") },
    h("p", say(S, "enter_text")),
    asked.choices.map((_, at) =>
      h(
        "label",
        { key: LETTERS[at] },
        h("span", LETTERS[at]),
        h("input", {
          class: "tb-input",
          type: "number",
          name: LETTERS[at],
          min: "0",
          max: "999",
          step: "1",
          inputmode: "numeric",
          autocomplete: "off",
          "aria-label": say(S, "enter_count", { letter: LETTERS[at] }),
        }),
      ),
    ),
    h("button", { class: "tb-btn tb-primary", type: "submit", key: "done" }, say(S, "enter_done")),
    h("button", { class: "tb-btn", type: "button", onclick: leave, key: "leave" }, say(S, "enter_leave")),
  );
}

/** @param {PageView} S */
export function controlsVnodes(S) {
  const { stands, asked } = S.shown.data;
  /**
   * @param {string} key
   * @param {PlainCommand} name
   * @param {string} [kind]
   * @param {string} [sign]
   */
  const one = (key, name, kind = "", sign = "") =>
    h(
      "span",
      { key },
      button([sign && icon(sign), say(S, key)], () => command(S, name), kind),
    );
  if (stands === "open") {
    if (S.kept.cards) return cardsVnode(S);
    const enter = () => {
      S.kept.cards = true;
      S.draw();
      first(S.root, ".tb-ask-enter input")?.focus();
    };
    return [
      !asked.numeric && h("span", { key: "enter" }, button(say(S, "enter"), enter)),
      one("close", "close"),
      one(asked.plain ? "close_and_show" : "close_and_play", "close_and_play", "primary", "next"),
    ];
  }
  if (stands === "closed")
    return [
      one(asked.counts.length ? "hide_counts" : "show_counts", "counts"),
      asked.has_right ? one(asked.plain ? "show_answer" : "play", "tell", "", "next") : one("other", "other"),
      one("again", "again", "primary"),
    ];
  return one("other", "other", "primary");
}
