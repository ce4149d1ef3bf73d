// @ts-check
// Puzzles across games: two boards of which one is shown, two questions, and what to take away.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/compare.css";
import "../styles/transfer.css";
import { hueStyle } from "./drawing/card.js";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, first, grouped, h } from "./drawing/dom.js";
import { rich, say } from "./drawing/words.js";
import { keepShown } from "./pages/address.js";
import { compareHead, compareNotice, gameName } from "./pages/compare.js";
import { command, mountPage } from "./pages/page.js";

/** @param {PageView} S */
function dots(S) {
  return h(
    "nav",
    { class: "tb-puzzle-dots", "aria-label": say(S, "puzzles"), key: "dots" },
    h("p", { key: "text" }, S.shown.data.progress),
    h(
      "ol",
      { key: "list" },
      S.shown.data.dots.map((dot) =>
        h(
          "li",
          { key: dot.id },
          h(
            "button",
            {
              class: "tb-puzzle-dot" + (dot.done ? " tb-done" : "") + (dot.on ? " tb-on" : ""),
              "aria-label": dot.label,
              title: dot.label,
              "aria-current": dot.on ? "step" : null,
              onclick: () => command(S, "puzzle", { id: dot.id }),
            },
            dot.done ? icon("ok") : String(dot.number),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {"here" | "there"} key
 */
function sideTab(S, key) {
  const side = S.shown.data.sides[key];
  const on = S.shown.data.side === key;
  return h(
    "button",
    {
      class: "tb-side" + (on ? " tb-on" : ""),
      "aria-pressed": on ? "true" : "false",
      style: hueStyle(side.hue),
      key,
      onclick: () => command(S, "side", { id: key }),
    },
    h("span", { key: "name" }, gameName(side)),
    h("b", { key: "verdict" }, side.verdict),
    h("small", { key: "tried" }, side.tried),
  );
}

/**
 * @param {PageView} S
 * @param {any} one
 */
function optionVnode(S, one) {
  const done = S.shown.data.asked === "done";
  const right = done && S.shown.data.right.includes(one.id);
  const wrong = one.wrong || (done && S.shown.data.picked === one.id && !right);
  return h(
    "li",
    { key: S.shown.data.asked === "alike" ? "a" + one.id : one.id },
    h(
      "button",
      {
        class: "tb-pick" + (right ? " tb-right" : "") + (wrong ? " tb-wrong" : ""),
        "aria-disabled": done || one.wrong ? "true" : null,
        onclick: done || one.wrong ? null : () => command(S, "pick", { id: one.id }),
      },
      right ? icon("ok") : wrong ? icon("no") : h("span", { class: "tb-pick-mark", key: "mark", ...HIDDEN }),
      h("span", { class: "tb-pick-text", key: "text" }, one.text, one.more && h("small", rich(one.more))),
      one.clause && h("span", { class: "tb-clause", key: "clause" }, one.clause),
    ),
  );
}

/** @param {PageView} S */
function told(S) {
  const data = S.shown.data.told;
  if (!data || !data.title) return null;
  return h(
    "div",
    { class: "tb-told " + (data.right ? "tb-told-right" : "tb-told-wrong"), key: "told" },
    h("h3", { tabindex: "-1", id: "tb-told" }, icon(data.right ? "ok" : "no"), h("span", data.title)),
    h(
      "div.tb-told-rules",
      data.rules.map((rule, n) =>
        h(
          "div",
          { key: n },
          h("p.tb-kick", gameName(rule.game)),
          rule.clauses.map((one) =>
            h(
              "p",
              { key: one.id, class: "tb-told-rule" },
              h("a", { class: "tb-clause", href: one.href }, one.id),
              h("span", h("b", one.title), " ", rich(one.text)),
            ),
          ),
        ),
      ),
    ),
    h("div", { class: "tb-principle" }, h("p.tb-kick", say(S, "principle")), h("p", data.principle)),
    h(
      "div.tb-told-go",
      button(say(S, "next"), () => command(S, "next"), "primary", { key: "next" }),
      button(say(S, "again"), () => command(S, "again"), "quiet", { key: "again" }),
    ),
  );
}

/** @param {PageView} S */
function transferVnodes(S) {
  return [
    h(
      "div",
      { class: "tb-wrap tb-compare-page", key: "page" },
      compareHead(S),
      compareNotice(S),
      dots(S),
      h(
        "section",
        { class: "tb-puzzle", key: "puzzle" },
        h("p.tb-kick", { key: "kick" }, S.shown.data.kick),
        h(
          "div",
          { class: "tb-sides", ...grouped(say(S, "show")), key: "sides" },
          sideTab(S, "here"),
          h("svg", {
            viewBox: "0 0 40 16",
            class: "tb-sides-arrow",
            key: "arrow",
            ...HIDDEN,
            html: '<path d="M2 8H36M30 2.5L36.5 8 30 13.5"/>',
          }),
          sideTab(S, "there"),
        ),
        h(
          "div",
          { class: "tb-panel tb-question-panel", key: "question" },
          S.shown.data.alike && h("p", { class: "tb-alike", key: "alike" }, icon("ok"), h("span", S.shown.data.alike)),
          h("h2", { key: "ask", "aria-live": "polite" }, S.shown.data.question),
          h(
            "ul",
            { class: "tb-picks", key: "picks" },
            S.shown.data.options.map((one) => optionVnode(S, one)),
          ),
          h("p", { class: "tb-pick-note", role: "status", key: "note" }, S.shown.data.note),
          told(S),
        ),
        h("div.tb-child", { key: "child", html: "" }),
      ),
    ),
  ];
}

/**
 * After an answer, its verdict has the focus.
 * @param {PageView} S
 */
function transferDrawn(S) {
  const title = (S.shown.data.told || {}).title || "";
  if (title && title !== S.kept.told) first(S.root, "#tb-told")?.focus({ preventScroll: false });
  S.kept.told = title;
  keepShown({ puzzle: S.shown.data.puzzle });
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "compare tb-transfer", transferVnodes, transferDrawn);
}

export default { render };
