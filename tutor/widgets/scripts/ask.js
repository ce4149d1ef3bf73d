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
import { command, mountPage } from "./pages/page.js";

const LETTERS = "ABCD";
const TICK = 1000;
const FRAME = 1600;
const BOARD = 790;
const LEAST = 80;
const LARGER = [1.7, 1.55, 1.4, 1.25, 1.1, 1];
const SMALLER = 0.85;

/**
 * @param {PageView} S
 * @param {string} id
 * @param {string} label
 * @param {any[]} options
 * @param {string} chosen
 * @param {string} name
 */
const selectVnode = (S, id, label, options, chosen, name) =>
  h(
    "label",
    { class: "tb-ask-select", key: id },
    h("span", label),
    h(
      "select",
      { class: "tb-input", onchange: (event) => command(S, name, { [name]: event.target.value }) },
      options.map((one) => h("option", { value: one.id, key: one.id, selected: one.id === chosen || null }, one.title)),
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
      h("h2", { key: "which" }, say(S, "choose")),
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
    ),
    h("div", { class: "tb-ask-where", key: "where" }, addressVnode(S)),
  ];
}

/** @param {PageView} S */
function addressVnode(S) {
  const { where, asked } = S.shown.data;
  const letters = [...LETTERS.slice(0, asked ? asked.choices.length : LETTERS.length)].join(" · ");
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
    h("div", { class: "tb-ask-qr", role: "img", "aria-label": say(S, "qr"), html: where.qr }),
    h(
      "div",
      h("p", say(S, "join")),
      h("b.tb-ask-url", where.address),
      h("p.tb-ask-code", say(S, "join_code", { code: where.code })),
    ),
    h("div.tb-ask-without", h("p", say(S, "cards_title")), h("b", say(S, "cards_text", { letters }))),
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
  const letter = LETTERS[at];
  const told = S.shown.data.asked.told;
  const right = told?.right === letter;
  const inside = [
    h("span", { class: "tb-ask-letter", key: "letter" }, letter),
    h(
      "span",
      { class: "tb-ask-words", key: "words" },
      h("span", text),
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

/** @param {PageView} S */
function countVnode(S) {
  const { answered, there, hidden } = S.shown.data.asked;
  const open = S.shown.data.stands === "open";
  if (answered === null)
    return h("div", { class: "tb-ask-count", key: "count" }, h("b", say(S, "count_hidden")), hideVnode(S, hidden));
  const many = there === null ? answered : Math.max(there, answered);
  const label = say(S, there === null ? "people" : "are_there", { answered, there });
  return h(
    "div",
    { class: "tb-ask-count", key: "count" },
    h(
      "p",
      { role: "status" },
      h("b", say(S, there === null ? "so_many" : "of_there", { answered, there })),
      h("small", say(S, "answered")),
    ),
    many <= 60 &&
      h(
        "span",
        { class: "tb-ask-people", role: "img", "aria-label": label, key: "people" },
        Array.from({ length: many }, (_, n) => h("i", { class: n < answered ? "" : "tb-ask-not", key: n })),
      ),
    open && hideVnode(S, hidden),
  );
}

/**
 * @param {PageView} S
 * @param {boolean} hidden
 */
const hideVnode = (S, hidden) =>
  h(
    "span",
    { key: "hide" },
    button(say(S, hidden ? "show" : "hide"), () => command(S, "hide"), "small quiet"),
  );

/** @param {PageView} S */
function cardsVnode(S) {
  const asked = S.shown.data.asked;
  const done = (event) => {
    event.preventDefault();
    const given = new FormData(event.target);
    const counts = {};
    for (const [at] of asked.choices.entries()) counts[LETTERS[at]] = Number(given.get(LETTERS[at]) || 0);
    S.kept.cards = false;
    command(S, "cards", { counts });
    S.draw();
  };
  const leave = () => {
    S.kept.cards = false;
    S.draw();
  };
  return h(
    "form",
    { class: "tb-ask-enter", key: "enter", onsubmit: done, "aria-label": say(S, "enter") },
    h("p", say(S, "enter_text")),
    asked.choices.map((_, at) =>
      h(
        "label",
        { key: LETTERS[at] },
        h("span", LETTERS[at]),
        h("input", {
          class: "tb-input",
          type: "number",
          name: LETTERS[at],
          min: "0",
          max: "999",
          step: "1",
          inputmode: "numeric",
          autocomplete: "off",
          "aria-label": say(S, "enter_count", { letter: LETTERS[at] }),
        }),
      ),
    ),
    h("button", { class: "tb-btn tb-primary", type: "submit", key: "done" }, say(S, "enter_done")),
    h("button", { class: "tb-btn", type: "button", onclick: leave, key: "leave" }, say(S, "enter_leave")),
  );
}

/** @param {PageView} S */
function controlsVnodes(S) {
  const { stands, asked } = S.shown.data;
  const one = (key, name, kind = "", sign = "") =>
    h(
      "span",
      { key },
      button([sign && icon(sign), say(S, key)], () => command(S, name), kind),
    );
  if (stands === "open") {
    if (S.kept.cards) return cardsVnode(S);
    const enter = () => {
      S.kept.cards = true;
      S.draw();
      first(S.root, ".tb-ask-enter input")?.focus();
    };
    return [
      h("span", { key: "enter" }, button(say(S, "enter"), enter)),
      one("close", "close"),
      one("close_and_play", "close_and_play", "primary", "next"),
    ];
  }
  if (stands === "closed")
    return [
      one(asked.counts.length ? "hide_counts" : "show_counts", "counts"),
      one("play", "tell", "", "next"),
      one("again", "again", "primary"),
    ];
  return one("other", "other", "primary");
}

/** @param {PageView} S */
function toldVnode(S) {
  const told = S.shown.data.asked.told;
  const facts = told.facts.map(([fact, clause], n) =>
    h("p", { key: "fact " + n }, fact + " ", clause && h("span.tb-clause", clause)),
  );
  return h(
    "div",
    { class: `tb-ask-told${told.letter === told.right ? "" : " tb-ask-told-wrong"}`, key: "told" },
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
    S.shown.data.asked && (S.shown.data.asked.told ? playedVnode(S) : addressVnode(S)),
  );

/** @param {PageView} S */
function askedVnodes(S) {
  const { stands, asked, notice } = S.shown.data;
  const pill = say(S, { open: "open", closed: "closed", told: "played" }[stands]);
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
        { class: "tb-ask-answers", "aria-label": say(S, "answers"), key: "answers" },
        asked.choices.map((text, at) => answerVnode(S, text, at)),
      ),
      asked.told && toldVnode(S),
      stands === "closed" &&
        h("p", { class: "tb-ask-talk", key: "talk" }, h("b", say(S, "talk")), h("span", say(S, "talk_text"))),
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

/**
 * What has no room beside the board is drawn smaller, so that nobody has to scroll before a class.
 * @param {PageView} S
 */
function fitSide(S) {
  const side = first(S.root, ".tb-ask-side");
  if (!side) return;
  side.style.zoom = "";
  for (let zoom = 0.95; !S.phone && zoom > 0.55 && side.scrollHeight > side.clientHeight + 1; zoom -= 0.05)
    side.style.zoom = zoom.toFixed(2);
}

/**
 * The board is drawn as wide as a laptop's and shown as large as there is room.
 * @param {PageView} S
 */
function fit(S) {
  fitSide(S);
  const slot = first(S.root, ".tb-ask-board");
  const child = first(S.root, ".tb-child");
  if (!slot?.clientWidth || !child) return;
  if (!S.phone && slot.clientHeight < LEAST) return; // put away while a question is chosen
  if (S.phone) {
    child.style.zoom = "";
    return;
  }
  const wide = Math.min(1, slot.clientWidth / BOARD);
  const board = first(child, ".tb-board");
  if (!board) {
    child.style.zoom = wide.toFixed(3);
    return;
  }
  enlarge(S, slot, child, board, wide);
  const wanted = fitting(slot, child, board, wide);
  if (Math.abs(wanted - (Number(child.style.zoom) || 1)) > 0.01) child.style.zoom = wanted.toFixed(3);
}

/**
 * How large the board may be shown, with the cards that lie on it now.
 * @param {HTMLElement} slot
 * @param {HTMLElement} child
 * @param {HTMLElement} board
 * @param {number} wide
 */
const fitting = (slot, child, board, wide) =>
  Math.min(
    wide,
    ((slot.clientHeight - 4) * (Number(child.style.zoom) || 1)) / Math.max(board.getBoundingClientRect().height, 1),
  );

/**
 * How much of a card lies below the next one, at the most: 0 to 1.
 * @param {HTMLElement} board
 */
function covered(board) {
  const cards = [...board.querySelectorAll(".tb-area-field .tb-slot > .tb-card")].map((one) =>
    one.getBoundingClientRect(),
  );
  const shares = cards.slice(1).map((one, n) => {
    const before = cards[n];
    return one.top >= before.bottom || one.left < before.left ? 0 : (before.right - one.left) / before.width;
  });
  return Math.max(0, ...shares);
}

/**
 * What lies on the battlefield is what the question is about: it is shown as large as there is room, and keeps that
 * size while the engine plays the answer.
 * @param {PageView} S
 * @param {HTMLElement} slot
 * @param {HTMLElement} child
 * @param {HTMLElement} board
 * @param {number} wide
 */
function enlarge(S, slot, child, board, wide) {
  const { asked } = S.shown.data;
  if (!asked?.told || !S.kept.cardsThere) S.kept.cardsThere = board.querySelectorAll(".tb-area-field .tb-slot").length;
  const of = [asked?.number, slot.clientWidth, innerHeight, S.kept.cardsThere].join(" ");
  if (S.kept.enlarged === of) return;
  S.kept.enlarged = of;
  const tried = LARGER.map((larger) => {
    child.style.setProperty("--ask-larger", String(larger));
    return { larger, zoom: fitting(slot, child, board, wide), covered: covered(board) };
  });
  const usual = tried[tried.length - 1];
  const best = tried
    .filter((one) => one.zoom >= SMALLER * usual.zoom && one.covered <= usual.covered + 0.02)
    .reduce((a, b) => (b.larger * b.zoom > a.larger * a.zoom ? b : a));
  child.style.setProperty("--ask-larger", String(best.larger));
}

/** @param {PageView} S */
function after(S) {
  fit(S);
  if (!S.kept.sizes) {
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
  const look = asked ? `tb-ask-page tb-ask-is-${stands}` : "tb-ask-choose";
  return [h("main", { class: `tb-wrap ${look}`, key: "main" }, asked ? askedVnodes(S) : chooseVnodes(S))];
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
