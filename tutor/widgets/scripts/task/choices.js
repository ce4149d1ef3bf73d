// @ts-check
// Choices: which, predict, why, order, spot; and what is still wrong with a deck.

/** @import { Choices, Item, Option, Ref, Stage } from "../types.js" */
import { icon } from "../drawing/controls.js";
import { HIDDEN, every, grouped, h } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { briefVnode } from "./coach.js";
import { send, sendCommand } from "./messages.js";

const MOST_DIGITS = 3;

/**
 * A judged item keeps its mark: `picked` says so, `state` how it was judged.
 * @param {any} one
 */
const isPicked = (one) => one.picked ?? one.state === "picked";

/**
 * What has been picked so far, in the shape that Python wants back.
 * @param {Choices} choices
 */
function currentPicks(choices) {
  const items = choices.items;
  if (choices.mode === "order") return items.map((item) => item.id);
  if (choices.mode === "sequence") return inSequence(items).map((item) => item.id);
  if (choices.mode === "parts") {
    const chosen = items.flatMap((item) => (item.options ?? []).filter(isPicked).map((option) => [item.id, option.id]));
    return Object.fromEntries([...chosen, ...items.flatMap((item) => (item.number ? [[item.id, item.number]] : []))]);
  }
  return items.filter(isPicked).map((item) => item.id);
}

/**
 * The items picked, in the order in which they were.
 * @param {Item[]} items
 */
const inSequence = (items) => items.filter(isPicked).sort((one, other) => (one.rank || 0) - (other.rank || 0));

/**
 * What a press on an answer does: nothing more once the step is done; a new try begins with Reset.
 * @param {Stage} S
 * @param {Item} item
 * @param {Option} [option]
 */
const pressed = (S, item, option) =>
  S.kept.choices?.closed ? { "aria-disabled": true } : { onclick: () => pick(S, item, option) };

/**
 * Pick `option` of part `item`, or the item itself; the answer is shown at once and sent.
 * @param {Stage} S
 * @param {Item} item
 * @param {Option} [option]
 */
function pick(S, item, option) {
  if (!S.kept.choices) return;
  const { mode, items } = S.kept.choices;
  const among = (option && item.options) || items;
  const chosen = option || item;
  if (mode === "sequence") {
    item.picked = !isPicked(item);
    item.state = item.picked ? "picked" : "";
    item.rank = items.length + 1; // behind the others
    for (const [n, one] of inSequence(items).entries()) one.rank = n + 1;
  } else if (mode === "many") {
    chosen.picked = !isPicked(chosen);
    chosen.state = chosen.picked ? "picked" : "";
  } else for (const one of among) one.state = one === chosen ? "picked" : one.state === "picked" ? "" : one.state;
  sendAnswer(S);
}

/** @param {Stage} S */
function sendAnswer(S) {
  if (!S.kept.choices) return;
  S.kept.picked = pickedRefs(S.kept.choices);
  send(S, { type: "answer", picks: currentPicks(S.kept.choices) });
  S.draw();
}

/**
 * The cards on the table that are picked.
 * @param {Choices | null} choices
 * @returns {Set<string>}
 */
export const pickedRefs = (choices) =>
  new Set((choices?.items || []).flatMap((item) => (item.ref && isPicked(item) ? [item.ref] : [])));

/**
 * A click on a card of the table may be an answer, as itself or as the place where it lies; true when it is.
 * @param {Stage} S
 * @param {Ref} ref
 */
export function pickRef(S, ref) {
  const means = (/** @type {Item} */ one) => one.ref && (one.ref === ref || ref?.startsWith(`${one.ref}.`));
  const item = !S.kept.choices?.closed && S.kept.choices?.items?.find(means);
  if (item) pick(S, item);
  return Boolean(item);
}

/**
 * A digit is an answer where one number is asked for, or picks a line where lines are put one after the other; Backspace
 * takes the last one back. True when it was.
 * @param {Stage} S
 * @param {string} key
 */
export function pickByKey(S, key) {
  const { choices } = S.kept;
  if (!choices || choices.closed) return false;
  const only = choices.items.length === 1 ? choices.items[0] : null;
  const option = only?.options?.find((one) => String(one.id) === key);
  const last = key === "Backspace" ? inSequence(choices.items).at(-1) : choices.items[Number(key) - 1];
  const line = choices.mode === "sequence" && last;
  if (option && only) pick(S, only, option);
  else if (line) pick(S, line);
  return Boolean(option || line);
}

/**
 * @param {Stage} S
 * @param {any} from
 * @param {any} to
 */
function shift(S, from, to) {
  const items = S.kept.choices?.items || [];
  if (to < 0 || to >= items.length || from === to || S.kept.choices?.closed) return;
  items.splice(to, 0, ...items.splice(from, 1));
  sendAnswer(S);
}

/**
 * How it was judged, in words: of things to mark they are seen, as there are four ways.
 * @param {Stage} S
 * @param {any} one
 * @param {boolean} [seen]
 */
const choiceState = (S, one, seen) =>
  one.state && h("span", { class: seen ? "tb-judged" : "tb-sr" }, h("span.tb-sr", ", "), say(S, one.state));

/** What stands in the box of a thing that was judged: a sign, or a letter. */
const JUDGED = { right: icon("ok"), wrong: icon("no"), missed: "!", spared: " " };

/**
 * @param {Stage} S
 * @param {Item} item
 * @param {number} n
 * @param {string} mode
 */
function choiceVnode(S, item, n, mode) {
  const many = mode === "many";
  const sequence = mode === "sequence" && isPicked(item) && String(item.rank);
  const unjudged = item.state ? many && icon("ok") : mode === "log" && String(n + 1);
  return h(
    "li",
    { key: item.id },
    h(
      "button",
      {
        class: `tb-choice tb-choice-${mode} ${item.state ? "tb-pick-" + item.state : ""}`,
        "aria-pressed": isPicked(item),
        "data-of": item.ref || item.at,
        ...pressed(S, item),
      },
      h("span.tb-box", HIDDEN, sequence || JUDGED[item.state || ""] || unjudged),
      h("span", rich(item.text)),
      choiceState(S, item, many && item.state !== "picked"),
    ),
    item.note && h("p.tb-note", rich(item.note)),
  );
}

/**
 * Whether a part of a prediction has an answer.
 * @param {Item} item
 */
const isAnswered = (item) => Boolean(item.number) || (item.options ?? []).some(isPicked);

/**
 * The field for a number that is typed. It is sent when it is left; Enter moves to the next empty field or, if there is
 * none, has the answers checked.
 * @param {Stage} S
 * @param {Item} item
 */
function numberVnode(S, item) {
  const told = S.shown.coach.choices?.items.find((one) => one.id === item.id)?.number;
  return h("input.tb-number", {
    key: `number ${told}`, // a new field when Python says something else, such as nothing after Reset
    value: told,
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: MOST_DIGITS,
    "aria-label": item.ask,
    oninput: (event) => {
      event.target.value = event.target.value.normalize("NFKC").replace(/\D/g, "");
      item.number = event.target.value;
    },
    onblur: (event) => {
      item.number = event.target.value; // no change event follows where oninput has set the value
      if (item.number !== told) sendAnswer(S);
    },
    onkeydown: (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      const next = every(S.root, ".tb-number").find((one) => !one.value);
      if (next) next.focus();
      else event.target.blur();
      if (!next && S.kept.choices?.items.every(isAnswered)) sendCommand(S, "check");
    },
  });
}

/**
 * @param {Stage} S
 * @param {Item} item
 */
function partVnode(S, item) {
  return h(
    "div.tb-part",
    { key: item.id, ...grouped(item.ask) },
    h("p.tb-ask", rich(item.ask)),
    h(
      "div.tb-options",
      item.number !== undefined && numberVnode(S, item),
      item.options?.map((option) =>
        h(
          "button",
          {
            class: "tb-option " + (option.state ? "tb-pick-" + option.state : ""),
            key: option.id,
            "aria-pressed": option.state === "picked",
            ...pressed(S, item, option),
          },
          option.state === "right" && icon("ok"),
          option.state === "wrong" && icon("no"),
          rich(String(option.text)),
          choiceState(S, option),
        ),
      ),
    ),
    item.note && h("p.tb-note", rich(item.note)),
  );
}

/**
 * @param {Stage} S
 * @param {Item} item
 * @param {number} n
 */
function orderVnode(S, item, n, count) {
  const arrow = (sign, to, key) =>
    h(
      "button",
      {
        class: "tb-btn tb-small tb-quiet",
        key: sign,
        "aria-label": say(S, key, { text: item.text }),
        "aria-disabled": to < 0 || to >= count || S.kept.choices?.closed,
        onclick: () => shift(S, n, to),
      },
      icon(sign),
    );
  return h(
    "li",
    { class: "tb-line " + (item.state ? "tb-pick-" + item.state : ""), key: item.id },
    h("span.tb-rung", HIDDEN, String(n + 1)),
    h("div", rich(item.text), choiceState(S, item), item.note && h("p.tb-note", rich(item.note))),
    h("span.tb-shifts", arrow("up", n - 1, "move_up"), arrow("down", n + 1, "move_down")),
  );
}

/**
 * What is still wrong with what is being built, rule by rule, or that nothing is.
 * @param {Stage} S
 * @param {Choices} choices
 */
function rulesVnode(S, choices) {
  const facts = choices.facts || [];
  return h(
    "section",
    { class: "tb-panel tb-answer tb-rules", key: "choices rules" },
    h("div.tb-panel-head", h("h3", choices.title || "")),
    h(
      "div.tb-feedback-body",
      facts.map((fact, n) => briefVnode(S, fact, n)),
    ),
    choices.note && h("p.tb-note", choices.note),
  );
}

/** @param {Stage} S */
export function choicesVnode(S) {
  const choices = S.kept.choices;
  if (choices?.mode === "rules") return rulesVnode(S, choices);
  if (!choices || !(choices.items || []).length) return null;
  const { mode, items, brief } = choices;
  const listed =
    mode === "parts"
      ? items.map((item) => partVnode(S, item))
      : h(
          brief ? "ol.tb-choices tb-choices-brief" : "ol.tb-choices",
          items.map((item, n) =>
            mode === "order" ? orderVnode(S, item, n, items.length) : choiceVnode(S, item, n, mode),
          ),
        );
  const undrawn = S.phone && mode === "one"; // places: a phone draws no piles
  const folded = brief && !undrawn && !S.kept.text && !choices.closed; // the board is where the answer is given
  const body = folded ? h("details.tb-by-list", h("summary", say(S, "by_list")), listed) : listed;
  return h(
    "section",
    { class: "tb-panel tb-answer", key: "choices " + mode },
    h("div.tb-panel-head", h("h3", choices.title || say(S, "answer"))),
    body,
    choices.note && h("p.tb-note", choices.note),
  );
}
