// @ts-check
// Take one out, put one in: the table of prepared experiments; one of them with its question, the prediction, what came
// of it, the reading, a game to step through, and the same games played again on this machine.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/board.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/house_rules.css";
import "../styles/take_one_out.css";
import { hueStyle } from "./drawing/card.js";
import { button } from "./drawing/controls.js";
import { HIDDEN, first, h, isAppPage } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { headVnode, rowVnode, runVnode, saidVnode, sign, threeVnode } from "./pages/effects.js";
import { intervalVnode } from "./pages/interval.js";
import { command, mountPage } from "./pages/page.js";

// The table of all.

/**
 * What can be done in a game about a mechanic: a prepared experiment, one for the house-rule lab, or why it cannot be.
 * @param {PageView} S
 * @param {any} cell
 */
function cellVnode(S, cell) {
  const open = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    command(S, "open", { id: cell.id });
  };
  if (cell.id) return h("a", { class: "tb-take-cell", key: cell.id, href: cell.href, onclick: open }, cell.title);
  const label = `${say(S, "in_the_lab")}: ${cell.title}`;
  const kids = !cell.why
    ? [h("p", cell.title), cell.lab && h("p", h("a", { href: cell.lab, "aria-label": label }, say(S, "in_the_lab")))]
    : [
        h("b", say(S, "not_possible")),
        h("p", cell.why),
        h(
          "p",
          cell.clauses.map((one) => h("a", { class: "tb-clause", href: one.href, key: one.id }, one.id)),
        ),
      ];
  return h("div", { class: "tb-take-not", key: "not" }, kids);
}

/** @param {any} game */
const gameVnodes = (game) => [
  h("i", { class: "tb-take-seal", lang: "ja", ...HIDDEN }, game.seal),
  h("span", game.title),
];

/** @param {PageView} S */
function tableVnode(S) {
  const { games, rows } = S.shown.data.table;
  return h(
    "div",
    { class: "tb-panel tb-take-table", key: "table" },
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, say(S, "mechanic")),
          games.map((game) => h("th", { scope: "col", key: game.id, style: hueStyle(game.hue) }, gameVnodes(game))),
        ),
      ),
      h(
        "tbody",
        rows.map((row) =>
          h(
            "tr",
            { key: row.id },
            h("th", { scope: "row" }, row.title),
            row.cells.map((cell, n) => h("td", { key: cell.game, style: hueStyle(games[n].hue) }, cellVnode(S, cell))),
          ),
        ),
      ),
    ),
  );
}

/** @param {PageView} S */
const listVnode = (S) =>
  S.shown.data.table.rows.map((row) =>
    h(
      "section",
      { class: "tb-panel tb-take-list", key: row.id, "aria-label": row.title },
      h("h2", row.title),
      h(
        "ul",
        row.cells.map((cell, n) => {
          const game = S.shown.data.table.games[n];
          return h("li", { key: cell.game, style: hueStyle(game.hue) }, h("h3", gameVnodes(game)), cellVnode(S, cell));
        }),
      ),
    ),
  );

// One experiment.

/**
 * @param {PageView} S
 * @param {any} open
 */
const setVnode = (S, open) =>
  h(
    "section",
    { class: "tb-panel tb-lab-set", key: "set", "aria-label": say(S, "experiment") },
    h(
      "div",
      { class: "tb-take-change", key: "change" },
      h("h2", say(S, "change")),
      h("p", h("b", open.change.title)),
      h("p.tb-lab-hint", open.change.like),
      h(
        "blockquote",
        h("a", { class: "tb-clause", href: open.change.href }, open.change.clause),
        h("span", ` ${open.change.says}`),
      ),
    ),
    h(
      "div",
      { class: "tb-lab-predict", key: "predict" },
      h(
        "div",
        { class: "tb-lab-head", key: "head" },
        h("h2", say(S, "predict")),
        open.seen && button(say(S, "anew"), () => command(S, "anew"), "small quiet", { key: "anew" }),
      ),
      !open.seen && h("p", { class: "tb-lab-hint", key: "hint" }, say(S, "predict_hint")),
      open.asked.map((one, row) =>
        h(
          "div",
          { class: "tb-lab-asked", key: one.id },
          h("span", { key: "title" }, one.title, h("small", { class: "tb-take-hint" }, one.hint)),
          saidVnode(S, one, !open.seen, (said) => command(S, "predict", { row, said })),
        ),
      ),
    ),
  );

/**
 * @param {PageView} S
 * @param {any} open
 */
function foundVnode(S, open) {
  if (!open.seen)
    return h(
      "section",
      { class: "tb-panel tb-lab-results tb-lab-begin", key: "results", "aria-label": say(S, "show") },
      h(
        "div",
        h("p", say(S, "before_show")),
        button(say(S, "show"), open.missing ? null : () => command(S, "show"), "primary", {
          key: "show",
          "aria-disabled": open.missing ? "true" : null,
          "aria-describedby": "tb-take-missing",
        }),
        h("p", { id: "tb-take-missing", class: "tb-lab-hint", key: "missing" }, open.missing),
      ),
    );
  return h(
    "section",
    { class: "tb-panel tb-lab-results", key: "results", "aria-label": say(S, "found") },
    h("h2", { tabindex: "-1", class: "tb-take-found", key: "title" }, say(S, "found")),
    h("p", { class: "tb-lab-hint", key: "basis" }, open.basis),
    open.stale && h("p", { class: "tb-take-stale", key: "stale" }, open.stale),
    h(
      "div",
      { class: "tb-lab-table", key: "table" },
      headVnode(S, open.n),
      open.rows.map((row) => rowVnode(S, row, open.n)),
    ),
    intervalVnode(S),
  );
}

/**
 * What it says, sentence by sentence; a statement that the figures bear out is underlined.
 * @param {PageView} S
 * @param {any} open
 */
const readingVnode = (S, open) =>
  h(
    "section",
    { class: "tb-panel tb-take-reading", key: "reading", "aria-label": say(S, "reading") },
    h("h2", say(S, "reading")),
    open.reading.map((sentence, n) =>
      h(
        "p",
        { key: n },
        sentence.map((part, at) => (part.stated ? h("mark", { key: at }, part.text) : part.text)),
      ),
    ),
    h("p.tb-lab-hint", say(S, "reading_hint")),
  );

/**
 * @param {PageView} S
 * @param {any} again
 */
function againVnode(S, again) {
  const idle = !again.elsewhere && (again.phase === "choose" || again.phase === "done");
  return h(
    "section",
    { class: "tb-panel tb-lab-results tb-take-again", key: "again", "aria-label": say(S, "again") },
    h("h2", { key: "title" }, say(S, "again")),
    h("p", { class: "tb-lab-hint", key: "text" }, again.elsewhere || say(S, "again_text")),
    again.run && runVnode(S, again),
    again.text && h("p", { class: "tb-take-same", key: "same", role: "status" }, again.text),
    again.rows.length > 0 &&
      h(
        "div",
        { class: "tb-lab-table", key: "table" },
        headVnode(S, again.n),
        again.rows.map((row) => rowVnode(S, row, again.n)),
      ),
    idle &&
      h(
        "p",
        { class: "tb-take-play", key: "play" },
        button([sign("play"), again.button], () => command(S, "play"), "", { key: "play" }),
      ),
  );
}

/**
 * @param {PageView} S
 * @param {any} open
 */
const openVnodes = (S, open) => [
  h(
    "div",
    { class: "tb-take-question", key: "question", style: hueStyle(open.game.hue) },
    h("span", { class: "tb-lab-seal", lang: "ja", ...HIDDEN }, open.game.seal),
    h(
      "div",
      h("p.tb-lab-hint", `${open.game.title} · ${open.mechanic}`),
      h("h2", { class: "tb-take-asks", tabindex: "-1" }, open.question),
    ),
    button(say(S, "all_experiments"), () => command(S, "back"), "small", { key: "back" }),
  ),
  h("div", { class: "tb-lab-two", key: "two" }, setVnode(S, open), foundVnode(S, open)),
  open.seen && [
    h("div", { class: "tb-take-below", key: "below" }, readingVnode(S, open), open.three.length > 0 && threeVnode(S)),
    h("div", { class: "tb-child" + (S.shown.data.stepping ? "" : " tb-lab-hidden"), key: "child", html: "" }),
    againVnode(S, open.again),
  ],
];

/** @param {PageView} S */
function takeVnodes(S) {
  const data = S.shown.data;
  return [
    h(
      "div",
      { class: "tb-wrap tb-lab-page tb-take-page" + (data.open ? " tb-take-one" : ""), key: "page" },
      h("header", { class: "tb-take-top", key: "top" }, h("h1.tb-title", data.title), h("p.tb-prose", data.text)),
      h("p", { class: "tb-lab-notice", role: "status", key: "notice" }, data.notice),
      data.open ? openVnodes(S, data.open) : [S.narrow ? listVnode(S) : tableVnode(S), notesVnode(S)],
    ),
  ];
}

/** @param {PageView} S */
const notesVnode = (S) =>
  h(
    "section",
    { class: "tb-take-notes", key: "notes" },
    ["note_pairs", "note_seen", "note_players"].map((key) => h("p", { key }, say(S, key))),
  );

/**
 * What is open stands in the address, so that it can be sent; what was just opened has the focus.
 * @param {PageView} S
 */
function after(S) {
  const { open, stepping } = S.shown.data;
  const id = open ? open.id : "";
  if (isAppPage()) {
    const url = new URL(location.href);
    if (id) url.searchParams.set("experiment", id);
    else url.searchParams.delete("experiment");
    if (url.href !== location.href) history.replaceState(null, "", url);
  }
  const now = [id, open && open.seen, stepping].join(" ");
  if (S.kept.now !== undefined && S.kept.now !== now) {
    const [before, seen] = S.kept.now.split(" ");
    if (stepping) first(S.root, ".tb-lab-stepping")?.focus();
    else if (id && before === id && open.seen && seen !== "true") first(S.root, ".tb-take-found")?.focus();
    else if (before !== id) first(S.root, id ? ".tb-take-asks" : ".tb-take-cell")?.focus();
  }
  S.kept.now = now;
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "lab tb-take", takeVnodes, after);
}

export default { render };
