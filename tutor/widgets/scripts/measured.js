// @ts-check
// Measured by play: five questions with a picture each; all other measures are behind "more".

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/compare.css";
import "../styles/measured.css";
import { hueStyle } from "./drawing/card.js";
import { button, columnsVnode } from "./drawing/controls.js";
import { HIDDEN, every, grouped, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { keepShown, showAsked } from "./pages/address.js";
import { compareHead, compareNotice, dotKey, gameName, lineKey, oneByOne } from "./pages/compare.js";
import { ladderVnode } from "./pages/ladder.js";
import { command, mountPage } from "./pages/page.js";

/** @param {PageView} S */
function playPanel(S) {
  const run = S.shown.data.run;
  return h(
    "section",
    { class: "tb-panel tb-run", key: "run", "aria-label": say(S, "own") },
    h("div", { class: "tb-run-text", key: "text" }, h("h2", say(S, "own")), h("p", say(S, "own_text"))),
    h(
      "div",
      { class: "tb-run-go", key: "go" },
      h("label", { for: "tb-games-each" }, say(S, "games_each")),
      h(
        "select",
        {
          id: "tb-games-each",
          class: "tb-input",
          onchange: (event) => {
            S.kept.games = event.target.value;
          },
        },
        run.sizes.map((size) =>
          h(
            "option",
            { value: String(size), key: size, selected: String(S.kept.games || run.chosen) === String(size) },
            String(size),
          ),
        ),
      ),
      button(
        say(S, "start"),
        run.busy ? null : () => command(S, "play", { games: Number(S.kept.games || run.chosen) }),
        "primary",
        { "aria-disabled": run.busy ? "true" : null, key: "start" },
      ),
    ),
    run.busy &&
      h(
        "div",
        { class: "tb-run-busy", key: "busy" },
        h(
          "div",
          {
            class: "tb-bar-outer",
            role: "progressbar",
            "aria-label": run.busy.text,
            "aria-valuemin": "0",
            "aria-valuemax": "100",
            "aria-valuenow": String(run.busy.share),
          },
          h("i", { style: `width:${run.busy.share}%` }),
        ),
        h("p", run.busy.text),
      ),
  );
}

/** @param {PageView} S */
function legend(S) {
  return h(
    "p",
    { class: "tb-key", key: "legend" },
    h("span", dotKey(true), h("span", h("b", say(S, "filled")), ", " + say(S, "filled_text"))),
    h("span", dotKey(false), h("span", h("b", say(S, "hollow")), ", " + say(S, "hollow_text"))),
    h("span", lineKey("thick"), say(S, "line")),
    h("span", lineKey("thin"), say(S, "line_like")),
    h("span", lineKey("dashed"), say(S, "level")),
  );
}

/**
 * The numbers that are open stand in the address.
 * @param {PageView} S
 */
function keepNumbers(S) {
  const open = every(S.root, "[data-asked]:has(details[open])");
  keepShown({ numbers: open.map((one) => one.dataset.asked).join(",") });
}

/**
 * @param {PageView} S
 * @param {any} one
 */
function numbersTable(S, one) {
  return h(
    "details",
    { class: "tb-numbers", key: "numbers", ontoggle: () => keepNumbers(S) },
    h("summary", say(S, "numbers"), h("span", one.basis)),
    h(
      "div.tb-scroll",
      h(
        "table",
        columnsVnode([say(S, "game"), ...one.series]),
        h(
          "tbody",
          one.rows.map((row) =>
            h(
              "tr",
              { key: row.game },
              h("th", { scope: "row" }, row.game),
              row.cells.map((cell, n) =>
                h(
                  "td",
                  { key: n },
                  cell.text,
                  cell.small.map((text) => h("small", text)),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    one.definition && h("p.tb-definition", h("b", say(S, "definition") + ". "), one.definition),
  );
}

/**
 * @param {PageView} S
 * @param {any} one
 */
const metricPanel = (S, one) =>
  h(
    "figure",
    { class: "tb-panel tb-metric", key: one.id, "data-asked": one.id },
    h("figcaption", { key: "caption" }, h("p.tb-kick", one.group), h("h2", one.title), h("p", one.caption)),
    h("div", { class: "tb-plot", key: "plot", html: one.svg }),
    numbersTable(S, one),
  );

/**
 * How each deck of a game fared, and what can be said of it.
 * @param {PageView} S
 * @param {any} game
 */
const decksTable = (S, game) =>
  h(
    "div",
    { class: "tb-deck-table", key: "decks" },
    h(
      "div.tb-scroll",
      h(
        "table",
        columnsVnode([say(S, "decks_deck"), say(S, "decks_won"), ""]),
        h(
          "tbody",
          game.rows.map((row) =>
            h(
              "tr",
              { key: row.deck, class: row.outside ? "tb-not-fair" : null },
              h("th", { scope: "row" }, row.deck, row.taught && h("small", say(S, "decks_taught"))),
              h("td", row.won, h("small", row.basis)),
              h("td", row.verdict),
            ),
          ),
        ),
      ),
    ),
    game.kept && h("p", game.kept),
  );

/**
 * A plot for each game, under one heading.
 * @param {PageView} S
 * @param {string} part
 */
function plotsVnode(S, part) {
  const all = S.shown.data[part] || [];
  if (!all.length) return null;
  const [choice, games] = oneByOne(S, "game", all, say(S, "game"));
  return h(
    "section",
    { key: part },
    h("h2", { id: part, tabindex: "-1" }, say(S, part)),
    h("p.tb-sub", say(S, part + "_text")),
    choice,
    h(
      "div.tb-metrics",
      games.map((game) =>
        h(
          "figure",
          { class: "tb-panel tb-metric", key: game.id },
          h("figcaption", { key: "caption" }, h("h3", gameName(game)), game.text && h("p", game.text)),
          h("div", { class: "tb-plot", key: "plot", html: game.svg }),
          game.rows && decksTable(S, game),
        ),
      ),
    ),
  );
}

/** @param {PageView} S */
function clausesVnode(S) {
  if (!S.shown.data.clauses) return null;
  const [choice, clauses] = oneByOne(S, "game", S.shown.data.clauses, say(S, "game"));
  return h(
    "section",
    { key: "clauses" },
    h("h2", { id: "clauses", tabindex: "-1" }, say(S, "clauses")),
    h("p.tb-sub", say(S, "clauses_text")),
    choice,
    h(
      "div.tb-clause-games",
      clauses.map((game) =>
        h(
          "div",
          { class: "tb-panel tb-clause-game", style: hueStyle(game.hue), key: game.id, ...grouped(game.title) },
          h("h3", gameName(game)),
          h(
            "ol",
            { class: "tb-firing", tabindex: "0", "aria-label": game.title },
            game.rows.map((row) =>
              h(
                "li",
                { key: row.id },
                h("a", { class: "tb-clause", href: row.href }, row.id),
                h("span.tb-firing-title", row.title),
                h("span", { class: "tb-firing-bar", ...HIDDEN }, h("i", { style: `width:${row.width}%` })),
                h("span.tb-firing-share", row.share, h("small", row.times)),
              ),
            ),
          ),
          h("p.tb-silent", game.silent),
        ),
      ),
    ),
  );
}

/** What a question has besides its measures, by the names that the page's data gives them. */
const PARTS = {
  curves: (S) => plotsVnode(S, "curves"),
  skill: (S) => ladderVnode(S),
  trust: (S) => plotsVnode(S, "trust"),
  decks: (S) => plotsVnode(S, "decks"),
  clauses: (S) => clausesVnode(S),
};

/**
 * A question: its picture, and behind "more" the measures that belong to it. They are drawn when it is opened, and at
 * once where the address asks for numbers of one of them.
 * @param {PageView} S
 * @param {any} one
 */
function questionVnode(S, one) {
  const asked = new URLSearchParams(location.search).get("numbers")?.split(",") || [];
  S.kept.more ??= {};
  S.kept.more[one.id] ??= one.more.some((metric) => asked.includes(metric.id));
  const open = S.kept.more[one.id];
  return h(
    "section",
    { class: "tb-inquiry", key: one.id, "aria-labelledby": one.id },
    h(
      "figure",
      { class: "tb-panel tb-metric", key: "picture", "data-asked": one.id },
      h("figcaption", { key: "caption" }, h("h2", { id: one.id, tabindex: "-1" }, one.title), h("p", one.caption)),
      h("div", { class: "tb-plot", key: "plot", html: one.svg }),
      one.rows.length ? numbersTable(S, one) : null,
    ),
    h(
      "details",
      {
        class: "tb-more",
        key: "more",
        open,
        ontoggle: (event) => {
          if (event.target !== event.currentTarget || S.kept.more[one.id] === event.currentTarget.open) return;
          S.kept.more[one.id] = event.currentTarget.open;
          S.draw();
        },
      },
      h("summary", say(S, "more"), h("span.tb-sr", ": " + one.title)),
      open && [
        h(
          "div",
          { class: "tb-metrics", key: "metrics" },
          one.more.map((metric) => metricPanel(S, metric)),
        ),
        one.parts.map((part) => PARTS[part](S)),
      ],
    ),
  );
}

/** @param {PageView} S */
function measuredVnodes(S) {
  const data = S.shown.data;
  // Without the libraries that it needs the page has a text only.
  if (!data.questions) return [h("div", { class: "tb-wrap tb-compare-page", key: "page" }, compareHead(S))];
  return [
    h(
      "div",
      { class: "tb-wrap tb-compare-page", key: "page" },
      compareHead(S),
      compareNotice(S),
      h("p", { class: "tb-sub tb-shown", key: "shown" }, data.shown),
      legend(S),
      h(
        "div",
        { class: "tb-questions", key: "questions" },
        data.questions.map((one) => questionVnode(S, one)),
        playPanel(S),
      ),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "compare tb-measured", measuredVnodes, (S) => showAsked(S, "numbers"));
}

export default { render };
