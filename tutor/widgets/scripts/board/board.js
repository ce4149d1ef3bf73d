// @ts-check
// The table: two players, their zones where the game puts them, what is between them.

/** @import { Player, Roll, Stage } from "../types.js" */
import { ghostOf, markOf } from "./moves.js";
import { foldedTexts, isFolded, isPlacing, isVacant } from "./folds.js";
import { captionColumns } from "./captions.js";
import { passedVnode, scoresVnode, talliesVnode } from "./totals.js";
import { at, cornerOf, heapVnodes, lastOf, zoneVnode } from "./zones.js";
import { backMarkup } from "../drawing/card.js";
import { HIDDEN, grouped, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/**
 * Zones of one player by slot; an arena game puts several zones into the field. On phones these stand apart.
 * @param {Stage} S
 * @param {Player} player
 * @param {number} place
 */
function playerVnode(S, player, place) {
  const area = (name, zones, style) =>
    zones.length > 0 &&
    h(
      "div",
      { class: "tb-area tb-area-" + name, key: name, style },
      zones.map((zone) => zoneVnode(S, zone, place)),
    );
  const drawn = (slot) => at(player, slot).filter((zone) => !isFolded(S, zone, place));
  const side = drawn("side");
  const resources = [...drawn("resource-1"), ...drawn("resource-2")];
  const fields = drawn("field");
  const open = (zone) => zone.cards.length > 1; // to choose from, so it is laid out
  const piles = [...at(player, "pile-1"), ...at(player, "pile-2")];
  return h(
    "div",
    {
      class: `tb-side ${place ? "tb-rival" : "tb-own"}${side.length ? "" : " tb-no-side"}${piles.length ? "" : " tb-no-pile"}${resources.length ? "" : " tb-no-resource"}`,
      key: "side " + place,
    },
    area("side", side),
    area("resource", resources, captionColumns(player)),
    !duels(S) && area("field" + (fields.length > 1 ? " tb-several" : ""), fields, columns(S, fields)),
    area(
      "pile",
      piles.filter((zone) => !open(zone)),
    ),
    area("open", piles.filter(open)),
  );
}

/**
 * On phones several fields face each other pair by pair. A pair in which nothing lies opens for a card that is placed.
 * @param {Stage} S
 */
const duels = (S) =>
  S.phone && S.shown.scene.players.length > 1 && S.shown.scene.players.some((player) => at(player, "field").length > 1);

/** @param {Stage} S */
function duelVnodes(S) {
  const [you, rival] = S.shown.scene.players;
  const half = (player, name, place, side) =>
    at(player, "field")
      .filter((zone) => lastOf(zone.id) === name)
      .map((zone) => h("div", { class: side, key: side }, zoneVnode(S, zone, place)));
  const names = new Set([you, rival].flatMap((player) => at(player, "field").map((zone) => lastOf(zone.id))));
  const empty = (player, name, place) =>
    at(player, "field").every((zone) => lastOf(zone.id) !== name || isVacant(S, zone, place));
  const shown = [...names].filter((name) => isPlacing(S) || !empty(rival, name, 1) || !empty(you, name, 0));
  return shown.map((name) =>
    h("div", { class: "tb-duel", key: "duel " + name }, half(rival, name, 1, "tb-rival"), half(you, name, 0, "tb-own")),
  );
}

/** Frames are drawn so small at least; cards that still have no room overlap. */
const LEAST = 0.78;

/**
 * Fields side by side are equally wide until one of them needs more, for the same place on both sides. Where frames
 * need more than there is, they are drawn smaller.
 * @param {Stage} S
 * @param {any} fields
 */
function columns(S, fields) {
  const wide = (card) => (card.turned % 180 ? 109 : 80) + 7 * (card.under || []).length + 38 * (card.on || []).length;
  const frames = (zone) => 18 * (zone.groups || []).length;
  const need = fields.map(({ id }) =>
    Math.max(
      130,
      ...S.shown.scene.players.map((player, place) => {
        const zone = at(player, "field").find((one) => lastOf(one.id) === lastOf(id));
        return !zone
          ? 0
          : 22 +
              frames(zone) +
              [...zone.cards.map(wide), ...cornerOf(S, zone, place).map(() => 50)].reduce((sum, one) => sum + one, 0);
      }),
    ),
  );
  const room = S.root.clientWidth > 1100 ? Math.min(S.root.clientWidth, 1300) - 580 : S.root.clientWidth - 160;
  if (need.length < 2 || Math.max(...need) <= room / need.length) return null;
  const all = need.reduce((sum, one) => sum + one, 0);
  const squeeze = Math.max(LEAST, Math.min(1, (room + 35) / (S.kept.fit || 1) / all));
  return `grid-template-columns:${need.map((one) => `minmax(0,${one}fr)`).join(" ")};--squeeze:${squeeze}`;
}

/**
 * @param {Stage} S
 * @param {Player} player
 * @param {number} place
 */
function whoVnode(S, player, place) {
  const piles = (player.zones || []).filter((zone) => zone.slot.startsWith("pile"));
  const counts = S.phone
    ? piles.map((zone) => {
        const text = `${zone.title} ${zone.count ?? (zone.cards || []).length}`;
        return heapVnodes(S, zone, `${player.name}: ${text}`, text) || text;
      })
    : [];
  counts.unshift(...foldedTexts(S, player, place));
  const hand = (player.zones || []).find((zone) => zone.slot === "hand");
  const held = player.hand_count ?? (hand ? (hand.count ?? hand.cards.length) : 0);
  const holds = hand || player.hand_count !== undefined;
  const handText = holds && [`${say(S, "hand")} ${held}`, hand?.limit].filter(Boolean).join(", ");
  return h(
    "div.tb-who",
    { key: "who " + place },
    h("span", { class: "tb-disc" + (place ? " tb-disc-rival" : ""), ...HIDDEN }, player.letter),
    h(
      "div.tb-who-text",
      h("b", player.name),
      passedVnode(player),
      h(
        "span",
        [player.note, handText, ...counts].filter(Boolean).map((part, n) => [n > 0 && " · ", part]),
      ),
      scoresVnode(S, player, place),
    ),
  );
}

/**
 * The backs of the rival's hand; a button where it can be pointed at.
 * @param {Stage} S
 * @param {Player} player
 */
function fanVnode(S, player) {
  const zone = at(player, "hand")[0];
  const mark = zone && markOf(S, zone.id);
  return h(
    mark ? "button" : "span",
    {
      class: "tb-fan" + (mark ? ` tb-zone-${mark}` : ""),
      ...(mark ? { "data-ref": zone.id, "aria-label": `${player.name}: ${zone.title}` } : HIDDEN),
    },
    Array.from({ length: Math.min(player.hand_count || 0, 9) }, () =>
      h("span", { class: "tb-card tb-down-card", html: backMarkup() }),
    ),
  );
}

/**
 * The dice of one player: who rolled them, which of them count, how many. Dice that can be chosen are buttons.
 * @param {Stage} S
 * @param {Roll} roll
 * @param {number} place
 */
function rollVnode(S, roll, place) {
  const marks = roll.dice.map((die) => markOf(S, die.ref));
  const die = (/** @type {Roll["dice"][number]} */ { ref, value, hit }, /** @type {number} */ n) =>
    h(
      marks[n] ? "button" : "span",
      {
        class: `tb-die${hit ? " tb-die-hit" : ""}${marks[n] ? " tb-die-" + marks[n] : ""}`,
        key: `${roll.by} ${n} ${value}`,
        style: `--n:${n}`,
        ...(marks[n] && { "data-ref": ref, "aria-label": `${value}, ${say(S, "mark_" + marks[n])}` }),
      },
      String(value),
    );
  return h(
    "span",
    {
      class: "tb-roll" + (roll.mine ? " tb-mine" : ""),
      key: "roll " + place,
      role: marks.some(Boolean) ? "group" : "img",
      "aria-label": roll.label,
    },
    h("span.tb-roll-name", HIDDEN, roll.by || roll.name),
    roll.dice.map(die),
    roll.count && h("b", HIDDEN, roll.count),
  );
}

const handOf = (/** @type {Player} */ player) => (player?.zones || []).find((zone) => zone.slot === "hand");

/**
 * On a phone the learner's hand stays in sight, in the dock, and is swiped through. While nothing in it can be chosen it
 * is drawn smaller; in a lesson only its upper edge is left while something on the board can be (stage.css).
 * @param {Stage} S
 */
export function heldVnode(S) {
  const [you] = S.shown.scene.players || [];
  const hand = handOf(you);
  if (!S.phone || S.kept.text || !hand?.cards?.length) return null;
  const rests =
    !S.shown.scene.unlit &&
    !hand.cards.some((card) => ["legal", "choosable", "selected"].includes(markOf(S, card.ref)));
  return h(
    "div",
    { class: "tb-hand tb-held" + (rests ? " tb-rests" : ""), key: "held", onclick: S.onBoardClick },
    zoneVnode(S, { ...hand, size: "S" }, 0),
  );
}

/** @param {Stage} S */
export function boardVnode(S) {
  const ghost = ghostOf(S);
  const scene = S.shown.scene;
  if (!scene.players || !scene.players.length)
    return h("div", { class: "tb-board tb-empty", key: "board" }, say(S, "no_board"));
  const [you, rival] = scene.players;
  const theirs = handOf(rival);
  const open =
    theirs && (theirs.cards || []).some((card) => card.face || S.shown.index.pick.has(card.ref) || markOf(S, card.ref));
  const label = (scene.turn && scene.turn.label) || "";
  const hand = handOf(you);
  const held = hand && !S.phone ? hand.cards.length : 0;
  return h(
    "div",
    {
      class: `tb-board${ghost ? " tb-ghost" : ""}`,
      key: "board",
      ...grouped(`${say(S, "board")}. ${label}`),
      onclick: S.onBoardClick,
    },
    rival &&
      h(
        "div.tb-head",
        { key: "head" },
        whoVnode(S, rival, 1),
        open ? h("div", { class: "tb-hand tb-open-hand" }, zoneVnode(S, theirs, 1)) : fanVnode(S, rival),
      ),
    rival && playerVnode(S, rival, 1),
    h(
      "div.tb-mid",
      h("span", ghost ? ghost.text : label),
      !!scene.dice?.length &&
        h(
          "div.tb-rolls",
          scene.dice.map((roll, n) => rollVnode(S, roll, n)),
        ),
      talliesVnode(S),
    ),
    duels(S) && duelVnodes(S),
    playerVnode(S, you, 0),
    h(
      "div",
      {
        class: "tb-foot" + (held > 6 ? " tb-full tb-fuller" : held > 5 ? " tb-full" : held ? "" : " tb-handless"),
        key: "foot",
      },
      whoVnode(S, you, 0),
      hand && !S.phone && h("div.tb-hand", zoneVnode(S, hand, 0)),
    ),
    h("svg.tb-arrow", { key: "arrow", ...HIDDEN, html: "" }),
  );
}
