// @ts-check
// The house-rule lab: the rules that are changed, those that may be, and what is said beforehand.

/** @import { PageView } from "../types.js" */
import { button } from "../drawing/controls.js";
import { first, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { saidVnode, sign } from "./effects.js";
import { noWider } from "./lab_card.js";
import { command } from "./page.js";

/**
 * A rule that may be changed, by its words.
 * @param {any} rule
 */
const told = (rule) => [
  h("b", { key: "title" }, rule.title),
  h(
    "span",
    { class: "tb-lab-clause", key: "clause" },
    h("a", { class: "tb-clause", href: rule.href, title: rule.says }, rule.clause),
    h("small", rule.range),
  ),
];

/**
 * @param {PageView} S
 * @param {any} rule
 */
function changedRule(S, rule) {
  const open = S.shown.data.phase === "choose";
  const set = (value) => command(S, "set", { id: rule.id, value });
  const number = rule.sort === "number";
  const step = (by, name, label) =>
    h(
      "button",
      {
        class: "tb-lab-step",
        key: name,
        "aria-label": `${say(S, label)}: ${rule.title}`,
        "aria-disabled": open && rule.value + by >= rule.low && rule.value + by <= rule.high ? null : "true",
        onclick: () => open && rule.value + by >= rule.low && rule.value + by <= rule.high && set(rule.value + by),
      },
      sign(name),
    );
  return h(
    "li",
    { class: "tb-lab-rule", key: rule.id },
    told(rule),
    h(
      "span",
      { class: "tb-lab-value", key: "value" },
      number && step(-1, "minus", "less"),
      h(
        "span",
        { class: "tb-lab-from", key: "from" },
        h("s", `${rule.from} → `),
        number && open
          ? h("input", {
              type: "text",
              inputmode: "numeric",
              "aria-label": rule.title,
              value: rule.to,
              key: "number " + rule.to,
              onchange: (event) =>
                set(/^-?\d+$/.test(event.target.value.trim()) ? Number(event.target.value) : event.target.value),
            })
          : rule.to,
      ),
      number && step(1, "plus", "more_button"),
      open &&
        h(
          "button",
          {
            class: "tb-lab-step tb-lab-out",
            key: "out",
            "aria-label": `${say(S, "remove")}: ${rule.title}`,
            title: say(S, "remove"),
            onclick: () => command(S, "remove", { id: rule.id }),
          },
          sign("no"),
        ),
    ),
  );
}

/** @param {PageView} S */
function offerVnode(S) {
  const wanted = (S.kept.search || "").trim().toLowerCase();
  const fits = (rule) => `${rule.title} ${rule.clause} ${rule.says}`.toLowerCase().includes(wanted);
  const groups = S.shown.data.offered
    .map((group) => ({ ...group, rows: group.rows.filter(fits) }))
    .filter((group) => group.rows.length);
  return h(
    "div",
    { class: "tb-lab-offer", key: "offer", role: "group", "aria-label": say(S, "add") },
    h(
      "p",
      { class: "tb-lab-search", key: "search" },
      h("input", {
        type: "search",
        placeholder: say(S, "search"),
        "aria-label": say(S, "search"),
        value: S.kept.search || "",
        oninput: (event) => {
          S.kept.search = event.target.value;
          S.draw();
        },
      }),
      button(say(S, "back"), () => offer(S, false), "small quiet", { key: "back" }),
    ),
    h(
      "div",
      { class: "tb-lab-offered", tabindex: "0", key: "rows" },
      groups.length ? null : h("p", say(S, "none_found")),
      groups.map((group) =>
        h(
          "section",
          { key: group.sort },
          h("h3", group.title),
          group.rows.map((rule) =>
            h(
              "button",
              {
                class: "tb-lab-pick",
                key: rule.id,
                onclick: () => {
                  command(S, "add", { id: rule.id });
                  offer(S, false);
                },
              },
              h("b", rule.title),
              h("small", [rule.clause, rule.usual, rule.range].filter(Boolean).join(" · ")),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {boolean} on
 */
function offer(S, on) {
  S.kept.adding = on;
  S.kept.search = "";
  S.draw();
  first(S.root, on ? ".tb-lab-search input" : ".tb-lab-add, .tb-lab-value input")?.focus();
}

/** @param {PageView} S */
export function setVnode(S) {
  const data = S.shown.data;
  const open = data.phase === "choose";
  const full = data.rules.length >= data.most;
  return h(
    "section",
    { class: "tb-panel tb-lab-set", key: "set", "aria-label": say(S, "rules") },
    h("div", { class: "tb-lab-head", key: "head" }, h("h2", say(S, "rules")), h("small", data.count)),
    S.kept.adding && open
      ? offerVnode(S)
      : h(
          "div",
          { key: "rules" },
          h(
            "ul",
            { class: "tb-lab-rules", key: "list" },
            data.rules.map((rule) => changedRule(S, rule)),
          ),
          open &&
            !full &&
            button([sign("plus"), say(S, "add")], () => offer(S, true), "", { class: "tb-btn tb-lab-add", key: "add" }),
        ),
    h(
      "label",
      { class: "tb-lab-for", key: "for" },
      h("h2", say(S, "what_for")),
      h(
        "textarea",
        {
          rows: "2",
          oninput: noWider(S, "what_for"),
          oncompositionend: noWider(S, "what_for"),
          placeholder: say(S, "what_for_hint"),
          key: "text " + data.texts.what_for,
          onchange: (event) => command(S, "write", { field: "what_for", text: event.target.value }),
        },
        data.texts.what_for,
      ),
    ),
    h(
      "div",
      { class: "tb-lab-predict", key: "predict" },
      h(
        "div",
        { class: "tb-lab-head", key: "head" },
        h("h2", say(S, "predict")),
        !open && button(say(S, "anew"), () => command(S, "anew"), "small quiet", { key: "anew" }),
      ),
      open && h("p", { class: "tb-lab-hint", key: "hint" }, say(S, "predict_hint")),
      data.asked.map((one, row) => askedVnode(S, one, row, open)),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {any} one
 * @param {number} row
 * @param {boolean} open
 */
function askedVnode(S, one, row, open) {
  const data = S.shown.data;
  const free = data.measures.filter((each) => each.id === one.id || !data.asked.some((other) => other.id === each.id));
  return h(
    "div",
    { class: "tb-lab-asked", key: one.id },
    open
      ? h(
          "select",
          {
            "aria-label": `${say(S, "measure")} ${row + 1}`,
            key: "measure",
            onchange: (event) => command(S, "measure", { row, id: event.target.value }),
          },
          free.map((each) =>
            h("option", { value: each.id, key: each.id, selected: each.id === one.id ? true : null }, each.title),
          ),
        )
      : h("span", { key: "title" }, one.title),
    saidVnode(S, one, open, (said) => command(S, "predict", { row, said })),
    open && one.text && h("p", { class: "tb-lab-hint tb-lab-about", key: "text" }, one.text),
  );
}
