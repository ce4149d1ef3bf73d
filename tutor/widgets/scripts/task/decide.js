// @ts-check
// What the learner may do now: buttons, the question bar, the live line, the dock.

/** @import { Described, Face, Kid, Move, Stage, Unlit } from "../types.js" */
import { select } from "../board/clicks.js";
import { divideVnodes } from "../board/divide.js";
import { askedOf, kindsOf, movesFrom, onlyActor, targetsOf } from "../board/moves.js";
import { nameOf, targetName } from "../board/refs.js";
import { cardClass, cardMarkup, hueStyle } from "../drawing/card.js";
import { button, icon } from "../drawing/controls.js";
import { HIDDEN, grouped, h } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { showPeek } from "../stage/peek.js";
import { controlVnode, controlsVnode, feedbackVnode } from "./coach.js";
import { sendMove, sendTry } from "./messages.js";
import { rowVnodes, widthOfAll } from "./row.js";

/**
 * Buttons: the answers to a question, if one is asked; else what the goal asks to try, moves of the selected card that
 * need no target, the plain moves, then what else it could try. The first move stands out, unless Python knows that it
 * loses.
 * @param {Stage} S
 * @returns {Kid[]}
 */
function offeredVnodes(S) {
  const { answers, primary, divide, unlit } = S.shown.scene;
  if (answers) return answers.map((one) => controlVnode(S, one));
  if (divide) return divideVnodes(S);
  const ref = S.kept.selected || onlyActor(S);
  let first = S.shown.mode === "play";
  const moveButton = (move) => {
    const kind = first && (!primary || primary.includes(move.id)) ? "primary" : "";
    first = first && !kind;
    return button(move.label, () => sendMove(S, move), kind, { key: "move " + move.id, title: move.text || null });
  };
  if (S.kept.pair) {
    const both = movesFrom(S, ref).filter((move) => move.to === S.kept.pair);
    return [...both.map(moveButton), cancelVnode(S)];
  }
  const own = ref ? [...movesFrom(S, ref).filter((move) => !move.to), ...(S.shown.index.pick.get(ref) || [])] : [];
  const legal = new Set(movesFrom(S, ref).map((move) => move.kind));
  const chosen = S.kept.selected && S.kept.selected !== S.kept.auto; // by the learner
  const tries = (/** @type {boolean} */ asked) =>
    kindsOf(S, ref)
      .filter((one) => !legal.has(one.kind) && !one.asked !== asked && (chosen || asked))
      .map(tryButton);
  if (unlit) return unlitVnodes(S, unlit);
  const tryButton = (one) =>
    button([icon("lock"), one.label], () => sendTry(S, one.kind, ref, null), "pale", {
      key: "try " + one.kind,
      title: say(S, "can_try"),
      "aria-label": `${one.label}, ${say(S, "can_try")}`,
    });
  const kinds = new Set(
    movesFrom(S, ref)
      .filter((move) => move.to)
      .map((move) => move.kind),
  );
  const several = kindsOf(S, ref).filter((one) => kinds.has(one.kind));
  const choices = several.length > 1 ? several : [];
  return [
    tries(true), // the goal asks for them: in sight before all others
    whoVnodes(S, ref),
    offers(S, fewestFirst(own), moveButton),
    choices.map((one) =>
      button(
        one.label,
        () => {
          S.kept.kind = S.kept.kind === one.kind ? null : one.kind;
          S.draw();
        },
        "",
        { key: "kind " + one.kind, "aria-pressed": S.kept.kind === one.kind },
      ),
    ),
    offers(S, S.shown.index.plain, (move) => {
      first = first && !S.shown.index.from.size && !S.shown.index.pick.size;
      return moveButton(move);
    }),
    tries(false),
    chosen && readVnode(S, ref),
  ];
}

/**
 * The button that shows a card enlarged, if it has a face.
 * @param {Stage} S
 * @param {any} ref
 */
const readVnode = (S, ref) =>
  S.shown.cards.get(ref)?.card?.face &&
  button(say(S, "read"), (event) => showPeek(S, ref, event.currentTarget), "quiet", { key: "read" });

/** @param {Stage} S */
const cancelVnode = (S) => button(say(S, "cancel"), () => select(S, null), "quiet", { key: "cancel" });

/**
 * With nothing lit: all that can be tried with the card in hand, or without a card, legal or not.
 * @param {Stage} S
 * @param {Unlit} unlit
 */
function unlitVnodes(S, unlit) {
  const ref = S.kept.selected;
  const plain = (move) => button(move.label, () => sendMove(S, move), "", { key: "move " + move.id });
  const verb = (one) => button(one.label, () => sendTry(S, one.kind, null, null), "", { key: "verb " + one.kind });
  if (!ref) return [unlit.verbs.map(verb), offers(S, S.shown.index.plain, plain)];
  const ofCard = (one) => {
    const held = S.kept.kind === one.kind;
    const press = () => {
      if (held || !one.targets) return sendTry(S, one.kind, ref, null);
      S.kept.kind = one.kind;
      S.draw();
    };
    return button(one.label, press, "", { key: "verb " + one.kind, "aria-pressed": held });
  };
  return [kindsOf(S, ref).map(ofCard), readVnode(S, ref), cancelVnode(S)];
}

/**
 * The same in one row so wide. Cards to choose from have a row of their own.
 * @param {Stage} S
 * @param {number} room
 */
function actionVnodes(S, room) {
  const all = /** @type {Described[]} */ (offeredVnodes(S).flat(9).filter(Boolean));
  const [cards, buttons] = [true, false].map((apart) => all.filter((one) => (one.tag === "div") === apart));
  return [...cards, ...rowVnodes(S, buttons, room)];
}

/**
 * An offered card as a sentence: what would be done with it, its name, and what is printed on it.
 * @param {Move} move
 * @param {Face} face
 */
export function offeredLabel(move, face) {
  const named = move.label.includes(face.name) ? move.label : `${move.label}: ${face.name}`;
  return [named, ...(face.rules || [])].join(". ").replaceAll("**", "");
}

/**
 * Cards that lie nowhere on the board, such as those of a deck, are shown to choose from.
 * @param {Stage} S
 * @param {Move[]} moves
 */
function offeredCards(S, moves) {
  const size = S.phone || S.shown.mode === "lesson" ? "S" : "M"; // in the dock, above which lies the hand
  return h(
    "div",
    { class: "tb-offered", key: "offered " + moves[0].kind, ...grouped(say(S, "decide")) },
    moves.map((move) => {
      const face = S.shown.scene.faces[move.face || ""];
      return h("button", {
        class: cardClass({}, face, size),
        style: hueStyle(face.hue),
        key: move.id,
        "data-offered": move.face,
        "aria-label": offeredLabel(move, face),
        onclick: () => {
          if (S.kept.pressed) S.kept.pressed = false;
          else sendMove(S, move);
        },
        html: cardMarkup({}, face, size),
      });
    }),
  );
}

/**
 * A button for each move. Many of one kind that differ by a number (a bid, counters to put on) are one row of numbers.
 * @param {Stage} S
 * @param {Move[]} moves
 * @param {any} moveButton
 */
function offers(S, moves, moveButton) {
  return [...new Set(moves.map((move) => move.kind))].map((kind) => {
    const alike = moves.filter((move) => move.kind === kind);
    if (alike.every((move) => S.shown.scene.faces[move.face || ""])) return offeredCards(S, alike);
    const numbers = alike.map((move) => move.label.match(/\d+/)?.[0]);
    if (alike.length < 4 || new Set(numbers).size < alike.length || numbers.includes(undefined))
      return alike.map(moveButton);
    const [before, after] = alike[0].label.split(/\d+/).map((part) => part.trim());
    return h(
      "span.tb-numbers",
      { key: `numbers ${kind}`, ...grouped([before, after].filter(Boolean).join(" … ")) },
      before && h("span", HIDDEN, before),
      alike.map((move, n) =>
        button(numbers[n], () => sendMove(S, move), "small", {
          key: "move " + move.id,
          title: move.text || null,
          "aria-label": move.label,
        }),
      ),
      after && h("span", HIDDEN, after),
    );
  });
}

/**
 * The same moves, those of which there are many of a kind behind the others: these may have no room after them.
 * @param {Move[]} moves
 */
export function fewestFirst(moves) {
  const alike = (/** @type {Move} */ one) => moves.filter((move) => move.kind === one.kind).length;
  return [...moves].sort((one, other) => alike(one) - alike(other));
}

/**
 * The same of a card with which nothing else can be done; with another one, it is not settled what is asked.
 * @param {Stage} S
 * @param {any} ref
 */
const whoOf = (S, ref) => (movesFrom(S, ref).every((move) => move.to) ? askedOf(S, targetsOf(S, ref)) : "");

/** So few who may answer a question have buttons; more of them are seen best on the board. */
const FEW = 4;

/**
 * Where it is asked who does it, each who may is a button too, beside being marked on the board.
 * @param {Stage} S
 * @param {any} ref
 */
function whoVnodes(S, ref) {
  const moves = targetsOf(S, ref);
  const asked = whoOf(S, ref);
  if (!asked || moves.length > FEW) return [];
  return moves.map((move) => {
    const name = targetName(S, move.to);
    return button(name, () => sendMove(S, move), "", {
      key: "who " + move.id,
      title: move.text || null,
      "aria-label": `${asked} ${name}`,
    });
  });
}

/** @param {Stage} S */
function liveText(S) {
  const ref = S.kept.selected;
  if (!ref || ref === S.kept.auto) return S.shown.scene.now || (S.shown.scene.question || {}).title || "";
  const name = nameOf(S, ref);
  const moves = movesFrom(S, ref);
  const targets = [...new Set(targetsOf(S, ref).map((move) => targetName(S, move.to)))];
  if (S.shown.scene.unlit) return `${say(S, "selected", { name })} ${say(S, S.kept.kind ? "aim_it" : "choose_kind")}`;
  const next = S.kept.pair
    ? say(S, "choose_pair", { name: nameOf(S, S.kept.pair) })
    : targets.length
      ? `${askedOf(S, targetsOf(S, ref)) || say(S, "choose_target")} ${targets.join(` ${say(S, "or")} `)}.`
      : moves.length
        ? say(S, "choose_kind")
        : kindsOf(S, ref).length
          ? say(S, "try_free")
          : "";
  return `${say(S, "selected", { name })} ${next}`;
}

/** @param {Stage} S */
export function questionVnode(S) {
  const question = S.shown.scene.question;
  if (!question && S.shown.mode !== "play") return null;
  const turn = S.shown.scene.turn || {};
  const asked = S.kept.pair ? "" : whoOf(S, S.kept.selected);
  const title = asked || (question ? question.title : turn.label || "");
  const text = asked ? say(S, "selected", { name: nameOf(S, S.kept.selected) }) : question?.text || S.shown.scene.now;
  const actions = S.phone ? [] : actionVnodes(S, S.room - 54 - Math.max(200, 1.2 * widthOfAll([title]))).flat();
  return h(
    "div",
    {
      class: "tb-question" + (question ? "" : " tb-question-calm") + (actions.length > 3 ? " tb-busy" : ""),
      key: "question",
      ...grouped(say(S, "decide")),
    },
    h("div", h("h3", title), h("p", rich(text || ""))),
    !S.phone && h("div.tb-actions", actions),
  );
}

/**
 * What is now, for eyes and for screen readers. On phones, and in a lesson, line and buttons stand in the dock,
 * in reach while the board scrolls.
 * @param {Stage} S
 */
export function liveVnode(S) {
  const said = S.shown.mode === "play" && !S.phone && liveText(S) === (S.shown.scene.now || ""); // in the bar above
  return h(
    "p",
    {
      class: "tb-live" + (S.shown.scene.question ? " tb-live-ask" : "") + (said ? " tb-sr" : ""),
      role: "status",
      "aria-live": "polite",
      key: "live",
    },
    h("span.tb-now-word", say(S, "now")),
    h(
      "span.tb-sr",
      (S.shown.scene.dice || []).map((roll) => roll.label + ". ").join(""),
      (S.shown.scene.tallies || []).map((tally) => tally.short + ". ").join(""),
    ),
    h("b", liveText(S)),
  );
}

/**
 * @param {Stage} S
 * @param {Kid} [held] the hand, where it is not on the board
 */
export function dockVnode(S, held) {
  const actions = (/** @type {number} */ room) => h("div.tb-actions", { key: "actions" }, actionVnodes(S, room));
  return h(
    "div",
    { class: "tb-dock" + (S.shown.scene.answers ? " tb-asking" : ""), key: "dock" },
    S.phone && feedbackVnode(S),
    liveVnode(S),
    held,
    S.shown.mode === "lesson" ? controlsVnode(S, actions) : actions(S.room - 28),
  );
}
