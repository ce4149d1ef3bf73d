// @ts-check
// My cards: a file that is brought in, line by line, and the sets that are kept.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/workshop.css";
import "../styles/my_cards.css";
import { hueStyle } from "./drawing/card.js";
import { button, icon } from "./drawing/controls.js";
import { first, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { noticeVnode } from "./pages/workshop.js";
import { command, mountPage } from "./pages/page.js";

/** Bytes of a file that are sent; a longer one is refused in words. */
const MOST = 4000000;

/**
 * @param {PageView} S
 * @param {File | undefined} file
 */
async function sendFile(S, file) {
  if (file) command(S, "open", { file: file.name, text: file.size > MOST ? null : await file.text() });
}

/** @param {PageView} S */
function chooseFile(S) {
  const chooser = Object.assign(document.createElement("input"), { type: "file" });
  chooser.onchange = () => sendFile(S, chooser.files?.[0]);
  chooser.click();
}

/** @param {PageView} S */
const bringVnode = (S) =>
  h(
    "section",
    {
      class: "tb-panel tb-bring",
      key: "bring",
      "aria-label": say(S, "bring"),
      ondragover: (event) => event.preventDefault(),
      ondrop: (event) => {
        event.preventDefault();
        sendFile(S, event.dataTransfer?.files[0]);
      },
    },
    h("h2", say(S, "bring")),
    h("p.tb-dim", say(S, "forms")),
    h(
      "div.tb-row",
      button(say(S, "choose"), () => chooseFile(S), "primary", { key: "choose" }),
    ),
    h("label", { for: "tb-own-text", key: "label" }, say(S, "paste")),
    h("textarea", { id: "tb-own-text", class: "tb-input", rows: "4", spellcheck: "false", key: "paste" }),
    button(say(S, "read_text"), () => command(S, "open", { text: first(S.root, "#tb-own-text").value }), "small", {
      key: "read",
    }),
  );

/** Kinds of lines that are not settled. */
const OPEN = ["asked", "unknown", "wrong"];

/**
 * @param {PageView} S
 * @param {any} line
 */
const lineVnode = (S, line) =>
  h(
    "li",
    { class: "tb-own-line tb-own-" + line.sort, key: line.number + line.text },
    h("span.tb-own-number", String(line.number)),
    h(
      "div",
      { key: "told" },
      h("b", line.text),
      line.shown && h("span", { key: "shown" }, line.shown),
      h("span.tb-dim", { key: "sort" }, say(S, "sort_" + line.sort, { said: line.said })),
    ),
    OPEN.includes(line.sort) &&
      h(
        "div",
        { class: "tb-row", key: "ask" },
        line.near.map((card) =>
          button(card, () => command(S, "answer", { line: line.number, card }), "small", { key: card }),
        ),
        button(say(S, "leave"), () => command(S, "answer", { line: line.number, card: "" }), "small quiet", {
          key: "leave",
          "aria-label": say(S, "leave_line", { line: line.number }),
        }),
      ),
    ["ok", "alike"].includes(line.sort) && icon("ok"),
  );

/** @param {PageView} S */
function broughtVnode(S) {
  const { brought, games } = S.shown.data;
  const open = brought.lines.filter((line) => OPEN.includes(line.sort));
  const rest = brought.lines.filter((line) => !open.includes(line));
  return h(
    "section",
    { class: "tb-panel tb-brought", key: "brought", "aria-label": brought.name },
    h("h2", brought.name),
    h("p", { class: brought.ask_game ? "tb-fault" : "tb-dim", role: "status", key: "text" }, brought.text),
    brought.named &&
      h(
        "div",
        { class: "tb-row", key: "named" },
        h("label", { for: "tb-set-name" }, say(S, "set_name")),
        h("input", {
          id: "tb-set-name",
          class: "tb-input",
          maxlength: "80",
          autocomplete: "off",
          value: brought.named,
          onchange: (event) => command(S, "name", { title: event.target.value }),
        }),
      ),
    brought.replaces && h("p", { role: "status", key: "replaces" }, say(S, "replaces")),
    brought.ask_game &&
      h(
        "div",
        { class: "tb-row", key: "games" },
        h("span.tb-dim", say(S, "which_game")),
        games.map((game) => button(game.title, () => command(S, "game", { id: game.id }), "small", { key: game.id })),
      ),
    brought.faults.map((fault) => h("p", { class: "tb-fault tb-whole", key: fault }, fault)),
    brought.columns.length > 0 && h("h3", { key: "columns" }, say(S, "columns")),
    brought.columns.length > 0 &&
      h(
        "ul",
        { class: "tb-own-columns", key: "read columns" },
        brought.columns.map((column) =>
          h("li", { class: "tb-own-" + column.sort, key: column.name }, h("b", column.name + ":"), " " + column.said),
        ),
      ),
    open.length > 0 && h("h3", { key: "open" }, say(S, "open_lines", { count: open.length })),
    open.length > 0 &&
      h(
        "ol",
        { class: "tb-own-lines", key: "open lines" },
        open.map((line) => lineVnode(S, line)),
      ),
    h(
      "div",
      { class: "tb-row", key: "do" },
      brought.lines.length > 0 &&
        button(say(S, "keep"), brought.ready ? () => command(S, "keep") : null, "primary", {
          key: "keep",
          "aria-disabled": brought.ready ? null : "true",
        }),
      open.length > 1 && button(say(S, "leave_all"), () => command(S, "leave_out"), "", { key: "all" }),
      button(say(S, "cancel"), () => command(S, "cancel"), "quiet", { key: "cancel" }),
    ),
    rest.length > 0 &&
      h(
        "ol",
        { class: "tb-own-lines", key: "lines" },
        rest.map((line) => lineVnode(S, line)),
      ),
  );
}

/**
 * @param {PageView} S
 * @param {any} one
 */
const setVnode = (S, one) =>
  h(
    "li",
    { class: "tb-own-set", key: one.id, style: hueStyle(one.hue) },
    h("div", h("h3", one.title), h("p.tb-dim", [one.game, one.text].filter(Boolean).join(" · "))),
    h(
      "div",
      { class: "tb-row", key: "do" },
      one.decks.map((deck) =>
        h("a", { class: "tb-btn tb-small", href: deck.href, key: deck.href }, say(S, "play", { deck: deck.title })),
      ),
      one.design && h("a", { class: "tb-btn tb-small tb-quiet", href: one.design, key: "design" }, say(S, "design")),
      S.kept.dropping === one.id
        ? button(say(S, "drop_sure"), () => command(S, "drop", { id: one.id }), "small", { key: "sure" })
        : button(
            say(S, "drop"),
            () => {
              S.kept.dropping = one.id;
              S.draw();
            },
            "small quiet",
            { key: "drop", "aria-label": say(S, "drop_set", { title: one.title }) },
          ),
    ),
  );

/** @param {PageView} S */
const setsVnode = (S) =>
  h(
    "section",
    { class: "tb-panel", key: "sets", "aria-label": say(S, "sets") },
    h("h2", say(S, "sets")),
    S.shown.data.faults.map((fault) => h("p", { class: "tb-fault", key: fault }, fault)),
    S.shown.data.sets.length === 0 && h("p.tb-dim", { key: "none" }, say(S, "none")),
    h(
      "ul",
      { class: "tb-own-sets", key: "list" },
      S.shown.data.sets.map((one) => setVnode(S, one)),
    ),
    h("p.tb-dim", { key: "where" }, say(S, "where")),
  );

/** @param {PageView} S */
const pageVnodes = (S) => [
  h(
    "div",
    { class: "tb-wrap tb-workshop-page", key: "page" },
    h("header", { class: "tb-own-head", key: "head" }, h("h1.tb-title", S.shown.data.title), h("p", S.shown.data.text)),
    noticeVnode(S),
    S.shown.data.brought ? broughtVnode(S) : bringVnode(S),
    setsVnode(S),
  ),
];

/** @param {Context} context */
const render = (context) => mountPage(context, "workshop tb-my-cards", pageVnodes);

export default { render };
