// @ts-check
// Cards in their zones.

/** @import { Card, Player, Ref, Stage, Zone } from "../types.js" */
import { captionsOf } from "./captions.js";
import { isShared, stepperVnode } from "./divide.js";
import { groupedVnodes } from "./groups.js";
import { isAimed, markOf } from "./moves.js";
import { cardClass, cardMarkup, counters, hueStyle } from "../drawing/card.js";
import { icon, sheetVnodes } from "../drawing/controls.js";
import { HIDDEN, grouped, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/** So many letters of the title of a pile have room beside its count; else the count stands beside the cards. */
const LETTERS = 8;

const MARK_SIGNS = { selected: "ok", chosen: "aim", refused: "no", lit: "bulb" };

/**
 * @param {Stage} S
 * @param {Card} card
 * @param {Zone} zone
 * @param {string} size
 * @param {any} tabbable
 */
function cardVnode(S, card, zone, size, tabbable) {
  const face = card.face ? S.shown.scene.faces[card.face] : null;
  const mark = markOf(S, card.ref);
  const grey = card.dim || mark === "grey";
  const aimed = ["legal", "choosable"].includes(mark) && isAimed(S, card.ref);
  const label = [
    (card.label || card.face || say(S, "hidden_card")).replace(/\.$/, ""),
    aimed && say(S, "mark_chosen"),
    mark && mark !== "grey" ? say(S, "mark_" + mark) : grey ? say(S, "mark_grey") : "",
  ]
    .filter(Boolean)
    .join(", ");
  const turn = card.turned === 90 ? " tb-turn90" : card.turned === 180 ? " tb-turn180" : "";
  const under = card.under || [];
  const overlay = (other, n) =>
    h(
      "div",
      {
        class: "tb-over" + (other.place === "gear" ? " tb-gear" : ""),
        style: n ? `--depth:${n}` : null,
        key: "on " + other.ref,
      },
      cardVnode(S, { turned: card.turned, ...other }, zone, other.place === "gear" ? "XS" : size, tabbable),
    );
  return h(
    "div",
    {
      class: `tb-slot tb-of-${size.toLowerCase()}${turn}${mark ? " tb-is-" + mark : ""}${grey ? " tb-is-grey" : ""}`,
      key: card.ref,
      "data-slot": card.ref,
      style: under.length ? `--n:${under.length}` : null,
    },
    under
      .map((other, depth) =>
        h(
          "div.tb-under",
          { style: `--depth:${depth + 1}`, key: "under " + other.ref },
          cardVnode(S, { ...other, turned: card.turned }, zone, size, tabbable),
        ),
      )
      .reverse(),
    h("button", {
      class: cardClass(card, face, size),
      style: face ? hueStyle(face.hue) : null,
      key: "card",
      "data-ref": card.ref,
      "aria-label": label,
      tabindex: tabbable === card.ref ? "0" : "-1",
      "aria-pressed": mark === "selected" || null,
      "aria-disabled": grey || null,
      html: cardMarkup(card, face, size),
    }),
    (card.on || []).map(overlay),
    counters(card),
    stepperVnode(S, card.ref),
    under.length > 0 && h("span.tb-beneath", HIDDEN, "+" + under.length),
    (MARK_SIGNS[mark] || aimed) && h("span.tb-mark", HIDDEN, icon(MARK_SIGNS[mark] || MARK_SIGNS.chosen)),
    !!card.tags?.length &&
      h(
        "span.tb-tags",
        HIDDEN,
        card.tags.map((tag) => h("span.tb-tag", tag)),
      ),
  );
}

/**
 * Cards of a corner zone lie in the zone that their place names.
 * @param {string} ref
 */
export const lastOf = (ref) => ref.split(".").pop();

/**
 * @param {Stage} S
 * @param {Zone} zone
 * @param {number} place
 */
export const cornerOf = (S, zone, place) =>
  at(S.shown.scene.players[place], "corner")
    .flatMap((other) => other.cards)
    .filter((card) => lastOf(card.ref) === lastOf(zone.id));

/**
 * @param {Player} player
 * @param {any} slot
 */
export const at = (player, slot) => (player.zones || []).filter((zone) => zone.slot === slot);

/**
 * The number of cards in a zone, and how many it has room for.
 * @param {Zone} zone
 */
export const countedIn = (zone) =>
  [zone.count ?? (zone.cards || []).length, zone.limit].filter((one) => one !== undefined).join(" ");

/**
 * @param {Stage} S
 * @param {Zone} zone
 * @param {number} place
 */
export function zoneVnode(S, zone, place) {
  const cards = zone.cards || [];
  const shared = cards.some((card) => isShared(S, card.ref)); // large enough for its steppers
  const size = shared ? "S" : zone.size || "S";
  const corner = zone.slot === "field" ? cornerOf(S, zone, place) : [];
  const refs = [...corner, ...cards].flatMap((card) => [card.ref, ...(card.on || []).map((other) => other.ref)]);
  const kept = S.kept.roving[zone.id];
  const tabbable = refs.includes(kept)
    ? kept
    : refs.find((ref) => ["choosable", "legal", "selected"].includes(markOf(S, ref))) || refs[0];
  const mark = markOf(S, zone.id);
  const pile = zone.slot.startsWith("pile");
  const count = zone.count ?? cards.length;
  const counted = countedIn(zone);
  const name = `${S.shown.scene.players[place].name}: ${zone.title}, ${counted}`;
  const hand = zone.slot === "hand";
  const title = [
    h("span", zone.title),
    zone.ja && h("i", { lang: "ja" }, zone.ja),
    (zone.slot !== "field" || zone.limit) && h("b", counted),
  ];
  const captions = shared ? "" : captionsOf(S, zone, S.shown.scene.players[place]);
  const bare = !cards.length && !corner.length && !zone.outlines;
  return h(
    "div",
    {
      class: `tb-zone tb-role-${zone.role}${mark ? " tb-zone-" + mark : ""}${pile ? " tb-pile" : ""}${pile && cards.length > 1 ? " tb-open" : ""}${pile && zone.title.length > LETTERS ? " tb-pile-long" : ""}${bare ? " tb-bare" : ""}`,
      key: zone.id,
      ...grouped(name),
      "data-zone": zone.id,
    },
    !hand &&
      (zone.target || mark || (S.shown.scene.unlit && !zone.heap?.length)
        ? h(
            "button",
            {
              class: "tb-zone-title" + (zone.target || mark ? " tb-zone-target" : " tb-zone-plain"),
              "data-ref": zone.id,
              "aria-label": zone.target || mark ? `${name}, ${say(S, "mark_choosable")}` : name,
            },
            title,
          )
        : (!S.phone && heapVnodes(S, zone, name, title)) || h("div.tb-zone-title", HIDDEN, title)),
    h(
      "div",
      {
        class: `tb-row${pile && count > 1 && cards.length < 2 ? " tb-thick" : ""}${cards.length > 6 ? " tb-many" : ""}`,
      },
      corner.map((card) => h("div.tb-corner", { key: "corner " + card.ref }, cardVnode(S, card, zone, "XS", tabbable))),
      groupedVnodes(zone, (card) => {
        const drawn = cardVnode(S, card, zone, size, tabbable);
        const called = captions && card.face && h("span.tb-caption", { key: "name " + card.ref, ...HIDDEN }, card.face);
        return captions === "beneath"
          ? h("div.tb-named", { key: "named " + card.ref }, drawn, called)
          : [drawn, called];
      }),
      Array.from({ length: zone.outlines || 0 }, (_, n) =>
        h("span", {
          class: (zone.gone ? "tb-gone tb-lost tb-of-" : "tb-gone tb-of-") + size.toLowerCase(),
          key: "gone " + n,
          ...HIDDEN,
        }),
      ),
    ),
  );
}

/**
 * The title of a pile of open cards opens the list of what lies in it.
 * @param {Stage} S
 * @param {Zone} zone
 * @param {string} name
 * @param {any} title
 */
export function heapVnodes(S, zone, name, title) {
  if (!zone.heap?.length || zone.cards.length > 1) return null; // laid out to choose from, it is open already
  return sheetVnodes(`${S.root.id}-${zone.id}`, "tb-zone-title tb-heap-open", name, say(S, "heap"), title, [
    h("h3", name),
    h(
      "ol",
      zone.heap.map((one) =>
        h(
          "li",
          { key: one.name },
          h("b", one.name),
          h("i", { lang: "ja" }, one.ja),
          one.count > 1 && h("span", "× " + one.count),
        ),
      ),
    ),
  ]);
}
