// @ts-check
// What the two design pages share: their head, files opened and saved, and a measurement with its bar and plot.

/** @import { PageView } from "../types.js" */
import { button } from "../drawing/controls.js";
import { HIDDEN, h } from "../drawing/dom.js";
import { store } from "../drawing/theme.js";
import { say } from "../drawing/words.js";
import { command, saveFile } from "./page.js";

/** Milliseconds after the last key in which nothing is sent. */
const TYPING = 220;

/**
 * What is typed is sent when the hands rest.
 * @param {PageView} S
 * @param {"put" | "text"} name
 * @param {string} at
 * @param {any} value
 */
export function sentLater(S, name, at, value) {
  clearTimeout(S.kept.typing?.[at]);
  S.kept.typing = { ...S.kept.typing, [at]: setTimeout(() => command(S, name, { at, value }), TYPING) };
}

/** Letters of a file that are sent; a longer one is refused in words. */
const MOST = 400000;

/**
 * A file that somebody chooses goes to Python as text.
 * @param {PageView} S
 */
function openFile(S) {
  const chooser = Object.assign(document.createElement("input"), { type: "file", accept: ".toml,text/plain" });
  chooser.onchange = async () => {
    const file = chooser.files?.[0];
    if (file) command(S, "open", { file: file.name, text: file.size > MOST ? null : await file.text() });
  };
  chooser.click();
}

/**
 * What is designed is kept in this browser, so that nothing is lost when the page stops, is left or opened again.
 * @param {PageView} S
 */
export function keepDraft(S) {
  const { draft, fresh, toml } = S.shown.data;
  if (!draft || toml === S.kept.toml) return;
  const first = S.kept.toml === undefined;
  const kept = store.get(draft);
  S.kept.toml = toml;
  if (first && fresh && kept) command(S, "open", { text: kept, kept: true });
  else store.set(draft, fresh ? "" : toml);
}

/**
 * The title with what can be done with the file.
 * @param {PageView} S
 * @param {string} seal
 * @param {string} hue
 */
export const headVnode = (S, seal, hue) =>
  h(
    "header",
    { class: "tb-workshop-head", key: "head" },
    h("span", { class: "tb-workshop-seal", lang: "ja", style: `--a:var(--tb-${hue})`, ...HIDDEN }, seal),
    h("div", { key: "title" }, h("h1.tb-title", S.shown.data.title), h("p.tb-prose", S.shown.data.text)),
    h(
      "div",
      { class: "tb-workshop-files", key: "files" },
      !S.shown.data.fresh && button(say(S, "begin_anew"), () => command(S, "anew"), "quiet", { key: "anew" }),
      button(say(S, "open"), () => openFile(S), "", { key: "open" }),
      S.shown.data.may_hand_in && button(say(S, "hand_in"), () => command(S, "hand_in"), "primary", { key: "hand" }),
      button(
        say(S, "save"),
        () => saveFile({ type: "file", name: S.shown.data.file, text: S.shown.data.toml, mime: "application/toml" }),
        "",
        { key: "save" },
      ),
    ),
  );

/** @param {PageView} S */
export const noticeVnode = (S) =>
  h("p", { class: "tb-workshop-notice", role: "status", key: "notice" }, S.shown.data.notice || "");

/**
 * The file as it is, to be copied or changed by hand.
 * @param {PageView} S
 */
export const fileVnode = (S) =>
  h(
    "details",
    { class: "tb-panel tb-file", key: "file" },
    h("summary", say(S, "file")),
    h("pre", { tabindex: "0", "aria-label": say(S, "file") }, S.shown.data.toml),
    h(
      "div",
      { class: "tb-row", key: "do" },
      button(say(S, "copy"), () => navigator.clipboard?.writeText(S.shown.data.toml), "small", { key: "copy" }),
    ),
    h("label", { for: "tb-paste", key: "label" }, say(S, "paste")),
    h("textarea", {
      id: "tb-paste",
      class: "tb-input",
      rows: "5",
      maxlength: String(MOST),
      spellcheck: "false",
      key: "paste",
    }),
    button(
      say(S, "open_text"),
      () => {
        const area = S.root.querySelector("#tb-paste");
        command(S, "open", { text: /** @type {HTMLTextAreaElement} */ (area).value });
      },
      "small",
      { key: "open" },
    ),
  );

/**
 * How far a measurement is, with a button that stops it.
 * @param {PageView} S
 * @param {any} run
 */
const barVnode = (S, run) =>
  h(
    "div",
    { class: "tb-run-line", key: "run" },
    h(
      "div",
      {
        class: "tb-bar-outer",
        role: "progressbar",
        "aria-label": run.far,
        "aria-valuemin": "0",
        "aria-valuemax": "100",
        "aria-valuenow": String(run.share),
        key: "bar",
      },
      h("i", { style: `width:${run.share}%` }),
    ),
    h("p", { key: "far" }, run.far),
    button(say(S, "stop"), () => command(S, "stop"), "small", { key: "stop" }),
  );

/**
 * A difference with its interval on an axis with zero in the middle; grey and hollow while zero lies within.
 * @param {any} plot
 * @param {boolean} visible
 * @param {string} label
 */
export function plotVnode(plot, visible, label) {
  const x = (part) => (12 + part * 2.16).toFixed(1);
  const reach = plot.reach;
  const tick = (at, text) =>
    `<path d="M${x(at)} 8v26" stroke="var(--tb-line)"/><text x="${x(at)}" y="50" text-anchor="middle">${text}</text>`;
  const colour = visible ? "var(--tb-accent)" : "var(--tb-grey)";
  const dot = `<circle cx="${x(plot.value)}" cy="20" r="5.5" stroke="${colour}" stroke-width="2" fill="${visible ? colour : "var(--tb-sheet)"}"/>`;
  const bar = `<path d="M${x(plot.low)} 20H${x(plot.high)}M${x(plot.low)} 14.5v11M${x(plot.high)} 14.5v11" stroke="${colour}" stroke-width="3"/>`;
  return h("svg", {
    viewBox: "0 0 240 56",
    class: "tb-difference",
    role: "img",
    "aria-label": label,
    key: "plot",
    html: `${tick(0, `−${reach}`)}${tick(25, `−${reach / 2}`)}${tick(75, `+${reach / 2}`)}${tick(100, `+${reach}`)}<path d="M${x(50)} 4v34" stroke="var(--tb-edge)" stroke-width="1.5" stroke-dasharray="3 3"/><text x="${x(50)}" y="50" text-anchor="middle">0</text>${bar}${dot}`,
  });
}

/**
 * A measurement: buttons for its sizes, its bar while it runs, and what it found.
 * @param {PageView} S
 * @param {"games" | "deals"} unit what is counted
 * @param {boolean} ready whether it can begin
 * @param {(S: PageView) => any} foundVnode
 */
export function measureVnode(S, unit, ready, foundVnode) {
  const { measure } = S.shown.data;
  return h(
    "section",
    { class: "tb-panel tb-measure", key: "measure", "aria-label": say(S, "measure") },
    h("h2", say(S, "measure")),
    h("p", { class: "tb-dim", key: "text" }, say(S, "measure_text")),
    measure.elsewhere && h("p", { key: "elsewhere" }, measure.elsewhere),
    measure.busy
      ? barVnode(S, measure)
      : h(
          "div",
          { class: "tb-row", key: "go" },
          measure.sizes.map((count, n) =>
            button(
              say(S, unit, { [unit]: count }),
              ready ? () => command(S, "measure", unit === "games" ? { games: count } : { deals: count }) : null,
              n === 1 ? "primary" : "",
              { "aria-disabled": ready ? null : "true", key: String(count) },
            ),
          ),
        ),
    measure.rows.length > 0 && foundVnode(S),
  );
}
