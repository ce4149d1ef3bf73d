// @ts-check
// The class report: logs are dropped, chosen or pasted; then the heat map, what to teach, what was missed, beliefs.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/report.css";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, first, grouped, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { command, mountPage, saveFile } from "./pages/page.js";

/** Bytes of a file, and of all files in one message, that are sent. */
const MOST = 4e6;
const MESSAGE = 6e6;
const MOST_FILES = 400;
const ROWS = 12;
/** So many more rows are shown as well, before a button hides them. */
const SPARE = 3;

/**
 * Send files to Python, some at a time; of one that is too large only its name.
 * @param {PageView} S
 * @param {{name: string, file: File}[]} files
 */
async function handIn(S, files) {
  /** @type {{name: string, text: string | null}[]} */
  let some = [];
  let size = 0;
  for (const { name, file } of files.slice(0, MOST_FILES + 1)) {
    /** @type {string | null} */
    let text = null;
    try {
      if (file.size <= MOST) text = await file.text();
    } catch {
      text = null;
    }
    if (size + (text?.length || 0) > MESSAGE) {
      command(S, "drop", { files: some });
      [some, size] = [[], 0];
    }
    some.push({ name, text });
    size += text?.length || 0;
  }
  command(S, "drop", { files: some, last: true });
}

/**
 * @param {PageView} S
 * @param {boolean} folder
 */
function choose(S, folder) {
  const chooser = Object.assign(document.createElement("input"), { type: "file", multiple: true });
  if (folder) chooser.webkitdirectory = true;
  else chooser.accept = ".jsonl,.txt";
  chooser.onchange = () => {
    const files = [...(chooser.files || [])].filter((file) => !file.name.startsWith("."));
    if (files.length)
      handIn(
        S,
        files.map((file) => ({ name: file.name, file })),
      );
  };
  chooser.click();
}

/**
 * The files that were dropped, and those of dropped folders.
 * @param {DataTransfer} transfer
 */
async function dropped(transfer) {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() || []);
  const plain = [...transfer.files];
  /** @type {File[]} */
  const found = [];
  for (const entry of entries) {
    if (!entry.isDirectory) continue;
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length || found.length > MOST_FILES) break;
      for (const one of some)
        if (one.isFile && !one.name.startsWith("."))
          found.push(await new Promise((done, failed) => one.file(done, failed)));
    }
  }
  const folders = new Set(entries.filter((entry) => entry.isDirectory).map((entry) => entry.name));
  return [...plain.filter((file) => !folders.has(file.name)), ...found].map((file) => ({ name: file.name, file }));
}

/** @param {PageView} S */
function addVnode(S) {
  const { classes, stands } = S.shown.data;
  const done = () => {
    const text = first(S.root, "textarea").value;
    S.kept.pasting = false;
    S.kept.adding = false;
    const parts = text.split(/(?=tebiki\d*\.)/).filter((part) => part.trim());
    command(S, "drop", { files: parts.map((part) => ({ text: part.slice(0, MOST) })), last: true });
    S.draw();
  };
  const leave = () => {
    S.kept.pasting = false;
    S.draw();
  };
  return h(
    "section",
    { class: "tb-panel tb-rep-add" + (S.kept.over ? " tb-over" : ""), key: "add", "aria-label": say(S, "add") },
    h("p", { key: "text" }, say(S, "add_text")),
    h(
      "div",
      { class: "tb-rep-buttons", key: "buttons" },
      button(say(S, "choose_files"), () => choose(S, false), stands === "empty" ? "primary" : "", { key: "files" }),
      button(say(S, "choose_folder"), () => choose(S, true), "", { key: "folder" }),
      button(
        say(S, "paste"),
        () => {
          S.kept.pasting = !S.kept.pasting;
          S.draw();
          first(S.root, "textarea")?.focus();
        },
        "",
        { key: "paste", "aria-expanded": S.kept.pasting ? "true" : "false" },
      ),
      classes?.length > 0 &&
        h(
          "label",
          { class: "tb-rep-select", key: "class" },
          h("span", say(S, "of_class")),
          h(
            "select",
            {
              class: "tb-input",
              onchange: (event) => event.target.value && command(S, "class", { id: event.target.value }),
            },
            h("option", { value: "", key: "none" }, say(S, "of_class_none")),
            classes.map((name) => h("option", { value: name, key: name }, name)),
          ),
        ),
    ),
    S.kept.pasting &&
      h(
        "div",
        { class: "tb-rep-paste", key: "pasting" },
        h(
          "label",
          h("span", say(S, "paste_label")),
          h("textarea", { class: "tb-input", rows: "4", spellcheck: "false" }),
        ),
        h(
          "div.tb-rep-buttons",
          button(say(S, "paste_done"), done, "small primary", { key: "done" }),
          button(say(S, "paste_leave"), leave, "small quiet", { key: "leave" }),
        ),
      ),
  );
}

/**
 * @param {any} row
 */
const clauseVnode = (row) => h("a", { class: "tb-clause", href: row.href }, row.clause);

const HEAT = (wrong) => `tb-w${Math.min(wrong, 3)}`;

/**
 * A cell: how it looks, and what it says to those who do not see it.
 * @param {PageView} S
 * @param {string} cell
 * @param {string} name
 * @param {number} n
 */
function cellVnode(S, cell, name, n) {
  const wrong = parseInt(cell, 10) || 0;
  const still = cell.endsWith("!");
  const key = cell === "e" ? "edited" : cell === "-" ? "not" : still ? "still" : wrong ? "wrong" : "right";
  const title = say(S, `cell_${key}`, { name, count: wrong });
  const look = key === "right" ? "tb-w0" : wrong ? HEAT(wrong) + (still ? " tb-still" : "") : `tb-${key}`;
  return h(
    "td",
    { class: look, key: n, title },
    h("span.tb-sr", title),
    key === "right" ? icon("ok") : wrong ? h("span", HIDDEN, String(wrong)) : null,
  );
}

/** @param {PageView} S */
function heatVnode(S) {
  const { students, rows, of, fine } = S.shown.data;
  const long = rows.length > ROWS + SPARE;
  const shown = S.kept.all || !long ? rows : rows.slice(0, ROWS);
  const width = 254 + students.length * 21;
  return h(
    "section",
    { class: "tb-panel tb-rep-heat", key: "heat", "aria-label": say(S, "heat") },
    h("div.tb-rep-head", h("h2", say(S, "heat")), h("span", say(S, "heat_text", { count: of }))),
    rows.length
      ? h(
          "div",
          { class: "tb-rep-scroll", key: "table", tabindex: "0", ...grouped(say(S, "heat_scroll")) },
          h(
            "table",
            { style: `min-width:${width}px` },
            h(
              "thead",
              h(
                "tr",
                h("td", { class: "tb-rep-first", key: "first" }),
                students.map((one, n) =>
                  h("th", { scope: "col", key: n, class: one.edited ? "tb-rep-edited" : "" }, h("span", one.name)),
                ),
                h("th", { scope: "col", class: "tb-rep-of", key: "of" }, say(S, "heat_of", { count: of })),
                h("td", { class: "tb-rep-rest", key: "rest" }),
              ),
            ),
            h(
              "tbody",
              shown.map((row) =>
                h(
                  "tr",
                  { key: row.clause },
                  h("th", { scope: "row", title: row.title }, h("div", clauseVnode(row), h("span", row.title))),
                  row.cells.map((cell, n) => cellVnode(S, cell, students[n].name, n)),
                  h("td", { class: "tb-rep-of", key: "of" }, String(row.wrong)),
                  h("td", { class: "tb-rep-rest", key: "rest" }),
                ),
              ),
            ),
          ),
        )
      : h("p", { key: "none" }, say(S, "heat_none")),
    long &&
      h(
        "div",
        { class: "tb-rep-more", key: "more" },
        button(
          S.kept.all ? say(S, "heat_less") : say(S, "heat_more", { count: rows.length }),
          () => {
            S.kept.all = !S.kept.all;
            S.draw();
          },
          "small",
        ),
      ),
    fine.length > 0 &&
      h(
        "details",
        { class: "tb-rep-fine", key: "fine" },
        h("summary", say(S, "fine", { count: fine.length })),
        h(
          "p",
          fine.map((one) => h("span", { key: one.clause }, clauseVnode(one), " ", one.title)),
        ),
      ),
    h(
      "p",
      { class: "tb-rep-key", key: "key" },
      h("span", h("i.tb-w0", HIDDEN, icon("ok")), say(S, "key_right")),
      h("span", h("i.tb-w1", HIDDEN, "1"), h("i.tb-w3", HIDDEN, "3"), say(S, "key_wrong")),
      h("span", h("i.tb-w2.tb-still", HIDDEN, "2"), say(S, "key_still")),
      h("span", h("i.tb-not", HIDDEN), say(S, "key_not")),
      h("span", h("i.tb-edited", HIDDEN), say(S, "key_edited")),
    ),
  );
}

/** @param {PageView} S */
function sideVnode(S) {
  const { teach, stuck } = S.shown.data;
  const [next, ...others] = teach;
  return h(
    "div",
    { class: "tb-rep-side", key: "side" },
    h(
      "section",
      { class: "tb-panel tb-rep-next", key: "next", "aria-label": say(S, "teach") },
      h("span.tb-rep-pill", say(S, "teach")),
      next ? h("h2", { key: "title" }, next.title) : h("p", { key: "none" }, say(S, "teach_none")),
      next && h("p", { key: "text" }, next.text, " ", clauseVnode(next)),
      next && h("a", { class: "tb-btn tb-primary", href: next.to, key: "do" }, next.button),
      others.length > 0 &&
        h(
          "ol",
          { key: "others" },
          others.map((one, n) =>
            h("li", { key: one.clause }, h("b", String(n + 2)), h("a", { href: one.to, title: one.text }, one.title)),
          ),
        ),
    ),
    h(
      "section",
      { class: "tb-panel tb-rep-stuck", key: "stuck", "aria-label": say(S, "stuck") },
      h("h2", say(S, "stuck")),
      stuck.length
        ? h(
            "ul",
            stuck.map((one) =>
              h(
                "li",
                { key: one.name },
                h("b", one.name),
                one.facts && ` · ${one.facts}`,
                h("span", one.place),
                one.more && h("span", one.more),
              ),
            ),
          )
        : h("p", say(S, "stuck_none")),
    ),
  );
}

/** @param {PageView} S */
function missedVnode(S) {
  const { missed, of } = S.shown.data;
  return h(
    "section",
    { key: "missed" },
    h("h2", say(S, "missed")),
    missed.length
      ? h(
          "ul",
          { class: "tb-panel tb-rep-missed", key: "list" },
          missed.map((one) =>
            h(
              "li",
              { key: one.clause },
              h("div.tb-rep-line", clauseVnode(one), h("b", one.title), h("span", one.count)),
              h(
                "ul.tb-rep-moves",
                one.moves.map(([words, count]) =>
                  h(
                    "li",
                    { key: words },
                    h("span", words),
                    h("i", { style: `--v:${Math.round((100 * count) / Math.max(of, 1))}%`, ...HIDDEN }),
                    h("em", String(count)),
                  ),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "tb-panel tb-rep-missed", key: "none" }, say(S, "missed_none")),
  );
}

/** @param {PageView} S */
function beliefsVnode(S) {
  const { beliefs } = S.shown.data;
  return h(
    "section",
    { key: "beliefs" },
    h("h2", say(S, "beliefs")),
    beliefs.length
      ? h(
          "ul",
          { class: "tb-panel tb-rep-beliefs", key: "list" },
          beliefs.map((one) =>
            h(
              "li",
              { key: one.says },
              h("div", h("q", one.says), h("small", one.count)),
              h("p.tb-rep-evidence", one.evidence),
              h("p.tb-rep-rule", one.rule, " ", clauseVnode(one)),
            ),
          ),
        )
      : h("p", { class: "tb-panel tb-rep-beliefs", key: "none" }, say(S, "beliefs_none")),
  );
}

const SIGN = { edited: "no", skipped: "no", cut: "info" };

/** @param {PageView} S */
function logsVnode(S) {
  const { logs } = S.shown.data;
  if (!logs?.length) return null;
  return h(
    "section",
    { key: "logs", class: "tb-rep-logs", "aria-label": say(S, "logs") },
    h("h2", say(S, "logs")),
    h(
      "ul.tb-panel",
      logs.map((one, n) =>
        h(
          "li",
          { key: n },
          h("span", { class: `tb-rep-sign tb-is-${one.kind}`, ...HIDDEN }, icon(SIGN[one.kind])),
          h("b", one.name),
          h("span", one.text),
        ),
      ),
    ),
  );
}

/** @param {PageView} S */
function reportVnodes(S) {
  const data = S.shown.data;
  const done = data.stands === "done";
  return [
    h(
      "div",
      { class: `tb-wrap tb-rep-page tb-is-${data.stands}`, key: "page" },
      h(
        "div",
        { class: "tb-rep-top", key: "top" },
        h("div", h("h1.tb-title", data.title), h("p", done ? data.summary : data.text)),
        done &&
          h(
            "div",
            { class: "tb-rep-buttons", key: "buttons" },
            data.games.length > 1 &&
              h(
                "label",
                { class: "tb-rep-select", key: "game" },
                h("span", say(S, "game")),
                h(
                  "select",
                  { class: "tb-input", onchange: (event) => command(S, "game", { game: event.target.value }) },
                  data.games.map((one) =>
                    h("option", { value: one.id, key: one.id, selected: one.id === data.game || null }, one.title),
                  ),
                ),
              ),
            button(
              say(S, "add"),
              () => {
                S.kept.adding = !S.kept.adding;
                S.draw();
              },
              "small",
              { key: "add", "aria-expanded": S.kept.adding ? "true" : "false" },
            ),
            button(say(S, "csv"), () => command(S, "csv"), "small", { key: "csv" }),
            button(say(S, "print"), () => window.print(), "small", { key: "print" }),
            button(say(S, "clear"), () => command(S, "clear"), "small quiet", { key: "clear" }),
          ),
      ),
      h(
        "p",
        { class: "tb-rep-notice", role: "status", key: "notice" },
        data.notice || "",
        data.stands === "working" && data.progress ? say(S, "working", data.progress) : "",
      ),
      data.stands === "working" &&
        data.progress &&
        h(
          "div",
          { class: "tb-rep-bar", key: "bar", ...HIDDEN },
          h("i", { style: `width:${Math.round((100 * data.progress.done) / Math.max(data.progress.count, 1))}%` }),
        ),
      (data.stands === "empty" || S.kept.adding || S.kept.over) && addVnode(S),
      done && h("div", { class: "tb-rep-main", key: "main" }, heatVnode(S), sideVnode(S)),
      done && h("div", { class: "tb-rep-two", key: "two" }, missedVnode(S), beliefsVnode(S)),
      logsVnode(S),
    ),
  ];
}

/** @param {Context} context */
function render(context) {
  const { model, el } = context;
  /** @type {any} */
  let page = null;
  const leave = mountPage(context, "report", (S) => {
    page = S;
    return reportVnodes(S);
  });
  const over = (event) => {
    if (![...(event.dataTransfer?.types || [])].includes("Files")) return;
    event.preventDefault();
    if (page.kept.over) return;
    page.kept.over = true;
    page.draw();
  };
  const out = (event) => {
    if (!page.kept.over || (event.relatedTarget && el.contains(event.relatedTarget))) return;
    page.kept.over = false;
    page.draw();
  };
  const drop = async (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    page.kept.over = false;
    page.kept.adding = false;
    page.draw();
    await handIn(page, await dropped(event.dataTransfer));
  };
  el.addEventListener("dragover", over);
  el.addEventListener("dragleave", out);
  el.addEventListener("drop", drop);
  model.on("msg:custom", saveFile);
  return () => {
    leave();
    el.removeEventListener("dragover", over);
    el.removeEventListener("dragleave", out);
    el.removeEventListener("drop", drop);
    model.off("msg:custom", saveFile);
  };
}

export default { render };
