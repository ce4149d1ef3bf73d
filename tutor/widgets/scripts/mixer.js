// @ts-check
// The mixer: a chip a game and question, and the sheet that says what is chosen, what spoils what, and what to settle.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/compare.css";
import "../styles/mechanic.css";
import "../styles/mixer.css";
import { hueStyle } from "./drawing/card.js";
import { button } from "./drawing/controls.js";
import { HIDDEN, first, grouped, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { keepShown } from "./pages/address.js";
import { compareHead, gameName } from "./pages/compare.js";
import { asideVnode, conflictDisc, fitMixed, printedVnode } from "./pages/mixed.js";
import { command, mountPage, saveFile } from "./pages/page.js";

/**
 * The conflicts that a chosen answer takes part in.
 * @param {PageView} S
 * @param {string} question
 */
const conflictsOf = (S, question) => S.shown.data.conflicts.filter((one) => one.questions.includes(question));

/**
 * One game's answer, to be chosen.
 * @param {PageView} S
 * @param {any} row
 * @param {any} cell
 * @param {any} game
 */
function chipOf(S, row, cell, game) {
  const on = S.shown.data.picks[row.id] === cell.game;
  const against = on ? conflictsOf(S, row.id) : [];
  return h(
    "button",
    {
      key: cell.game,
      class: "tb-mix-chip" + (on ? " tb-on" : "") + (against.length ? " tb-against" : ""),
      style: hueStyle(game.hue),
      "aria-pressed": on ? "true" : "false",
      "aria-label":
        say(S, "pick", { game: game.title, answer: cell.text }) +
        against.map((one) => `. ${say(S, "conflict", { n: one.n })}`).join(""),
      onclick: () => command(S, "pick", { question: row.id, game: cell.game }),
    },
    h("span", { class: "tb-mini-seal", lang: "ja", key: "seal", ...HIDDEN }, game.seal),
    h("span", { class: "tb-mix-say", key: "say" }, cell.text),
    against.length > 0 && h("span", { class: "tb-mix-discs", key: "discs", ...HIDDEN }, against.map(conflictDisc)),
  );
}

/**
 * @param {PageView} S
 * @param {any} row
 */
function rowVnode(S, row) {
  const { games, picks } = S.shown.data;
  const chosen = row.cells.find((cell) => cell.game === picks[row.id]);
  return h(
    "div",
    { class: "tb-mix-row", key: row.id, "data-question": row.id, ...grouped(row.text) },
    h(
      "h3",
      { key: "text" },
      h("span", { key: "ask" }, row.text),
      h("small", { key: "clause" }, chosen ? h("a", { href: chosen.clause.href }, chosen.clause.id) : say(S, "open")),
    ),
    row.cells.map((cell, n) => chipOf(S, row, cell, games[n])),
    S.phone &&
      conflictsOf(S, row.id).map((one) =>
        h("p", { class: "tb-mix-why", key: "why " + one.n }, conflictDisc(one), h("span", one.title)),
      ),
  );
}

/**
 * The groups of questions, each with its questions.
 * @param {PageView} S
 * @returns {[any, any[]][]}
 */
const groupsOf = (S) =>
  S.shown.data.groups
    .map((group) => [group, S.shown.data.rows.filter((row) => row.group === group.id)])
    .filter(([, own]) => own.length);

/**
 * The group that is shown, "" for all: on a phone one after the other, as long as nobody has asked for more.
 * @param {PageView} S
 */
const groupNow = (S) => S.kept.group ?? (S.phone ? groupsOf(S)[0][0].id : "");

/**
 * Under the questions of one group: on to those before and after it.
 * @param {PageView} S
 */
function turnVnode(S) {
  const all = groupsOf(S).map(([group]) => group);
  const at = all.findIndex((group) => group.id === groupNow(S));
  const turn = (group, key, text) =>
    button(
      text,
      () => {
        S.kept.group = group.id;
        S.draw();
        first(S.root, ".tb-mix-group").focus({ preventScroll: true });
        first(S.root, ".tb-mix-table").scrollIntoView({ block: "start", behavior: "auto" });
      },
      "",
      { key },
    );
  return (
    at >= 0 &&
    h(
      "nav",
      { class: "tb-mix-turn", key: "turn", "aria-label": say(S, "group") },
      at > 0 && turn(all[at - 1], "before", `← ${all[at - 1].title}`),
      at + 1 < all.length && turn(all[at + 1], "after", `${all[at + 1].title} →`),
    )
  );
}

/** @param {PageView} S */
function tableVnode(S) {
  const { games } = S.shown.data;
  const now = groupNow(S);
  return h(
    "section",
    { class: "tb-panel tb-mix-table", key: "table", "aria-label": say(S, "questions") },
    !S.phone &&
      h(
        "div",
        { class: "tb-mix-row tb-mix-heads", key: "heads" },
        h("b", { key: "question" }, say(S, "question")),
        games.map(gameName),
      ),
    groupsOf(S)
      .filter(([group]) => !now || group.id === now)
      .map(([group, own]) => [
        h("h2", { class: "tb-mix-group", key: "group " + group.id, tabindex: "-1" }, group.title),
        own.map((row) => rowVnode(S, row)),
      ]),
    turnVnode(S),
  );
}

/** @param {PageView} S */
const toolsVnode = (S) =>
  h(
    "div",
    { class: "tb-mix-tools", key: "tools" },
    h(
      "label",
      { class: "tb-mix-from", key: "from" },
      say(S, "start"),
      h(
        "select",
        {
          class: "tb-input",
          onchange: (event) => {
            if (event.target.value) command(S, "from", { game: event.target.value });
            event.target.value = "";
          },
        },
        h("option", { value: "", key: "none" }, say(S, "start_none")),
        S.shown.data.games.map((game) => h("option", { value: game.id, key: game.id }, game.title)),
      ),
    ),
    h(
      "label",
      { class: "tb-mix-from", key: "group" },
      say(S, "group"),
      h(
        "select",
        {
          class: "tb-input",
          onchange: (event) => {
            S.kept.group = event.target.value;
            S.draw();
          },
        },
        h("option", { value: "", key: "all", selected: !groupNow(S) }, say(S, "group_all")),
        groupsOf(S).map(([group]) =>
          h("option", { value: group.id, key: group.id, selected: group.id === groupNow(S) }, group.title),
        ),
      ),
    ),
    button(say(S, "clear"), () => command(S, "clear"), "small quiet", {
      key: "clear",
      "aria-disabled": !S.shown.data.mix,
    }),
  );

/** @param {PageView} S */
function barVnode(S) {
  const { conflicts, settle, picks, rows } = S.shown.data;
  const counts = { conflicts: conflicts.length, settle: settle.length };
  return h(
    "div",
    { class: "tb-mix-bar", key: "bar" },
    h(
      "p",
      { key: "counts" },
      h("b", { key: "counts" }, say(S, conflicts.length === 1 ? "bar_one" : "bar", counts)),
      h("span", { key: "answered" }, say(S, "answered", { n: Object.keys(picks).length, all: rows.length })),
    ),
    button(
      say(S, "sheet"),
      () => first(S.root, ".tb-mix-sheet").scrollIntoView({ block: "start", behavior: "auto" }),
      "primary",
      { key: "sheet" },
    ),
  );
}

/** @param {PageView} S */
function mixerVnodes(S) {
  if (S.kept.name === undefined) {
    const asked = new URLSearchParams(location.search);
    S.kept.name = asked.get("name") || "";
    S.kept.sheet = asked.has("sheet");
    if (groupsOf(S).some(([group]) => group.id === asked.get("group"))) S.kept.group = asked.get("group");
  }
  if (S.kept.sheet) return [printedVnode(S)];
  return [
    h(
      "div",
      { class: "tb-wrap tb-compare-page tb-mix", key: "page" },
      h("div", { class: "tb-mix-head", key: "head" }, compareHead(S), toolsVnode(S)),
      h("div", { class: "tb-mix-both", key: "both" }, tableVnode(S), asideVnode(S)),
      S.phone && barVnode(S),
    ),
  ];
}

/**
 * What is mixed stands in the address.
 * @param {PageView} S
 */
function mixerDrawn(S) {
  fitMixed(S);
  keepShown({ mix: S.shown.data.mix, name: S.kept.name, sheet: S.kept.sheet && "1", group: S.kept.group });
}

/** @param {Context} context */
function render(context) {
  const leave = mountPage(context, "compare tb-mixer", mixerVnodes, mixerDrawn);
  context.model.on("msg:custom", saveFile);
  return () => {
    leave();
    context.model.off("msg:custom", saveFile);
  };
}

export default { render };
