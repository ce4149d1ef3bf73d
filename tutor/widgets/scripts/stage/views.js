// @ts-check
// The two arrangements: a lesson step, a game.

/** @import { Stage } from "../types.js" */
import { boardVnode, heldVnode } from "../board/board.js";
import { stripVnode } from "../board/strip.js";
import { textVnode } from "../board/text.js";
import { grouped, h } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { choicesVnode } from "../task/choices.js";
import { aboutVnode, controlsVnode, feedbackVnode, goalVnode, hintsVnode, introVnode } from "../task/coach.js";
import { dockVnode, liveVnode, questionVnode } from "../task/decide.js";
import { eventsVnode } from "../task/events.js";
import { slowVnode } from "../task/slow.js";
import { versusVnode } from "../task/versus.js";

/** @param {Stage} S */
function tableVnodes(S) {
  return [S.shown.mode === "play" && !S.phone && questionVnode(S), S.kept.text ? textVnode(S) : boardVnode(S)];
}

/**
 * The goal, and of a puzzle what is known of it.
 * @param {Stage} S
 */
function goalsVnode(S) {
  const about = aboutVnode(S);
  return about ? h("div.tb-goal-about", { key: "goal about" }, goalVnode(S), about) : goalVnode(S);
}

/** @param {Stage} S */
export function lessonVnodes(S) {
  const task = choicesVnode(S);
  const side = [!S.phone && feedbackVnode(S), !S.phone && task, eventsVnode(S), hintsVnode(S)];
  const under = S.kept.choices?.mode === "rules"; // what is still wrong with what is built on the board
  return [
    h("div.tb-top", { key: "top" }, introVnode(S), goalsVnode(S)),
    h(
      "div.tb-work",
      { key: "work" },
      h(
        "div.tb-main",
        { key: "main" },
        S.phone && !under && task,
        !S.phone && stripVnode(S),
        versusVnode(S),
        S.phone && slowVnode(S), // on a phone it would lie below all that is looked at
        tableVnodes(S),
        S.phone && stripVnode(S), // the phase is named between the two fields
        !S.phone && slowVnode(S),
        S.phone && under && task,
        dockVnode(S, heldVnode(S)),
      ),
      h("div.tb-aside", { key: "aside", ...grouped(say(S, "feedback")) }, side),
    ),
  ];
}

/** @param {Stage} S */
export function playVnodes(S) {
  const coach = S.shown.coach;
  return [
    h(
      "div",
      { class: "tb-top tb-play-top", key: "top" },
      h("div", h("h2.tb-title", coach.title || ""), coach.text && h("p", rich(coach.text))),
      controlsVnode(S),
    ),
    h(
      "div.tb-work",
      { key: "work" },
      h(
        "div.tb-main",
        { key: "main" },
        tableVnodes(S),
        !S.phone && liveVnode(S),
        S.phone && dockVnode(S, heldVnode(S)),
      ),
      h(
        "div.tb-aside",
        { key: "aside", ...grouped(say(S, "log")) },
        !S.phone && feedbackVnode(S),
        h("div.tb-beside", { key: "beside", html: "" }),
        eventsVnode(S),
        hintsVnode(S),
      ),
    ),
  ];
}
