// @ts-check
// Ask the class, on the projector: the question is chosen; then board and address on the left, question and answers on
// the right. Python sends what was answered only when it may be seen.

/** @import { Context, Kid, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/ask.css";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, first, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { fit, ignoreRestingMouse } from "./pages/ask_board.js";
import { LETTERS, controlsVnodes, countVnode } from "./pages/ask_foot.js";
import { command, mountPage } from "./pages/page.js";

const TICK = 1000;
const FRAME = 1600;

/**
 * @param {PageView} S
 * @param {"game" | "chapter"} name
 * @param {string} value
 */
const chooseFrom = (S, name, value) =>
  name === "game" ? command(S, "game", { game: value }) : command(S, "chapter", { chapter: value });

/**
 * @param {PageView} S
 * @param {string} id
 * @param {string} label
 * @param {any[]} options
 * @param {string} chosen
 * @param {"game" | "chapter"} name
 */
const selectVnode = (S, id, label, options, chosen, name) =>
  h(
    "label",
    { class: "tb-ask-select", key: id },
    h("span", label),
    h(
      "select",
      { class: "tb-input", onchange: (event) => chooseFrom(S, name, event.target.value) },
      options.map((one) => h("option", { value: one.id, key: one.id, selected: one.id === chosen || null }, one.title)),
    ),
  );

/**
 * A question of the teacher's own: a text, two to four answers, and if wanted the right one.
 * @param {PageView} S
 */
function typedVnode(S) {
  const send = (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    const text = (name) => String(given.get(name) || "");
    command(S, "ask_typed", {
      ask: text("ask"),
      choices: [...LETTERS.slice(0, 4)].map((letter) => text(letter)),
      right: text("right"),
    });
  };
  return h(
    "details",
    { class: "tb-ask-typed", key: "typed" },
    h("summary", say(S, "typed")),
    h(
      "form",
      { onsubmit: send },
      h(
        "label",
        h("span", say(S, "typed_ask")),
        h("input", { class: "tb-input", name: "ask", maxlength: "240", required: true, autocomplete: "off" }),
      ),
      [...LETTERS.slice(0, 4)].map((letter, n) =>
        h(
          "div",
          { key: letter },
          h(
            "label",
            h("span", say(S, "typed_answer", { letter })),
            h("input", { class: "tb-input", name: letter, maxlength: "120", required: n < 2, autocomplete: "off" }),
          ),
          h(
            "label.tb-ask-typed-right",
            h("input", { type: "radio", name: "right", value: letter }),
            h("span", say(S, "typed_right", { letter })),
          ),
        ),
      ),
      h("button", { class: "tb-btn tb-primary", type: "submit" }, say(S, "ask_this")),
    ),
  );
}

/**
 * The question for which another page led here.
 * @param {PageView} S
 * @param {any} one
 */
const readyVnode = (S, one) =>
  h(
    "section",
    { class: "tb-ask-ready tb-panel", key: "ready", "aria-label": say(S, "ready") },
    h("small", `${say(S, "ready")} · ${one.title}`),
    h("b", one.ask),
    h("span", one.choices.join(" · ")),
    h(
      "p",
      button(say(S, "ask_this"), () => command(S, "ask", { id: one.id }), "primary"),
    ),
  );

/** @param {PageView} S */
function chooseVnodes(S) {
  const { title, text, choose, notice } = S.shown.data;
  return [
    leftVnode(S),
    h(
      "div",
      { class: "tb-ask-choice", key: "choice" },
      h("h1.tb-title", title),
      h("p.tb-prose", text),
      notice && h("p", { class: "tb-ask-notice", role: "status", key: "notice" }, notice),
      h(
        "div",
        { class: "tb-ask-selects", key: "selects" },
        selectVnode(S, "game", say(S, "game"), choose.games, choose.game, "game"),
        selectVnode(S, "chapter", say(S, "chapter"), choose.chapters, choose.chapter, "chapter"),
      ),
      choose.ready && readyVnode(S, choose.ready),
      h("h2", { key: "which" }, say(S, choose.ready ? "ready_else" : "choose")),
      choose.questions.length
        ? h(
            "ul",
            { class: "tb-ask-list", key: "list" },
            choose.questions.map((one) =>
              h(
                "li",
                { key: one.id },
                h(
                  "button",
                  { type: "button", title: say(S, "ask_this"), onclick: () => command(S, "ask", { id: one.id }) },
                  h("small", one.title),
                  h("b", one.ask),
                  h("span", one.choices.join(" · ")),
                ),
              ),
            ),
          )
        : h("p", { key: "nothing" }, say(S, "nothing")),
      typedVnode(S),
    ),
    h("div", { class: "tb-ask-where", key: "where" }, addressVnode(S)),
  ];
}

/** @param {PageView} S */
function addressVnode(S) {
  const { where, asked } = S.shown.data;
  const letters = [...LETTERS.slice(0, asked ? asked.choices.length : 4)].join(" · ");
  const raised = !asked?.numeric; // a number is typed, and no card has it
  if (!where) {
    return h(
      "section",
      { class: "tb-ask-address tb-panel", key: "address" },
      h("div", h("b.tb-ask-cards", say(S, "cards_only", { letters })), h("p", say(S, "cards_only_text"))),
    );
  }
  return h(
    "section",
    { class: "tb-ask-address tb-panel", key: "address" },
    where.open && h("div", { class: "tb-ask-qr", role: "img", "aria-label": say(S, "qr"), html: where.qr, key: "qr" }),
    h(
      "div",
      { key: "how" },
      h("p", say(S, where.open ? "join" : "door_closed")),
      h("b.tb-ask-url", where.address),
      where.open && h("p.tb-ask-code", { key: "code" }, say(S, "join_code", { code: where.code })),
    ),
    raised &&
      h(
        "div.tb-ask-without",
        { key: "without" },
        h("p", say(S, "cards_title")),
        h("b", say(S, "cards_text", { letters })),
      ),
  );
}

/** @param {PageView} S */
function playedVnode(S) {
  const told = S.shown.data.asked.told;
  const seek = (to) => {
    S.kept.still = true;
    command(S, "seek", { to });
  };
  return h(
    "section",
    { class: "tb-ask-film tb-panel", key: "film", "aria-label": say(S, "plays", { letter: told.letter }) },
    h(
      "div",
      h("h2", say(S, "plays", { letter: told.letter })),
      h(
        "p",
        { role: "status" },
        told.now && h("span", told.now + " "),
        told.clause && h("span.tb-clause", told.clause),
      ),
    ),
    told.end > 0 &&
      h(
        "div",
        { class: "tb-ask-steps", key: "steps" },
        h("span", { class: "tb-ask-at", key: "at" }, say(S, "step_at", { at: told.at, end: told.end })),
        h(
          "span",
          button(say(S, "step_back"), () => seek(told.at - 1), "small", { disabled: told.at === 0 || null }),
        ),
        h(
          "span",
          button(say(S, "step_on"), () => seek(told.at + 1), "small", { disabled: told.at === told.end || null }),
        ),
      ),
  );
}

/**
 * A bar a round, all in one colour; the earlier round is paler.
 * @param {PageView} S
 * @param {number} at
 */
function barsVnode(S, at) {
  const rounds = S.shown.data.asked.counts;
  return rounds.map((counts, n) => {
    const all = counts.reduce((sum, one) => sum + one, 0) || 1;
    const last = n === rounds.length - 1;
    const label = rounds.length > 1 ? say(S, "round", { number: n + 1 }) : "";
    return h(
      "span",
      { class: `tb-ask-bar${last ? "" : " tb-ask-before"}`, key: "round " + n },
      label && h("small", label),
      h("span", HIDDEN, h("i", { style: `width:${((100 * counts[at]) / all).toFixed(1)}%` })),
      h("b", String(counts[at])),
    );
  });
}

/**
 * @param {PageView} S
 * @param {string} text
 * @param {number} at
 */
function answerVnode(S, text, at) {
  const { told, numeric } = S.shown.data.asked;
  const letter = numeric ? text : LETTERS[at];
  const right = numeric ? told?.right === text : told?.right.includes(letter);
  const inside = [
    h("span", { class: "tb-ask-letter", key: "letter" }, letter),
    h(
      "span",
      { class: "tb-ask-words", key: "words" },
      !numeric && h("span", text),
      h("span", { class: "tb-ask-bars", key: "bars" }, barsVnode(S, at)),
    ),
    right && h("span", { class: "tb-ask-right", key: "right", title: say(S, "this_right") }, icon("ok")),
    right && h("span", { class: "tb-sr", key: "said" }, say(S, "this_right")),
  ];
  const look = `tb-ask-answer${right ? " tb-ask-hit" : ""}${told?.letter === letter ? " tb-ask-shown" : ""}`;
  const play = () => {
    S.kept.still = false;
    command(S, "play", { letter });
  };
  return h(
    "li",
    { key: letter },
    told
      ? h(
          "button",
          { type: "button", class: look, title: say(S, "play_this", { letter, text }), onclick: play },
          inside,
        )
      : h("div", { class: look }, inside),
  );
}

/**
 * @param {any} asked
 * @param {any} told
 */
const isRight = (asked, told) => (asked.numeric ? told.right === told.letter : told.right.includes(told.letter));

/** @param {PageView} S */
function toldVnode(S) {
  const told = S.shown.data.asked.told;
  const facts = told.facts.map(([fact, clause], n) =>
    h("p", { key: "fact " + n }, fact + " ", clause && h("span.tb-clause", clause)),
  );
  return h(
    "div",
    { class: `tb-ask-told${isRight(S.shown.data.asked, told) ? "" : " tb-ask-told-wrong"}`, key: "told" },
    told.title && h("p", { key: "title" }, h("b", told.title)),
    facts,
    told.words && h("p", { key: "words" }, told.words),
  );
}

/**
 * The board keeps its place and width while a question is chosen: a widget that has none does not draw itself anew.
 * @param {PageView} S
 */
const leftVnode = (S) =>
  h(
    "div",
    { class: `tb-ask-left${S.shown.data.asked ? "" : " tb-ask-away"}`, key: "left" },
    h(
      "section",
      { class: "tb-ask-board", "aria-label": say(S, "board"), key: "board" },
      h("div", { class: "tb-child", key: "child", html: "" }),
    ),
    S.shown.data.asked && (S.shown.data.asked.told && !S.shown.data.asked.plain ? playedVnode(S) : addressVnode(S)),
  );

/**
 * What can be done after the talk.
 * @param {any} asked
 */
const talkText = (asked) => (!asked.has_right ? "talk_text_open" : asked.plain ? "talk_text_plain" : "talk_text");

/** @param {PageView} S */
function askedVnodes(S) {
  const { stands, asked, notice } = S.shown.data;
  const pill = say(S, { open: "open", closed: "closed", told: asked.plain ? "shown" : "played" }[stands]);
  return [
    leftVnode(S),
    h(
      "div",
      { class: "tb-ask-side", key: "side" },
      h(
        "div",
        { class: "tb-ask-question", key: "question" },
        h(
          "p",
          { class: "tb-ask-stands", key: "stands" },
          h("b", pill),
          asked.round > 1 && h("span", say(S, "round", { number: asked.round })),
        ),
        h("p", { class: "tb-ask-text", key: "text" }, asked.text),
        h("h1", { key: "ask" }, asked.ask),
      ),
      h(
        "ul",
        {
          class: `tb-ask-answers${asked.numeric ? " tb-ask-numeric" : ""}`,
          "aria-label": say(S, "answers"),
          key: "answers",
        },
        asked.choices.map((text, at) => answerVnode(S, text, at)),
      ),
      asked.numeric && !asked.choices.length && h("p", { class: "tb-ask-talk", key: "numeric" }, say(S, "numeric")),
      asked.told && toldVnode(S),
      stands === "closed" &&
        h("p", { class: "tb-ask-talk", key: "talk" }, h("b", say(S, "talk")), h("span", say(S, talkText(asked)))),
      h(
        "div",
        { class: "tb-ask-foot", key: "foot" },
        countVnode(S),
        h(
          "p",
          { class: "tb-ask-notice", role: "status", key: "notice" },
          notice || (asked.raised && stands === "open" ? say(S, "raised", { count: asked.raised }) : ""),
        ),
        h("div", { class: "tb-ask-controls", key: "controls" }, controlsVnodes(S)),
      ),
    ),
  ];
}

/** @param {PageView} S */
function after(S) {
  fit(S);
  if (!S.kept.sizes) {
    ignoreRestingMouse(S); // as long as the page is there
    S.kept.sizes = new ResizeObserver(() => fit(S));
    S.kept.sizes.observe(S.root);
  }
  const board = first(S.root, ".tb-child .tb-board");
  if (board && S.kept.board !== board) {
    if (S.kept.board) S.kept.sizes.unobserve(S.kept.board);
    S.kept.board = board;
    S.kept.sizes.observe(board);
  } else if (!board && first(S.root, ".tb-child")) setTimeout(() => S.root.isConnected && after(S), 120);
  const told = S.shown.data.asked?.told;
  clearTimeout(S.kept.next);
  if (!told) S.kept.still = false;
  else if (!S.kept.still && told.at < told.end)
    S.kept.next = setTimeout(() => command(S, "seek", { to: told.at + 1 }), FRAME);
}

/** @param {PageView} S */
function pageVnodes(S) {
  const { asked, choose, stands } = S.shown.data;
  if (!asked && !choose) return [];
  const look = asked ? `tb-ask-page tb-ask-is-${stands}${asked.plain ? " tb-ask-plain" : ""}` : "tb-ask-choose";
  return [h("div", { class: `tb-wrap ${look}`, key: "main" }, asked ? askedVnodes(S) : chooseVnodes(S))];
}

/** @param {Context} context */
function render(context) {
  const { model } = context;
  const tick = setInterval(() => {
    const stands = model.get("data")?.stands;
    if (!document.hidden && (stands === "open" || stands === "closed")) model.send({ type: "command", name: "tick" });
  }, TICK);
  const end = mountPage(context, "ask", pageVnodes, after);
  return () => {
    clearInterval(tick);
    end();
  };
}

export default { render };
