// @ts-check
// Before a whole game: which decks, how strong the bot, who begins, which seed.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import { cardClass, cardMarkup, hueStyle } from "./drawing/card.js";
import { icon } from "./drawing/controls.js";
import { HIDDEN, every, first, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { command, mountPage } from "./pages/page.js";

/**
 * Choose a deck; another one that may not meet it makes way.
 * @param {PageView} S
 * @param {string} field
 * @param {string} id
 */
function chooseDeck(S, field, id) {
  const other = field === "you" ? "rival" : "you";
  const meets = (one) =>
    field === "you" ? S.shown.data.opponents[id].includes(one) : S.shown.data.opponents[one].includes(id);
  S.kept[field] = id;
  if (!meets(S.kept[other])) S.kept[other] = S.shown.data.decks.map((deck) => deck.id).find(meets);
  S.draw();
}

/**
 * @param {PageView} S
 * @param {any} deck
 * @param {string} field
 */
function deckVnode(S, deck, field) {
  const on = S.kept[field] === deck.id;
  return h(
    "label",
    { class: "tb-deck" + (on ? " tb-on" : ""), key: field + deck.id },
    h("input", {
      type: "radio",
      class: "tb-sr",
      name: field,
      value: deck.id,
      checked: on,
      onchange: () => chooseDeck(S, field, deck.id),
    }),
    h(
      "span",
      { class: "tb-deck-cards", ...HIDDEN },
      deck.cards.map((face) =>
        h("span", {
          class: cardClass({}, face, "S"),
          style: hueStyle(face.hue),
          html: cardMarkup({}, face, "S"),
          key: face.name,
        }),
      ),
    ),
    h(
      "span.tb-deck-name",
      h("b", deck.title),
      deck.ja && h("i", { lang: "ja" }, deck.ja),
      on && h("span", { class: "tb-deck-mark", ...HIDDEN }, icon("ok")),
    ),
    deck.led && h("span.tb-deck-text", { key: "led" }, deck.led),
    deck.description && h("span.tb-deck-text", { key: "description" }, deck.description),
    h("span.tb-deck-text", deck.text),
    deck.own && h("span.tb-deck-text", { key: "own" }, deck.own),
  );
}

/**
 * The decks a game is taught with, and on demand the others.
 * @param {PageView} S
 * @param {string} field
 */
function decksVnode(S, field) {
  const decks = S.shown.data.decks;
  const others = decks.filter((deck) => deck.more);
  const open = S.kept.opened?.includes(field) || others.some((deck) => deck.id === S.kept[field]);
  return h(
    "div",
    { key: "decks" },
    h(
      "div.tb-decks",
      decks.filter((deck) => open || !deck.more).map((deck) => deckVnode(S, deck, field)),
    ),
    !open &&
      others.length > 0 &&
      h(
        "button",
        {
          type: "button",
          class: "tb-btn tb-more-decks",
          key: "more",
          "aria-expanded": "false",
          onclick: () => {
            S.kept.opened = [...(S.kept.opened || []), field];
            S.draw();
            first(S.root, `.tb-deck input[name="${field}"][value="${others[0].id}"]`)?.focus();
          },
        },
        say(S, "more_decks", { count: others.length }),
      ),
  );
}

/**
 * @param {PageView} S
 * @param {string} field
 * @param {any} choice
 */
function choiceVnode(S, field, choice) {
  const on = S.kept[field] === choice.id;
  return h(
    "label",
    { class: "tb-pill" + (on ? " tb-on" : ""), key: field + choice.id },
    h("input", {
      type: "radio",
      class: "tb-sr",
      name: field,
      value: choice.id,
      checked: on,
      onchange: () => {
        S.kept[field] = choice.id;
        S.draw();
      },
    }),
    on && icon("ok"),
    h("span", h("b", choice.title), choice.text && h("small", choice.text)),
  );
}

/** @param {PageView} S */
function setupVnodes(S) {
  const data = S.shown.data;
  if (!S.kept.you) Object.assign(S.kept, data.chosen);
  const group = (field, inner) => h("fieldset", { class: "tb-field", key: field }, h("legend", say(S, field)), inner);
  const start = (event) => {
    event.preventDefault();
    const seed = first(S.root, "[name=seed]").value.trim();
    command(S, "start", { you: S.kept.you, rival: S.kept.rival, bot: S.kept.bot, first: S.kept.first, seed });
  };
  return [
    h(
      "form",
      { class: "tb-wrap tb-setup-form", key: "form", onsubmit: start },
      h(
        "div.tb-setup-head",
        { key: "head" },
        h("h1.tb-title", data.title),
        h("p.tb-prose", say(S, "text")),
        data.notice && h("p.tb-prose", { key: "notice", role: "status" }, data.notice),
        data.under_way &&
          h(
            "div.tb-setup-under-way",
            { key: "under way", role: "status" },
            h("p.tb-prose", say(S, "under_way")),
            h("button", { type: "button", class: "tb-btn", onclick: () => command(S, "go_on", {}) }, say(S, "go_on")),
          ),
      ),
      h(
        "div.tb-setup-decks",
        { key: "decks" },
        ["you", "rival"].map((field) => group(field, decksVnode(S, field))),
      ),
      data.my_cards &&
        h("p", { class: "tb-prose", key: "my cards" }, h("a", { href: data.my_cards }, say(S, "my_cards"))),
      h(
        "div.tb-setup-more",
        { key: "more" },
        group(
          "bot",
          h(
            "div.tb-pills",
            data.strengths.map((one) => choiceVnode(S, "bot", one)),
          ),
        ),
        data.firsts.length > 0 &&
          group(
            "first",
            h(
              "div.tb-pills",
              data.firsts.map((one) => choiceVnode(S, "first", one)),
            ),
          ),
        h(
          "label.tb-seed",
          { key: "seed" },
          h("span", say(S, "seed")),
          h("input", {
            name: "seed",
            inputmode: "numeric",
            maxlength: "9",
            autocomplete: "off",
            value: String(data.chosen.seed),
          }),
          h("small", say(S, "seed_text")),
        ),
      ),
      h("div.tb-setup-go", { key: "go" }, h("button", { type: "submit", class: "tb-btn tb-primary" }, say(S, "start"))),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "setup", setupVnodes, (S) => {
    for (const input of every(S.root, "input[type=radio]")) input.checked = S.kept[input.name] === input.value;
  });
}

export default { render };
