// @ts-check
// The form of a card: entries with what is wrong beside them, and abilities with their instructions.

/** @import { PageView } from "../types.js" */
import { button, icon } from "../drawing/controls.js";
import { every, grouped, h } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { command } from "./page.js";
import { sentLater } from "./workshop.js";

/**
 * A word of a card file as it is shown.
 * @param {string} word
 */
const spoken = (word) => word.replaceAll("_", " ");

/**
 * What a value is called, by its game or as it is written.
 * @param {any} one
 * @param {string} value
 */
const valued = (one, value) => one.titles[value] || spoken(value);

/**
 * @param {PageView} S
 * @param {any} one
 * @param {string} id
 * @param {object} shared
 */
function inputVnode(S, one, id, shared) {
  if (one.sort === "choice") {
    const options = one.options.includes(one.value) || !one.value ? one.options : [one.value, ...one.options];
    return h(
      "select",
      {
        ...shared,
        class: "tb-input",
        id,
        onchange: (event) => command(S, "put", { at: one.at, value: event.target.value }),
      },
      !one.needed &&
        h("option", { value: "", key: "none", selected: !one.value }, one.usual ? `(${valued(one, one.usual)})` : "–"),
      options.map((option) =>
        h("option", { value: option, key: option, selected: option === one.value }, valued(one, option)),
      ),
    );
  }
  if (one.sort === "switch")
    return h("input", {
      ...shared,
      id,
      type: "checkbox",
      checked: one.value === true,
      onchange: (event) => command(S, "put", { at: one.at, value: event.target.checked }),
    });
  if (one.sort === "several") {
    const on = one.value || [];
    return h(
      "span",
      { class: "tb-several", ...grouped(one.title) },
      one.options.map((option) =>
        h(
          "button",
          {
            class: "tb-btn tb-small",
            key: option,
            "aria-pressed": on.includes(option) ? "true" : "false",
            onclick: () =>
              command(S, "put", {
                at: one.at,
                value: on.includes(option) ? on.filter((other) => other !== option) : [...on, option],
              }),
          },
          valued(one, option),
        ),
      ),
    );
  }
  const list = one.known.length ? `${id}-known` : null;
  return [
    h("input", {
      ...shared,
      class: "tb-input",
      key: "input",
      id,
      list,
      value: one.value,
      placeholder: one.usual || null,
      inputmode: one.sort === "number" ? "numeric" : null,
      autocomplete: "off",
      maxlength: "200",
      oninput: (event) => sentLater(S, "put", one.at, event.target.value),
    }),
    list &&
      h(
        "datalist",
        { id: list, key: "known" },
        one.known.map((value) => h("option", { value, key: value })),
      ),
  ];
}

/**
 * An entry: what it is called, its value, what letters mean there, and what is wrong with it.
 * @param {PageView} S
 * @param {any} one
 */
function entryVnode(S, one) {
  const id = `tb-at-${one.at.replace(/\W/g, "-")}`;
  const said = [one.hint && `${id}-hint`, one.fault && `${id}-fault`].filter(Boolean).join(" ") || null;
  const shared = { "aria-invalid": one.fault ? "true" : null, "aria-describedby": said };
  return h(
    "div",
    { class: `tb-entry-row tb-sort-${one.sort}` + (one.fault ? " tb-wrong" : ""), key: one.at + one.sort },
    h(
      "label",
      { for: one.sort === "several" ? null : id, key: "label" },
      one.title,
      one.needed && h("i", { title: say(S, "needed") }, " *"),
    ),
    h("span", { class: "tb-entry-value", key: "value" }, inputVnode(S, one, id, shared)),
    one.hint && h("p", { class: "tb-hint-line", id: `${id}-hint`, key: "hint" }, one.hint),
    one.fault && h("p", { class: "tb-fault", id: `${id}-fault`, key: "fault" }, icon("no"), h("span", one.fault)),
  );
}

/**
 * @param {PageView} S
 * @param {any} one
 * @param {number} place
 */
function instructionVnode(S, one, place) {
  const label = say(S, "verb");
  const options = (list) =>
    list.map((option) =>
      h(
        "option",
        { value: option.id, key: option.id, selected: option.id === one.verb },
        option.text ? `${spoken(option.id)}: ${option.text.replaceAll("**", "")}` : spoken(option.id),
      ),
    );
  return h(
    "li",
    { class: "tb-instruction", key: `${one.at} ${one.verb}` },
    h(
      "div",
      { class: "tb-entry-row" + (one.fault ? " tb-wrong" : ""), key: "verb" },
      h(
        "select",
        {
          class: "tb-input",
          "aria-label": `${label} ${place + 1}`,
          "aria-invalid": one.fault ? "true" : null,
          onchange: (event) => command(S, "put", { at: `${one.at}.verb`, value: event.target.value }),
        },
        h("optgroup", { label: say(S, "fitting"), key: "fitting" }, options(one.fitting)),
        one.others.length > 0 && h("optgroup", { label: say(S, "others"), key: "others" }, options(one.others)),
      ),
      button(icon("no"), () => command(S, "take", { at: one.at }), "small quiet", {
        "aria-label": say(S, "take_verb", { verb: one.verb }),
        key: "take",
      }),
      one.fault && h("p", { class: "tb-fault", key: "fault" }, icon("no"), h("span", one.fault)),
    ),
    one.arguments.length > 0 &&
      h(
        "div",
        { class: "tb-arguments", key: "arguments" },
        one.arguments.map((entry) => entryVnode(S, entry)),
      ),
  );
}

/**
 * An ability as it is written in a card file. What it says is shown above it, in the words of the game.
 * @param {PageView} S
 * @param {any} one
 */
function writtenVnode(S, one) {
  const id = `tb-at-${one.at.replace(/\W/g, "-")}`;
  return h(
    "details",
    { class: "tb-write-out", key: "written", open: one.open || null },
    h("summary", say(S, "write_out")),
    h("label", { for: id, key: "label" }, say(S, "write_out_text")),
    h(
      "textarea",
      {
        id,
        class: "tb-input",
        key: "input",
        rows: String(Math.min(12, 2 + one.text.split("\n").length)),
        spellcheck: "false",
        maxlength: "4000",
        "aria-invalid": one.fault ? "true" : null,
        "aria-describedby": one.fault ? `${id}-fault` : null,
        oninput: (event) => sentLater(S, "put", one.at, event.target.value),
      },
      one.text,
    ),
    one.fault && h("p", { class: "tb-fault", id: `${id}-fault`, key: "fault" }, icon("no"), h("span", one.fault)),
  );
}

/**
 * The text printed on a card, for the players to carry out where no ability does.
 * @param {PageView} S
 * @param {string} text
 */
const printedVnode = (S, text) =>
  h(
    "div",
    { class: "tb-entry-row tb-printed", key: "printed" },
    h("label", { for: "tb-at-text", key: "label" }, say(S, "own_text")),
    h(
      "span",
      { class: "tb-entry-value", key: "value" },
      h(
        "textarea",
        {
          id: "tb-at-text",
          class: "tb-input",
          rows: "3",
          maxlength: "2000",
          "aria-describedby": "tb-at-text-hint",
          oninput: (event) => sentLater(S, "put", "text", event.target.value),
        },
        text,
      ),
    ),
    h("p", { class: "tb-hint-line", id: "tb-at-text-hint", key: "hint" }, say(S, "own_text_hint")),
  );

/**
 * @param {PageView} S
 * @param {any} one
 * @param {number} place
 */
const abilityVnode = (S, one, place) =>
  h(
    "section",
    { class: "tb-ability", key: one.at, "aria-label": say(S, "ability", { n: place + 1 }) },
    h(
      "header",
      { key: "head" },
      h("h3", say(S, "ability", { n: place + 1 })),
      button(say(S, "take"), () => command(S, "take", { at: one.at }), "small quiet", { key: "take" }),
    ),
    one.text && h("p", { class: "tb-says", key: "says", "aria-live": "polite" }, rich(one.text)),
    one.fault && h("p", { class: "tb-fault", key: "fault" }, icon("no"), h("span", one.fault)),
    h(
      "div",
      { class: "tb-entries", key: "when" },
      [one.when, ...one.requires].map((entry) => entryVnode(S, entry)),
    ),
    h(
      "ol",
      { class: "tb-program", key: "do" },
      one.do.map((step, n) => instructionVnode(S, step, n)),
    ),
    one.written && writtenVnode(S, one.written),
    one.can_add &&
      button([icon("plus"), say(S, "add_verb")], () => command(S, "add", { at: `${one.at}.do` }), "small pale", {
        key: "add",
      }),
  );

/**
 * The whole form; `form` is what `tutor.classroom.card_draft` makes.
 * @param {PageView} S
 * @param {any} form
 */
export const formVnodes = (S, form) =>
  h(
    "div",
    { class: "tb-card-form", key: `form ${form.epoch}` },
    form.fault &&
      h("p", { class: "tb-fault tb-whole", key: "fault", role: "status" }, icon("no"), h("span", form.fault)),
    h(
      "div",
      { class: "tb-entries", key: "fields" },
      form.fields.map((entry) => entryVnode(S, entry)),
    ),
    form.more.length > 0 &&
      h(
        "details",
        { class: "tb-more-entries", key: "more" },
        h("summary", say(S, "more_fields", { count: form.more.length })),
        h(
          "div.tb-entries",
          form.more.map((entry) => entryVnode(S, entry)),
        ),
      ),
    typeof form.printed === "string" && printedVnode(S, form.printed),
    form.abilities.map((one, n) => abilityVnode(S, one, n)),
    form.can_add &&
      button([icon("plus"), say(S, "add_ability")], () => command(S, "add", { at: "ability" }), "pale", { key: "add" }),
  );

/**
 * What the page holds is what is chosen, also where somebody has clicked before.
 * @param {PageView} S
 */
export function settle(S) {
  for (const input of every(S.root, ".tb-card-form input[type=checkbox]"))
    input.checked = input.hasAttribute("checked");
  for (const area of every(S.root, ".tb-write-out textarea"))
    if (!area.matches(":focus")) area.value = area.defaultValue;
}
