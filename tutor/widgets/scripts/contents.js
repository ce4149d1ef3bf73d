// @ts-check
// The contents of the classroom: groups of entries, each a door; a lesson plan has a second one for its students.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/contents.css";
import { hueStyle } from "./drawing/card.js";
import { icon } from "./drawing/controls.js";
import { HIDDEN, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { mountPage } from "./pages/page.js";

/**
 * @param {PageView} S
 * @param {any} one
 */
const entryVnode = (S, one) =>
  h(
    "li",
    { class: "tb-panel tb-entry", style: hueStyle(one.hue), key: one.id },
    h(
      "a",
      { class: "tb-entry-door", href: one.href, key: "door" },
      h("span", { class: "tb-entry-seal", lang: "ja", ...HIDDEN }, one.seal),
      h("span", h("b", one.title), h("span", one.text)),
      icon("next"),
    ),
    one.student &&
      h(
        "p",
        { class: "tb-entry-both", key: "both" },
        h(
          "a",
          { class: "tb-btn tb-small", href: one.href, "aria-label": `${say(S, "teacher")}: ${one.title}` },
          say(S, "teacher"),
        ),
        h(
          "a",
          { class: "tb-btn tb-small", href: one.student, "aria-label": `${say(S, "student")}: ${one.title}` },
          say(S, "student"),
        ),
      ),
  );

/** @param {PageView} S */
function contentsVnodes(S) {
  const { title, text, groups, notice } = S.shown.data;
  return [
    h(
      "div",
      { class: "tb-wrap tb-contents-page", key: "page" },
      h("header", { class: "tb-contents-head", key: "head" }, h("h1.tb-title", title), h("p.tb-prose", text)),
      h("p", { class: "tb-prose", role: "status", key: "notice" }, notice || (groups.length ? "" : say(S, "nothing"))),
      groups.map((group) =>
        h(
          "section",
          { key: group.id, "aria-label": group.title },
          h("h2", group.title),
          h(
            "ul",
            { class: "tb-entries", key: "entries" },
            group.entries.map((one) => entryVnode(S, one)),
          ),
        ),
      ),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "contents", contentsVnodes);
}

export default { render };
