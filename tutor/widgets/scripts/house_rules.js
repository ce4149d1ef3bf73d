// @ts-check
// The house-rule lab: the change on the left, what it does on the right, then games to look at and what falls.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/board.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/house_rules.css";
import { hueStyle } from "./drawing/card.js";
import { button } from "./drawing/controls.js";
import { HIDDEN, first, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { keepShown } from "./pages/address.js";
import { headVnode, heldVnode, rowVnode, runVnode, threeVnode } from "./pages/effects.js";
import { cardVnode, openCard } from "./pages/lab_card.js";
import { setVnode } from "./pages/lab_rules.js";
import { intervalVnode } from "./pages/interval.js";
import { command, mountPage, saveFile } from "./pages/page.js";

/** @param {PageView} S */
function resultsVnode(S) {
  const data = S.shown.data;
  if (data.phase === "choose")
    return h(
      "section",
      { class: "tb-panel tb-lab-results tb-lab-begin", key: "results", "aria-label": data.button },
      data.handed_in && handedInVnode(S, data.handed_in),
      h(
        "div",
        h("p", say(S, "before")),
        button(data.button, data.missing ? null : () => command(S, "play"), "primary", {
          key: "play",
          "aria-disabled": data.missing ? "true" : null,
          "aria-describedby": "tb-lab-missing",
        }),
        h("p", { id: "tb-lab-missing", class: "tb-lab-hint", key: "missing" }, data.missing),
      ),
    );
  const rows = S.kept.all ? data.all : [];
  return h(
    "section",
    { class: "tb-panel tb-lab-results", key: "results", "aria-label": data.run.text },
    runVnode(S, data),
    data.summary && h("p", { class: "tb-lab-summary", key: "summary" }, h("b", data.summary)),
    h(
      "div",
      { class: "tb-lab-table", key: "table" },
      headVnode(S, data.n),
      data.rows.map((row) => rowVnode(S, row, data.n)),
      rows.map((row) => rowVnode(S, row, data.n)),
    ),
    intervalVnode(S),
    data.all.length > 0 && alsoVnode(S),
  );
}

/**
 * What stands on a card that was opened, before it is played again.
 * @param {PageView} S
 * @param {{title: string, by: string, think: string}} card
 */
function handedInVnode(S, card) {
  const { rows, n } = S.shown.data;
  return h(
    "article",
    { class: "tb-lab-handed-in", key: "handed-in" },
    h("h2", card.title),
    h("p", { class: "tb-lab-hint" }, say(S, "on_the_card", { by: card.by || say(S, "nobody") })),
    rows.length > 0 &&
      h(
        "div",
        { class: "tb-lab-table", key: "table" },
        headVnode(S, n),
        rows.map((row) => rowVnode(S, row, n)),
      ),
    card.think && [h("h3", { key: "head" }, say(S, "card_think")), h("p", { key: "think" }, card.think)],
  );
}

/** @param {PageView} S */
function alsoVnode(S) {
  const { other, all, rows } = S.shown.data;
  return h(
    "div",
    { class: "tb-lab-also", key: "also" },
    other &&
      h(
        "div",
        { class: "tb-lab-both", key: "both" },
        h(
          "div",
          { key: "different" },
          h("h3", say(S, "different")),
          h(
            "p",
            other.different.length
              ? other.different.map((row, n) => [
                  n > 0 && " · ",
                  h(
                    "span",
                    { key: row.id },
                    row.title,
                    " ",
                    h("b", row.difference),
                    " ",
                    h("small", `(${row.interval})`),
                  ),
                ])
              : say(S, "nothing_different"),
          ),
        ),
        other.same.length > 0 &&
          h("div", { class: "tb-lab-grey", key: "same" }, h("h3", say(S, "same")), h("p", other.same.join(" · "))),
      ),
    h(
      "p",
      { class: "tb-lab-more", key: "more" },
      button(
        S.kept.all ? say(S, "fewer_measures") : say(S, "all", { count: all.length + rows.length }),
        () => {
          S.kept.all = !S.kept.all;
          S.draw();
        },
        "small quiet",
        { key: "all", "aria-expanded": S.kept.all ? "true" : "false" },
      ),
      button(say(S, "csv"), () => command(S, "files", { sort: "csv" }), "small quiet", { key: "csv" }),
    ),
  );
}

/** @param {PageView} S */
function labVnodes(S) {
  const data = S.shown.data;
  const ready = data.phase === "done" && data.n > 0;
  return [
    h(
      "div",
      { class: "tb-wrap tb-lab-page", key: "page" },
      h(
        "header",
        { class: "tb-lab-top", key: "top", style: hueStyle(data.game.hue) },
        h("span", { class: "tb-lab-seal", lang: "ja", ...HIDDEN }, data.game.seal),
        h("div", h("h1.tb-title", data.title), h("p.tb-prose", data.text)),
        h(
          "p",
          { class: "tb-lab-buttons", key: "buttons" },
          button(say(S, "open_card"), () => openCard(S), "small", { key: "open" }),
          button(say(S, "card"), ready ? () => command(S, "card") : null, "small", {
            key: "card",
            "aria-disabled": ready ? null : "true",
          }),
        ),
      ),
      h(
        "nav",
        { class: "tb-lab-games", "aria-label": say(S, "games"), key: "games" },
        data.games.map((game) =>
          h(
            "a",
            { href: game.href, key: game.id, style: hueStyle(game.hue), "aria-current": game.on ? "page" : null },
            h("i", { lang: "ja", ...HIDDEN }, game.seal),
            game.title,
          ),
        ),
      ),
      h("p", { class: "tb-lab-notice", role: "status", key: "notice" }, data.notice),
      data.card
        ? cardVnode(S)
        : [
            h("div", { class: "tb-lab-two", key: "two" }, setVnode(S), resultsVnode(S)),
            data.three.length > 0 && threeVnode(S),
            h("div", { class: "tb-child" + (data.stepping ? "" : " tb-lab-hidden"), key: "child", html: "" }),
            data.held && heldVnode(S),
          ],
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  const ended = mountPage(context, "lab", labVnodes, (S) => {
    keepShown(S.shown.data.address || {});
    const shown = S.shown.data.card ? "card" : S.shown.data.stepping ? `child ${S.shown.data.stepping}` : "";
    if (shown && shown !== S.kept.shown) {
      const head = first(S.root, shown === "card" ? ".tb-lab-write h2" : ".tb-lab-stepping");
      head?.focus();
      if (shown !== "card") head?.scrollIntoView({ block: "start" });
    }
    S.kept.shown = shown;
  });
  context.model.on("msg:custom", saveFile);
  return () => {
    ended();
    context.model.off("msg:custom", saveFile);
  };
}

export default { render };
