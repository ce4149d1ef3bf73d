// @ts-check
// The mechanics table: a row a question, a column a game; the open cell's demonstration lies under its row. On a phone
// a card a question, the demonstration under its answer.

/** @import { Context, Kid, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/still.css";
import "../styles/page.css";
import "../styles/compare.css";
import "../styles/mechanics.css";
import { button } from "./drawing/controls.js";
import { first, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { keepAddress, readAddress } from "./pages/address.js";
import { answerCell, demoVnode } from "./pages/answers.js";
import { compareHead, compareNotice, gameName } from "./pages/compare.js";
import { chooseVnode, fitHandout, handoutButton, handoutVnode } from "./pages/handout.js";
import { command, mountPage, saveFile } from "./pages/page.js";
import { VIEWS, pageLink, shownRows } from "./pages/rows.js";
import { cardVnode } from "./pages/swipe.js";

/**
 * @param {PageView} S
 * @param {string} id
 * @param {Kid} label
 * @param {any[]} options
 * @param {any} value
 * @param {any} set
 */
function chooser(S, id, label, options, value, set) {
  return h(
    "div",
    { class: "tb-choose", key: id },
    h("label", { for: "tb-" + id }, label),
    h(
      "select",
      {
        id: "tb-" + id,
        class: "tb-input",
        onchange: (event) => {
          set(event.target.value);
          S.draw();
        },
      },
      options.map(([key, text]) => h("option", { value: key, key, selected: key === value }, text)),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {number} count
 */
function tools(S, count) {
  const { games, groups, rows } = S.shown.data;
  const views = [
    ...Object.keys(VIEWS).map((key) => [key, say(S, "view_" + key)]),
    ...games.map((game) => [game.id, say(S, "view_alone", { game: game.title })]),
    ["chosen", say(S, "view_chosen")],
  ];
  const inside = [
    h(
      "div",
      { class: "tb-choose tb-search", key: "search" },
      h("label", { for: "tb-words" }, say(S, "search")),
      h("input", {
        id: "tb-words",
        type: "search",
        class: "tb-input",
        placeholder: say(S, "search_hint"),
        autocomplete: "off",
        spellcheck: "false",
        value: S.kept.words || "",
        oninput: (event) => {
          S.kept.words = event.target.value;
          S.draw();
        },
      }),
    ),
    chooser(
      S,
      "group",
      say(S, "about"),
      [["", say(S, "all_groups")], ...groups.map((group) => [group.id, group.title])],
      S.kept.group || "",
      (value) => {
        S.kept.group = value;
      },
    ),
    chooser(S, "view", say(S, "view"), views, S.kept.view || "all", (value) => {
      S.kept.view = value;
    }),
    chooser(
      S,
      "order",
      say(S, "order"),
      ["group", "differ", "same"].map((key) => [key, say(S, "order_" + key)]),
      S.kept.order || "group",
      (value) => {
        S.kept.order = value;
      },
    ),
    h(
      "label",
      { class: "tb-mark-same", key: "mark" },
      h("input", {
        type: "checkbox",
        checked: Boolean(S.kept.mark),
        onchange: (event) => {
          S.kept.mark = event.target.checked;
          S.draw();
        },
      }),
      say(S, "mark"),
    ),
    h(
      "p",
      { class: "tb-tools-count", role: "status", key: "count" },
      say(S, count === 1 ? "one_count" : "count", { n: count, all: rows.length }),
    ),
    button(say(S, "export"), () => command(S, "export"), "small", { key: "export" }),
    handoutButton(S),
  ];
  if (!S.phone) return h("div", { class: "tb-panel tb-tools-row", key: "tools" }, inside);
  return h(
    "details",
    { class: "tb-panel tb-tools-fold", key: "tools" },
    h("summary", { key: "summary" }, say(S, "find") + (S.kept.rows.length ? ` (${S.kept.rows.length})` : "")),
    h("div", { class: "tb-tools-row", key: "tools" }, inside),
  );
}

/**
 * @param {PageView} S
 * @param {any[]} rows
 */
function tableVnode(S, rows) {
  const { games, groups } = S.shown.data;
  const body = [];
  let group = null;
  for (const row of rows) {
    if (!S.kept.order || S.kept.order === "group") {
      if (row.group !== group)
        body.push(
          h(
            "tr",
            { class: "tb-group-row", key: "group " + row.group },
            h(
              "th",
              { scope: "rowgroup", colspan: String(games.length + 1) },
              groups.find((one) => one.id === row.group).title,
            ),
          ),
        );
      group = row.group;
    }
    const open = S.shown.data.open && S.shown.data.open.question === row.id;
    const cells = row.cells.map((cell, n) => answerCell(S, row, cell, games[n]));
    const demo =
      open && h("td", { key: "demo", class: "tb-demo-cell", colspan: String(games.length + 1) }, demoVnode(S));
    body.push(
      h(
        "tr",
        { key: row.id },
        h("th", { scope: "row", key: "question" }, row.text, pageLink(S, row), chooseVnode(S, row)),
        cells,
      ),
    );
    if (open) body.push(h("tr", { class: "tb-demo-row", key: "demo " + row.id }, demo));
  }
  return h(
    "div",
    { class: "tb-panel tb-mechanics-scroll", key: "table" },
    h(
      "table",
      { class: "tb-mechanics-table" },
      h(
        "thead",
        { key: "head" },
        h(
          "tr",
          h("th", { scope: "col", key: "question" }, h("span.tb-sr", say(S, "question"))),
          games.map((game) => h("th", { scope: "col", key: game.id }, gameName(game))),
        ),
      ),
      h("tbody", { key: "body" }, body),
    ),
  );
}

/** @param {PageView} S */
function mechanicsVnodes(S) {
  if (!S.kept.rows) readAddress(S, new URLSearchParams(location.search));
  if (S.shown.data.handout.length) return [handoutVnode(S)];
  const rows = shownRows(S);
  return [
    h(
      "div",
      { class: "tb-wrap tb-compare-page", key: "page" },
      compareHead(S),
      h("p", { class: "tb-all-pages", key: "pages" }, h("a", { href: S.shown.data.all_pages }, say(S, "all_pages"))),
      tools(S, rows.length),
      compareNotice(S),
      rows.length
        ? S.phone
          ? cardVnode(S, rows)
          : tableVnode(S, rows)
        : h("p", { class: "tb-none", key: "none" }, say(S, "none")),
    ),
  ];
}

/**
 * After another cell was opened: it is brought into sight, and the address names it.
 * @param {PageView} S
 */
function mechanicsDrawn(S) {
  fitHandout(S);
  keepAddress(S);
  const open = S.shown.data.open;
  const name = open ? `${open.question} ${open.game}` : "";
  const cell = open && first(S.root, `[data-cell="${name}"]`);
  if (name === S.kept.drawn || (cell && !cell.offsetParent)) return; // while the page is still hidden, nothing scrolls
  S.kept.drawn = name;
  if (open && open.all) setTimeout(() => first(S.root, ".tb-rosetta")?.scrollIntoView({ block: "start" }));
  if (cell) setTimeout(() => cell.scrollIntoView({ block: "start" }));
}

/** @param {Context} context */
function render(context) {
  const leave = mountPage(context, "compare tb-mechanics", mechanicsVnodes, mechanicsDrawn);
  context.model.on("msg:custom", saveFile);
  return () => {
    leave();
    context.model.off("msg:custom", saveFile);
  };
}

export default { render };
