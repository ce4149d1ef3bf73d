// @ts-check
// The house-rule lab: the rule card, what is written on it, and its files.

/** @import { PageView } from "../types.js" */
import { button } from "../drawing/controls.js";
import { first, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { command } from "./page.js";

/** Bytes of a card that one message carries; a rule card has far fewer. */
const MOST = 200_000;

/**
 * What keeps a text from getting wider than the card has room for, while it is typed; wide signs count twice.
 * @param {PageView} S
 * @param {string} name
 */
export const noWider = (S, name) => (event) => {
  const { limits, wide } = S.shown.data;
  const width = (text) => [...text].length + (text.match(new RegExp(wide, "gu")) || []).length;
  if (event.isComposing || width(event.target.value) <= limits[name]) return;
  const signs = [...event.target.value];
  while (width(signs.join("")) > limits[name]) signs.pop();
  event.target.value = signs.join("");
};

/**
 * The frame is as high as the card in it: on a phone the card is no sheet of A4.
 * @param {{target: any}} event
 */
function fit({ target }) {
  const body = target.contentDocument?.body;
  if (body) target.style.height = `${body.offsetHeight + 2}px`;
}

/** @param {PageView} S */
export function cardVnode(S) {
  const data = S.shown.data;
  const write = (name, rows) =>
    h(
      "label",
      { key: name },
      h("span", say(S, "card_" + name)),
      h(
        rows ? "textarea" : "input",
        {
          ...(rows ? { rows } : { type: "text", value: data.texts[name] }),
          oninput: noWider(S, name),
          oncompositionend: noWider(S, name),
          key: `${name} ${data.texts[name]}`,
          onchange: (event) => {
            command(S, "write", { field: name, text: event.target.value });
            command(S, "card");
          },
        },
        rows ? data.texts[name] : null,
      ),
    );
  return h(
    "section",
    { class: "tb-lab-card", key: "card", "aria-label": say(S, "card") },
    h(
      "div",
      { class: "tb-panel tb-lab-write", key: "write" },
      h("h2", { tabindex: "-1" }, say(S, "card")),
      write("title"),
      write("by"),
      write("think", "5"),
      h(
        "p",
        { class: "tb-lab-files", key: "files" },
        button(say(S, "print"), () => first(S.root, ".tb-lab-sheet")?.contentWindow?.print(), "primary", {
          key: "print",
        }),
        /** @type {const} */ (["html", "csv", "json"]).map((sort) =>
          button(sort.toUpperCase(), () => command(S, "files", { sort }), "", { key: sort }),
        ),
        button(say(S, "close"), () => command(S, "close"), "quiet", { key: "close" }),
      ),
    ),
    h("iframe", {
      class: "tb-lab-sheet",
      title: say(S, "card"),
      sandbox: "allow-same-origin allow-modals",
      srcdoc: data.card,
      onload: fit,
      key: "sheet",
    }),
  );
}

/** @param {PageView} S */
export function openCard(S) {
  const chooser = Object.assign(document.createElement("input"), { type: "file", accept: ".json" });
  chooser.onchange = async () => {
    const file = chooser.files?.[0];
    if (file) command(S, "open", file.size > MOST ? { size: file.size } : { text: await file.text() });
  };
  chooser.click();
}
