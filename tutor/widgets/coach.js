// The voice beside the board: task, goal, explained refusal, choices, hints, controls.

// A clause id as a chip; a click asks Python to open it.
function clauseChip(S, clause) {
  const id = clause.id || clause;
  return h("button", { class: "tb-clause", key: "clause " + id, title: clause.text || clause.title || null, onclick: () => sendCommand(S, "clause", { id }) }, id);
}

function introVnode(S) {
  const coach = S.coach;
  if (!coach.title && !coach.text) return null;
  return h("div.tb-intro", { key: "intro" },
    (coach.kind || coach.place) && h("p.tb-kick", null, coach.kind && h("span.tb-kind", null, coach.kind), coach.place),
    coach.title && h("h2.tb-title", { tabindex: "-1" }, coach.title),
    coach.text && h("p.tb-prose", null, rich(coach.text)));
}

function goalVnode(S) {
  const coach = S.coach;
  if (!coach.goal) return null;
  return h("div.tb-goal", { key: "goal" }, h("b", null, say(S, "goal")), h("p", null, rich(coach.goal)),
    (coach.ticks || []).length > 0 && h("ul", null, coach.ticks.map((tick, n) => h("li", { class: tick.done ? "tb-ticked" : "", key: n },
      h("span.tb-tick", null, tick.done && icon("ok")), tick.text, h("span.tb-sr", null, " " + say(S, tick.done ? "done" : "open"))))));
}

// What the facts that follow are about.
const headVnode = (fact) => fact.head && h("b.tb-about", null, fact.head);

// A fact of a verdict: what happened, and the clause behind it.
function briefVnode(S, fact, n) {
  return h("p.tb-brief", { key: "fact " + n }, headVnode(fact), rich(fact.fact), " ", fact.clause && clauseChip(S, { id: fact.clause, text: fact.clause_text }), fact.clause_title && h("span", null, " ", fact.clause_title),
    fact.repair && h("span.tb-brief-repair", null, icon("ok"), h("span", null, say(S, "repair"), " ", fact.repair, ".")));
}

// The fact in this position; the rule in its own words; what would make it possible.
function factVnodes(S, fact, n) {
  const repair = fact.repair && (/^\p{Lu}/u.test(fact.repair) ? fact.repair : [h("b", null, say(S, "repair")), " ", fact.repair, "."]);
  return h("div.tb-fact", { key: "fact " + n }, headVnode(fact),
    h("h4", null, say(S, "position")), h("p", null, rich(fact.fact)),
    fact.clause && h("h4", null, say(S, "rule"), clauseChip(S, { id: fact.clause, text: fact.clause_text }), fact.clause_title),
    fact.clause_text && h("blockquote", null, rich(fact.clause_text)),
    repair && h("p.tb-repair", null, icon("ok"), h("span", null, repair)));
}

const TONE_SIGNS = { refused: "no", wrong: "no", right: "ok", info: "info" };

function feedbackVnode(S) {
  const feedback = S.coach.feedback;
  if (!feedback || (S.phone && S.sheetClosed)) return null;
  const facts = feedback.facts || [];
  const full = feedback.tone === "refused" || (facts.length === 1 && facts[0].repair);
  const close = () => { S.sheetClosed = true; S.draw(); };
  return h("section", { class: "tb-feedback tb-tone-" + feedback.tone, key: "feedback", "aria-label": say(S, "feedback") },
    h("div.tb-feedback-head", null,
      h("span.tb-badge", HIDDEN, icon(TONE_SIGNS[feedback.tone] || "info")),
      h("div", null, h("h3", null, feedback.title), feedback.tried && h("p.tb-tried", null, feedback.tried)),
      S.phone && h("button", { class: "tb-btn tb-quiet tb-close", "aria-label": say(S, "close"), onclick: close, key: "close" }, icon("no"))),
    h("div.tb-feedback-body", null,
      facts.map((fact, n) => (full ? factVnodes : briefVnode)(S, fact, n)),
      feedback.say && h("p.tb-say", null, rich(feedback.say)),
      feedback.principle && h("p.tb-principle", null, h("b", null, say(S, "remember")), rich(feedback.principle))));
}

function hintsVnode(S) {
  const hints = S.coach.hints;
  if (!hints || !(hints.names || []).length) return null;
  const shown = hints.shown || [];
  return h("section", { class: "tb-panel tb-hints", key: "hints" },
    h("div.tb-panel-head", null, h("h3", null, say(S, "hints")), h("span", null, say(S, "hints_shown", { n: shown.length, count: hints.names.length }))),
    h("ol", null, hints.names.map((name, n) => {
      const hint = shown[n];
      if (hint) {
        return h("li.tb-open-hint", { key: n }, h("span.tb-rung", null, String(n + 1)), h("div", null, rich(hint.text),
          (hint.clauses || []).map((clause) => h("span.tb-hint-clause", null, clauseChip(S, clause), " ", h("b", null, clause.title), clause.text && h("q", null, clause.text)))));
      }
      return h("li", { key: n }, h("span.tb-rung", null, String(n + 1)), h("span.tb-hint-name", null, name, h("span.tb-sr", null, ", " + say(S, "locked"))),
        n === shown.length && button(say(S, "show"), () => sendCommand(S, "hint"), "small", { key: "show", "aria-label": say(S, "show_hint", { n: n + 1, name }) }));
    })));
}

const CONTROL_SIGNS = { hint: "bulb", undo: "undo", reset: "reset", back: "back" };
const APART = ["undo", "reset"];

function controlVnode(S, control) {
  const off = control.enabled === false;
  const apart = APART.includes(control.name) && S.mode === "lesson";
  const bare = apart && S.phone && !control.primary;
  if (control.href) return h("a", { class: "tb-btn tb-primary", key: "control " + control.name, href: control.href, "data-control": control.name }, control.label);
  return button([CONTROL_SIGNS[control.name] && icon(CONTROL_SIGNS[control.name]), !bare && control.label], off ? null : () => sendCommand(S, control.name), control.primary ? "primary" : apart ? "quiet" : "",
    { key: "control " + control.name, "aria-disabled": off, "aria-label": bare ? control.label : null, "data-control": control.name });
}

// Check and Hint first, then what can be done on the table, Undo and Reset apart.
function controlsVnode(S, actions) {
  const controls = S.coach.controls || [];
  const apart = S.mode === "lesson" ? controls.filter((control) => APART.includes(control.name)) : [];
  const near = controls.filter((control) => !apart.includes(control));
  if (!controls.length && !isWatch(S) && !actions) return null;
  return h("div.tb-controls", { key: "controls" }, stepperVnodes(S), near.map((control) => controlVnode(S, control)), actions, h("span.tb-apart", { key: "apart" }, apart.map((control) => controlVnode(S, control))));
}

// --- choices: which, predict, why, order, spot ---

// A judged item keeps its mark: `picked` says so, `state` how it was judged.
const isPicked = (one) => one.picked ?? one.state === "picked";

// What has been picked so far, in the shape that Python wants back.
function currentPicks(choices) {
  const items = choices.items;
  if (choices.mode === "order") return items.map((item) => item.id);
  if (choices.mode === "parts") {
    return Object.fromEntries(items.flatMap((item) => item.options.filter(isPicked).map((option) => [item.id, option.id])));
  }
  return items.filter(isPicked).map((item) => item.id);
}

// Pick `option` of part `item`, or the item itself; the answer is shown at once and sent.
function pick(S, item, option) {
  const { mode, items } = S.coach.choices;
  const among = option ? item.options : items;
  const chosen = option || item;
  if (mode === "many") { chosen.picked = !isPicked(chosen); chosen.state = chosen.picked ? "picked" : ""; }
  else for (const one of among) one.state = one === chosen ? "picked" : one.state === "picked" ? "" : one.state;
  sendAnswer(S);
}

function sendAnswer(S) {
  S.picked = pickedRefs(S.coach);
  send(S, { type: "answer", picks: currentPicks(S.coach.choices) });
  S.draw();
}

const pickedRefs = (coach) => new Set(((coach.choices && coach.choices.items) || []).filter((item) => item.ref && isPicked(item)).map((item) => item.ref));

function shift(S, from, to) {
  const items = S.coach.choices.items;
  if (to < 0 || to >= items.length || from === to) return;
  items.splice(to, 0, ...items.splice(from, 1));
  sendAnswer(S);
}

function choiceState(S, one) {
  return one.state && h("span.tb-sr", null, ", " + say(S, one.state));
}

function choiceVnode(S, item, n, mode) {
  const sign = item.state === "right" ? icon("ok") : item.state === "wrong" ? icon("no") : item.state === "picked" ? (mode === "many" ? icon("ok") : "") : mode === "log" ? String(n + 1) : "";
  return h("li", { key: item.id },
    h("button", { class: `tb-choice tb-choice-${mode} ${item.state ? "tb-pick-" + item.state : ""}`, "aria-pressed": isPicked(item), onclick: () => pick(S, item) },
      h("span.tb-box", HIDDEN, sign), h("span", null, rich(item.text)), choiceState(S, item)),
    item.note && h("p.tb-note", null, rich(item.note)));
}

function partVnode(S, item) {
  return h("div.tb-part", { key: item.id, role: "group", "aria-label": item.ask },
    h("p.tb-ask", null, rich(item.ask)),
    h("div.tb-options", null, item.options.map((option) => h("button", {
      class: "tb-option " + (option.state ? "tb-pick-" + option.state : ""), key: option.id, "aria-pressed": option.state === "picked", onclick: () => pick(S, item, option),
    }, option.state === "right" && icon("ok"), option.state === "wrong" && icon("no"), rich(String(option.text)), choiceState(S, option)))),
    item.note && h("p.tb-note", null, rich(item.note)));
}

function orderVnode(S, item, n) {
  const arrow = (sign, to, key) => h("button", { class: "tb-btn tb-small tb-quiet", key: sign, "aria-label": say(S, key, { text: item.text }), "aria-disabled": to < 0 || to >= S.coach.choices.items.length, onclick: () => shift(S, n, to) }, icon(sign));
  return h("li", { class: "tb-line " + (item.state ? "tb-pick-" + item.state : ""), key: item.id },
    h("span.tb-rung", HIDDEN, String(n + 1)),
    h("div", null, rich(item.text), choiceState(S, item), item.note && h("p.tb-note", null, rich(item.note))),
    h("span.tb-shifts", null, arrow("up", n - 1, "move_up"), arrow("down", n + 1, "move_down")));
}

function choicesVnode(S) {
  const choices = S.coach.choices;
  if (!choices || !(choices.items || []).length) return null;
  const { mode, items } = choices;
  const body = mode === "parts" ? items.map((item) => partVnode(S, item))
    : h("ol.tb-choices", null, items.map((item, n) => (mode === "order" ? orderVnode(S, item, n) : choiceVnode(S, item, n, mode))));
  return h("section", { class: "tb-panel tb-answer", key: "choices " + mode }, h("div.tb-panel-head", null, h("h3", null, choices.title || say(S, "answer"))), body, choices.note && h("p.tb-note", null, choices.note));
}
