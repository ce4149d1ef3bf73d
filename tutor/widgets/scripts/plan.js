// @ts-check
// Parts of a lesson plan that are answered or pressed: its head, predictions, what turned out, answers, the sheet.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/plan.css";
import { hueStyle } from "./drawing/card.js";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, h } from "./drawing/dom.js";
import { store } from "./drawing/theme.js";
import { rich, say } from "./drawing/words.js";
import { intervalVnode } from "./pages/interval.js";
import { command, mountPage, saveFile } from "./pages/page.js";
import { sign } from "./pages/signs.js";

const CLAUSE = /\b([A-Z]{2,3}-R?\d+(?:\.\d+)?)\b/;

/**
 * Everything that this learner has written on a plan's pages, kept in this browser.
 * @param {PageView} S
 * @returns {Record<string, string>}
 */
function notes(S) {
  try {
    return JSON.parse(store.get(S.shown.data.notes) || "{}");
  } catch {
    return {};
  }
}

/**
 * @param {PageView} S
 * @param {Record<string, string | null>} changes
 */
function keep(S, changes) {
  const all = Object.entries({ ...notes(S), ...changes }).filter((entry) => entry[1]);
  store.set(S.shown.data.notes, JSON.stringify(Object.fromEntries(all)));
}

/**
 * A text whose clauses lead to their rulebook.
 * @param {PageView} S
 * @param {string} text
 */
const prose = (S, text) =>
  text.split(CLAUSE).map((part, n) => {
    const href = n % 2 && S.shown.data.hrefs[part];
    return href ? h("a", { class: "tb-plan-clause", href, key: `${n} ${part}` }, part) : rich(part);
  });

/** @param {PageView} S */
const headingVnode = (S) =>
  S.shown.data.heading && h("h2", { key: "heading", id: `plan-${S.shown.data.kind}` }, S.shown.data.heading);

/** @param {any} one */
const sealVnode = (one) =>
  one.seal &&
  h("span", { class: "tb-mini-seal", style: hueStyle(one.hue), lang: "ja", key: "seal", ...HIDDEN }, one.seal);

/**
 * Buttons that lead to other pages.
 * @param {any[]} ways
 * @param {any} [more]
 */
const waysVnode = (ways, more) =>
  (ways.length > 0 || more) &&
  h(
    "p.tb-plan-ways",
    { key: "ways" },
    ways.map((way) => h("a", { class: "tb-btn tb-small", href: way.href, key: way.href }, way.text)),
    more,
  );

/**
 * What stands in the place of a part until the predictions are locked.
 * @param {PageView} S
 * @param {string} why
 */
const lockedVnode = (S, why) => h("p", { class: "tb-plan-locked", key: "locked", role: "status" }, say(S, why));

/**
 * That a plan needs homework, and the way without.
 * @param {PageView} S
 * @param {any} homework
 */
const homeworkVnode = (S, homework) =>
  h(
    "div",
    { class: "tb-plan-homework", key: "homework" },
    h("p", { key: "title" }, h("b", homework.title)),
    h(
      "details",
      { key: "without" },
      h("summary", homework.without),
      h(
        "ol",
        homework.steps.map((step, n) => h("li", { key: n }, prose(S, step))),
      ),
    ),
  );

/** @param {PageView} S */
function topVnode(S) {
  const data = S.shown.data;
  return h(
    "header",
    { class: "tb-plan-top", key: "top" },
    h("p.tb-kick", { key: "kick" }, h("span.tb-kind", data.role), data.title),
    h("h1.tb-title", { key: "title" }, data.question),
    h("p.tb-prose", { key: "text" }, prose(S, data.text)),
    data.note && h("p.tb-prose", { key: "note" }, data.note),
    data.homework && homeworkVnode(S, data.homework),
    data.needs && h("p.tb-plan-needs", { key: "needs" }, h("b", say(S, "needs") + ". "), prose(S, data.needs)),
    data.leads?.length > 0 &&
      h(
        "p.tb-plan-ways",
        { key: "leads" },
        data.leads.map((one, n) =>
          h(
            "span",
            { key: one.page },
            button(one.text, () => command(S, "lead", { page: one.page }), n ? "small" : "small primary"),
          ),
        ),
      ),
    data.homework?.halves && h("p.tb-plan-small", { key: "halves" }, data.homework.halves),
    h("p", { class: "tb-plan-small", role: "status", key: "notice" }, data.notice || ""),
    waysVnode(
      data.ways,
      button([sign("print"), say(S, "print")], () => window.print(), "small quiet", { key: "print" }),
    ),
  );
}

/**
 * How many of the class chose each answer, as bars; only the answers while the counts are hidden.
 * @param {any[]} options
 * @param {(option: any) => number | null} countOf
 * @param {number} all
 */
const barsVnode = (options, countOf, all) =>
  h(
    "ul.tb-plan-bars",
    { key: "bars" },
    options.map((option) => {
      const count = countOf(option);
      return h(
        "li",
        { class: (option.right ? "tb-right" : "") + (count === null ? " tb-plain" : ""), key: option.id },
        h("span.tb-plan-label", sealVnode(option), h("span", option.text)),
        count !== null &&
          h("span.tb-plan-bar", HIDDEN, h("i", { style: `width:${Math.round((100 * count) / Math.max(1, all))}%` })),
        count !== null && h("b", String(count)),
        count !== null && h("span", option.right && icon("ok")),
      );
    }),
  );

/**
 * A question on the teacher's page in a class: its answers, and how many chose them.
 * @param {PageView} S
 * @param {any} one
 */
function classAskVnode(S, one) {
  const { counts, answered } = S.shown.data.gathered;
  const countOf = (option) => (counts ? counts[one.id]?.[option.id] || 0 : null);
  return h(
    "section",
    { class: "tb-plan-ask", key: one.id },
    h("h3", { key: "ask" }, prose(S, one.ask)),
    barsVnode(one.options, countOf, answered),
  );
}

/**
 * @param {PageView} S
 * @param {any} one
 * @param {boolean} closed
 */
function askVnode(S, one, closed) {
  const name = `tb-${S.shown.data.plan}-${one.id}`;
  const picked = closed ? S.shown.data.picks[one.id] : S.kept.picks[one.id];
  return h(
    "fieldset",
    { class: "tb-plan-ask", key: one.id },
    h("legend", prose(S, one.ask)),
    h(
      "div.tb-plan-options",
      one.options.map((option) =>
        h(
          "label",
          { class: "tb-plan-option" + (picked === option.id ? " tb-on" : ""), key: option.id },
          h("input", {
            type: "radio",
            class: "tb-sr",
            name,
            value: option.id,
            checked: picked === option.id,
            disabled: closed,
            onchange: () => {
              S.kept.picks = { ...S.kept.picks, [one.id]: option.id };
              keep(S, { [`pick ${one.id}`]: option.id });
              S.draw();
            },
          }),
          sealVnode(option),
          h("span", option.text),
        ),
      ),
    ),
    h("input", {
      class: "tb-plan-because",
      key: "because",
      "aria-label": say(S, "because"),
      placeholder: say(S, "because"),
      maxlength: 300,
      value: notes(S)[`because ${one.id}`] || "",
      onchange: (event) => keep(S, { [`because ${one.id}`]: event.target.value }),
    }),
  );
}

/**
 * In a class, on a page of the teacher: how many have predicted, are here and have joined.
 * @param {PageView} S
 */
function gatheredVnode(S) {
  const { gathered } = S.shown.data;
  if (!gathered) return null;
  const numbers = [
    ["predicted", gathered.answered],
    ["here", gathered.here],
    ["joined", gathered.joined],
    ...(gathered.late ? [["late", gathered.late]] : []),
  ];
  return h(
    "div",
    { class: "tb-plan-gathered", key: "gathered" },
    h(
      "p",
      { role: "status", key: "numbers" },
      numbers.map(([name, number]) => h("span", { key: name }, h("b", String(number)), " ", say(S, name))),
    ),
    button(say(S, gathered.counts ? "hide_counts" : "show_counts"), () => command(S, "counts"), "small", {
      key: "show",
    }),
    button(
      say(S, gathered.open ? "close_outcomes" : "open_outcomes"),
      () => command(S, "outcomes", { open: !gathered.open }),
      gathered.open ? "small quiet" : "small primary",
      { key: "open" },
    ),
    h(
      "p.tb-plan-small",
      { key: "note", role: "status" },
      S.shown.data.note || say(S, gathered.open ? "outcomes_open" : "outcomes_text"),
    ),
  );
}

/** @param {PageView} S */
function predictVnode(S) {
  const { asks, closed, waiting, fixed, stays, gathered, kept } = S.shown.data;
  if (gathered)
    return h(
      "section",
      { key: "predict", class: "tb-panel tb-plan-predict" },
      gatheredVnode(S),
      h(
        "div.tb-plan-class",
        { key: "asks" },
        asks.map((one) => classAskVnode(S, one)),
      ),
    );
  const written = notes(S);
  if (!S.kept.picks) {
    const own = asks.map((one) => [one.id, written[`pick ${one.id}`]]).filter((pair) => pair[1]);
    const fixedOnes = Object.keys(kept || {}).length > 0;
    S.kept.picks = fixedOnes ? kept : Object.fromEntries(own);
    if (!closed && (fixedOnes || written.closed)) command(S, "close", { picks: S.kept.picks });
  }
  const ready = asks.every((one) => S.kept.picks[one.id]);
  return h(
    "section",
    { key: "predict", class: "tb-panel tb-plan-predict" },
    asks.map((one) => askVnode(S, one, closed)),
    h(
      "p.tb-plan-go",
      { key: "go" },
      fixed
        ? null
        : closed
          ? button(say(S, "anew"), () => again(S), "small", { key: "anew" })
          : button(say(S, "close"), ready ? () => hand(S) : null, "primary", {
              key: "close",
              "aria-disabled": ready ? null : "true",
            }),
      h(
        "span",
        { role: "status", key: "status" },
        fixed || say(S, waiting ? "waiting" : closed ? "closed" : ready ? "" : "pick_first"),
      ),
    ),
    stays && h("p.tb-plan-stays", { key: "stays" }, stays),
  );
}

/** @param {PageView} S */
function hand(S) {
  keep(S, { closed: "yes" });
  command(S, "close", { picks: S.kept.picks });
}

/** @param {PageView} S */
function again(S) {
  keep(S, { closed: null });
  command(S, "anew");
}

/**
 * @param {PageView} S
 * @param {any} row
 * @param {number} n
 */
const rowVnode = (S, row, n) =>
  h(
    "li",
    { class: "tb-plan-row" + (row.right ? " tb-right" : ""), key: n },
    h("span.tb-plan-label", sealVnode(row), h("b", prose(S, row.title))),
    row.at !== null &&
      h(
        "span",
        { class: "tb-plan-scale", style: hueStyle(row.hue), ...HIDDEN },
        row.high > row.low && h("i", { style: `left:${row.low}%;width:${row.high - row.low}%` }),
        h("b", { style: `left:${row.at}%` }),
      ),
    h(
      "span.tb-plan-figure",
      prose(S, row.text),
      row.basis && h("small", { key: "basis" }, row.basis),
      row.clauses.length > 0 &&
        row.title !== row.clauses[0] &&
        h("small", { key: "of" }, prose(S, row.clauses.join(", "))),
    ),
    row.right && icon("ok"),
  );

/**
 * The axis below the lines: all of them have the same scale, with zero on it.
 * @param {any[]} axis
 */
const axisVnode = (axis) =>
  h(
    "li",
    { class: "tb-plan-row tb-plan-axis", key: "axis", ...HIDDEN },
    h("span"),
    h(
      "span.tb-plan-scale",
      axis.map((tick, n) => h("small", { key: n, style: `left:${tick.at}%` }, tick.text)),
    ),
    h("span"),
  );

/** @param {any} one */
const verdictVnode = (one) =>
  h(
    "p",
    { class: "tb-plan-verdict tb-" + one.verdict, key: "verdict" },
    h("span.tb-plan-mark", { ...HIDDEN, key: "mark" }, one.verdict === "other" ? "≠" : icon("ok")),
    h("b", { key: "found" }, one.found),
    h("span", { key: "said" }, one.said),
  );

/**
 * What the class predicted, beside what turned out.
 * @param {PageView} S
 * @param {any} one
 */
const toldBarsVnode = (S, one) =>
  h(
    "div.tb-plan-said",
    { key: "class" },
    h("p.tb-plan-measure", { key: "head" }, say(S, "class_predicted")),
    barsVnode(
      one.bars,
      (bar) => bar.count,
      one.bars.reduce((sum, bar) => sum + bar.count, 0),
    ),
  );

/** @param {PageView} S */
function runVnode(S) {
  const { told, ways, in_class: whose } = S.shown.data;
  if (!told.length) return lockedVnode(S, whose ? `locked_${whose}` : "locked");
  const measured = told.some((one) => one.rows.some((row) => row.high > row.low));
  return [
    measured && intervalVnode(S),
    h(
      "div",
      { key: "told", class: "tb-plan-told" + (whose === "teacher" ? " tb-in-class" : "") },
      told.map((one, n) =>
        h(
          "section",
          { class: "tb-panel", key: n },
          h("h3", { key: "ask" }, prose(S, one.ask)),
          one.bars.length > 0 && toldBarsVnode(S, one),
          verdictVnode(one),
          one.title && h("p.tb-plan-measure", { key: "title" }, one.title),
          h(
            "ul",
            { key: "rows" },
            one.rows.map((row, at) => rowVnode(S, row, at)),
            one.axis.length > 0 && axisVnode(one.axis),
          ),
          one.note && h("p.tb-plan-small", { key: "note" }, prose(S, one.note)),
        ),
      ),
    ),
    waysVnode(ways),
  ];
}

/** @param {PageView} S */
function explainVnode(S) {
  const { asks, locked } = S.shown.data;
  if (locked) return lockedVnode(S, "locked_explain");
  const written = notes(S);
  return h(
    "section",
    { key: "explain", class: "tb-panel tb-plan-write" },
    asks.map((one) =>
      h(
        "label",
        { key: one.id },
        h("span", prose(S, one.ask)),
        h(
          "textarea",
          {
            rows: 3,
            maxlength: 2000,
            "aria-label": say(S, "your_answer"),
            oninput: (event) => keep(S, { [`explain ${one.id}`]: event.target.value }),
          },
          written[`explain ${one.id}`] || "",
        ),
      ),
    ),
    h(
      "p.tb-plan-go",
      { key: "go" },
      S.shown.data.may_hand_in &&
        button(
          say(S, "hand_in"),
          () => command(S, "hand_in_answers", { text: writtenText(S), answered: answeredCount(S) }),
          "small primary",
          { key: "hand" },
        ),
      button(say(S, "keep"), () => save(S), "small", { key: "save" }),
      h("span", { role: "status", key: "said" }, S.shown.data.notice || say(S, "kept")),
    ),
  );
}

/**
 * What there is to notice, to try and to extend. In the app the part and its heading come with it: that they will,
 * stands at Explain.
 * @param {PageView} S
 */
function laterVnode(S) {
  const { texts, locked, heading } = S.shown.data;
  if (locked) return heading ? null : lockedVnode(S, "locked_later");
  return h(
    "ul",
    { class: "tb-plan-later", key: "later" },
    texts.map((text, n) => h("li", { key: n }, prose(S, text))),
  );
}

/**
 * What the learner has chosen and written, as text.
 * @param {PageView} S
 */
function writtenText(S) {
  const data = S.shown.data;
  const written = notes(S);
  const lines = data.predicted.map((one) => {
    const pick = data.picks[one.id] || written[`pick ${one.id}`];
    const picked = one.options.find((option) => option.id === pick);
    return `${one.ask}\n  ${picked ? picked.text : "–"}\n  ${say(S, "because")}: ${written[`because ${one.id}`] || "–"}`;
  });
  const answers = data.asks.map((one) => `${one.ask}\n  ${written[`explain ${one.id}`] || "–"}`);
  const late = data.late ? [say(S, "written_late")] : [];
  return [...late, ...lines, ...answers].join("\n\n") + "\n";
}

/**
 * How many of the questions to explain have an answer.
 * @param {PageView} S
 */
function answeredCount(S) {
  const written = notes(S);
  return S.shown.data.asks.filter((one) => written[`explain ${one.id}`]?.trim()).length;
}

/** @param {PageView} S */
const save = (S) =>
  saveFile({ type: "file", name: `${S.shown.data.plan}.txt`, text: writtenText(S), mime: "text/plain" });

/** @param {PageView} S */
const sheetVnode = (S) =>
  h(
    "div",
    { key: "sheet" },
    h(
      "p.tb-plan-go",
      { key: "go" },
      button([sign("print"), say(S, "print")], () => window.print(), "primary", { key: "print" }),
      h("span", say(S, "print_text")),
    ),
    h("div.tb-plan-paper", { key: "paper", html: S.shown.data.html }),
  );

const VIEWS = {
  top: topVnode,
  predict: predictVnode,
  run: runVnode,
  explain: explainVnode,
  notice: laterVnode,
  try: laterVnode,
  extend: laterVnode,
  sheet: sheetVnode,
};

const TICK = 2000;

/** @param {Context} context */
function render(context) {
  const { model } = context;
  const tick = setInterval(() => {
    const data = model.get("data");
    if (document.hidden || !(data?.gathered || data?.waiting || (data?.learns && !data.fixed))) return;
    try {
      model.send({ type: "command", name: "tick" });
    } catch {
      // the page is being left, or its kernel has ended, which the page tells in a place of its own
    }
  }, TICK);
  const end = mountPage(context, "plan", (S) => {
    const view = VIEWS[S.shown.data.kind](S);
    return [view && h("div", { class: "tb-wrap tb-plan-page", key: "page" }, headingVnode(S), view)];
  });
  return () => {
    clearInterval(tick);
    end();
  };
}

export default { render };
