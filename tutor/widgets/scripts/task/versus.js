// @ts-check
// What you thought beside what happens: the zones in which the two ends differ, and what made them so.

/** @import { Card, Stage, Versus, VersusSide, VersusZone } from "../types.js" */
import { clauseChip } from "./coach.js";
import { cardClass, cardMarkup, counters, hueStyle } from "../drawing/card.js";
import { button, icon } from "../drawing/controls.js";
import { h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { isWatch } from "./events.js";

/**
 * @param {Pick<Versus, "faces">} versus
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
 * A zone with its cards.
 * @param {Pick<Versus, "faces">} versus
 * @param {VersusZone} zone
 * @param {boolean} text in words
 */
export const zoneVnode = (versus, zone, text) =>
  h(
    "div.tb-versus-zone",
    h("div.tb-versus-at", zone.title, h("em", zone.note)),
    h(
      "div.tb-row",
      text
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
      side.zones.map((zone) => zoneVnode(versus, zone, S.kept.text)),
    ),
    side.lines.map((line) => lineVnode(S, line)),
  );

/**
 * The zones as they stood.
 * @param {Stage} S
 * @param {Versus} versus
 */
const beforeVnode = (S, versus) =>
  versus.before &&
  h(
    "section.tb-versus-before",
    { "aria-label": versus.before.title },
    h("header", h("h3", versus.before.title), h("small", versus.before.text)),
    h(
      "div.tb-versus-zones",
      versus.before.zones.map((zone) => zoneVnode(versus, zone, S.kept.text)),
    ),
  );

/**
 * Open where an answer was given; folded to its first line while the table is played on or a film has begun, since the
 * board is what one looks at then.
 * @param {Stage} S
 */
const isOpen = (S) => S.kept.versus ?? !((S.shown.scene.moves || []).length || (isWatch(S) && S.shown.panel.at));

/** @param {Stage} S */
export function versusVnode(S) {
  const versus = S.shown.coach.beside;
  const open = isOpen(S);
  const turn = () => {
    S.kept.versus = !open;
    S.draw();
  };
  return (
    versus &&
    h(
      "div.tb-versus",
      { key: "versus" },
      h(
        "div.tb-versus-head",
        { key: "head" },
        lineVnode(S, versus),
        button(say(S, open ? "versus_less" : "versus_more"), turn, "small", { key: "fold", "aria-expanded": open }),
      ),
      open && beforeVnode(S, versus),
      open &&
        h(
          "div.tb-versus-sides",
          versus.sides.map((side) => sideVnode(S, versus, side)),
        ),
    )
  );
}
