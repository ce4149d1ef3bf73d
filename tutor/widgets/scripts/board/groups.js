// @ts-check
// Cards that are one thing together: a frame around those of one zone, links where they touch, and between two zones a
// tie from frame to frame.

/** @import { Card, Group, Zone } from "../types.js" */
import { HIDDEN, every, grouped, h } from "../drawing/dom.js";

/** So many letters of a name have room beneath a card; a longer name has two lines. */
const LETTERS = 14;

/**
 * The cards of a zone with a frame around each group; the cards themselves are drawn by `draw`.
 * @param {Zone} zone
 * @param {(card: Card) => any} draw
 */
export function groupedVnodes(zone, draw) {
  const groups = zone.groups || [];
  const cards = new Map(zone.cards.map((card) => [card.ref, card]));
  return zone.cards.map((card) => {
    const group = groups.find((one) => one.cards.some(({ ref }) => ref === card.ref));
    if (!group) return draw(card);
    return group.cards[0].ref === card.ref && groupVnode(group, (ref) => draw(/** @type {Card} */ (cards.get(ref))));
  });
}

/**
 * @param {Group} group
 * @param {(ref: string) => any} draw
 */
const groupVnode = ({ id, tie, hues: [one, other = one], cards, label, name }, draw) =>
  h(
    "div",
    {
      key: "group " + id,
      class: "tb-group" + (name.length > LETTERS * cards.length ? " tb-group-long" : ""),
      "data-group": id,
      "data-tie": tie || null,
      style: `--a:var(--tb-${one});--b:var(--tb-${other});--n:${cards.length}`,
      ...grouped(label),
    },
    cards.map(({ ref, link, hue }) => [
      link &&
        h("span", { class: "tb-joint tb-joint-" + link, key: "link " + ref, style: `--c:var(--tb-${hue})`, ...HIDDEN }),
      draw(ref),
    ]),
    h("span.tb-group-name", HIDDEN, name),
  );

/**
 * The ties as markup: from the frame of a group in one zone to its frame in the next. Where no other frame is in the way,
 * a tie goes straight across; else below all frames, each in a lane of its own. On a phone, where such zones do not lie
 * side by side, there is none. Measured and drawn after layout, as the arrow is.
 * @param {Element} board
 * @param {(el: Element) => any} inBoard
 */
export const tiesMarkup = (board, inBoard) =>
  every(board, ".tb-area-field")
    .flatMap((area) => ties(every(area, "[data-group]").map((el) => ({ ...inBoard(el), ...el.dataset, el }))))
    .join("");

/**
 * The ties among the frames of one player.
 * @param {any[]} frames
 */
function ties(frames) {
  let lane = 6;
  return frames.flatMap((from, at) => {
    const to = frames.find((one, n) => n > at && one.group === from.group);
    if (!to) return [];
    const free = frames.every((one) => one.left <= from.left || one.left >= to.left);
    const middle = from.top + from.height / 2;
    const [x1, y1, x2, y2, y] = free
      ? [from.right, middle, to.left, middle, middle]
      : [from.left + from.width / 2, from.bottom, to.left + 26, to.bottom, from.bottom + lane];
    if (!free) lane += 5;
    const path = (part) => `<path class="tb-tie-${part}" d="M${x1} ${y1}V${y}H${x2}V${y2}"/>`;
    const end = (cx, cy) => `<circle cx="${cx}" cy="${cy}" r="3.5"/>`;
    return `<g class="tb-tie-${from.tie}" style="${from.el.getAttribute("style")}">${["halo", "line", "in"].map(path).join("")}${end(x1, y1)}${end(x2, y2)}</g>`;
  });
}
