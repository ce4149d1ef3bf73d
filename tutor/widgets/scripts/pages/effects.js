// @ts-check
// What a change of rules does: what is said before, how far the games are, a measure with its difference on an axis,
// games to look at, what no longer holds.

/** @import { PageView } from "../types.js" */
import { button } from "../drawing/controls.js";
import { HIDDEN, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { command } from "./page.js";

const LINE = 'fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"';
const SIGNS = {
  fewer: `<path ${LINE} d="M8 3v10M3.500 8.500L8 13l4.500-4.500"/>`,
  same: `<path ${LINE} d="M3 6h10M3 10.500h10"/>`,
  more: `<path ${LINE} d="M8 13V3M3.500 7.500L8 3l4.500 4.500"/>`,
  ok: `<path ${LINE} d="M3 8.500l3.500 3.500L13 4.500"/>`,
  no: `<path ${LINE} d="M4 4l8 8M12 4l-8 8"/>`,
  plus: `<path ${LINE} d="M8 3v10M3 8h10"/>`,
  minus: `<path ${LINE} d="M3 8h10"/>`,
  stop: '<path d="M3 3h10v10H3z"/>',
  play: '<path d="M4 2l10 6-10 6z"/>',
};

/** @param {string} name */
export const sign = (name) => h("svg.tb-icon", { viewBox: "0 0 16 16", ...HIDDEN, html: SIGNS[name] });

/**
 * The disc before a verdict.
 * @param {string} name
 * @param {string} [kind]
 */
const disc = (name, kind = "") => h("span", { class: "tb-disc" + kind, ...HIDDEN }, sign(name));

/** @param {any} axis */
const axisVnode = (axis) =>
  h(
    "div",
    { class: "tb-axis", key: "axis", ...HIDDEN },
    axis.marks.map((mark) => [
      h("i", {
        class: "tb-axis-mark" + (mark.at === 50 ? " tb-zero" : ""),
        style: `left:${mark.at}%`,
        key: "m" + mark.at,
      }),
      h("span", { style: `left:${mark.at}%`, key: "t" + mark.at }, mark.text),
    ]),
    h("i", { class: "tb-axis-interval", style: `left:${axis.low}%;width:${axis.high - axis.low}%`, key: "interval" }),
    h("i", { class: "tb-axis-dot", style: `left:${axis.dot}%`, key: "dot" }),
  );

/** @type {[-1 | 0 | 1, string][]} */
const SAID = [
  [-1, "fewer"],
  [0, "same"],
  [1, "more"],
];

/**
 * The switch by which one says what will happen to a measure.
 * @param {PageView} S
 * @param {any} one its `title`, and what is `said` so far
 * @param {boolean} open whether it may still be changed
 * @param {(said: -1 | 0 | 1) => void} choose
 */
export const saidVnode = (S, one, open, choose) =>
  h(
    "span",
    { class: "tb-lab-said", role: "radiogroup", "aria-label": one.title, key: "said" },
    SAID.map(([value, word]) =>
      h(
        "button",
        {
          role: "radio",
          key: word,
          class: one.said === value ? "tb-on" : null,
          "aria-checked": one.said === value ? "true" : "false",
          "aria-label": say(S, "said_" + word),
          title: say(S, "said_" + word),
          "aria-disabled": open ? null : "true",
          onclick: () => open && choose(value),
        },
        sign(word),
      ),
    ),
  );

/**
 * How far a run is, and the button that stops it.
 * @param {PageView} S
 * @param {{run: any, phase: string}} at
 */
export const runVnode = (S, { run, phase }) =>
  h(
    "div",
    { class: "tb-lab-run", key: "run" },
    h("p", { key: "text", role: "status" }, h("b", run.text), run.left && h("small", ` · ${run.left}`)),
    h(
      "div",
      {
        class: "tb-lab-bar",
        role: "progressbar",
        "aria-label": run.text,
        "aria-valuemin": "0",
        "aria-valuenow": String(run.done),
        "aria-valuemax": String(run.of),
        key: "bar",
      },
      h("i", { style: `width:${run.share}%` }),
    ),
    h("small", { class: "tb-lab-same", key: "same" }, say(S, "same_deals")),
    phase === "running" && button([sign("stop"), say(S, "stop")], () => command(S, "stop"), "", { key: "stop" }),
  );

/**
 * The heads of the columns.
 * @param {PageView} S
 * @param {number} n
 */
export const headVnode = (S, n) =>
  h(
    "div",
    { class: "tb-lab-row tb-lab-titles", key: "head" },
    ["measure", "difference", "interval", "said"].map((part) =>
      h("span", { key: part }, say(S, "head_" + part, { n })),
    ),
  );

/**
 * @param {PageView} S
 * @param {any} row
 * @param {number} n the games that the head of the column names
 */
export function rowVnode(S, row, n) {
  const title = h("b", { key: "title" }, row.title);
  if (!row.known)
    return h(
      "div",
      { class: "tb-lab-row", key: row.id },
      h("div", title),
      h("p", { class: "tb-lab-unknown" }, row.why),
    );
  return h(
    "div",
    { class: "tb-lab-row" + (row.visible ? "" : " tb-lab-none"), key: row.id },
    h("div", { key: "name" }, title, h("small", row.printed), h("small", row.house)),
    axisVnode(row.axis),
    h(
      "div",
      { class: "tb-lab-number", key: "number" },
      h("b", row.difference),
      h("small", row.interval, (S.phone || row.n !== n) && `, n = ${row.n}`),
    ),
    h(
      "div",
      { class: "tb-lab-verdict", key: "verdict" },
      row.said_text || !row.visible
        ? [
            disc(row.right ? "ok" : row.found, row.right ? " tb-right" : ""),
            h("span", h("b", row.found_text), h("small", row.said_text)),
          ]
        : null,
    ),
  );
}

/**
 * The chance of the upper deck to win, over the turns.
 * @param {PageView} S
 * @param {any} game
 */
function curve(S, game) {
  const last = Math.max(1, ...game.points.map(([turn]) => turn));
  const at = game.points.map(([turn, share]) => [8 + (324 * turn) / last, 4 + (76 * (100 - share)) / 100]);
  const line = at.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const [x, y] = game.mark === null ? [0, 0] : at[game.mark];
  const label = `${game.names.join(", ")}: ${game.points.map(([turn, share]) => `${say(S, "turn", { turn })} ${share} %`).join(", ")}`;
  return h(
    "svg",
    { class: "tb-curve", viewBox: "0 0 340 104", role: "img", "aria-label": label, key: "curve" },
    h("path", {
      d: `M${at[0][0]} 42L${line}L${at[at.length - 1][0]} 42z`,
      fill: "var(--tb-accent-soft)",
      key: "under",
    }),
    h("path", { d: "M8 42H332", stroke: "var(--tb-edge)", "stroke-dasharray": "4 4", fill: "none", key: "half" }),
    h("path", {
      d: `M${line}`,
      fill: "none",
      stroke: "var(--tb-accent)",
      "stroke-width": "2.6",
      "stroke-linejoin": "round",
      key: "line",
    }),
    game.mark !== null &&
      h("circle", {
        cx: x,
        cy: y,
        r: "5",
        fill: "var(--tb-lamp)",
        stroke: "var(--tb-lamp-edge)",
        "stroke-width": "1.8",
        key: "low",
      }),
    h("text", { x: "8", y: "13", key: "one" }, game.names[0]),
    h("text", { x: "8", y: "82", key: "other" }, game.names[1]),
    h("text", { x: "8", y: "101", key: "first" }, say(S, "turn", { turn: 1 })),
    h("text", { x: "332", y: "101", "text-anchor": "end", key: "last" }, say(S, "turn", { turn: last })),
  );
}

/** @param {PageView} S */
export function threeVnode(S) {
  const { three, stepping } = S.shown.data;
  return h(
    "section",
    { class: "tb-lab-three", key: "three", "aria-label": say(S, "three") },
    h(
      "div",
      { class: "tb-lab-sub", key: "head" },
      h("h2", say(S, "three")),
      h("small", say(S, three.some((game) => game.points.length) ? "three_text" : "three_plain")),
    ),
    h(
      "ul",
      { key: "games" },
      three.map((game) =>
        h(
          "li",
          { class: "tb-panel" + (stepping === game.number ? " tb-on" : ""), key: game.number },
          h("h3", { key: "title" }, game.title, h("small", game.pair)),
          game.points.length ? curve(S, game) : h("p", { class: "tb-lab-names", key: "names" }, game.names.join(" · ")),
          h("p", { key: "text" }, game.text.join(" ")),
          button([sign("play"), say(S, "step_through")], () => command(S, "step", { number: game.number }), "", {
            key: "step",
            "aria-label": `${say(S, "step_through")}: ${game.title}`,
          }),
        ),
      ),
    ),
    stepping &&
      h(
        "div",
        { class: "tb-lab-sub tb-lab-stepping", tabindex: "-1", key: "stepping" },
        h("h3", say(S, "stepping", { number: stepping })),
        button(say(S, "close"), () => command(S, "close"), "small quiet", { key: "close" }),
      ),
  );
}

/** @param {PageView} S */
export function heldVnode(S) {
  const { held } = S.shown.data;
  return h(
    "section",
    { class: "tb-lab-held", key: "held", "aria-label": say(S, "held") },
    h("div", { class: "tb-lab-sub", key: "head" }, h("h2", say(S, "held")), h("small", say(S, "held_text"))),
    h(
      "div",
      { class: "tb-lab-lists", key: "lists" },
      ["steps", "puzzles"].map((sort) => held[sort] && listVnode(S, sort, held[sort])),
    ),
  );
}

const FEW = 4;

/**
 * @param {PageView} S
 * @param {string} sort
 * @param {any} list
 */
function listVnode(S, sort, list) {
  const open = S.kept["all " + sort];
  const shown = open ? list.rows : list.rows.slice(0, FEW);
  return h(
    "section",
    { class: "tb-panel", key: sort },
    h("h3", { key: "title" }, say(S, sort), h("small", list.count)),
    h(
      "ul",
      { key: "rows" },
      shown.map((row, n) =>
        h(
          "li",
          { key: n },
          disc("no", " tb-wrong"),
          h("div", h("b", h("a", { href: row.href }, row.title)), h("small", row.place), h("p", row.fact)),
          h("span.tb-clause", row.clause),
        ),
      ),
      list.holds && h("li", { key: "holds" }, disc("ok", " tb-right"), h("b", list.holds)),
    ),
    list.rows.length > FEW &&
      !open &&
      button(
        say(S, "show_all", { count: list.rows.length }),
        () => {
          S.kept["all " + sort] = true;
          S.draw();
        },
        "small quiet",
        { key: "all" },
      ),
    list.unknown && h("p", { class: "tb-lab-hint", key: "unknown" }, list.unknown),
  );
}
