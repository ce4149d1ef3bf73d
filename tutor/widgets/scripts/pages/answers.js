// @ts-check
// The answers of the mechanics table: one game's cell, its open demonstration, and all games beside each other.

/** @import { PageView } from "../types.js" */
import { hueStyle } from "../drawing/card.js";
import { button, icon } from "../drawing/controls.js";
import { HIDDEN, grouped, h } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { gameName } from "./compare.js";
import { command } from "./page.js";

/**
 * @param {PageView} S
 * @param {any} row
 * @param {any} cell
 */
export const isOpen = (S, row, cell) =>
  Boolean(S.shown.data.open) && S.shown.data.open.question === row.id && S.shown.data.open.game === cell.game;

/**
 * One game's answer: a cell of the table, or on a phone a line of the question's card.
 * @param {PageView} S
 * @param {any} row
 * @param {any} cell
 * @param {any} game
 */
export function answerCell(S, row, cell, game) {
  const open = isOpen(S, row, cell);
  const shared = row.cells.filter((one) => one.same === cell.same).length > 1;
  const mark = S.kept.mark && row.kinds > 1 && shared;
  return h(
    S.phone ? "li" : "td",
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
        "aria-label": say(S, cell.board ? "open" : "open_words", {
          game: game.title,
          answer: `${cell.text}, ${cell.clause}`,
        }),
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
    S.phone && open && h("div", { class: "tb-demo-cell", key: "demo" }, demoVnode(S)),
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
        h("div", { key: one.game.id, style: hueStyle(one.game.hue), ...grouped(one.game.title) }, cell(one)),
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
          h(
            "ul",
            deck.cards.map((card) => h("li", { key: card }, card)),
          ),
        ),
      ),
    ),
  );

/** @param {PageView} S */
export function demoVnode(S) {
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
