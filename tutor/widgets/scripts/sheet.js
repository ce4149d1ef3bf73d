// @ts-check
// A game on one page: a sheet of A4 on the screen and on paper.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/sheet.css";
import { SIGNS } from "./drawing/art.js";
import { cardClass, faceMarkup, hueStyle } from "./drawing/card.js";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, h } from "./drawing/dom.js";
import { rich, say } from "./drawing/words.js";
import { mountPage } from "./pages/page.js";
import { sign } from "./pages/signs.js";

/** @param {any} said */
const clauses = (said) => said.clauses.length > 0 && h("small", said.clauses.join(", "));

/** @param {string} text */
const japanese = (text) => text && h("i", { lang: "ja" }, text);

/** @param {any} said */
const lineVnode = (said) => h("li", { key: said.text }, h("span", rich(said.text)), clauses(said));

/** @param {PageView} S */
function topVnode(S) {
  const data = S.shown.data;
  return h(
    "header",
    { class: "tb-sheet-top", key: "top", style: hueStyle(data.hue) },
    h("span", { class: "tb-sheet-seal", lang: "ja", ...HIDDEN }, data.seal),
    h("div", h("h2", data.title), h("p", data.line)),
    h(
      "div",
      { class: "tb-sheet-start" },
      h("h3", say(S, "start")),
      h(
        "p",
        data.start.map((said, n) => [n > 0 && " ", said.text, " ", clauses(said)]),
      ),
    ),
  );
}

/** @param {PageView} S */
const turnVnode = (S) =>
  h(
    "section",
    { key: "turn" },
    h("h3", say(S, "turn")),
    h(
      "ol",
      { class: "tb-sheet-turn" },
      S.shown.data.turn.map((phase, n) =>
        h(
          "li",
          {
            key: phase.title,
            class: phase.chosen ? "tb-chosen" : null,
            style: `--share:${30 + phase.said.text.length}`,
          },
          h("span", { class: "tb-sheet-number", ...HIDDEN }, String(n + 1)),
          h("b", phase.title, " ", japanese(phase.ja)),
          phase.chosen && h("span", { class: "tb-sr" }, ` (${say(S, "chosen")})`),
          h("p", phase.said.text, " ", clauses(phase.said)),
        ),
      ),
    ),
    h(
      "p",
      { class: "tb-sheet-key", ...HIDDEN },
      h("span", h("i", { class: "tb-key-chosen" }), say(S, "chosen")),
      h("span", h("i"), say(S, "by_itself")),
    ),
  );

/** @param {PageView} S */
const limitsVnode = (S) =>
  h(
    "section",
    { class: "tb-sheet-limits", key: "limits" },
    [["once", "one"], ["often"], ["never"]].map((names) =>
      h(
        "div",
        { class: "tb-sheet-" + names[0], key: names[0] },
        names
          .filter((name) => S.shown.data[name].length)
          .map((name) => [
            h("h3", { key: name }, say(S, name)),
            h("ul", { key: name + " lines" }, S.shown.data[name].map(lineVnode)),
          ]),
      ),
    ),
  );

/**
 * What comes one after the other; a row that comes instead of another has that one's number and says so.
 * @param {PageView} S
 * @param {string} title
 * @param {any[]} rows
 */
const orderVnode = (S, title, rows) =>
  h(
    "div",
    { key: title },
    h("h3", title),
    h(
      "ol",
      { class: "tb-sheet-order" },
      rows.map((row) =>
        rowVnode(row, { value: row.number }, row.instead && h("i", { class: "tb-sheet-or" }, say(S, "or"), " ")),
      ),
    ),
  );

/**
 * What stands side by side: each way to win, of which one will do.
 * @param {string} title
 * @param {any[]} rows
 */
const waysVnode = (title, rows) =>
  h(
    "div",
    { key: title },
    h("h3", title),
    h(
      "ul",
      { class: "tb-sheet-order tb-sheet-win" },
      rows.map((row) => rowVnode(row, {})),
    ),
  );

/**
 * @param {any} row
 * @param {any} attributes
 * @param {any} [before]
 */
const rowVnode = (row, attributes, before) =>
  h(
    "li",
    { key: row.title + row.said.text, ...attributes },
    before,
    h("b", row.title, " ", japanese(row.ja)),
    " ",
    row.said.text,
    " ",
    clauses(row.said),
  );

/** @param {any} block */
const blockVnode = (block) =>
  h(
    "div",
    { key: block.title },
    h("h3", block.title),
    h("ul", { class: "tb-sheet-block" }, block.lines.map(lineVnode)),
  );

/**
 * @param {any} data
 * @param {string} column
 */
const blocksVnode = (data, column) => data.blocks.filter((block) => block.column === column).map(blockVnode);

/** @param {PageView} S */
function cardVnode(S) {
  const { card } = S.shown.data;
  return h(
    "div",
    { class: "tb-sheet-card", key: "card" },
    h("h3", say(S, "card")),
    h(
      "div",
      h("span", {
        class: cardClass({}, card.face, "M"),
        style: hueStyle(card.face.hue),
        role: "img",
        "aria-label": card.face.name,
        html: faceMarkup({}, card.face, "M"),
      }),
      h(
        "ul",
        card.parts.map((part) =>
          h(
            "li",
            { key: part.word },
            h(
              "span",
              HIDDEN,
              SIGNS[part.sign] && icon(part.sign),
              (!SIGNS[part.sign] || /^\d/.test(part.shown)) && h("b", part.shown),
            ),
            h("span", part.word, " ", japanese(part.ja)),
          ),
        ),
        h("li", { key: "type" }, h("span"), h("span", card.type)),
      ),
    ),
  );
}

/** @param {PageView} S */
function sheetVnodes(S) {
  const data = S.shown.data;
  const wins = data.wins.map((one) => ({ title: one.title + ".", ja: "", said: one }));
  return [
    h(
      "div",
      { class: "tb-wrap tb-sheet-page", key: "page" },
      h(
        "div",
        { class: "tb-sheet-tool", key: "tool" },
        h("div", h("h1", say(S, "title")), h("p", say(S, "text"))),
        button([sign("print"), say(S, "print")], () => window.print(), "primary"),
      ),
      h(
        "article",
        { class: "tb-a4", key: "sheet", "aria-label": data.title },
        topVnode(S),
        turnVnode(S),
        limitsVnode(S),
        h(
          "section",
          { class: "tb-sheet-two", key: "fight" },
          h("div", orderVnode(S, data.fight.title, data.fight.rows), blocksVnode(data, "left")),
          h("div", waysVnode(data.ends, wins), blocksVnode(data, "right")),
        ),
        h(
          "section",
          { class: "tb-sheet-two tb-sheet-low", key: "low" },
          cardVnode(S),
          h(
            "div",
            h("h3", data.keywords.title),
            h(
              "ul",
              { class: "tb-sheet-keywords" },
              data.keywords.rows.map((row) =>
                h(
                  "li",
                  { key: row.title },
                  h("b", row.title, " ", japanese(row.ja)),
                  h("span", row.said.text, " ", clauses(row.said)),
                ),
              ),
            ),
          ),
        ),
        h(
          "section",
          { key: "words" },
          h("h3", say(S, "words")),
          h(
            "ul",
            { class: "tb-sheet-words" },
            data.words.map((word) => h("li", { key: word.en }, word.en, " ", japanese(word.ja))),
          ),
        ),
        h("footer", { key: "foot" }, say(S, "foot", { prefix: data.prefix })),
      ),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "sheet", sheetVnodes);
}

export default { render };
