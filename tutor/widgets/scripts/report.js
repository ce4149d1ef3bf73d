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
import { HIDDEN, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { addVnode, dropped, handIn } from "./pages/hand_in.js";
import { clauseVnode, heatVnode } from "./pages/heat.js";
import { command, mountPage, saveFile } from "./pages/page.js";

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
      next ? h("h2", { key: "title" }, next.sentence) : h("p", { key: "none" }, say(S, "teach_none")),
      next && h("p", { key: "text" }, clauseVnode(next), " ", next.title, h("br"), next.text),
      next && h("a", { class: "tb-btn tb-primary", href: next.to, key: "do" }, next.button),
      others.length > 0 &&
        h(
          "ol",
          { key: "others" },
          others.map((one, n) =>
            h(
              "li",
              { key: one.clause },
              h("b", String(n + 2)),
              h("a", { href: one.to, title: one.text }, one.sentence),
            ),
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

/**
 * Moves, each with the number of students who tried it.
 * @param {[string, number][]} moves
 * @param {number} of
 */
const movesVnode = (moves, of) =>
  h(
    "ul.tb-rep-moves",
    moves.map(([words, count]) =>
      h(
        "li",
        { key: words },
        h("span", words),
        h("i", { style: `--v:${Math.round((100 * count) / Math.max(of, 1))}%`, ...HIDDEN }),
        h("em", String(count)),
      ),
    ),
  );

/** @param {PageView} S */
function missedVnode(S) {
  const { missed, unclaused, of } = S.shown.data;
  return h(
    "section",
    { key: "missed" },
    h("h2", say(S, "missed")),
    missed.length || unclaused.length
      ? h(
          "ul",
          { class: "tb-panel tb-rep-missed", key: "list" },
          missed.map((one) =>
            h(
              "li",
              { key: one.clause },
              h("div.tb-rep-line", clauseVnode(one), h("b", one.sentence), h("span", one.count)),
              movesVnode(one.moves, of),
            ),
          ),
          unclaused.length > 0 &&
            h("li", { key: "unclaused" }, h("div.tb-rep-line", h("b", say(S, "unclaused"))), movesVnode(unclaused, of)),
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

/**
 * The questions that students called odd.
 * @param {PageView} S
 */
function oddVnode(S) {
  const { odd } = S.shown.data;
  if (!odd.length) return null;
  return h(
    "section",
    { key: "odd", class: "tb-rep-odd" },
    h("h2", say(S, "odd")),
    h("p", say(S, "odd_text")),
    h(
      "ul",
      { class: "tb-panel tb-rep-missed" },
      odd.map((one, n) =>
        h(
          "li",
          { key: n },
          h("div", h("b", one.title), h("span", one.text)),
          one.to &&
            h("a", { class: "tb-btn tb-small", href: one.to, "aria-label": `${one.button}: ${one.title}` }, one.button),
        ),
      ),
    ),
  );
}

/**
 * How far each student has come, by name, and who has not begun.
 * @param {PageView} S
 */
function farVnode(S) {
  const { far, not_begun: rest, elsewhere } = S.shown.data;
  const others = [
    elsewhere.length > 0 && say(S, "elsewhere_begun", { names: elsewhere.join(", ") }),
    rest.length > 0 && say(S, "not_begun", { names: rest.join(", ") }),
  ].filter(Boolean);
  return h(
    "section",
    { key: "far", class: "tb-rep-far" },
    h("h2", say(S, "far")),
    h(
      "div.tb-panel",
      h(
        "ul",
        far.map((one) =>
          h(
            "li",
            { key: one.name },
            h("b", one.name),
            h("i", { style: `--v:${one.done}%`, ...HIDDEN }),
            h("span", one.steps),
            h("span", one.answers),
            h("span", one.now),
          ),
        ),
      ),
      (others.length ? others : [say(S, "all_begun")]).map((text) => h("p", { key: text }, text)),
    ),
  );
}

/**
 * A question with a bar for each answer.
 * @param {PageView} S
 * @param {any} one
 * @param {number} n
 */
const answeredVnode = (S, one, n) =>
  h(
    "li",
    { key: n },
    h(
      "p",
      h("small", one.title),
      " ",
      h("b", one.ask),
      " ",
      h("small", say(S, one.late ? "work_late" : one.raised ? "work_raised" : "work_n", { count: one.n, ...one })),
    ),
    h(
      "ul.tb-rep-moves",
      one.answers.map((answer, at) =>
        h(
          "li",
          { key: at },
          h(
            "span",
            answer.text,
            answer.right && h("span.tb-rep-right", icon("ok"), h("span.tb-sr", say(S, "work_right"))),
          ),
          h("i", { style: `--v:${Math.round((100 * answer.count) / Math.max(one.n, 1))}%`, ...HIDDEN }),
          h("em", String(answer.count)),
        ),
      ),
    ),
  );

/**
 * What the class answered, predicted and handed in.
 * @param {PageView} S
 */
function workVnode(S) {
  const { work } = S.shown.data;
  if (!work) return null;
  const part = (name) =>
    work[name].length > 0 && [
      h("h2", { key: name }, say(S, "work_" + name)),
      h(
        "ul",
        { class: "tb-panel tb-rep-missed", key: name + " list" },
        work[name].map((one, n) => answeredVnode(S, one, n)),
      ),
    ];
  return h(
    "section",
    { key: "work", class: "tb-rep-work" },
    part("asked"),
    work.asked.length > 0 && h("p", { class: "tb-rep-note", key: "asked note" }, say(S, "work_asked_note")),
    part("predicted"),
    work.handed.length > 0 && [
      h(
        "div.tb-rep-head",
        { key: "handed" },
        h("h2", say(S, "work_handed")),
        button(say(S, "work_save_all"), () => command(S, "save_all_work"), "small"),
      ),
      work.handed.map((group) => groupVnode(S, group)),
    ],
  );
}

/**
 * What was handed in of one kind: from whom, and from whom not.
 * @param {PageView} S
 * @param {any} group
 */
const groupVnode = (S, group) =>
  h(
    "section",
    { class: "tb-panel tb-rep-handed", key: group.title },
    h("h3", { key: "title" }, group.title, " ", h("small", group.count)),
    group.missing.length > 0 && h("p", { key: "missing" }, say(S, "work_missing", { names: group.missing.join(", ") })),
    h(
      "ul",
      { key: "files" },
      group.files.map((one) => fileVnode(S, one)),
    ),
  );

/**
 * @param {PageView} S
 * @param {any} one
 */
function fileVnode(S, one) {
  const { reading } = S.shown.data;
  const read = reading?.at === one.at;
  const named = (key) => ({ "aria-label": `${say(S, key)}: ${one.name}${one.title && `, ${one.title}`}` });
  const readKey = read ? "work_hide" : "work_read";
  return h(
    "li",
    { key: one.at },
    h("b", one.name),
    h("span", one.title, " ", h("small", one.time)),
    button(say(S, readKey), () => command(S, "read_work", { at: read ? -1 : one.at }), "small", {
      "aria-expanded": read ? "true" : "false",
      ...named(readKey),
    }),
    one.open &&
      h("a", { class: "tb-btn tb-small", href: one.open, key: "open", ...named("work_open") }, say(S, "work_open")),
    button(say(S, "work_save"), () => command(S, "save_work", { at: one.at }), "small", named("work_save")),
    read && h("pre", { key: "text", tabindex: "0" }, reading.text),
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
      done && farVnode(S),
      done && h("div", { class: "tb-rep-two", key: "two" }, missedVnode(S), beliefsVnode(S)),
      done && oddVnode(S),
      workVnode(S),
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
