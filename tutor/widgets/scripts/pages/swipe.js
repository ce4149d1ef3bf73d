// @ts-check
// The mechanics table on a phone: a card a question, one at a time; swiped, or turned with buttons and arrow keys.

/** @import { PageView } from "../types.js" */
import { button, icon } from "../drawing/controls.js";
import { first, grouped, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { answerCell, demoVnode } from "./answers.js";
import { chooseVnode, handoutButton } from "./handout.js";
import { command } from "./page.js";
import { pageLink } from "./rows.js";

/** A finger that has gone so far across, and more across than along, turns the card. */
const FAR = 48;

/**
 * Which of some rows is shown: the one turned to, else that of the open answer, else the first.
 * @param {PageView} S
 * @param {any[]} rows
 */
export function cardAt(S, rows) {
  const open = S.shown.data.open;
  if (open && open.question !== S.kept.opened) S.kept.card = open.question; // an address, or a row beside it
  S.kept.opened = open ? open.question : "";
  return Math.max(
    0,
    rows.findIndex((row) => row.id === S.kept.card),
  );
}

/**
 * Turn to another card; what is open on this one is closed.
 * @param {PageView} S
 * @param {any[]} rows
 * @param {number} to
 */
export function turn(S, rows, to) {
  if (!rows[to]) return;
  S.kept.card = rows[to].id;
  if (S.shown.data.open) command(S, "close");
  S.draw();
  first(S.root, ".tb-card-deck")?.scrollIntoView({ block: "nearest" });
}

/**
 * How far a finger has turned the cards: 1 to the next one, -1 back, 0 not at all.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 */
export function turned(from, to) {
  const [across, along] = [to.x - from.x, to.y - from.y];
  return Math.abs(across) < FAR || Math.abs(across) < 1.5 * Math.abs(along) ? 0 : across < 0 ? 1 : -1;
}

/** @param {TouchEvent} event */
const finger = (event) => ({ x: event.changedTouches[0].clientX, y: event.changedTouches[0].clientY });

/**
 * @param {PageView} S
 * @param {any[]} rows
 */
export function cardVnode(S, rows) {
  const { games, groups, open } = S.shown.data;
  const at = cardAt(S, rows);
  const row = rows[at];
  const all = open && open.all && open.question === row.id;
  const step = (by, label, sign) =>
    button(
      by < 0 ? [icon(sign), say(S, label)] : [say(S, label), icon(sign)],
      rows[at + by] ? () => turn(S, rows, at + by) : null,
      "",
      { key: label, "aria-label": say(S, "card_" + label), "aria-disabled": !rows[at + by] },
    );
  return h(
    "div",
    {
      class: "tb-card-deck",
      key: "cards",
      onkeydown: (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by || event.target.closest(".tb-child, .tb-together, input, select")) return;
        event.preventDefault();
        turn(S, rows, at + by);
      },
    },
    h(
      "p",
      { class: "tb-card-steps", key: "steps" },
      step(-1, "back", "back"),
      h("span", { role: "status", key: "at" }, say(S, "card_at", { n: at + 1, all: rows.length })),
      step(1, "next", "next"),
    ),
    h(
      "section",
      {
        class: "tb-panel tb-question-card",
        key: "card " + row.id,
        ...grouped(row.text),
        ontouchstart: (event) => {
          const free = event.target.closest(".tb-child, .tb-together"); // boards are moved sideways themselves
          S.kept.finger = free || event.touches.length > 1 ? null : finger(event);
        },
        ontouchend: (event) => {
          const by = S.kept.finger ? turned(S.kept.finger, finger(event)) : 0;
          S.kept.finger = null;
          if (by) turn(S, rows, at + by);
        },
      },
      h("p", { class: "tb-kick", key: "group" }, groups.find((one) => one.id === row.group).title),
      h("h2", { key: "question" }, row.text),
      pageLink(S, row),
      h(
        "ul",
        { class: "tb-card-answers", key: "answers" },
        row.cells.map((cell, n) => answerCell(S, row, cell, games[n])),
      ),
      all
        ? h("div", { class: "tb-demo-cell", key: "all" }, demoVnode(S))
        : button(say(S, "side_by_side"), () => command(S, "all", { question: row.id }), "small", { key: "all" }),
      chooseVnode(S, row),
      handoutButton(S),
    ),
  );
}
