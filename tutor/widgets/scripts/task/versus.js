// @ts-check
// What you thought beside what happens: the zones in which the two ends differ, and what made them so.

/** @import { Card, Stage, Versus, VersusSide, VersusZone } from "../types.js" */
import { clauseChip } from "./coach.js";
import { cardClass, cardMarkup, counters, hueStyle } from "../drawing/card.js";
import { icon } from "../drawing/controls.js";
import { h } from "../drawing/dom.js";

/**
 * @param {Versus} versus
 * @param {Card} card
 */
function cardVnode(versus, card) {
  const face = versus.faces[card.face || ""] || null;
  const size = !face || card.down ? "XS" : "S";
  return h(
    "div",
    { class: `tb-slot tb-of-${size.toLowerCase()} tb-turn${card.turned}` },
    h("div", {
      class: cardClass(card, face, size),
      style: face && hueStyle(face.hue),
      role: "img",
      "aria-label": card.label,
      html: cardMarkup(card, face, size),
    }),
    (card.on || []).map((other) => h("div.tb-over", cardVnode(versus, other))),
    counters(card),
  );
}

/**
 * @param {Stage} S
 * @param {Versus} versus
 * @param {VersusZone} zone
 */
const zoneVnode = (S, versus, zone) =>
  h(
    "div.tb-versus-zone",
    h("h4", zone.title, h("em", zone.note)),
    h(
      "div.tb-row",
      S.kept.text
        ? zone.cards.map((card) => card.label).join(" ")
        : [...zone.cards.map((card) => cardVnode(versus, card)), ...zone.gone.map(() => h("span.tb-gone"))],
    ),
  );

/**
 * @param {Stage} S
 * @param {{ text: string, clause: any }} line
 */
const lineVnode = (S, line) => h("p", line.text, " ", clauseChip(S, line.clause));

/**
 * @param {Stage} S
 * @param {Versus} versus
 * @param {VersusSide} side
 */
const sideVnode = (S, versus, side) =>
  h(
    "section",
    { class: "tb-versus-" + side.name, "aria-label": side.title },
    h("header", h("span.tb-badge", icon(side.sign)), h("h3", side.title)),
    h(
      "div.tb-versus-zones",
      side.zones.map((zone) => zoneVnode(S, versus, zone)),
    ),
    side.lines.map((line) => lineVnode(S, line)),
  );

/** @param {Stage} S */
export function versusVnode(S) {
  const versus = S.shown.coach.beside;
  return (
    versus &&
    h(
      "div.tb-versus",
      { key: "versus" },
      lineVnode(S, versus),
      h(
        "div.tb-versus-sides",
        versus.sides.map((side) => sideVnode(S, versus, side)),
      ),
    )
  );
}
