// @ts-check
// Mined puzzles: the one on the stage, the table of purposes and levels, the list by ideas, those missed, a run by the clock.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/puzzles.css";
import { button, columnsVnode, icon } from "./drawing/controls.js";
import { HIDDEN, first, h } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { command, mountPage } from "./pages/page.js";
import { levelVnode } from "./task/coach.js";

/**
 * What stands before the stage: which puzzle it is, and the ways to others.
 * @param {PageView} S
 */
function headVnode(S) {
  const data = S.shown.data;
  const go = (tab) => () => {
    command(S, "tab", { tab });
    S.kept.go = { all: "table", missed: "missed", clock: "clock", habits: "habits" }[tab];
  };
  return h(
    "div.tb-puzzles-head",
    { key: "head" },
    h("span.tb-kind", { key: "badge" }, data.badge),
    data.clock?.left > 0 && clockVnode(S),
    h(
      "nav.tb-tabs",
      { "aria-label": say(S, "tabs"), key: "tabs" },
      (data.tabs || []).map((tab) =>
        h(
          "button",
          {
            key: tab.name,
            class: tab.on ? "tb-on" : null,
            "data-tab": tab.name,
            "aria-current": tab.on ? "true" : null,
            onclick: go(tab.name),
          },
          tab.text,
        ),
      ),
    ),
  );
}

/** @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** @param {PageView} S */
const leftNow = (S) => Math.max(0, Math.round((S.kept.ends - Date.now()) / 1000));

/** @param {PageView} S */
function clockVnode(S) {
  return h(
    "span.tb-clock-now",
    { key: "clock" },
    h("b", { role: "timer", "aria-label": say(S, "left") }, minutes(leftNow(S))),
    h("span", S.shown.data.clock.told),
    button(say(S, "stop"), () => command(S, "stop"), "small quiet", { key: "stop" }),
  );
}

/** @param {PageView} S */
function tableVnode(S) {
  const data = S.shown.data;
  const cell = (row, n) => {
    const one = row.cells[n];
    const level = data.levels[n];
    const facts = { purpose: row.title, level, solved: one.solved, count: one.count };
    if (!one.count) return h("td", { key: level }, h("span", { class: "tb-cell tb-none" }, "–"));
    return h(
      "td",
      { key: level },
      h(
        "button",
        {
          class: "tb-cell" + (one.on ? " tb-on" : ""),
          "aria-pressed": one.on ? "true" : "false",
          "aria-label": say(S, "cell", facts),
          onclick: () => {
            command(S, "cell", { purpose: row.id, level });
            if (S.phone) S.kept.go = "list";
          },
        },
        h("span", HIDDEN, h("b", String(one.solved)), `/${one.count}`),
        h("i", { style: `width:${Math.round((100 * one.solved) / one.count)}%`, ...HIDDEN }),
      ),
    );
  };
  return h(
    "div",
    { class: "tb-panel tb-themes", key: "table" },
    h(
      "table",
      columnsVnode([
        say(S, "purpose"),
        ...(data.levels || []).map((level) => [
          levelVnode(level),
          h("span", S.phone ? String(level) : say(S, "level_of", { level })),
        ]),
      ]),
      h(
        "tbody",
        (data.purposes || []).map((row) =>
          h(
            "tr",
            { key: row.id },
            h("th", { scope: "row" }, row.title),
            row.cells.map((_, n) => cell(row, n)),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {any} row
 */
function rowVnode(S, row) {
  return h(
    "li",
    { key: row.id },
    h(
      "button",
      {
        class: "tb-puzzle" + (row.on ? " tb-on" : ""),
        "data-id": row.id,
        "aria-current": row.on ? "true" : null,
        onclick: () => {
          command(S, "open", { id: row.id });
          S.kept.go = "stage";
        },
      },
      h("span", h("b", row.title), h("small", [row.text, row.note].filter(Boolean).join(" · "))),
      row.day
        ? h("small", row.day)
        : h(
            "span",
            { class: "tb-state tb-state-" + row.state },
            { solved: icon("ok"), missed: icon("reset") }[row.state],
            row.word,
          ),
    ),
  );
}

/** @param {PageView} S */
function listVnode(S) {
  const list = S.shown.data.list;
  if (!list) return null;
  return h(
    "section",
    { class: "tb-panel tb-puzzle-list", key: "list", "data-part": "list" },
    h("div.tb-panel-head", h("h3", list.title), h("span", list.count)),
    h(
      "p.tb-prose tb-idea-names",
      button(say(S, list.named ? "hide_names" : "show_names"), () => command(S, "names"), "small quiet", {
        key: "names",
        "data-control": "names",
      }),
    ),
    list.ideas.map((idea, n) =>
      h(
        "section",
        { class: "tb-idea", key: `idea ${n} ${idea.rows[0].id}` },
        h("h4", { class: idea.known ? "" : "tb-idea-unknown" }, idea.name),
        h(
          "ul",
          idea.rows.map((row) => rowVnode(S, row)),
        ),
      ),
    ),
    list.more > 0 && button(say(S, "more", { n: list.more }), () => command(S, "more"), "small quiet", { key: "more" }),
  );
}

/** @param {PageView} S */
function runsVnode(S) {
  const clock = S.shown.data.clock;
  const most = Math.max(1, ...clock.runs);
  return h(
    "section",
    { class: "tb-panel tb-run", key: "clock", "data-part": "clock" },
    h("div", h("h3", say(S, "clock")), h("p", say(S, "clock_text")), h("small", clock.best)),
    clock.runs.length > 0 &&
      h(
        "span.tb-run-bars",
        HIDDEN,
        clock.runs.map((n, at) =>
          h(
            "span",
            { key: at, class: n === most ? "tb-best" : "" },
            h("small", String(n)),
            h("i", { style: `height:${Math.round((44 * n) / most) + 2}px` }),
          ),
        ),
      ),
    button(
      say(S, clock.left ? "stop" : "start"),
      () => {
        command(S, clock.left ? "stop" : "start");
        S.kept.go = "stage";
      },
      "",
      { key: "start", "data-control": "clock" },
    ),
  );
}

/** @param {PageView} S */
function missedVnode(S) {
  const data = S.shown.data;
  const n = data.missed_count;
  return h(
    "section",
    { class: "tb-panel tb-puzzle-list", key: "missed", "data-part": "missed" },
    h("div.tb-panel-head", h("h3", say(S, "missed_title")), n > 0 && h("span", say(S, "missed_count", { n }))),
    n > 0
      ? h(
          "ul",
          data.missed.rows.map((row) => rowVnode(S, row)),
        )
      : h("p.tb-prose", say(S, "missed_none")),
    n > 0 &&
      button(
        say(S, "again", { n }),
        () => {
          command(S, "again");
          S.kept.go = "stage";
        },
        "",
        { key: "again" },
      ),
  );
}

/**
 * The habits of the game: what is counted, positions to watch, and one to move in.
 * @param {PageView} S
 */
function habitsVnode(S) {
  const { rows, asked } = S.shown.data.habits;
  if (!rows.length) return null;
  const go = (id) => () => {
    command(S, "habit", { id });
    S.kept.go = "stage";
  };
  return h(
    "section",
    { class: "tb-panel tb-habits", key: "habits", "data-part": "habits" },
    h("div.tb-panel-head", h("h3", say(S, "habits")), h("span", asked)),
    h("p.tb-prose", say(S, "habits_about")),
    h(
      "ul",
      rows.map((row) =>
        h(
          "li",
          { key: row.text },
          h("b", row.text),
          h("p", row.figures),
          h(
            "div.tb-habit-go",
            row.tasks.map((task) =>
              button(h("span", task.done && icon("ok"), task.text), go(task.id), "small", {
                key: task.id,
                "data-habit": task.id,
                "aria-current": task.on ? "true" : null,
              }),
            ),
          ),
        ),
      ),
    ),
    button(say(S, "habits_ask"), go(""), "", { key: "ask", "data-control": "habit" }),
  );
}

/** @param {PageView} S */
function view(S) {
  const data = S.shown.data;
  if (!data.tabs) return [];
  if (data.clock.run !== S.kept.run) {
    S.kept.run = data.clock.run;
    S.kept.ends = Date.now() + 1000 * data.clock.left;
  }
  return [
    h(
      "div",
      { class: "tb-puzzles-page", key: "page" },
      h("div.tb-wrap", { key: "top" }, h("h1.tb-sr", say(S, "place")), headVnode(S)),
      h("div", { class: "tb-child", key: "child", html: "", "data-part": "stage" }),
      h(
        "div.tb-wrap",
        { key: "more" },
        data.notice && h("p", { class: "tb-compare-notice", role: "status", key: "notice" }, data.notice),
        h(
          "div.tb-puzzles-title",
          { key: "title", "data-part": "table" },
          h("h2", say(S, "by_purpose")),
          h("p", `${say(S, "by_purpose_text")} ${data.status}`),
        ),
        h(
          "div.tb-puzzles-grid",
          { key: "grid" },
          tableVnode(S),
          listVnode(S),
          runsVnode(S),
          missedVnode(S),
          habitsVnode(S),
        ),
      ),
    ),
  ];
}

/**
 * After a click the part it is about comes into sight; the clock goes on by itself.
 * @param {PageView} S
 */
function after(S) {
  if (S.kept.go) {
    const part = first(S.root, `[data-part="${S.kept.go}"]`);
    S.kept.go = null;
    if (part) part.scrollIntoView({ block: "start", behavior: "auto" });
  }
  if (S.shown.data.clock?.left > 0 && !S.kept.ticking) {
    S.kept.ticking = setInterval(() => {
      const shown = first(S.root, "[role='timer']");
      if (shown) shown.textContent = minutes(leftNow(S));
      if (!shown || !S.root.isConnected || !leftNow(S)) {
        clearInterval(S.kept.ticking);
        S.kept.ticking = null;
        if (shown && S.root.isConnected) command(S, "stop");
      }
    }, 1000);
  }
}

/** @param {Context} context */
const render = (context) => mountPage(context, "puzzles", view, after);

export default { render };
