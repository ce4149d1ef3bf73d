// @ts-check
// A mechanic: what it is, its rows of the table with an open cell, what it needs, what it fights with. Or all of them.

/** @import { Context, Kid, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/compare.css";
import "../styles/difference.css";
import "../styles/mechanics.css";
import "../styles/mechanic.css";
import { button } from "./drawing/controls.js";
import { first, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { keepAddress, readAddress } from "./pages/address.js";
import { answerCell, demoVnode } from "./pages/answers.js";
import { chipVnode, sidesVnode } from "./pages/chips.js";
import { compareHead, compareNotice, gameName } from "./pages/compare.js";
import { differenceVnode, ticksVnode } from "./pages/difference.js";
import { command, mountPage } from "./pages/page.js";

/**
 * @param {string} key
 * @param {Kid} title
 * @param {Kid[]} inside
 */
const part = (key, title, ...inside) =>
  h("section", { class: "tb-about-part tb-about-" + key, key }, h("h2", { key: "title" }, title), inside);

/**
 * Games in a line, each with its seal.
 * @param {string} label
 * @param {any[]} games
 */
const gamesLine = (label, games) =>
  games.length > 0 && h("p", { class: "tb-who", key: label }, h("b", { key: "label" }, label), games.map(gameName));

/** @param {PageView} S */
function namesVnode(S) {
  const names = S.shown.data.names;
  const row = (key) =>
    names[key].length > 0 && [
      h("dt", { key: "name " + key }, say(S, key)),
      h(
        "dd",
        { key },
        names[key].map((name) => h("span", { key: name, lang: "en" }, name)),
      ),
    ];
  return h(
    "aside",
    { class: "tb-panel tb-also", key: "also" },
    h("h2", { key: "title" }, say(S, "also")),
    h("dl", { key: "names" }, ["bgg", "ludii", "known"].map(row)),
    h(
      "p",
      { class: "tb-also-note", key: "note" },
      say(S, names.bgg.length || names.ludii.length ? "also_note" : "also_none"),
    ),
  );
}

/** @param {PageView} S */
function rowsVnode(S) {
  const { rows, games, open } = S.shown.data;
  return rows.map((row) => {
    const shown = open && open.question === row.id;
    const cells = row.cells.map((cell, n) => answerCell(S, row, cell, games[n]));
    const all = shown && open.all;
    return h(
      "section",
      { class: "tb-panel tb-about-row", key: row.id, "aria-label": row.text },
      h(
        "div",
        { class: "tb-about-ask", key: "ask" },
        h("h3", { key: "text" }, row.text),
        button(
          say(S, all ? "close" : "side_by_side"),
          () => command(S, all ? "close" : "all", { question: row.id }),
          "small",
          { key: "all" },
        ),
      ),
      S.phone
        ? h("ul", { class: "tb-card-answers", key: "answers" }, cells)
        : h(
            "table",
            { class: "tb-mechanics-table", key: "answers" },
            h(
              "thead",
              h(
                "tr",
                games.map((game) => h("th", { scope: "col", key: game.id }, gameName(game))),
              ),
            ),
            h("tbody", h("tr", cells)),
          ),
      shown && (!S.phone || all) && h("div", { class: "tb-demo-cell", key: "demo" }, demoVnode(S)),
    );
  });
}

/**
 * @param {PageView} S
 * @param {any} need
 */
const needVnode = (S, need) =>
  h(
    "li",
    { key: need.id },
    h("b", { key: "text" }, need.text),
    h(
      "span",
      { class: "tb-chips", key: "answers" },
      need.answers.map((one) => chipVnode(S, one)),
    ),
    need.pages.map((page) => h("a", { key: page.id, href: page.href }, page.title)),
  );

/**
 * @param {PageView} S
 * @param {any} fight
 */
const fightVnode = (S, fight) =>
  h(
    "li",
    { key: fight.id },
    h("h3", { key: "title" }, fight.title),
    sidesVnode(S, fight.one, fight.answers, fight.other, fight.others),
    h(
      "p",
      { class: "tb-fight-ways", key: "ways" },
      fight.pages.map((page) => h("a", { key: page.id, href: page.href }, page.title)),
      fight.mix && h("a", { key: "mix", href: fight.mix }, say(S, "mix")),
    ),
  );

/**
 * What it does when it is taken out: a table a game; nothing where nothing was measured.
 * @param {PageView} S
 */
function outVnode(S) {
  const { axis, shown, title } = S.shown.data.out;
  if (!shown.length) return null;
  return part(
    "out",
    say(S, "out"),
    h(
      "p",
      { class: "tb-sub", key: "sub" },
      say(S, "out_text"),
      " ",
      h("a", { href: S.shown.data.links.causes }, say(S, "out_more")),
    ),
    h(
      "p",
      { class: "tb-key", key: "legend" },
      h("span", differenceVnode({ at: 50, low: 10, width: 80 }, [], true), say(S, "out_filled")),
      h("span", differenceVnode({ at: 50, low: 10, width: 80 }, [], false), say(S, "out_hollow")),
      h("span", say(S, "out_right")),
    ),
    h(
      "div",
      { class: "tb-outs", key: "all" },
      shown.map((one) =>
        h(
          "section",
          { class: "tb-panel tb-out", key: one.key },
          h("p", { class: "tb-kick", key: "game" }, gameName(one.game)),
          h("h3", { key: "title" }, one.title),
          h("p", { key: "change" }, one.change, " ", chipVnode(S, one.clause)),
          one.plot && differenceVnode(one.plot, axis, one.rows[0].visible),
          one.plot && ticksVnode(axis),
          h(
            "dl",
            { key: "rows" },
            one.rows.map((row) => [
              h("dt", { key: row.id }, row.title),
              h(
                "dd",
                { key: "figure " + row.id, class: row.visible ? null : "tb-unseen" },
                h("b", { key: "value" }, row.value, row.unit && ` ${row.unit}`),
                h("span", { key: "interval" }, row.interval),
                h("small", { key: "n" }, say(S, row.visible ? "out_n" : "out_none", { n: row.n })),
                row.note && h("small", { key: "note" }, row.note),
              ),
            ]),
          ),
          h(
            "p",
            { class: "tb-out-ways", key: "ways" },
            h("a", { key: "all", href: one.all }, title),
            one.lab && h("a", { key: "lab", href: one.lab }, say(S, "out_lab")),
          ),
        ),
      ),
    ),
  );
}

/** @param {PageView} S */
function aboutVnode(S) {
  const data = S.shown.data;
  const { links, needs, fights } = data;
  return [
    h(
      "p",
      { class: "tb-about-ways", key: "ways" },
      h("a", { key: "all", href: links.all }, say(S, "all")),
      h("a", { key: "table", href: links.back }, say(S, "table")),
      h("span", { key: "kick" }, data.kick),
    ),
    h(
      "div",
      { class: "tb-about-top", key: "top" },
      h(
        "div",
        { key: "what" },
        h("h1.tb-title", data.title),
        h("p", { class: "tb-about-text", key: "text" }, data.text),
        gamesLine(say(S, "have"), data.have),
        gamesLine(say(S, "lack"), data.lack),
      ),
      namesVnode(S),
    ),
    part(
      "games",
      say(S, "games"),
      h(
        "p",
        { class: "tb-sub", key: "sub" },
        say(S, "games_text"),
        " ",
        h("a", { href: links.handout }, say(S, "handout")),
      ),
      rowsVnode(S),
    ),
    part(
      "needs",
      say(S, "needs"),
      needs.length
        ? h(
            "ul",
            { class: "tb-needs", key: "list" },
            needs.map((need) => needVnode(S, need)),
          )
        : h("p", { class: "tb-sub", key: "none" }, say(S, "needs_none")),
    ),
    part(
      "fights",
      say(S, "fights"),
      h("p", { class: "tb-sub", key: "sub" }, say(S, fights.length ? "fights_text" : "fights_none")),
      h(
        "ul",
        { class: "tb-fights", key: "list" },
        fights.map((fight) => fightVnode(S, fight)),
      ),
    ),
    outVnode(S),
    h(
      "nav",
      { class: "tb-about-turn", key: "turn", "aria-label": say(S, "all") },
      links.before && h("a", { key: "before", href: links.before.href }, `← ${links.before.title}`),
      links.after && h("a", { key: "after", href: links.after.href }, `${links.after.title} →`),
    ),
  ];
}

/** @param {PageView} S */
const contentsVnode = (S) => [
  compareHead(S),
  compareNotice(S),
  h(
    "ul",
    { class: "tb-all-mechanics", key: "list" },
    S.shown.data.all.map((one) =>
      h(
        "li",
        { key: one.id },
        h(
          "a",
          { class: "tb-panel", href: one.href },
          h("small", { key: "group" }, one.group),
          h("b", { key: "title" }, one.title),
          h("span", { key: "text" }, one.text),
          h("span", { class: "tb-seals", key: "games" }, one.games.map(gameName)),
        ),
      ),
    ),
  ),
];

/** @param {PageView} S */
function mechanicVnodes(S) {
  if (!S.kept.rows) readAddress(S, new URLSearchParams(location.search));
  const inside = S.shown.data.mechanic ? aboutVnode(S) : contentsVnode(S);
  return [h("div", { class: "tb-wrap tb-compare-page tb-about", key: "page" }, inside)];
}

/**
 * @param {PageView} S
 */
function mechanicDrawn(S) {
  if (!S.shown.data.mechanic) return;
  keepAddress(S);
  const open = S.shown.data.open;
  const name = open ? `${open.question} ${open.game}` : "";
  if (name === S.kept.drawn) return;
  const before = S.kept.drawn;
  const box = first(S.root, ".tb-rosetta");
  if (box && !box.offsetParent) return; // while the page is still hidden, nothing scrolls
  S.kept.drawn = name;
  if (box && before !== undefined) setTimeout(() => box.scrollIntoView({ block: "nearest" }));
  else if (box) setTimeout(() => box.closest(".tb-about-row")?.scrollIntoView({ block: "start" }));
}

/** @param {Context} context */
const render = (context) => mountPage(context, "compare tb-mechanics tb-mechanic", mechanicVnodes, mechanicDrawn);

export default { render };
