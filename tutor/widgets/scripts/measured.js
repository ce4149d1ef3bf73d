// @ts-check
// Measured by play: a plot a metric, and how often each clause works.

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
import { compareHead, compareNotice, dotKey, gameName, lineKey, oneByOne, partsVnode } from "./pages/compare.js";
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
    h("span", lineKey(false), say(S, "line")),
    h("span", lineKey(true), say(S, "level")),
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
              row.cells.map((cell, n) => h("td", { key: n }, cell.text, h("small", cell.basis))),
            ),
          ),
        ),
      ),
    ),
    h("p.tb-definition", h("b", say(S, "definition") + ". "), one.definition),
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
function cardsVnode(S) {
  const all = S.shown.data.cards || [];
  if (!all.length) return null;
  const [choice, games] = oneByOne(S, "game", all, say(S, "game"));
  return h(
    "section",
    { key: "cards" },
    h("h2", { id: "cards", tabindex: "-1" }, say(S, "cards")),
    h("p.tb-sub", say(S, "cards_text")),
    choice,
    h(
      "div.tb-clause-games",
      games.map((game) =>
        h(
          "div",
          { class: "tb-panel tb-clause-game", style: hueStyle(game.hue), key: game.id, ...grouped(game.title) },
          h("h3", gameName(game)),
          h(
            "ol",
            { class: "tb-firing tb-fares", tabindex: "0", "aria-label": `${game.title}: ${say(S, "cards_column")}` },
            game.rows.map((row) =>
              h(
                "li",
                { key: row.card, class: row.sure ? null : "tb-unsure" },
                h("span.tb-firing-title", row.card),
                h(
                  "span",
                  { class: `tb-fares-bar tb-${row.side}`, ...HIDDEN },
                  h("i", { style: `width:${row.width}%` }),
                ),
                h("b.tb-fares-adds", row.adds, h("small", row.interval)),
                h("span.tb-firing-share", row.share, h("small", row.basis), row.drawn && h("small", row.drawn)),
              ),
            ),
          ),
          h("p.tb-silent", game.text),
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

/**
 * What the page has, from above to below.
 * @param {PageView} S
 */
function measuredParts(S) {
  const data = S.shown.data;
  const parts = ["curves", "skill", "trust", "decks", "cards", "clauses"]
    .filter((part) => data[part] && data[part].length !== 0)
    .map((part) => ({ id: part, title: part === "skill" ? data.skill.title : say(S, part) }));
  return [{ id: "metrics", title: say(S, "parts_metrics") }, ...parts];
}

/**
 * The metrics; on a phone those of one group, at first the one with numbers that the address asks for.
 * @param {PageView} S
 */
function metricsVnode(S) {
  const { metrics } = S.shown.data;
  const asked = new URLSearchParams(location.search).get("numbers")?.split(",") || [];
  S.kept.metrics ??= metrics.find((one) => asked.includes(one.id))?.group;
  const groups = [...new Set(metrics.map((one) => one.group))].map((group) => ({ id: group, title: group }));
  const [choice, shown] = oneByOne(S, "metrics", groups, say(S, "parts_metrics"));
  return h(
    "section",
    { id: "metrics", tabindex: "-1", key: "metrics", "aria-label": say(S, "parts_metrics") },
    choice,
    h(
      "div.tb-metrics",
      metrics.filter((one) => shown.some((group) => group.id === one.group)).map((one) => metricPanel(S, one)),
    ),
  );
}

/** @param {PageView} S */
function measuredVnodes(S) {
  const data = S.shown.data;
  // Without the libraries that it needs the page has a text only.
  if (!data.metrics) return [h("div", { class: "tb-wrap tb-compare-page", key: "page" }, compareHead(S))];
  return [
    h(
      "div",
      { class: "tb-wrap tb-compare-page", key: "page" },
      compareHead(S),
      partsVnode(S, measuredParts(S)),
      playPanel(S),
      compareNotice(S),
      h("p", { class: "tb-sub tb-shown", key: "shown" }, data.shown),
      legend(S),
      metricsVnode(S),
      plotsVnode(S, "curves"),
      ladderVnode(S),
      plotsVnode(S, "trust"),
      plotsVnode(S, "decks"),
      cardsVnode(S),
      clausesVnode(S),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "compare tb-measured", measuredVnodes, (S) => showAsked(S, "numbers"));
}

export default { render };
