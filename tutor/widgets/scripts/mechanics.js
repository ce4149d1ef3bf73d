// @ts-check
// The mechanics table: a row a question, a column a game; the open cell's demonstration lies under its row, on a phone under its answer.

/** @import { Context, Kid, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/compare.css";
import "../styles/mechanics.css";
import { hueStyle } from "./drawing/card.js";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, first, grouped, h } from "./drawing/dom.js";
import { rich, say } from "./drawing/words.js";
import { compareHead, compareNotice, gameName } from "./pages/compare.js";
import { command, mountPage, saveFile } from "./pages/page.js";
import { VIEWS, shownRows } from "./pages/rows.js";

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
  ];
  return h(
    "div",
    { class: "tb-panel tb-tools-row", key: "tools" },
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
  );
}

/**
 * @param {PageView} S
 * @param {any} row
 * @param {any} cell
 */
const isOpen = (S, row, cell) =>
  Boolean(S.shown.data.open) && S.shown.data.open.question === row.id && S.shown.data.open.game === cell.game;

/**
 * @param {PageView} S
 * @param {any} row
 * @param {any} cell
 * @param {any} game
 */
function answerCell(S, row, cell, game) {
  const open = isOpen(S, row, cell);
  const shared = row.cells.filter((one) => one.same === cell.same).length > 1;
  const mark = S.kept.mark && row.kinds > 1 && shared;
  return h(
    "td",
    {
      key: cell.game,
      class: "tb-answer-cell" + (open ? " tb-on" : "") + (mark ? " tb-same-" + cell.same : ""),
      style: hueStyle(game.hue),
    },
    S.phone && h("span", { class: "tb-mini-seal", lang: "ja", key: "seal", ...HIDDEN }, game.seal),
    h(
      "button",
      {
        key: "button",
        "data-cell": `${row.id} ${cell.game}`,
        "aria-expanded": open ? "true" : "false",
        "aria-label": say(S, cell.board ? "open" : "open_words", { game: game.title, answer: cell.text }),
        onclick: () => command(S, open ? "close" : "open", { question: row.id, game: cell.game }),
      },
      h(
        "span.tb-say",
        cell.text,
        mark &&
          h("i", { class: "tb-letter", key: "letter", title: say(S, "same_as", { letter: cell.same }) }, cell.same),
      ),
      h("small", S.phone && h("span", game.title + " · "), cell.clause),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {string} kick
 * @param {any} title
 */
const rosettaHead = (S, kick, title) =>
  h(
    "div",
    { class: "tb-rosetta-head", key: "head" },
    h("div", h("p.tb-kick", kick), h("h2", { tabindex: "-1" }, title)),
    button(say(S, "close"), () => command(S, "close"), "small quiet", { key: "close" }),
  );

/**
 * The demonstrations of all games, each on its own board, with what happens under it; one button steps them all.
 * @param {PageView} S
 */
function togetherVnode(S) {
  const open = S.shown.data.open;
  const go = (to) => () => command(S, "step", { to });
  const steps =
    open.end > 0 &&
    h(
      "p",
      { class: "tb-together-steps", key: "steps" },
      button([icon("back"), say(S, "back")], open.to > 0 ? go(open.to - 1) : null, "", {
        key: "back",
        "aria-disabled": open.to <= 0,
      }),
      h("span", { role: "status" }, say(S, "step_of", { n: open.to, count: open.end })),
      button(
        [say(S, "next"), icon("next")],
        open.to < open.end ? go(open.to + 1) : null,
        open.to < open.end ? "primary" : "",
        { key: "next", "aria-disabled": open.to >= open.end },
      ),
    );
  const row = (name, cell) =>
    h(
      "div",
      { class: "tb-together-row tb-together-" + name, key: name },
      open.all.map((one) =>
        h("section", { key: one.game.id, style: hueStyle(one.game.hue), "aria-label": one.game.title }, cell(one)),
      ),
    );
  const line = (one, { text, clause, refused }, n) => {
    const at = open.at[one.game.id];
    return h(
      "li",
      {
        key: n,
        class: (n + 1 === at ? "tb-line-now" : n + 1 > at ? "tb-line-later" : "") + (refused ? " tb-refused-line" : ""),
        "aria-current": n + 1 === at ? "step" : null,
      },
      h(
        "button",
        { class: "tb-line-go", key: "go", onclick: () => command(S, "step", { to: n + 1, game: one.game.id }) },
        text,
      ),
      clause &&
        h(
          "button",
          { class: "tb-clause", key: "clause", onclick: () => command(S, "tell", { game: one.game.id, id: clause }) },
          clause,
        ),
    );
  };
  return h(
    "div",
    { class: "tb-rosetta", role: "region", "aria-label": open.title, style: `--tb-games:${open.all.length}` },
    rosettaHead(S, say(S, "side_by_side"), open.title),
    steps,
    open.clause &&
      h(
        "p",
        { class: "tb-together-clause", key: "clause", role: "status" },
        h("a", { class: "tb-clause", href: open.clause.href, title: say(S, "rulebook") }, open.clause.id),
        h("span", h("b", `${open.clause.game.title}: ${open.clause.title}`), " ", rich(open.clause.text)),
      ),
    h(
      "div",
      { class: "tb-together", tabindex: "0", ...grouped(say(S, "side_by_side")), key: "together" },
      row("heads", (one) => [
        h("h3", { key: "name" }, gameName(one.game)),
        h("p", { class: "tb-rosetta-answer", key: "answer" }, one.text),
      ]),
      row("now", (one) => {
        const told = one.lines[open.at[one.game.id] - 1];
        return (
          told &&
          h(
            "p",
            { key: open.at[one.game.id], class: told.refused ? "tb-refused-line" : null },
            h("span.tb-line-go", told.text),
          )
        );
      }),
      h("div", { class: "tb-child", key: "child", html: "" }),
      row("lines", (one) =>
        one.demo
          ? [
              h(
                "ol",
                { key: "lines" },
                one.lines.map((told, n) => line(one, told, n)),
              ),
              button(
                say(S, "board"),
                () => command(S, "open", { question: open.question, game: one.game.id }),
                "small quiet",
                { key: "board", "aria-label": `${say(S, "board")}: ${one.game.title}` },
              ),
            ]
          : instead(S, one),
      ),
    ),
  );
}

/**
 * What an answer without a board shows: what was counted, or decks with what the deck rules say of them.
 * @param {PageView} S
 * @param {any} shown
 */
const instead = (S, shown) =>
  h(
    "div",
    { class: "tb-instead", key: "instead" },
    h("p", { class: "tb-rosetta-note", key: "note" }, shown.instead),
    shown.decks.map((deck) =>
      h(
        "section",
        { key: deck.name },
        h("p.tb-instead-name", icon(deck.legal ? "ok" : "no"), h("b", deck.name)),
        h("p", { key: "verdict" }, deck.verdict),
        deck.reasons.map((one) => h("p", { key: one.fact }, h("span.tb-clause", one.clause), " ", one.fact)),
        h(
          "details",
          { key: "cards" },
          h("summary", say(S, "cards")),
          h("ul", deck.cards.map((card) => h("li", { key: card }, card))),
        ),
      ),
    ),
  );

/** @param {PageView} S */
function demoVnode(S) {
  const open = S.shown.data.open;
  if (open.all) return togetherVnode(S);
  const row = S.shown.data.rows.find((one) => one.id === open.question);
  const others = S.shown.data.games.filter((game) => game.id !== open.game);
  return h(
    "div",
    { class: "tb-rosetta", role: "region", "aria-label": open.title },
    rosettaHead(S, row.text, open.title),
    h(
      "ul",
      { class: "tb-rosetta-clauses", key: "clauses" },
      open.clauses.map((one) =>
        h(
          "li",
          { key: one.id },
          h("a", { class: "tb-clause", href: one.href, title: say(S, "rulebook") }, one.id),
          h("span", h("b", one.title), " ", rich(one.text)),
        ),
      ),
    ),
    h(
      "p",
      { class: "tb-rosetta-note", key: "note" },
      open.demo && say(S, "demo", { name: open.demo }),
      open.checked && h("span", icon("ok"), open.checked),
    ),
    !open.demo && instead(S, open),
    others.length > 0 &&
      h(
        "p",
        { class: "tb-rosetta-others", key: "others" },
        say(S, "others"),
        others.map((game) =>
          button(gameName(game), () => command(S, "open", { question: open.question, game: game.id }), "small", {
            key: game.id,
            style: hueStyle(game.hue),
          }),
        ),
        button(say(S, "side_by_side"), () => command(S, "all", { question: open.question }), "small", { key: "all" }),
      ),
    h("div", { class: "tb-child", key: "child", html: "" }),
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
    if (S.phone) {
      const found = row.cells.findIndex((cell) => isOpen(S, row, cell));
      const at = found < 0 ? row.cells.length : found;
      body.push(
        h(
          "tr",
          { key: row.id },
          h("th", { scope: "row", key: "question" }, row.text),
          cells.slice(0, at + 1),
          demo,
          cells.slice(at + 1),
        ),
      );
    } else {
      body.push(h("tr", { key: row.id }, h("th", { scope: "row", key: "question" }, row.text), cells));
      if (open) body.push(h("tr", { class: "tb-demo-row", key: "demo " + row.id }, demo));
    }
  }
  return h(
    "div",
    { class: "tb-panel tb-mechanics-scroll", key: "table" },
    h(
      "table",
      { class: "tb-mechanics-table" },
      !S.phone &&
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
  const rows = shownRows(S);
  return [
    h(
      "div",
      { class: "tb-wrap tb-compare-page", key: "page" },
      compareHead(S),
      tools(S, rows.length),
      compareNotice(S),
      rows.length ? tableVnode(S, rows) : h("p", { class: "tb-none", key: "none" }, say(S, "none")),
    ),
  ];
}

/**
 * After another cell was opened: it is brought into sight, and the address names it.
 * @param {PageView} S
 */
function mechanicsDrawn(S) {
  const open = S.shown.data.open;
  const name = open ? `${open.question} ${open.game}` : "";
  const cell = open && first(S.root, `[data-cell="${name}"]`);
  if (name === S.kept.drawn || (cell && !cell.offsetParent)) return; // while the page is still hidden, nothing scrolls
  const opening = S.kept.drawn === undefined;
  S.kept.drawn = name;
  if (open && open.all) setTimeout(() => first(S.root, ".tb-rosetta").scrollIntoView({ block: "start" }));
  if (cell) setTimeout(() => cell.scrollIntoView({ block: "start" }));
  if (!opening && /\/voila\//.test(location.pathname)) {
    const url = new URL(location.href);
    for (const key of ["question", "game"]) {
      if (open && open[key]) url.searchParams.set(key, open[key]);
      else url.searchParams.delete(key);
    }
    history.replaceState(null, "", url);
  }
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
