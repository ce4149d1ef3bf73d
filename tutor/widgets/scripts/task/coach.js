// @ts-check
// The voice beside the board: task, goal, explained refusal, hints, controls.

/** @import { Control, Fact, Stage } from "../types.js" */
import { button, icon } from "../drawing/controls.js";
import { HIDDEN, h } from "../drawing/dom.js";
import { rich, say } from "../drawing/words.js";
import { isWatch, stepperVnodes } from "./events.js";
import { sendCommand } from "./messages.js";
import { widthOfAll } from "./row.js";

/**
 * A clause id as a chip; a click asks Python to open it.
 * @param {Stage} S
 * @param {any} clause
 */
export function clauseChip(S, clause) {
  const id = clause.id || clause;
  return h(
    "button",
    {
      class: "tb-clause",
      key: "clause " + id,
      title: clause.text || clause.title || null,
      onclick: () => sendCommand(S, "clause", { id }),
    },
    id,
  );
}

/** @param {Stage} S */
export function introVnode(S) {
  const coach = S.shown.coach;
  if (!coach.title && !coach.text) return null;
  return h(
    "div.tb-intro",
    { key: "intro" },
    (coach.kind || coach.place) && h("p.tb-kick", coach.kind && h("span.tb-kind", coach.kind), coach.place),
    coach.title && h("h2.tb-title", { tabindex: "-1" }, coach.title),
    coach.text && h("p.tb-prose", rich(coach.text)),
  );
}

/** @param {Stage} S */
export function goalVnode(S) {
  const coach = S.shown.coach;
  if (!coach.goal) return null;
  return h(
    "div.tb-goal",
    { key: "goal" },
    h("b", say(S, "goal")),
    h("p", rich(coach.goal)),
    !!coach.ticks?.length &&
      h(
        "ul",
        coach.ticks.map((tick, n) =>
          h(
            "li",
            { class: tick.done ? "tb-ticked" : "", key: n },
            h("span.tb-tick", tick.done && icon("ok")),
            tick.text,
            h("span.tb-sr", " " + say(S, tick.done ? "done" : "open")),
          ),
        ),
      ),
  );
}

/** Five bars, as many full as the level says. */
export const levelVnode = (level) =>
  h(
    "span.tb-level",
    { key: "level", ...HIDDEN },
    [1, 2, 3, 4, 5].map((n) => h("i", { key: n, class: n <= level ? "tb-full" : "" })),
  );

/**
 * What is known of a puzzle: that it is proved, how hard it is, what it is about.
 * @param {Stage} S
 */
export function aboutVnode(S) {
  const about = S.shown.coach.about;
  if (!about) return null;
  return h(
    "div.tb-about-puzzle",
    { key: "about" },
    h("p.tb-proved", icon("ok"), h("span", h("b", about.title), h("small", about.text))),
    h(
      "dl",
      about.rows.map((row) => [
        h("dt", { key: row.label }, row.label),
        h(
          "dd",
          { key: row.label + " is" },
          row.level && levelVnode(row.level),
          row.text,
          (row.tags || []).map((tag) => h("span.tb-theme", { key: tag }, tag)),
        ),
      ]),
    ),
  );
}

/**
 * What the facts that follow are about.
 * @param {Fact} fact
 */
const headVnode = (fact) => fact.head && h("b.tb-about", fact.head);

/**
 * A repair that is a sentence of its own, and not the end of "It would work ...".
 * @param {string} text
 */
export const isSentence = (text) => /^\p{Lu}/u.test(text);

/**
 * A fact of a verdict: what happened, and the clause behind it.
 * @param {Stage} S
 * @param {Fact} fact
 * @param {number} n
 */
export function briefVnode(S, fact, n) {
  const repair = fact.repair && (isSentence(fact.repair) ? fact.repair : `${say(S, "repair")} ${fact.repair}.`);
  return h(
    "p.tb-brief",
    { key: "fact " + n },
    headVnode(fact),
    rich(fact.fact),
    " ",
    fact.clause && clauseChip(S, { id: fact.clause, text: fact.clause_text }),
    fact.clause_title && h("span", " ", fact.clause_title),
    repair && h("span.tb-brief-repair", icon("ok"), h("span", repair)),
  );
}

/**
 * The fact in this position; the rule in its own words; what would make it possible.
 * @param {Stage} S
 * @param {Fact} fact
 * @param {number} n
 */
function factVnodes(S, fact, n) {
  const repair =
    fact.repair && (isSentence(fact.repair) ? fact.repair : [h("b", say(S, "repair")), " ", fact.repair, "."]);
  return h(
    "div.tb-fact",
    { key: "fact " + n },
    headVnode(fact),
    h("h4", say(S, "position")),
    h("p", rich(fact.fact)),
    fact.clause &&
      h("h4", say(S, "rule"), clauseChip(S, { id: fact.clause, text: fact.clause_text }), fact.clause_title),
    fact.clause_text && h("blockquote", rich(fact.clause_text)),
    repair && h("p.tb-repair", icon("ok"), h("span", repair)),
  );
}

const TONE_SIGNS = { refused: "no", wrong: "no", right: "ok", info: "info" };

/** @param {Stage} S */
export function feedbackVnode(S) {
  const feedback = S.shown.coach.feedback;
  if (!feedback) return null;
  if (S.phone && (S.kept.sheetClosed || (feedback.stays && feedback.title === S.kept.sheetRead))) return null;
  const facts = feedback.facts || [];
  const full = feedback.tone === "refused" || (facts.length === 1 && facts[0].repair);
  const close = () => {
    S.kept.sheetClosed = true;
    S.draw();
  };
  return h(
    "section",
    { class: "tb-feedback tb-tone-" + feedback.tone, key: "feedback", "aria-label": say(S, "feedback") },
    h(
      "div.tb-feedback-head",
      h("span.tb-badge", HIDDEN, icon(TONE_SIGNS[feedback.tone] || "info")),
      h("div", h("h3", feedback.title), feedback.tried && h("p.tb-tried", feedback.tried)),
      S.phone &&
        h(
          "button",
          { class: "tb-btn tb-quiet tb-close", "aria-label": say(S, "close"), onclick: close, key: "close" },
          icon("no"),
        ),
    ),
    h(
      "div.tb-feedback-body",
      facts.map((fact, n) => (full ? factVnodes : briefVnode)(S, fact, n)),
      feedback.say && h("p.tb-say", rich(feedback.say)),
      feedback.principle && h("p.tb-principle", h("b", say(S, "remember")), rich(feedback.principle)),
    ),
  );
}

/** @param {Stage} S */
export function hintsVnode(S) {
  const hints = S.shown.coach.hints;
  if (!hints?.names?.length) return null;
  const shown = hints.shown || [];
  return h(
    "section",
    { class: "tb-panel tb-hints", key: "hints" },
    h(
      "div.tb-panel-head",
      h("h3", say(S, "hints")),
      h("span", say(S, "hints_shown", { n: shown.length, count: hints.names.length })),
    ),
    h(
      "ol",
      hints.names.map((name, n) => {
        const hint = shown[n];
        if (hint) {
          return h(
            "li.tb-open-hint",
            { key: n },
            h("span.tb-rung", String(n + 1)),
            h(
              "div",
              rich(hint.text),
              (hint.clauses || []).map((clause) =>
                h(
                  "span.tb-hint-clause",
                  clauseChip(S, clause),
                  " ",
                  h("b", clause.title),
                  clause.text && h("q", clause.text),
                ),
              ),
            ),
          );
        }
        return h(
          "li",
          { key: n },
          h("span.tb-rung", String(n + 1)),
          h("span.tb-hint-name", name, h("span.tb-sr", ", " + say(S, "locked"))),
          n === shown.length &&
            button(say(S, "show"), () => sendCommand(S, "hint"), "small", {
              key: "show",
              "aria-label": say(S, "show_hint", { n: n + 1, name }),
            }),
        );
      }),
    ),
  );
}

const CONTROL_SIGNS = {
  hint: "bulb",
  aim: "aim",
  undo: "undo",
  reset: "reset",
  back: "back",
  odd: "flag",
  called_odd: "ok",
};

const APART = ["undo", "reset", "odd", "called_odd"];

/**
 * @param {Stage} S
 * @param {Control} control
 */
export function controlVnode(S, control) {
  const off = control.enabled === false;
  const sign = CONTROL_SIGNS[control.name];
  const apart = APART.includes(control.name) && S.shown.mode === "lesson";
  const bare = (apart || control.name === "aim") && S.phone && !control.primary;
  if (control.href)
    return h(
      "a",
      {
        class: "tb-btn" + (control.primary === false ? "" : " tb-primary"),
        key: "control " + control.name,
        href: control.href,
        "data-control": control.name,
      },
      control.label,
    );
  return button(
    [sign && icon(sign), !bare && control.label],
    off ? null : () => sendCommand(S, control.name),
    control.primary ? "primary" : apart ? "quiet" : "",
    {
      key: "control " + control.name,
      "aria-disabled": off,
      "aria-label": bare ? control.label : null,
      "data-control": control.name,
      title: control.title || null,
    },
  );
}

/**
 * Check and Hint first, then what can be done on the table, Undo and Reset apart. On a phone what can be done comes
 * first, in a line of its own if it needs one.
 * @param {Stage} S
 * @param {(room: number) => any} [actions] in the room that is left for them
 */
export function controlsVnode(S, actions) {
  const controls = S.shown.coach.controls || [];
  const apart = S.shown.mode === "lesson" ? controls.filter((control) => APART.includes(control.name)) : [];
  const near = controls.filter((control) => !apart.includes(control));
  if (!controls.length && !isWatch(S) && !actions) return null;
  const first = [...stepperVnodes(S), ...near.map((control) => controlVnode(S, control))];
  const last = apart.map((control) => controlVnode(S, control));
  const game = near.some((control) => control.name === "warnings"); // there the actions have a line of their own
  const taken = game ? 28 : 24 + widthOfAll([...first, ...last]);
  return h(
    "div.tb-controls",
    { key: "controls" },
    S.phone && actions?.(S.room - 28), // the dock's padding
    first,
    !S.phone && actions?.(S.room - taken),
    h("span.tb-apart", { key: "apart" }, last),
  );
}
