// @ts-check
// Logs are handed in: files and folders that are dropped or chosen, texts that are pasted, classes on this machine.

/** @import { PageView } from "../types.js" */
import { button } from "../drawing/controls.js";
import { first, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { command } from "./page.js";

/** Bytes of a file, and of all files in one message, that are sent. */
const MOST = 4e6;
const MESSAGE = 6e6;
const MOST_FILES = 400;

/**
 * Send files to Python, some at a time; of one that is too large only its name.
 * @param {PageView} S
 * @param {{name: string, file: File}[]} files
 */
export async function handIn(S, files) {
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
export async function dropped(transfer) {
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
export function addVnode(S) {
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
