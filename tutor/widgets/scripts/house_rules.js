// @ts-check
// The house-rule lab: the change on the left, what it does on the right, then games to look at and what falls.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/board.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/house_rules.css";
import { hueStyle } from "./drawing/card.js";
import { button } from "./drawing/controls.js";
import { HIDDEN, first, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { headVnode, heldVnode, rowVnode, runVnode, saidVnode, sign, threeVnode } from "./pages/effects.js";
import { command, mountPage, saveFile } from "./pages/page.js";

/** Bytes of a card that one message carries; a rule card has far fewer. */
const MOST = 200_000;

/**
 * What keeps a text from getting wider than the card has room for, while it is typed; wide signs count twice.
 * @param {PageView} S
 * @param {string} name
 */
const noWider = (S, name) => (event) => {
  const { limits, wide } = S.shown.data;
  const width = (text) => [...text].length + (text.match(new RegExp(wide, "gu")) || []).length;
  if (event.isComposing || width(event.target.value) <= limits[name]) return;
  const signs = [...event.target.value];
  while (width(signs.join("")) > limits[name]) signs.pop();
  event.target.value = signs.join("");
};

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
function setVnode(S) {
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
  );
}

/** @param {PageView} S */
function resultsVnode(S) {
  const data = S.shown.data;
  if (data.phase === "choose")
    return h(
      "section",
      { class: "tb-panel tb-lab-results tb-lab-begin", key: "results", "aria-label": data.button },
      h(
        "div",
        h("p", say(S, "before")),
        button(data.button, data.missing ? null : () => command(S, "play"), "primary", {
          key: "play",
          "aria-disabled": data.missing ? "true" : null,
          "aria-describedby": "tb-lab-missing",
        }),
        h("p", { id: "tb-lab-missing", class: "tb-lab-hint", key: "missing" }, data.missing),
      ),
    );
  const rows = S.kept.all ? data.all : [];
  return h(
    "section",
    { class: "tb-panel tb-lab-results", key: "results", "aria-label": data.run.text },
    runVnode(S, data),
    h(
      "div",
      { class: "tb-lab-table", key: "table" },
      headVnode(S, data.n),
      data.rows.map((row) => rowVnode(S, row)),
      rows.map((row) => rowVnode(S, row)),
    ),
    data.all.length > 0 && alsoVnode(S),
  );
}

/** @param {PageView} S */
function alsoVnode(S) {
  const { other, all, rows } = S.shown.data;
  return h(
    "div",
    { class: "tb-lab-also", key: "also" },
    h(
      "div",
      { class: "tb-lab-both", key: "both" },
      h(
        "div",
        { key: "different" },
        h("h3", say(S, "different")),
        h(
          "p",
          other.different.length
            ? other.different.map((row, n) => [
                n > 0 && " · ",
                h(
                  "span",
                  { key: row.id },
                  row.title,
                  " ",
                  h("b", row.difference),
                  " ",
                  h("small", `(${row.interval})`),
                ),
              ])
            : say(S, "nothing_different"),
        ),
      ),
      other.same.length > 0 &&
        h("div", { class: "tb-lab-grey", key: "same" }, h("h3", say(S, "same")), h("p", other.same.join(" · "))),
    ),
    h(
      "p",
      { class: "tb-lab-more", key: "more" },
      button(
        S.kept.all ? say(S, "fewer_measures") : say(S, "all", { count: all.length + rows.length }),
        () => {
          S.kept.all = !S.kept.all;
          S.draw();
        },
        "small quiet",
        { key: "all", "aria-expanded": S.kept.all ? "true" : "false" },
      ),
      button(say(S, "csv"), () => command(S, "files", { sort: "csv" }), "small quiet", { key: "csv" }),
    ),
  );
}

/** @param {PageView} S */
function cardVnode(S) {
  const data = S.shown.data;
  const write = (name, rows) =>
    h(
      "label",
      { key: name },
      h("span", say(S, "card_" + name)),
      h(
        rows ? "textarea" : "input",
        {
          ...(rows ? { rows } : { type: "text", value: data.texts[name] }),
          oninput: noWider(S, name),
          oncompositionend: noWider(S, name),
          key: `${name} ${data.texts[name]}`,
          onchange: (event) => {
            command(S, "write", { field: name, text: event.target.value });
            command(S, "card");
          },
        },
        rows ? data.texts[name] : null,
      ),
    );
  return h(
    "section",
    { class: "tb-lab-card", key: "card", "aria-label": say(S, "card") },
    h(
      "div",
      { class: "tb-panel tb-lab-write", key: "write" },
      h("h2", { tabindex: "-1" }, say(S, "card")),
      write("title"),
      write("by"),
      write("think", "5"),
      h(
        "p",
        { class: "tb-lab-files", key: "files" },
        button(say(S, "print"), () => first(S.root, ".tb-lab-sheet")?.contentWindow?.print(), "primary", {
          key: "print",
        }),
        ["html", "csv", "json"].map((sort) =>
          button(sort.toUpperCase(), () => command(S, "files", { sort }), "", { key: sort }),
        ),
        button(say(S, "close"), () => command(S, "close"), "quiet", { key: "close" }),
      ),
    ),
    h("iframe", {
      class: "tb-lab-sheet",
      title: say(S, "card"),
      sandbox: "allow-same-origin allow-modals",
      srcdoc: data.card,
      key: "sheet",
    }),
  );
}

/** @param {PageView} S */
function openCard(S) {
  const chooser = Object.assign(document.createElement("input"), { type: "file", accept: ".json" });
  chooser.onchange = async () => {
    const file = chooser.files?.[0];
    if (file) command(S, "open", file.size > MOST ? { size: file.size } : { text: await file.text() });
  };
  chooser.click();
}

/** @param {PageView} S */
function labVnodes(S) {
  const data = S.shown.data;
  const ready = data.phase === "done" && data.n > 0;
  return [
    h(
      "main",
      { class: "tb-wrap tb-lab-page", key: "page" },
      h(
        "header",
        { class: "tb-lab-top", key: "top", style: hueStyle(data.game.hue) },
        h("span", { class: "tb-lab-seal", lang: "ja", ...HIDDEN }, data.game.seal),
        h("div", h("h1.tb-title", data.title), h("p.tb-prose", data.text)),
        h(
          "p",
          { class: "tb-lab-buttons", key: "buttons" },
          button(say(S, "open_card"), () => openCard(S), "small", { key: "open" }),
          button(say(S, "card"), ready ? () => command(S, "card") : null, "small", {
            key: "card",
            "aria-disabled": ready ? null : "true",
          }),
        ),
      ),
      h(
        "nav",
        { class: "tb-lab-games", "aria-label": say(S, "games"), key: "games" },
        data.games.map((game) =>
          h(
            "a",
            { href: game.href, key: game.id, style: hueStyle(game.hue), "aria-current": game.on ? "page" : null },
            h("i", { lang: "ja", ...HIDDEN }, game.seal),
            game.title,
          ),
        ),
      ),
      h("p", { class: "tb-lab-notice", role: "status", key: "notice" }, data.notice),
      data.card
        ? cardVnode(S)
        : [
            h("div", { class: "tb-lab-two", key: "two" }, setVnode(S), resultsVnode(S)),
            data.three.length > 0 && threeVnode(S),
            h("div", { class: "tb-child" + (data.stepping ? "" : " tb-lab-hidden"), key: "child", html: "" }),
            data.held && heldVnode(S),
          ],
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  const ended = mountPage(context, "lab", labVnodes, (S) => {
    const shown = S.shown.data.card ? "card" : S.shown.data.stepping ? `child ${S.shown.data.stepping}` : "";
    if (shown && shown !== S.kept.shown) {
      const head = first(S.root, shown === "card" ? ".tb-lab-write h2" : ".tb-lab-stepping");
      head?.focus();
      if (shown !== "card") head?.scrollIntoView({ block: "start" });
    }
    S.kept.shown = shown;
  });
  context.model.on("msg:custom", saveFile);
  return () => {
    ended();
    context.model.off("msg:custom", saveFile);
  };
}

export default { render };
