// @ts-check
// Who helps the trailing player: what each mechanic does, by taking it out of its game, in one table.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/compare.css";
import "../styles/difference.css";
import "../styles/causes.css";
import { hueStyle } from "./drawing/card.js";
import { h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { showAsked } from "./pages/address.js";
import { compareHead, gameName, partsVnode } from "./pages/compare.js";
import { differenceVnode, figureVnode, ticksVnode } from "./pages/difference.js";
import { mountPage } from "./pages/page.js";

/** @param {PageView} S */
const answerVnode = (S) =>
  h(
    "section",
    { class: "tb-panel tb-answer", key: "answer" },
    S.shown.data.answer.map((sentence, n) => h(n ? "p" : "p.tb-first", { key: n }, sentence)),
    S.shown.data.stale && h("p", { class: "tb-stale", key: "stale" }, S.shown.data.stale),
  );

/** @param {PageView} S */
const legendVnode = (S) =>
  h(
    "p",
    { class: "tb-key", key: "legend" },
    h("span", differenceVnode({ at: 50, low: 10, width: 80 }, [], true), say(S, "filled")),
    h("span", differenceVnode({ at: 50, low: 10, width: 80 }, [], false), say(S, "hollow")),
    h("span", say(S, "right")),
    h(
      "span",
      differenceVnode({ at: 50, low: 10, width: 80, these: { low: 28, width: 44 } }, [], true),
      say(S, "chance"),
    ),
  );

/**
 * Of a mechanic: what is in its place, its clause, and where to see it.
 * @param {PageView} S
 * @param {any} row
 */
const mechanicVnodes = (S, row) => [
  h("span.tb-change", row.change),
  h(
    "span.tb-ways",
    h("a", { class: "tb-clause", href: row.href }, row.clause),
    h(
      "a",
      { class: "tb-see", href: row.demonstration, "aria-label": `${say(S, "demonstration")}: ${row.title}` },
      say(S, "demonstration"),
    ),
  ),
];

/** @param {any} game */
const gameHead = (game) => [gameName(game), h("span.tb-summary", game.summary), h("span.tb-basis", game.basis)];

/**
 * The mechanics of a game that moved nothing, grouped by what is known about them.
 * @param {any} game
 */
const stillVnode = (game) =>
  h(
    "div",
    { class: "tb-still", key: "still" },
    h("p", { key: "text" }, game.still_text),
    game.still.map((group) =>
      h(
        "p",
        { key: group.text },
        group.text,
        group.mechanics.map((one, n) => [
          n ? ", " : " ",
          h("a", { key: one.address, "data-asked": one.address, href: one.demonstration }, one.title),
        ]),
      ),
    ),
  );

/** @param {PageView} S */
function tableVnode(S) {
  const data = S.shown.data;
  const wide = data.columns.length + 2;
  return h(
    "div",
    { class: "tb-panel tb-causes-table", key: "table" },
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          h("th", { scope: "col" }, say(S, "mechanic")),
          h("td", { class: "tb-axis" }, ticksVnode(data.axis)),
          data.columns.map((one) => h("th", { scope: "col", key: one.id }, one.title, h("small", one.text))),
        ),
      ),
      data.games.map((game) =>
        h(
          "tbody",
          { key: game.id, style: hueStyle(game.hue) },
          h(
            "tr.tb-game-row",
            { key: "head" },
            h(
              "th",
              { colspan: String(wide), scope: "rowgroup", id: game.id, tabindex: "-1" },
              h("div", gameHead(game)),
            ),
          ),
          game.rows.map((row) =>
            h(
              "tr",
              { key: row.id, "data-asked": row.address },
              h("th", { scope: "row" }, h("b.tb-mechanic", row.title), mechanicVnodes(S, row)),
              h(
                "td",
                { class: "tb-axis" },
                differenceVnode(row.plot, data.axis, row.figures[0].visible),
                h("small", row.sides),
              ),
              row.figures.map((one) => h("td", { key: one.id }, figureVnode(S, one, one.note))),
            ),
          ),
          game.still.length > 0 && h("tr", { key: "still" }, h("td", { colspan: String(wide) }, stillVnode(game))),
        ),
      ),
    ),
  );
}

/** @param {PageView} S */
const listVnode = (S) =>
  S.shown.data.games.map((game) =>
    h(
      "section",
      { class: "tb-panel tb-causes-game", style: hueStyle(game.hue), key: game.id, "aria-label": game.title },
      h("h2", { id: game.id, tabindex: "-1" }, gameName(game)),
      h("p.tb-summary", game.summary),
      h("p.tb-basis", game.basis),
      h(
        "p.tb-axis",
        h("small", `${S.shown.data.columns[0].title}: ${S.shown.data.columns[0].text}`),
        ticksVnode(S.shown.data.axis),
      ),
      game.rows.map((row) =>
        h(
          "article",
          { key: row.id, "data-asked": row.address },
          h(
            "details",
            h(
              "summary",
              h("b.tb-mechanic", row.title),
              h("span.tb-short", h("span.tb-sr", S.shown.data.columns[0].title + " "), figureVnode(S, row.figures[0])),
              differenceVnode(row.plot, S.shown.data.axis, row.figures[0].visible),
            ),
            mechanicVnodes(S, row),
            h(
              "dl",
              row.figures.map((one, n) => [
                h("dt", { key: "t" + n }, S.shown.data.columns[n].title),
                h("dd", { key: "d" + n }, figureVnode(S, one, one.note)),
              ]),
            ),
          ),
        ),
      ),
      game.still.length > 0 && stillVnode(game),
    ),
  );

/**
 * How it was measured; on a phone it is opened.
 * @param {PageView} S
 */
function howVnode(S) {
  const head = h("h2", { id: "how", tabindex: "-1", key: "head" }, say(S, "how"));
  const told = ["how_behind", "how_start", "how_whole", "how_interval", "how_other", "how_players"].map((key) =>
    h("p", { key }, say(S, key)),
  );
  if (!S.narrow) return h("section", { class: "tb-how", key: "how" }, head, told);
  return h("details", { class: "tb-how", key: "how" }, h("summary", { key: "open" }, head), told);
}

/** @param {PageView} S */
const causesVnodes = (S) => [
  h(
    "div",
    { class: "tb-wrap tb-compare-page", key: "page" },
    compareHead(S),
    answerVnode(S),
    partsVnode(S, [...S.shown.data.games, { id: "how", title: say(S, "how") }]),
    legendVnode(S),
    S.narrow ? listVnode(S) : tableVnode(S),
    howVnode(S),
  ),
];

/** @param {Context} context */
function render(context) {
  return mountPage(context, "compare tb-causes", causesVnodes, (S) => showAsked(S, "cause"));
}

export default { render };
