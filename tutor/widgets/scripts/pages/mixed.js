// @ts-check
// What a mix comes to: beside the table, and on one sheet of paper.

/** @import { PageView } from "../types.js" */
import { hueStyle } from "../drawing/card.js";
import { button } from "../drawing/controls.js";
import { HIDDEN, first, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { chipVnode, sidesVnode } from "./chips.js";
import { command } from "./page.js";
import { sign } from "./signs.js";

/** How large the words on the paper may be, and how small they become so that a long mix has room, in pixels. */
const SIZES = [12.5, 7];

/**
 * The number of a conflict, as it stands on its answers and on the sheet.
 * @param {any} one
 */
export const conflictDisc = (one) => h("b", { class: "tb-mix-disc", key: "disc " + one.n }, String(one.n));

/** @param {PageView} S */
const fromVnode = (S) =>
  h(
    "p",
    { class: "tb-mix-of", key: "from" },
    S.shown.data.from.map((game) =>
      h(
        "span",
        { key: game.id, style: hueStyle(game.hue), title: game.title },
        h("span", { class: "tb-mini-seal", lang: "ja", ...HIDDEN }, game.seal),
        h("span", { class: "tb-sr" }, say(S, "answers_of", { game: game.title, count: game.count })),
        h("span", HIDDEN, String(game.count)),
      ),
    ),
    h(
      "span",
      { class: "tb-mix-count", key: "count" },
      say(S, "of_all", { n: Object.keys(S.shown.data.picks).length, all: S.shown.data.rows.length }),
    ),
  );

/**
 * @param {PageView} S
 * @param {string} key
 * @param {number} count
 */
const heading = (S, key, count) =>
  h("h2", { key: "title " + key }, say(S, key), count > 0 && h("small", String(count)));

/** @param {PageView} S */
const conflictsVnode = (S) => [
  heading(S, "conflicts", S.shown.data.conflicts.length),
  S.shown.data.conflicts.length
    ? h(
        "ul",
        { class: "tb-mix-conflicts", key: "conflicts" },
        S.shown.data.conflicts.map((one) =>
          h(
            "li",
            { key: one.n },
            conflictDisc(one),
            h("div", h("b", one.title), sidesVnode(S, one.one, one.answers, one.other, one.others)),
          ),
        ),
      )
    : h("p", { class: "tb-mix-none", key: "none" }, say(S, S.shown.data.mix ? "conflicts_none" : "settle_empty")),
];

/**
 * @param {PageView} S
 * @param {boolean} linked whether an open question leads to its row
 */
const settleVnode = (S, linked) => [
  heading(S, "settle", S.shown.data.settle.length),
  S.shown.data.settle.length
    ? h(
        "ol",
        { class: "tb-mix-settle", key: "settle" },
        S.shown.data.settle.map((one) =>
          h(
            "li",
            { key: one.id },
            h(
              "p",
              linked && one.question
                ? h("a", { href: "#", onclick: (event) => goTo(S, event, one.question) }, one.text)
                : one.text,
              " ",
              h("small", one.because),
            ),
          ),
        ),
      )
    : S.shown.data.mix && h("p", { class: "tb-mix-none", key: "settled" }, say(S, "settle_none")),
];

/**
 * Bring an open question into sight, with the focus on its first answer.
 * @param {PageView} S
 * @param {Event} event
 * @param {string} question
 */
function goTo(S, event, question) {
  event.preventDefault();
  if (S.kept.group ?? S.phone) S.kept.group = S.shown.data.rows.find((row) => row.id === question).group;
  S.draw();
  const row = first(S.root, `[data-question="${question}"]`);
  row.scrollIntoView({ block: "center" });
  first(row, "button").focus({ preventScroll: true });
}

/**
 * Beside the table: name, conflicts, what to settle, and the ways on.
 * @param {PageView} S
 */
export const asideVnode = (S) =>
  h(
    "aside",
    { class: "tb-panel tb-mix-sheet", key: "sheet", "aria-label": say(S, "summary") },
    h("input", {
      key: "name",
      class: "tb-mix-name",
      "aria-label": say(S, "name"),
      placeholder: say(S, "name_hint"),
      maxlength: String(S.shown.data.longest),
      autocomplete: "off",
      spellcheck: "false",
      value: S.kept.name,
      onchange: (event) => {
        S.kept.name = event.target.value;
        S.draw();
      },
    }),
    fromVnode(S),
    h(
      "p",
      { class: "tb-sr", role: "status", key: "spoken" },
      say(S, S.shown.data.conflicts.length === 1 ? "bar_one" : "bar", {
        conflicts: S.shown.data.conflicts.length,
        settle: S.shown.data.settle.length,
      }),
    ),
    h("div", { class: "tb-mix-told", key: "told" }, conflictsVnode(S), settleVnode(S, true)),
    S.shown.data.open.length > 0 &&
      h(
        "p",
        { class: "tb-mix-none", key: "open" },
        `${say(S, "still")}: ${say(S, "still_more", { n: S.shown.data.open.length })}`,
      ),
    h(
      "p",
      { class: "tb-mix-ways", key: "ways" },
      button(say(S, "begin"), () => command(S, "begin", { title: S.kept.name }), "primary", { key: "begin" }),
      button(
        [sign("print"), say(S, "sheet")],
        () => {
          S.kept.sheet = true;
          S.draw();
          window.scrollTo(0, 0);
        },
        "",
        { key: "print" },
      ),
    ),
    h("p", { class: "tb-mix-none", role: "status", key: "note" }, S.shown.data.notice || say(S, "begin_text")),
  );

/**
 * On paper: what was chosen, conflicts, what to settle, and room for what is settled.
 * @param {PageView} S
 */
export function printedVnode(S) {
  const { rows, picks, games, games_of: from } = S.shown.data;
  const chosen = rows.filter((row) => picks[row.id]);
  const line = (row) => {
    const cell = row.cells.find((one) => one.game === picks[row.id]);
    const game = games.find((one) => one.id === cell.game);
    return h(
      "li",
      { key: row.id },
      h("span", { key: "ask" }, row.text, " "),
      h("b", { key: "answer" }, cell.text, " "),
      chipVnode(S, { ...cell.clause, game }),
    );
  };
  return h(
    "div",
    { class: "tb-mixed", key: "mixed" },
    h(
      "p",
      { class: "tb-mixed-tools", key: "tools" },
      button(say(S, "print"), () => window.print(), "primary", { key: "print" }),
      button(
        say(S, "back"),
        () => {
          S.kept.sheet = false;
          S.draw();
        },
        "",
        { key: "back" },
      ),
      h("span", { key: "note" }, say(S, "sheet_note")),
    ),
    h(
      "article",
      { class: "tb-mixed-paper", key: "paper" },
      h("h1", { key: "name" }, S.kept.name || say(S, "name_given")),
      fromVnode(S),
      h("div", { class: "tb-mixed-two", key: "told" }, h("div", conflictsVnode(S)), h("div", settleVnode(S, false))),
      chosen.length > 0 && h("h2", { key: "rules" }, say(S, "sheet_rules")),
      h("ul", { class: "tb-mixed-rules", key: "chosen" }, chosen.map(line)),
      h("h2", { key: "notes" }, say(S, "sheet_notes")),
      h("div", { class: "tb-mixed-notes", key: "lines" }),
      h("footer", { key: "foot" }, from && say(S, "sheet_foot", { games: from })),
    ),
  );
}

/**
 * The words on the paper are as large as it has room for.
 * @param {PageView} S
 */
export function fitMixed(S) {
  const paper = first(S.root, ".tb-mixed-paper");
  if (!paper || !paper.clientHeight || S.phone) return;
  let [low, high] = [SIZES[1], SIZES[0]];
  for (let n = 0; n < 7; n += 1) {
    const size = n ? (low + high) / 2 : high;
    paper.style.fontSize = `${size.toFixed(2)}px`;
    if (paper.scrollHeight <= paper.clientHeight) {
      if (!n) return;
      low = size;
    } else high = size;
  }
  paper.style.fontSize = `${low.toFixed(2)}px`;
}
