// @ts-check
// What you thought beside what happens: the zones in which the two ends differ, and what made them so.

/** @import { Card, Stage, Versus, VersusSide, VersusZone } from "../types.js" */
import { clauseChip } from "./coach.js";
import { cardClass, cardMarkup, counters, hueStyle } from "../drawing/card.js";
import { icon } from "../drawing/controls.js";
import { HIDDEN, h } from "../drawing/dom.js";
import { rich } from "../drawing/words.js";

const SIGNS = { thought: "no", truth: "ok" };

/**
 * @param {Versus} versus
 * @param {Card} card
 * @param {number} n
 */
function cardVnode(versus, card, n) {
  const face = card.face ? versus.faces[card.face] : null;
  const size = !face || card.down ? "XS" : "S";
  const on = (card.on || []).map((other, at) =>
    h("div.tb-over", { key: "on " + at }, cardVnode(versus, { ...other, turned: card.turned }, at)),
  );
  return h(
    "div",
    { class: `tb-slot tb-of-${size.toLowerCase()}${card.turned === 90 ? " tb-turn90" : ""}`, key: card.ref || n },
    h("div", {
      class: cardClass(card, face, size),
      style: face ? hueStyle(face.hue) : null,
      role: "img",
      "aria-label": (card.label || card.face || "").replace(/\.$/, ""),
      html: cardMarkup(card, face, size),
    }),
    on,
    counters(card),
  );
}

/**
 * @param {Stage} S
 * @param {Versus} versus
 * @param {VersusZone} zone
 */
function zoneVnode(S, versus, zone) {
  const pile = zone.slot.startsWith("pile");
  const cards = pile ? zone.cards.slice(-1) : zone.cards;
  const heap = cards.length > 3 && cards.every((card) => !card.face || card.down);
  return h(
    "div.tb-versus-zone",
    { key: zone.id },
    h(
      "h4",
      null,
      h("span", null, `${zone.who}: ${zone.title} `, h("b", null, String(zone.count))),
      h("em", null, zone.note),
    ),
    S.kept.text
      ? h("p", null, cards.map((card) => (card.label || card.face || "").replace(/\.$/, "")).join("; "))
      : h(
          "div",
          { class: "tb-row" + (heap ? " tb-heaped" : "") },
          cards.map((card, n) => cardVnode(versus, card, n)),
          Array.from({ length: zone.gone }, (_, n) => h("span.tb-gone", { key: "gone " + n, ...HIDDEN })),
        ),
  );
}

/**
 * @param {Stage} S
 * @param {Versus} versus
 * @param {VersusSide} side
 */
function sideVnode(S, versus, side) {
  return h(
    "section",
    { class: "tb-versus-side tb-versus-" + side.name, key: side.name, "aria-label": side.title },
    h("header", null, h("span.tb-badge", HIDDEN, icon(SIGNS[side.name])), h("h3", null, side.title)),
    side.zones.length > 0 &&
      h(
        "div.tb-versus-zones",
        { key: "zones" },
        side.zones.map((zone) => zoneVnode(S, versus, zone)),
      ),
    h(
      "ul",
      { key: "lines" },
      side.lines.map((line, n) => h("li", { key: n }, rich(line.text), " ", line.clause && clauseChip(S, line.clause))),
    ),
  );
}

/** @param {Stage} S */
export function versusVnode(S) {
  const versus = S.shown.coach.beside;
  if (!versus) return null;
  return h(
    "div.tb-versus",
    { key: "versus", role: "group", "aria-label": versus.sides.map((side) => side.title).join(", ") },
    h("p.tb-versus-if", { key: "if" }, rich(versus.text), " ", clauseChip(S, versus.clause)),
    h(
      "div.tb-versus-sides",
      { key: "sides" },
      versus.sides.map((side) => sideVnode(S, versus, side)),
    ),
  );
}
