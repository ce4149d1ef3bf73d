// @ts-check
// The text twin: the same table as headings, tables and buttons. Nothing is only on the picture.

/** @import { Card, Move, Player, Stage, Zone } from "../types.js" */
import { divideText } from "./divide.js";
import { arrowOf, askedOf, ghostOf, markOf, movesFrom } from "./moves.js";
import { nameOf } from "./refs.js";
import { countedIn } from "./zones.js";
import { button, columnsVnode } from "../drawing/controls.js";
import { first, grouped, h } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { sendMove, sendTry } from "../task/messages.js";

/**
 * @param {Stage} S
 * @param {Card} card
 * @param {Zone} zone
 * @param {number} depth
 */
function textCard(S, card, zone, depth) {
  const face = card.face && S.shown.scene.faces[card.face];
  const mark = markOf(S, card.ref);
  const type = face ? [face.attributes.map((one) => one.title).join(", "), face.type].filter(Boolean) : [];
  const rules = face?.rules || [];
  return [
    h(
      "tr",
      { key: card.ref },
      h("th", { scope: "row" }, (depth ? "↳ " : "") + (card.name || card.face || say(S, "hidden_card"))),
      h("td", [mark && say(S, "mark_" + mark), card.state].filter(Boolean).join(", ") || "–"),
      h(
        "td",
        type.length > 0 &&
          h(
            "p.tb-text-type",
            { key: "type" },
            type.flatMap((one, n) => [n > 0 && " ", h("span", { key: n }, one)]),
          ),
        rules.map((rule, n) => h("p", { key: n }, rich(rule))),
        !type.length && !rules.length && "–",
      ),
    ),
    [...(card.on || []), ...(card.under || [])].map((other) => textCard(S, other, zone, depth + 1)),
  ];
}

/**
 * A card that only says that it is there: face down, with no mark, no move and nothing on or under it.
 * @param {Stage} S
 * @param {Card} card
 */
const isBlank = (S, card) =>
  !card.face &&
  !card.state &&
  !(card.on || []).length &&
  !(card.under || []).length &&
  !markOf(S, card.ref) &&
  !movesFrom(S, card.ref).length &&
  !S.shown.index.pick.has(card.ref);

/**
 * The cards of a zone in runs: blank ones next to each other together, every other card alone.
 * @param {Stage} S
 * @param {Card[]} cards
 */
function unseenRuns(S, cards) {
  /** @type {Card[][]} */
  const runs = [];
  for (const card of cards) {
    const last = runs.at(-1);
    if (last && isBlank(S, card) && isBlank(S, last[0])) last.push(card);
    else runs.push([card]);
  }
  return runs;
}

/**
 * @param {Stage} S
 * @param {Card[]} run
 */
const hiddenRow = (S, run) =>
  h("tr", { key: run[0].ref }, h("th", { scope: "row", colspan: 3 }, say(S, "hidden_cards", { n: run.length })));

/**
 * @param {Stage} S
 * @param {Zone} zone
 */
function textZone(S, zone) {
  const cards = zone.cards || [];
  const head = h(
    "h4",
    `${zone.title} `,
    zone.ja && h("i", { lang: "ja" }, zone.ja),
    ` ${countedIn(zone)}`,
    zone.lost
      ? `, ${zone.lost} ${zone.gone}`
      : zone.outlines && !zone.gone
        ? `, ${say(S, "places", { n: zone.outlines })}`
        : "",
  );
  if (!cards.length) return h("div.tb-text-zone", { key: zone.id }, head, h("p", say(S, "empty_zone")));
  return h(
    "div.tb-text-zone",
    { key: zone.id },
    head,
    h(
      "div.tb-scroll",
      { tabindex: "0", ...grouped(zone.title) },
      h(
        "table",
        columnsVnode(["table_card", "table_state", "table_text"].map((key) => say(S, key))),
        h(
          "tbody",
          unseenRuns(S, cards).map((run) => (run.length > 1 ? hiddenRow(S, run) : textCard(S, run[0], zone, 0))),
        ),
      ),
    ),
  );
}

/**
 * A form for anything that a click could try.
 * @param {Stage} S
 */
function tryVnode(S) {
  const places = [...S.shown.cards].filter(([, place]) => place.card || place.zone);
  const { kinds: ofZones = {}, unlit } = S.shown.scene;
  const ofCards = places.map(([, place]) => place.card?.kinds || []);
  const every = [...Object.values(ofZones), unlit?.verbs || [], ...ofCards].flat();
  const kinds = new Map(every.map((one) => [one.label, one.kind])); // kinds with one label are one action
  const wordsOf = (place) =>
    `${S.shown.scene.players[place.who].name}, ${place.zone.title}${place.card ? ": " + (place.card.label || place.card.face || say(S, "hidden_card")) : ""}`;
  const field = (name, label, options) =>
    h(
      "label",
      { key: name },
      label,
      h(
        "select",
        { "data-try": name },
        h("option", { value: "" }, say(S, name === "kind" ? "try_any" : "try_none")),
        options,
      ),
    );
  const refs = (filter) =>
    places
      .filter(([, place]) => filter(place))
      .map(([ref, place]) => h("option", { value: ref, key: ref }, wordsOf(place)));
  const go = (event) => {
    event.preventDefault();
    const value = (name) => first(event.target, `[data-try=${name}]`).value || null;
    sendTry(S, value("kind"), value("from"), value("to"));
  };
  return h(
    "form.tb-try",
    { key: "try", onsubmit: go },
    h("h3", say(S, "try_title")),
    field(
      "kind",
      say(S, "try_kind"),
      [...kinds].map(([label, kind]) => h("option", { value: kind, key: kind }, label)),
    ),
    field(
      "from",
      say(S, "try_from"),
      refs((place) => place.card && place.who === 0),
    ),
    field(
      "to",
      say(S, "try_to"),
      refs(() => true),
    ),
    h("button", { type: "submit", class: "tb-btn" }, say(S, "try_go")),
  );
}

/** @param {NonNullable<Player["scores"]>[number]} one */
const scoreText = ({ value, word, parts = [] }) =>
  `${value} ${word}` + (parts.length ? ` (${parts.map((part) => `${part.amount} ${part.text}`).join(", ")})` : "");

/**
 * A move in the words of its button, with the card and the target that it concerns. Where two moves would read alike,
 * the notation tells them apart.
 * @param {Stage} S
 * @param {Move[]} moves
 */
function moveWords(S, moves) {
  const words = moves.map((move) => {
    const [name, target] = [nameOf(S, move.from), nameOf(S, move.to)].filter(
      (one) => !move.label.includes(one), // "Use Core Trigger: Headland Gale" has it already, and every label has ""
    );
    const asked = askedOf(S, [move]); // "Who uses it?" tells what the target has to do with the move
    const sentence = target ? (asked ? "move_asked" : "move_at") : "move_of";
    return name ? say(S, sentence, { label: move.label, name, target, asked }) : move.label;
  });
  return words.map((text, n) =>
    moves.some((move, other) => words[other] === text && move.text !== moves[n].text)
      ? `${text} (${moves[n].text})`
      : text,
  );
}

/**
 * Who acts on what, as the arrow of the board shows it; "" if there is no arrow.
 * @param {Stage} S
 */
function arrowText(S) {
  const arrow = arrowOf(S);
  const ends = arrow ? arrow.to.map((ref) => nameOf(S, ref)).filter(Boolean) : [];
  return arrow && ends.length ? `${nameOf(S, arrow.from)} → ${ends.join(", ")}` : "";
}

/** @param {Stage} S */
export function textVnode(S) {
  const scene = S.shown.scene;
  const asked = S.shown.mode === "play" && !S.phone; // question and plain moves stand in the bar above
  const all = (scene.moves || []).filter((move) => !asked || move.from || move.to);
  const said = moveWords(S, all);
  const moves = all.filter((move, n) => !all.some((one, m) => m < n && said[m] === said[n] && one.text === move.text));
  const words = moveWords(S, moves); // of two like cards, whose moves are the same, one is offered
  return h(
    "div.tb-text",
    grouped(say(S, "text_view")),
    h("p.tb-text-turn", [(scene.turn || {}).label, ghostOf(S)?.text || arrowText(S)].filter(Boolean).join(" · ")),
    (scene.dice || []).map((roll, n) => h("p", { key: "dice " + n }, roll.label)),
    (scene.tallies || []).map((tally, n) => h("p", { key: "tally " + n }, tally.label)),
    !asked &&
      scene.question &&
      h("div.tb-text-question", h("h3", scene.question.title), h("p", rich(scene.question.text))),
    ((!asked && !scene.unlit) || scene.divide || moves.length > 0) && h("h3", say(S, "moves")),
    scene.divide
      ? divideText(S)
      : moves.length
        ? h(
            "ul.tb-text-moves",
            moves.map((move, n) =>
              h(
                "li",
                { key: move.id },
                button(words[n], () => sendMove(S, move), "small"),
              ),
            ),
          )
        : !asked && !scene.unlit && h("p", say(S, "no_moves")),
    (scene.players || []).map((player, place) =>
      h(
        "div.tb-text-player",
        { key: "player " + place },
        h("h3", player.name, player.note ? ` (${player.note})` : "", player.passed ? `, ${player.passed}` : ""),
        h(
          "p",
          [`${say(S, "hand")} ${player.hand_count ?? ""}`, ...(player.scores || []).map((one) => scoreText(one))].join(
            ", ",
          ),
        ),
        (player.groups || []).map((line, n) => h("p", { key: "group " + n }, line)),
        (player.zones || []).map((zone) => textZone(S, zone)),
      ),
    ),
    ((scene.moves || []).length > 0 || scene.unlit) && tryVnode(S),
  );
}
