// @ts-check
// Skill: a ladder of players for every game, what it says, and the numbers behind it.

/** @import { PageView } from "../types.js" */
import { hueStyle } from "../drawing/card.js";
import { columnsVnode } from "../drawing/controls.js";
import { h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { dotKey, gameName, lineKey, oneByOne } from "./compare.js";

/**
 * A table of numbers: what a row is about stands first.
 * @param {string[]} heads
 * @param {any[]} rows
 * @param {string} name under which a row has what it is about
 * @param {(row: any) => any[]} cells
 */
const tableVnode = (heads, rows, name, cells) =>
  h(
    "table",
    columnsVnode(heads),
    h(
      "tbody",
      rows.map((row) => h("tr", { key: row[name] }, h("th", { scope: "row" }, row[name]), cells(row))),
    ),
  );

/**
 * @param {PageView} S
 * @param {any} skill
 * @param {any} game
 */
const numbersVnode = (S, skill, game) =>
  h(
    "details",
    { class: "tb-numbers", key: "numbers" },
    h("summary", say(S, "numbers"), h("span", game.basis)),
    h(
      "div",
      {
        class: "tb-scroll",
        key: "rungs",
        tabindex: "0",
        role: "region",
        "aria-label": `${game.title}: ${say(S, "numbers")}`,
      },
      tableVnode([skill.words.who, skill.words.elo, skill.words.step], game.rungs, "name", (rung) => [
        h("td", rung.elo, h("small", rung.basis)),
        h("td", { class: rung.seen ? "tb-seen" : null }, rung.step),
      ]),
      tableVnode([skill.words.met, skill.words.points, skill.words.said], game.meetings, "pair", (one) => [
        h("td", one.points, h("small", one.share)),
        h("td", one.said),
      ]),
    ),
  );

/**
 * The section with the ladders of all games, and how they are made.
 * @param {PageView} S
 */
export function ladderVnode(S) {
  const skill = S.shown.data.skill;
  if (!skill) return null;
  const [choice, games] = oneByOne(S, "game", skill.games, say(S, "game"));
  return h(
    "section",
    { class: "tb-skill", key: "skill" },
    h("h2", { id: "skill", tabindex: "-1" }, skill.title),
    h("p.tb-sub", skill.text),
    skill.notes.map((note) => h("p", { class: "tb-sub tb-ladder-note", key: note }, note)),
    skill.games.length > 0 &&
      h(
        "p",
        { class: "tb-key", key: "key" },
        h("span", dotKey(true), skill.words.filled),
        h("span", dotKey(false), skill.words.hollow),
        h("span", lineKey("line"), skill.words.line),
      ),
    choice,
    h(
      "div",
      { class: "tb-metrics", key: "games" },
      games.map((game) =>
        h(
          "figure",
          { class: "tb-panel tb-metric tb-ladder", key: game.id, style: hueStyle(game.hue) },
          h(
            "figcaption",
            { key: "caption" },
            h("h3", gameName(game)),
            game.sentences.map((one) => h("p", { key: one }, one)),
          ),
          h("div", { class: "tb-plot", key: "plot", html: game.svg }),
          numbersVnode(S, skill, game),
        ),
      ),
      h(
        "div",
        { class: "tb-panel tb-metric tb-ladder-how", key: "how" },
        h("h3", skill.words.players),
        h(
          "dl",
          skill.players.map((one) => [
            h("dt", { key: one.name }, one.name),
            h("dd", { key: one.name + " text" }, one.text),
          ]),
        ),
        h(
          "details",
          { class: "tb-numbers", key: "definition" },
          h("summary", say(S, "definition")),
          skill.definition.map((one) => h("p", { class: "tb-definition", key: one }, one)),
        ),
      ),
    ),
  );
}
