// @ts-check
// Design your own game: pieces, numbers, cards and decks; the table, the turn, a game, what is measured, one file.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/still.css";
import "../styles/workshop.css";
import "../styles/own_game.css";
import { cardClass, cardMarkup, hueStyle } from "./drawing/card.js";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { formVnodes, settle } from "./pages/cardform.js";
import { intervalVnode } from "./pages/interval.js";
import { command, mountPage } from "./pages/page.js";
import { fileVnode, headVnode, keepDraft, measureVnode, noticeVnode, sentLater } from "./pages/workshop.js";

/**
 * @param {PageView} S
 * @param {string} at
 */
const textVnode = (S, at) =>
  h(
    "label",
    { class: `tb-own-${at}`, key: `${at} ${S.shown.data.epoch}` },
    h("span", say(S, at === "title" ? "name" : at)),
    h(at === "note" ? "textarea" : "input", {
      class: "tb-input",
      value: at === "note" ? null : S.shown.data.texts[at],
      rows: at === "note" ? "2" : null,
      maxlength: at === "note" ? "400" : "80",
      autocomplete: "off",
      oninput: (event) => sentLater(S, "text", at, event.target.value),
    }),
  );

/** @param {PageView} S */
const piecesVnode = (S) =>
  h(
    "section",
    { class: "tb-panel", key: "pieces", "aria-label": say(S, "pieces") },
    h("h2", say(S, "pieces")),
    S.shown.data.pieces.map((group) =>
      h(
        "div",
        { class: "tb-pieces", key: group.sort },
        h("h3", group.sort),
        h(
          "div",
          { class: "tb-piece-row", key: "row" },
          group.pieces.map((piece) =>
            h(
              "button",
              {
                class: "tb-piece" + (piece.on ? " tb-on" : ""),
                key: piece.id,
                "aria-pressed": piece.on ? "true" : "false",
                onclick: () => command(S, "piece", { id: piece.id }),
              },
              h("b", piece.title, piece.on && icon("ok")),
              h("span", piece.text, piece.needs && h("i", ` (${say(S, "needs", { pieces: piece.needs })})`)),
            ),
          ),
        ),
      ),
    ),
  );

/** @param {PageView} S */
const numbersVnode = (S) =>
  h(
    "section",
    { class: "tb-panel", key: "numbers", "aria-label": say(S, "numbers") },
    h("h2", say(S, "numbers")),
    h(
      "ul",
      { class: "tb-own-numbers", key: "list" },
      S.shown.data.numbers.map((one) =>
        h(
          "li",
          { key: one.id, class: one.value === one.usual ? null : "tb-changed" },
          h(
            "span",
            { key: "title" },
            one.title,
            h(
              "small",
              one.value !== one.usual
                ? say(S, "was", { usual: one.words[one.usual] ?? one.usual })
                : one.words.length
                  ? one.clause
                  : `${one.clause}, ${one.low}–${one.high}`,
            ),
          ),
          stepperVnode(
            () => command(S, "number", { id: one.id, value: one.value - 1 }),
            () => command(S, "number", { id: one.id, value: one.value + 1 }),
            one.words[one.value] ?? one.value,
            one.value > one.low,
            one.value < one.high,
            say(S, "less", { title: one.title }),
            say(S, "more", { title: one.title }),
          ),
        ),
      ),
    ),
  );

/**
 * @param {() => void} less
 * @param {() => void} more
 * @param {number | string} value
 * @param {boolean} canLess
 * @param {boolean} canMore
 * @param {string} lessText
 * @param {string} moreText
 */
const stepperVnode = (less, more, value, canLess, canMore, lessText, moreText) =>
  h(
    "span",
    { class: "tb-stepper", key: "stepper" },
    button(icon("minus"), canLess ? less : null, "small", {
      "aria-label": lessText,
      "aria-disabled": canLess ? null : "true",
      key: "less",
    }),
    h("b", { key: "value" }, String(value)),
    button(icon("plus"), canMore ? more : null, "small", {
      "aria-label": moreText,
      "aria-disabled": canMore ? null : "true",
      key: "more",
    }),
  );

/** @param {PageView} S */
function cardsVnode(S) {
  const data = S.shown.data;
  return h(
    "section",
    { class: "tb-panel", key: "cards", "aria-label": say(S, "cards") },
    h("h2", say(S, "cards")),
    h(
      "div",
      { class: "tb-row", key: "row" },
      data.cards.map((one) =>
        button(one.title || "?", () => command(S, "card", { id: one.on ? -1 : one.id }), "small", {
          key: String(one.id),
          "aria-pressed": one.on ? "true" : "false",
        }),
      ),
      button([icon("plus"), say(S, "new_card")], () => command(S, "new_card"), "small pale", { key: "new" }),
    ),
    data.form &&
      h(
        "div",
        { class: "tb-own-card", key: "open" },
        data.face &&
          h("span", {
            class: cardClass({}, data.face, "L") + (data.form.faults ? " tb-pale-card" : ""),
            style: hueStyle(data.face.hue),
            html: cardMarkup({}, data.face, "L"),
            key: "face",
            ...HIDDEN,
          }),
        h("div", { key: "form" }, formVnodes(S, data.form)),
        h(
          "div",
          { class: "tb-row", key: "do" },
          !data.in_decks && h("span", { class: "tb-dim", key: "not" }, say(S, "not_in_decks")),
          !data.in_decks &&
            button(say(S, "into_decks"), () => command(S, "into_decks", { id: data.card_name }), "small", {
              key: "into",
            }),
          button(say(S, "close_card"), () => command(S, "card", { id: -1 }), "small", { key: "close" }),
          button(
            say(S, "drop_card"),
            () => command(S, "drop_card", { id: data.cards.find((one) => one.on)?.id }),
            "small quiet",
            { key: "drop" },
          ),
        ),
      ),
  );
}

/** @param {PageView} S */
const decksVnode = (S) =>
  h(
    "details",
    { class: "tb-panel tb-own-decks", key: "decks" },
    h(
      "summary",
      say(S, "decks"),
      h("span", S.shown.data.decks.map((deck) => `${deck.title} ${deck.total}`).join(" · ")),
    ),
    h(
      "div",
      { class: "tb-deck-lists", key: "lists" },
      S.shown.data.decks.map((deck) =>
        h(
          "section",
          { key: deck.id, "aria-label": deck.title },
          h("h3", deck.title, h("small", { class: deck.fits ? null : "tb-fault" }, deck.total)),
          h(
            "ul",
            { class: "tb-own-numbers", key: "list" },
            deck.rows.map((row) =>
              h(
                "li",
                { key: row.card, class: row.copies ? null : "tb-none" },
                h("span", { key: "title" }, row.card, row.own && h("small", say(S, "own"))),
                stepperVnode(
                  () => command(S, "copies", { deck: deck.id, card: row.card, more: -1 }),
                  () => command(S, "copies", { deck: deck.id, card: row.card, more: 1 }),
                  row.copies,
                  row.copies > 0,
                  row.copies < deck.most,
                  say(S, "one_less", { card: row.card, deck: deck.title }),
                  say(S, "one_more", { card: row.card, deck: deck.title }),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    S.shown.data.decks_changed &&
      button(say(S, "usual_decks"), () => command(S, "usual_decks"), "small", { key: "usual" }),
  );

/** @param {PageView} S */
const seenVnode = (S) =>
  h(
    "section",
    { class: "tb-panel tb-seen", key: "seen", "aria-label": say(S, "table") },
    h("h2", say(S, "table")),
    h("div", { class: "tb-root tb-still", html: S.shown.data.table, key: "table" }),
    h("h2", { key: "turn" }, say(S, "graph")),
    h("div", { class: "tb-child", key: "child", html: "" }),
    h("h2", { key: "rules" }, say(S, "rules")),
    S.shown.data.rules.length
      ? h(
          "ul",
          { class: "tb-own-rules", key: "list" },
          S.shown.data.rules.map((one) =>
            h("li", { key: one.id }, h("span", { class: "tb-clause" }, one.id), h("b", one.title), ` ${one.text}`),
          ),
        )
      : h("p", { class: "tb-dim", key: "none" }, say(S, "no_rules")),
    S.shown.data.rulebook &&
      h("p", { key: "book" }, h("a", { class: "tb-btn tb-small", href: S.shown.data.rulebook }, say(S, "rulebook"))),
  );

/** @param {PageView} S */
const playVnode = (S) =>
  h(
    "section",
    { class: "tb-panel", key: "play", "aria-label": say(S, "play_it") },
    h("h2", say(S, "play_it")),
    h(
      "div",
      { class: "tb-row", key: "row" },
      S.shown.data.bots.map((bot) =>
        button(bot.title, S.shown.data.fault ? null : () => command(S, "play", { bot: bot.id }), "", {
          key: bot.id,
          "aria-disabled": S.shown.data.fault ? "true" : null,
        }),
      ),
    ),
  );

/**
 * @param {PageView} S
 * @param {any} cell
 */
const cellVnode = (S, cell, key) =>
  h(
    "td",
    { key },
    cell.value
      ? [
          h("b", { key: "value" }, cell.value),
          h("small", { key: "interval" }, `${say(S, "interval", cell)}, ${say(S, "basis", cell)}`),
        ]
      : "–",
  );

/** @param {PageView} S */
function foundVnode(S) {
  const { measure } = S.shown.data;
  return h(
    "div",
    { class: "tb-found", key: "found" },
    (measure.faults.length + (measure.seen?.length || 0) > 0 || measure.unfinished) &&
      h(
        "div",
        { class: "tb-found-faults", key: "faults" },
        h("h3", { key: "title" }, say(S, "faults")),
        h("p.tb-dim", { key: "basis" }, measure.unfinished || say(S, "faults_basis")),
        h(
          "ul",
          { key: "list" },
          [...(measure.seen || []), ...measure.faults].map((one) => h("li", { key: one }, one)),
        ),
      ),
    h(
      "div",
      { class: "tb-found-games", key: "games" },
      h(
        "div",
        { class: "tb-scroll", key: "figures", tabindex: "0", role: "group", "aria-label": say(S, "measured") },
        h(
          "table",
          h(
            "thead",
            h(
              "tr",
              ["measured", "here", "printed", "difference"].map((key) => h("th", { scope: "col", key }, say(S, key))),
            ),
          ),
          h(
            "tbody",
            measure.rows.map((row) =>
              h(
                "tr",
                { key: row.id },
                h("th", { scope: "row" }, row.title, h("small", row.text)),
                row.cells.map((cell, n) => cellVnode(S, cell, String(n))),
                h("td", { key: "difference" }, row.difference),
              ),
            ),
          ),
        ),
      ),
      intervalVnode(S),
      h("h3", { key: "endings" }, say(S, "endings")),
      h(
        "table",
        { key: "endings table" },
        h(
          "tbody",
          measure.endings.map((row) =>
            h(
              "tr",
              { key: row.id },
              h("th", { scope: "row" }, h("span", { class: "tb-clause" }, row.id), ` ${row.title}`),
              row.cells.map((cell, n) => cellVnode(S, cell, String(n))),
            ),
          ),
        ),
      ),
    ),
    measure.cards.length > 0 &&
      h(
        "div",
        { class: "tb-found-cards", key: "cards of decks" },
        h("h3", { key: "cards" }, say(S, "cards_measured")),
        h("p", { class: "tb-dim", key: "cards text" }, say(S, "cards_text")),
        h(
          "table",
          { key: "cards table" },
          h(
            "tbody",
            measure.cards.map((row) =>
              h(
                "tr",
                { key: row.card, class: row.sure ? null : "tb-unsure" },
                h("th", { scope: "row" }, row.card, row.note && h("small", { class: "tb-note" }, row.note)),
                cellVnode(S, row, "n"),
              ),
            ),
          ),
        ),
      ),
  );
}

/**
 * The question that comes before measuring: will the games be shorter, as long, or longer?
 * @param {PageView} S
 */
function expectVnode(S) {
  const { measure } = S.shown.data;
  if (measure.elsewhere || measure.busy || measure.rows.length) return null;
  return h(
    "section",
    { class: "tb-panel", key: "expect", "aria-label": say(S, "expect") },
    h("h2", say(S, "expect")),
    h("p", { class: "tb-dim", key: "text" }, say(S, "expect_text")),
    h(
      "div",
      { class: "tb-row", key: "row" },
      measure.expect.map((one) =>
        button(one.text, () => command(S, "expect", { way: one.id }), measure.expected === one.id ? "primary" : "", {
          key: one.id,
          "aria-pressed": measure.expected === one.id ? "true" : "false",
        }),
      ),
    ),
  );
}

/** @param {PageView} S */
function ownVnodes(S) {
  const data = S.shown.data;
  if (!data.pieces) return [];
  return [
    h(
      "div",
      { class: "tb-wrap tb-workshop-page", key: "page" },
      headVnode(S, "作", "purple"),
      noticeVnode(S),
      h(
        "div",
        { class: "tb-panel tb-own-texts", key: "texts" },
        ["title", "by", "note"].map((at) => textVnode(S, at)),
      ),
      h(
        "p",
        { class: "tb-own-fault", role: "status", key: "fault" },
        data.fault ? [icon("no"), h("span", say(S, "fault", { why: data.fault }))] : "",
      ),
      h(
        "div",
        { class: "tb-workshop-columns tb-own-columns", key: "columns" },
        h(
          "div",
          { class: "tb-workshop-side", key: "left" },
          piecesVnode(S),
          numbersVnode(S),
          cardsVnode(S),
          decksVnode(S),
        ),
        h("div", { class: "tb-workshop-side", key: "right" }, seenVnode(S), playVnode(S)),
      ),
      h(
        "div",
        { class: "tb-workshop-side tb-own-below", key: "below" },
        expectVnode(S),
        measureVnode(S, "games", !S.shown.data.fault, foundVnode),
        fileVnode(S),
      ),
    ),
  ];
}

/** @param {PageView} S */
function after(S) {
  settle(S);
  keepDraft(S);
  const note = S.root.querySelector(".tb-own-note textarea");
  if (note && note !== document.activeElement)
    /** @type {HTMLTextAreaElement} */ (note).value = S.shown.data.texts?.note || "";
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "workshop", ownVnodes, after);
}

export default { render };
