// @ts-check
// The turns side by side: a row a game, a column a job; measures; and the edits from one game to another.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/compare.css";
import "../styles/turns.css";
import { hueStyle } from "./drawing/card.js";
import { button, columnsVnode } from "./drawing/controls.js";
import { HIDDEN, every, first, grouped, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { keepShown } from "./pages/address.js";
import { compareHead, compareNotice, gameName } from "./pages/compare.js";
import { command, mountPage } from "./pages/page.js";

const GLYPHS = {
  choice: '<circle cx="6" cy="6" r="4.6"/>',
  automatic:
    '<circle cx="6" cy="6" r="3.9" fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="2 1.6"/>',
  chance: '<path d="M6 .8L11.2 6 6 11.200.8 6z"/>',
  end: '<rect x="1.5" y="1.5" width="9" height="9" fill="none" stroke="currentColor" stroke-width="1.8"/>',
};

/**
 * @param {string} kind
 * @param {string} key
 */
const glyph = (kind, key) =>
  h("svg", { viewBox: "0 0 12 12", class: "tb-glyph", key, ...HIDDEN, html: GLYPHS[kind] || "" });

/** @param {any} step */
function clauseLinks(step) {
  return step.clauses.map((one) =>
    h("a", { class: "tb-clause", href: one.href, title: one.title, key: one.id }, one.id),
  );
}

/**
 * @param {any} open
 * @param {string} key
 */
function openedVnode(open, key) {
  return h(
    "div",
    { class: "tb-opened", key, role: "region", "aria-label": open.title },
    h("h3", { tabindex: "-1" }, open.title),
    h(
      "ol",
      open.steps.map((step) =>
        h(
          "li",
          { key: step.name },
          glyph(step.kind, "kind"),
          h(
            "span",
            { class: "tb-step-title", key: "title" },
            h("b", step.title),
            step.japanese && h("i", { lang: "ja" }, step.japanese),
          ),
          h("span", { class: "tb-step-who", key: "who" }, step.who),
          h("span", { class: "tb-step-clauses", key: "clauses" }, clauseLinks(step)),
        ),
      ),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {any} row
 * @param {any} cell
 * @param {boolean} last
 */
function cellVnode(S, row, cell, last) {
  const key = cell.job;
  const open = S.shown.data.open && S.shown.data.open.game === row.game.id && S.shown.data.open.job === cell.job;
  if (!cell.title)
    return h("td", { key, class: "tb-no-step" + (last ? " tb-last" : "") }, h("span.tb-sr", say(S, "none")));
  const name =
    "tb-job" + (cell.job === "fight" ? " tb-hot" : "") + (cell.both ? " tb-both" : "") + (open ? " tb-open" : "");
  return h(
    "td",
    { key, class: last ? "tb-last" : null },
    h(
      "button",
      {
        class: name,
        "aria-label": cell.label,
        "aria-expanded": open ? "true" : "false",
        onclick: () => command(S, open ? "close" : "open", { game: row.game.id, job: cell.job }),
      },
      h("b", { key: "title" }, cell.title),
      " ",
      cell.more && h("small", { key: "more" }, cell.more),
      h(
        "span",
        { class: "tb-glyphs", key: "glyphs", ...HIDDEN },
        cell.kinds.map((kind, n) => glyph(kind, n)),
        cell.again && h("i", { key: "again" }, "↻"),
      ),
    ),
  );
}

/** @param {PageView} S */
function strip(S) {
  const { jobs, rows, open } = S.shown.data;
  return h(
    "div",
    { class: "tb-panel tb-job-strip", key: "strip" },
    sidewaysNote(S),
    h(
      "div",
      { class: "tb-scroll", tabindex: "0", ...grouped(say(S, "strip")), key: "scroll" },
      h(
        "table",
        { class: "tb-job-table" },
        h(
          "thead",
          { key: "head" },
          h(
            "tr",
            h("td", { key: "corner" }),
            jobs.map((job) => h("th", { scope: "col", key: job.id }, job.title)),
          ),
        ),
        h(
          "tbody",
          { key: "body" },
          rows.map((row) => [
            h(
              "tr",
              { style: hueStyle(row.game.hue), key: row.game.id },
              h("th", { scope: "row", key: "game" }, gameName(row.game)),
              row.cells.map((cell, n) => cellVnode(S, row, cell, n === row.cells.length - 1)),
            ),
            open &&
              open.game === row.game.id &&
              h(
                "tr",
                { class: "tb-opened-row", key: "open" },
                h("td", { colspan: String(jobs.length + 1) }, openedVnode(open, "open")),
              ),
          ]),
        ),
      ),
    ),
    h(
      "p",
      { class: "tb-job-key", key: "key" },
      ["choice", "automatic", "chance", "end"].map((kind) =>
        h("span", { key: kind }, glyph(kind, "glyph"), say(S, "key_" + kind)),
      ),
      ["again", "fight", "both", "none"].map((name) => h("span", { key: name }, say(S, "key_" + name))),
    ),
  );
}

/** @param {PageView} S */
function measures(S) {
  return h(
    "section",
    { key: "measures" },
    h("h2", say(S, "measures")),
    h("p.tb-sub", say(S, "measures_text")),
    sidewaysNote(S),
    h(
      "div",
      { class: "tb-panel tb-scroll", tabindex: "0", ...grouped(say(S, "measures")) },
      h(
        "table",
        { class: "tb-measures" },
        columnsVnode([say(S, "measure"), ...S.shown.data.rows.map((row) => gameName(row.game))]),
        h(
          "tbody",
          S.shown.data.measures.map((one) =>
            h(
              "tr",
              { key: one.id },
              h("th", { scope: "row" }, one.title),
              one.cells.map((cell, n) => h("td", { key: n }, cell.text, cell.note && h("small", cell.note))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {PageView} S */
function matrix(S) {
  const { rows, pair } = S.shown.data;
  return h(
    "div",
    { class: "tb-scroll tb-matrix", key: "matrix", tabindex: "0", ...grouped(say(S, "edits")) },
    h(
      "table",
      h(
        "thead",
        h(
          "tr",
          h("td"),
          rows.map((row) =>
            h("th", { scope: "col", key: row.game.id, "aria-label": row.game.title }, gameName(row.game)),
          ),
        ),
      ),
      h(
        "tbody",
        rows.map((row, n) =>
          h(
            "tr",
            { key: row.game.id },
            h("th", { scope: "row" }, gameName(row.game)),
            rows.map((other, m) =>
              h(
                "td",
                { key: other.game.id },
                n === m
                  ? h("span", HIDDEN, "·")
                  : h(
                      "button",
                      {
                        class: "tb-count" + (pair.one === row.game.id && pair.other === other.game.id ? " tb-on" : ""),
                        "aria-pressed": pair.one === row.game.id && pair.other === other.game.id ? "true" : "false",
                        "aria-label": `${row.game.title}, ${other.game.title}: ${S.shown.data.matrix[n][m]}`,
                        onclick: () => command(S, "pair", { one: row.game.id, other: other.game.id }),
                      },
                      String(S.shown.data.matrix[n][m]),
                    ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

const VERB_SIGNS = { add: "+", drop: "−", change: "~" };

/** @param {PageView} S */
function edits(S) {
  const pair = S.shown.data.pair;
  return h(
    "section",
    { key: "edits" },
    h("h2", say(S, "edits")),
    h("p.tb-sub", say(S, "edits_text")),
    h(
      "div.tb-edits-columns",
      matrix(S),
      h(
        "div",
        { class: "tb-panel tb-edits", key: "list" },
        h("h3", { role: "status" }, pair.title),
        h(
          "ul",
          pair.edits.map((edit, n) =>
            h(
              "li",
              { class: "tb-edit-" + edit.verb, key: n + edit.text },
              h("b", HIDDEN, VERB_SIGNS[edit.verb]),
              h("span", edit.text),
            ),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "tb-graphs", key: "graphs" },
      h(
        "div.tb-graphs-go",
        button(say(S, "graphs"), () => command(S, "graphs"), "", { key: "draw" }),
        h("p.tb-sub", say(S, "graphs_text")),
      ),
      S.shown.data.step && openedVnode(S.shown.data.step, "step"),
      h("div.tb-child", { key: "child", html: "" }),
    ),
  );
}

/**
 * What is wider than its place says so, and fades out at the side on which there is more.
 * @param {PageView} S
 */
const sidewaysNote = (S) => h("p", { class: "tb-sideways", key: "sideways", ...HIDDEN }, say(S, "sideways"));

/**
 * A box that was opened just now is brought into sight.
 * @param {PageView} S
 */
function showOpened(S) {
  const open = S.shown.data.open;
  const name = open ? `${open.game} ${open.job}` : "";
  if (name !== S.kept.opened && name) first(S.root, ".tb-opened-row .tb-opened")?.scrollIntoView({ block: "nearest" });
  S.kept.opened = name;
}

/** @param {PageView} S */
function turnsDrawn(S) {
  showOpened(S);
  const { open, pair, graphs, step } = S.shown.data;
  const usual = S.shown.data.rows.slice(0, 2).map((row) => row.game.id);
  const two = [pair.one, pair.other].join(".");
  keepShown({
    open: open && `${open.game}.${open.job}`,
    pair: two !== usual.join(".") && two,
    graphs: graphs && "1",
    step: graphs && step && `${step.game}.${step.step}`,
  });
  for (const box of every(S.root, ".tb-scroll")) {
    const look = () => {
      const left = box.scrollWidth - box.clientWidth;
      box.classList.toggle("tb-more", left > 2 && box.scrollLeft < left - 2);
      box.parentElement.classList.toggle("tb-too-wide", left > 2);
    };
    box.onscroll = look;
    look();
  }
}

/** @param {PageView} S */
function turnsVnodes(S) {
  return [
    h(
      "div",
      { class: "tb-wrap tb-compare-page", key: "page" },
      compareHead(S),
      compareNotice(S),
      strip(S),
      measures(S),
      edits(S),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "compare tb-turns", turnsVnodes, turnsDrawn);
}

export default { render };
