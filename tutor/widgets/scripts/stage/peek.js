// @ts-check
// The reading card: hover, long press, or the i key.

/** @import { Card, Face, Ref, Stage } from "../types.js" */
import { cardClass, cardMarkup, faceMarkup, hueStyle } from "../drawing/card.js";
import { boxOf, h, patch } from "../drawing/dom.js";

/** @param {Stage} S */
export function hidePeek(S) {
  clearTimeout(S.kept.peekTimer);
  if (S.peek.isConnected && S.peek.matches(":popover-open")) S.peek.hidePopover();
}

/**
 * @param {Stage} S
 * @param {Ref} ref
 * @param {Element} anchor
 */
export function showPeek(S, ref, anchor) {
  const card = S.shown.cards.get(ref)?.card;
  const face = card?.face ? S.shown.scene.faces[card.face] : null;
  if (card && face) showReading(S, card, face, anchor);
}

/**
 * The same for whatever can be read: a card of the table, or one that is offered to choose and lies nowhere.
 * @param {Stage} S
 * @param {any} element
 */
export function peekAt(S, element) {
  const { ref, offered } = element.dataset;
  if (ref) return showPeek(S, ref, element);
  const face = S.shown.scene.faces[offered];
  if (face) showReading(S, { ref: "" }, face, element);
}

/**
 * @param {Stage} S
 * @param {Card} card
 * @param {Face} face
 * @param {Element} anchor
 */
function showReading(S, card, face, anchor) {
  patch(S.peek, readingCards(S, card, face));
  if (!S.peek.matches(":popover-open")) S.peek.showPopover();
  const box = boxOf(anchor);
  const own = boxOf(S.peek);
  const room = 12;
  const right = box.right + room + own.width < innerWidth;
  const left = right ? box.right + room : Math.max(room, box.left - own.width - room);
  const top = Math.max(room, Math.min(box.top + box.height / 2 - own.height / 2, innerHeight - own.height - room));
  const zoom = own.width / S.peek.offsetWidth || 1; // a page may show its board smaller, and what is in it too
  S.peek.style.left = `${Math.min(left, innerWidth - own.width - room) / zoom}px`;
  S.peek.style.top = `${top / zoom}px`;
  patch(S.spoken, [
    [face.name, card.state, face.type, ...face.attributes.map((one) => one.title), ...(face.rules || [])]
      .filter(Boolean)
      .join(". ")
      .replaceAll("**", ""),
  ]);
}

/**
 * The reading card: big, upright, with type line and rules text. A picture of the real one, so hidden from the tab order.
 * With it, smaller, the cards that lie beneath and on it.
 * @param {Stage} S
 * @param {Card} card
 * @param {Face} face
 */
function readingCards(S, card, face) {
  const parts = [...(card.under || []), ...(card.on || [])]
    .map((other) => S.shown.scene.faces[other.face || ""])
    .filter(Boolean);
  return [
    h("div", { class: "tb-card tb-l", style: hueStyle(face.hue), html: faceMarkup(card, face, "L") }),
    parts.length > 0 &&
      h(
        "div.tb-parts",
        { key: "parts" },
        parts.map((one, n) =>
          h("div", {
            class: cardClass({}, one, "S"),
            style: hueStyle(one.hue),
            html: cardMarkup({}, one, "S"),
            key: n,
          }),
        ),
      ),
  ];
}
