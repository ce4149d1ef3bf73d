// @ts-check
// The keyboard: between cards, the shortcuts, and the panel that tells them.

/** @import { Stage } from "../types.js" */
import { button } from "../drawing/controls.js";
import { boxOf, every, h } from "../drawing/dom.js";
import { store } from "../drawing/theme.js";
import { say } from "../drawing/words.js";
import { pickByKey } from "../task/choices.js";
import { sendCommand } from "../task/messages.js";
import { stepFilm } from "../task/slow.js";

const TOLD = "tebiki-keys";
const ROWS = ["arrows", "tab", "enter", "read", "escape", "hint", "undo", "film", "text", "help"];
const COMMANDS = { h: "hint", u: "undo" };

/**
 * The box that lies next in a direction, -1 when there is none: near, and rather straight than sideways.
 * @param {{left: number, top: number, width: number, height: number}} here
 * @param {{left: number, top: number, width: number, height: number}[]} boxes
 * @param {string} key ArrowLeft, ArrowRight, ArrowUp or ArrowDown
 */
export function nextBox(here, boxes, key) {
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = middle(here);
  const flat = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, n) => {
    const [dx, dy] = [middle(box)[0] - x, middle(box)[1] - y];
    const along = (flat ? dx : dy) * sign;
    const aside = Math.abs(flat ? dy : dx);
    if (along < (flat ? 4 : here.height / 2) || (flat && aside > box.height * 0.8)) return;
    const cost = along + 1.2 * aside;
    if (cost < least) [best, least] = [n, cost];
  });
  return best;
}

/**
 * Move the focus from a card to the next one in a direction.
 * @param {Stage} S
 * @param {HTMLElement} card
 * @param {string} key
 */
export function stepFocus(S, card, key) {
  const others = every(S.root, ".tb-card[data-ref]").filter((el) => el !== card && el.getClientRects().length);
  const at = nextBox(boxOf(card), others.map(boxOf), key);
  if (at >= 0) others[at].focus();
}

const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]");

/**
 * A shortcut that works anywhere on the stage; true when it was one.
 * @param {Stage} S
 * @param {any} event
 * @param {() => void} toggleText
 */
export function shortcut(S, event, toggleText) {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return false;
  if (event.key === "?") {
    const panel = S.root.querySelector(".tb-keys");
    if (!(panel instanceof HTMLElement)) return false;
    panel.togglePopover();
    return true;
  }
  if (event.key === "t") {
    toggleText();
    return true;
  }
  if (event.key === "," || event.key === ".") return stepFilm(S, event.key === "." ? 1 : -1);
  if (/^(\d|Backspace)$/.test(event.key) && pickByKey(S, event.key)) return true;
  const name = COMMANDS[event.key];
  const control = (S.shown.coach.controls || []).find((one) => one.name === name && one.enabled !== false);
  if (!name || !control) return false;
  sendCommand(S, name);
  return true;
}

/**
 * Say once in this browser how one gets from card to card, when somebody comes to a card by keyboard.
 * @param {Stage} S
 * @param {Element} card
 */
export function tellKeys(S, card) {
  if (S.kept.told || store.get(TOLD) || !card.matches(":focus-visible")) return;
  store.set(TOLD, "1");
  S.kept.told = true;
  S.draw();
  setTimeout(() => {
    S.kept.told = false;
    S.draw();
  }, 9000);
}

/**
 * The line that says it.
 * @param {Stage} S
 */
export const toldVnode = (S) =>
  S.kept.told && h("p.tb-key-tip", { key: "told", role: "status" }, h("span", say(S, "keys_once")));

/**
 * The button, and the panel of all keys. A phone has none.
 * @param {Stage} S
 */
export function keysVnodes(S) {
  if (S.phone) return [];
  const id = `${S.root.id}-keys`;
  const title = say(S, "keys");
  return [
    button("?", null, "small quiet", { key: "keys", popovertarget: id, "aria-label": title, title }),
    h(
      "div.tb-keys",
      { id, key: "keys panel", popover: "auto", role: "dialog", "aria-label": title },
      h("h3", title),
      h(
        "dl",
        ROWS.map((row) => [
          h(
            "dt",
            { key: "key " + row },
            say(S, `key_${row}`)
              .split(" ")
              .map((one) => h("kbd", { key: one }, one)),
          ),
          h("dd", { key: "does " + row }, say(S, `does_${row}`)),
        ]),
      ),
    ),
  ];
}
