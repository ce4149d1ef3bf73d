// @ts-check
// Design a card: the form, the card as it is drawn, a game with it, and what it changes.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/workshop.css";
import { cardClass, cardMarkup, hueStyle } from "./drawing/card.js";
import { button } from "./drawing/controls.js";
import { HIDDEN, grouped, h } from "./drawing/dom.js";
import { rich, say } from "./drawing/words.js";
import { formVnodes, settle } from "./pages/cardform.js";
import { intervalVnode } from "./pages/interval.js";
import { command, mountPage } from "./pages/page.js";
import { fileVnode, headVnode, keepDraft, measureVnode, noticeVnode, plotVnode } from "./pages/workshop.js";

/** @param {PageView} S */
const gamesVnode = (S) =>
  h(
    "div",
    { class: "tb-games-row", key: "games", ...grouped(say(S, "game")) },
    S.shown.data.games.map((game) =>
      h(
        "button",
        {
          class: "tb-btn tb-small",
          key: game.id,
          style: hueStyle(game.hue),
          "aria-pressed": game.on ? "true" : "false",
          onclick: () => command(S, "game", { id: game.id }),
        },
        h("span", { class: "tb-mini-seal", lang: "ja", ...HIDDEN }, game.seal),
        game.title,
      ),
    ),
    h(
      "label",
      { class: "tb-like", key: "like" },
      h("span", say(S, "like")),
      h(
        "select",
        {
          class: "tb-input",
          onchange: (event) => event.target.value && command(S, "like", { id: event.target.value }),
        },
        h("option", { value: "", key: "none" }, "–"),
        [...new Set(S.shown.data.samples.map((one) => one.group))].map((group) =>
          h(
            "optgroup",
            { label: group, key: group },
            S.shown.data.samples
              .filter((one) => one.group === group)
              .map((one) => h("option", { value: one.id, key: one.id }, one.title)),
          ),
        ),
      ),
    ),
  );

/**
 * The cards of the set, and what can be done with it.
 * @param {PageView} S
 */
function setVnode(S) {
  const { title, cards, own } = S.shown.data.card_set;
  return h(
    "div",
    { class: "tb-games-row", key: "set" },
    cards.length > 0 &&
      h(
        "label",
        { class: "tb-of-set", key: "cards" },
        h("span", say(S, "of_set", { set: title })),
        h(
          "select",
          { class: "tb-input", onchange: (event) => command(S, "card", { at: Number(event.target.value) }) },
          cards.map((one) => h("option", { value: String(one.id), key: one.id, selected: one.on }, one.title)),
        ),
      ),
    button(say(S, "another"), () => command(S, "card", { at: Math.max(1, cards.length) }), "small", { key: "another" }),
    own && button(say(S, "keep_set"), () => command(S, "keep_set"), "small", { key: "keep" }),
  );
}

/** @param {PageView} S */
function cardVnode(S) {
  const { face, lines, form } = S.shown.data;
  return h(
    "section",
    { class: "tb-panel tb-drawn" + (form.faults ? " tb-behind" : ""), key: "card", "aria-label": say(S, "drawn") },
    face &&
      h("span", {
        class: cardClass({}, face, "L"),
        style: hueStyle(face.hue),
        html: cardMarkup({}, face, "L"),
        key: "face",
        ...HIDDEN,
      }),
    h(
      "div",
      { class: "tb-printed", key: "lines", "aria-live": "polite" },
      h("h2", { key: "title" }, say(S, "printed")),
      lines.length
        ? lines.map((line, n) => h("p", { key: n }, rich(line)))
        : h("p", { class: "tb-dim", key: "none" }, say(S, "no_text")),
      form.faults > 0 &&
        h(
          "p",
          { class: "tb-dim", key: "faults" },
          say(S, form.faults === 1 ? "one_fault" : "faults", { count: form.faults }),
        ),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {"deck" | "out"} name
 * @param {string} id
 */
const choose = (S, name, id) => (name === "deck" ? command(S, "deck", { id }) : command(S, "out", { id }));

/** @param {PageView} S */
function deckVnode(S) {
  const data = S.shown.data;
  /**
   * @param {"deck" | "out"} name
   * @param {any[]} list
   */
  const chooser = (name, list) =>
    h(
      "label",
      { key: name },
      h("span", say(S, name === "deck" ? "deck" : "instead")),
      h(
        "select",
        { class: "tb-input", onchange: (event) => choose(S, name, event.target.value) },
        list.map((one) => h("option", { value: one.id, key: one.id, selected: one.on }, one.title)),
      ),
    );
  return h(
    "section",
    { class: "tb-panel tb-into", key: "deck", "aria-label": say(S, "play_it") },
    h("h2", say(S, "play_it")),
    h(
      "div",
      { class: "tb-choosers", key: "choosers " + data.form.epoch },
      chooser("deck", data.decks),
      data.outs.length > 0 && chooser("out", data.outs),
    ),
    data.unready && h("p", { class: "tb-dim", key: "unready" }, data.unready),
    h(
      "div",
      { class: "tb-row", key: "play", ...grouped(say(S, "against")) },
      h("span", { class: "tb-dim", key: "against" }, say(S, "against")),
      data.bots.map((bot, n) =>
        button(bot.title, data.ready ? () => command(S, "play", { bot: bot.id }) : null, n === 0 ? "" : "quiet", {
          "aria-disabled": data.ready ? null : "true",
          key: bot.id,
        }),
      ),
    ),
  );
}

/** @param {PageView} S */
function foundVnode(S) {
  const { measure } = S.shown.data;
  return h(
    "div",
    { class: "tb-found", key: "found" },
    h(
      "table",
      { key: "table" },
      h(
        "tbody",
        measure.rows.map((row) =>
          h(
            "tr",
            { key: row.id },
            h("th", { scope: "row" }, row.title),
            h("td", h("b", row.value)),
            h("td", say(S, "interval", { low: row.low, high: row.high })),
          ),
        ),
      ),
    ),
    plotVnode(measure.plot, measure.visible, measure.told),
    h("p", { key: "told", class: measure.visible ? "tb-told" : "tb-dim" }, measure.told),
    measure.use && h("p", { key: "use" }, measure.use),
    h("p", { key: "basis", class: "tb-dim" }, measure.basis),
    intervalVnode(S),
  );
}

/** @param {PageView} S */
function cardVnodes(S) {
  if (!S.shown.data.form) return [];
  return [
    h(
      "div",
      { class: "tb-wrap tb-workshop-page", key: "page" },
      headVnode(S, "札", "yellow"),
      noticeVnode(S),
      gamesVnode(S),
      setVnode(S),
      h(
        "div",
        { class: "tb-workshop-columns", key: "columns" },
        h(
          "section",
          { class: "tb-panel tb-written", key: "form", "aria-label": say(S, "written") },
          formVnodes(S, S.shown.data.form),
        ),
        h(
          "div",
          { class: "tb-workshop-side", key: "side" },
          cardVnode(S),
          deckVnode(S),
          measureVnode(S, "deals", S.shown.data.ready, foundVnode),
          fileVnode(S),
        ),
      ),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "workshop", cardVnodes, (S) => {
    settle(S);
    keepDraft(S);
  });
}

export default { render };
