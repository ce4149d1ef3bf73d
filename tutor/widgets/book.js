// The rulebook: search, filter and list on one side, the open entry with its demonstration on the other.

// The words searched for as patterns: a word of letters is found where a word begins ("ally", not "usually").
function wanted(S) {
  return (S.ui.words || "").split(/\s+/).filter(Boolean).map((word) => (/^\w/.test(word) ? "\\b" : "") + word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

// The entries that have all words: those with all of them in their title or number first.
function found(S) {
  const words = wanted(S).map((word) => new RegExp(word, "i"));
  const all = (text) => words.every((word) => word.test(text));
  const here = (S.data.entries || []).filter((entry) => !S.ui.section || String(entry.section) === S.ui.section);
  const heading = (entry) => `${entry.id} ${entry.title} ${entry.ja}`;
  return { titles: here.filter((entry) => all(heading(entry))), texts: here.filter((entry) => !all(heading(entry)) && all(`${heading(entry)} ${entry.text}`)) };
}

// The words searched for, marked in a text.
function marked(S, text) {
  const words = wanted(S).filter((word) => word.replace("\\b", "").length > 1);
  if (!words.length) return rich(text);
  const parts = String(text).split(new RegExp(`(${words.join("|")})`, "i"));
  return parts.map((part, n) => (n % 2 ? h("mark", { key: n }, part) : part));
}

// A few words of a text around the first of the words searched for.
function snippet(S, text) {
  const at = Math.min(...wanted(S).map((word) => text.search(new RegExp(word, "i"))).filter((place) => place >= 0));
  if (!Number.isFinite(at)) return null;
  const from = at > 36 ? text.indexOf(" ", at - 30) + 1 : 0;
  const to = text.length - at > 70 ? text.lastIndexOf(" ", at + 62) : text.length;
  return h("small", { key: "snippet" }, from > 0 && "… ", marked(S, text.slice(from, Math.max(to, at + 1))), to < text.length && " …");
}

function openEntry(S, id) {
  S.ui.detail = true;
  S.ui.away = false;
  S.ui.moved = id;
  command(S, "open", { id });
}

const chip = (S, id, text) => h("button", { type: "button", class: "tb-clause", key: "to " + id, title: text || null, onclick: () => openEntry(S, id) }, id);

function rowVnode(S, entry, tabbable, inText) {
  const on = entry.id === S.data.open && !S.ui.away;
  return h("li", { key: entry.id }, h("button", {
    type: "button", class: "tb-row-button" + (on ? " tb-on" : ""), "data-id": entry.id, tabindex: entry.id === tabbable ? "0" : "-1",
    "aria-current": on ? "true" : null, onclick: () => openEntry(S, entry.id),
  },
    h("span.tb-row-id", null, entry.id),
    h("span.tb-row-title", null, marked(S, entry.title), entry.ja && h("i", { lang: "ja" }, marked(S, entry.ja)), inText && snippet(S, entry.text)),
    entry.demos > 0 && h("span", { class: "tb-row-demo", title: say(S, "demos_count", { n: entry.demos }) }, icon("next"), h("span.tb-sr", null, say(S, "demos_count", { n: entry.demos })))));
}

// After a search the open entry makes way if it is not among what was found.
function searched(S) {
  const { titles, texts } = found(S);
  S.ui.away = ![...titles, ...texts].some((entry) => entry.id === S.data.open);
  S.draw();
}

function listVnode(S) {
  const { titles, texts } = found(S);
  const entries = [...titles, ...texts];
  const groups = wanted(S).length
    ? [{ number: "titles", label: say(S, "in_title"), entries: titles }, { number: "texts", label: say(S, "in_text"), entries: texts }]
    : (S.data.sections || []).map((section) => ({ ...section, entries: entries.filter((entry) => entry.section === section.number) }));
  const tabbable = (entries.find((entry) => entry.id === S.data.open) || entries[0] || {}).id;
  const onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...S.root.querySelectorAll(".tb-row-button")];
    const place = all.indexOf(document.activeElement);
    if (!step || place < 0) return;
    event.preventDefault();
    const next = all[Math.max(0, Math.min(all.length - 1, place + step))];
    for (const el of all) el.tabIndex = el === next ? 0 : -1;
    next.focus();
  };
  return h("div", { class: "tb-book-list", key: "list" },
    h("div.tb-book-search", { key: "search" },
      h("label", { class: "tb-sr", for: "tb-words" }, say(S, "search")),
      h("input", { id: "tb-words", type: "search", class: "tb-input", placeholder: say(S, "search_hint"), autocomplete: "off", spellcheck: "false", oninput: (event) => { S.ui.words = event.target.value; searched(S); } }),
      h("label", { class: "tb-sr", for: "tb-section" }, say(S, "section")),
      h("select", { id: "tb-section", class: "tb-input", onchange: (event) => { S.ui.section = event.target.value; searched(S); } },
        h("option", { value: "" }, say(S, "all_sections")),
        (S.data.sections || []).map((section) => h("option", { value: String(section.number), key: section.number }, section.label))),
      h("p", { class: "tb-book-count", role: "status" }, say(S, entries.length === 1 ? "one_entry" : "entries", { n: entries.length }))),
    h("div", { class: "tb-book-rows", key: "rows", onkeydown },
      entries.length === 0 && h("p.tb-book-none", null, say(S, "none")),
      groups.filter((group) => group.entries.length).map((group) => h("section", { key: group.number, "aria-label": group.label },
        h("h3", null, group.label),
        h("ol", null, group.entries.map((entry) => rowVnode(S, entry, tabbable, group.number === "texts")))))));
}

function demoButtons(S, entry) {
  return h("div.tb-demos", { key: "demos" }, entry.demos.map((demo, n) => h("button", {
    type: "button", class: "tb-btn tb-small" + (demo.on ? " tb-lamp" : ""), key: demo.id, "aria-pressed": demo.on ? "true" : "false",
    onclick: () => command(S, "demo", { id: demo.id }),
  }, icon("next"), h("span", null, demo.name))));
}

const labelled = (S, key, ...kids) => h("div.tb-book-part", { key }, h("h4", null, say(S, key)), kids);

function entryVnode(S) {
  const entry = S.data.entry;
  if (!entry || S.ui.away) {
    const { titles, texts } = found(S);
    return h("div", { class: "tb-book-entry tb-book-empty", key: "empty" }, h("p", null, say(S, titles.length + texts.length ? "pick" : "nothing_open")));
  }
  return h("article", { class: "tb-book-entry", key: "entry", "aria-labelledby": "tb-entry-title" },
    S.phone && h("button", { type: "button", class: "tb-btn tb-small tb-quiet tb-book-back", key: "back", onclick: () => { S.ui.detail = false; S.draw(); } }, icon("back"), say(S, "all_clauses")),
    h("p.tb-kick", { key: "kick" }, h("span.tb-clause", null, entry.id), entry.section, h("span.tb-space", null),
      entry.before && h("button", { type: "button", class: "tb-btn tb-small tb-quiet", key: "before", "aria-label": say(S, "before", { id: entry.before }), onclick: () => openEntry(S, entry.before) }, icon("back")),
      entry.after && h("button", { type: "button", class: "tb-btn tb-small tb-quiet", key: "after", "aria-label": say(S, "after", { id: entry.after }), onclick: () => openEntry(S, entry.after) }, icon("next"))),
    h("h2", { class: "tb-title", id: "tb-entry-title", tabindex: "-1", key: "title" }, entry.title, entry.ja && h("i", { lang: "ja" }, entry.ja)),
    h("blockquote", { key: "text" }, rich(entry.text)),
    h("div.tb-book-facts", { key: "facts" },
      entry.steps.length > 0 && labelled(S, "steps", h("ul.tb-book-steps", null, entry.steps.map((step) => h("li", { key: step.name }, h("b", null, step.title), step.ja && h("i", { lang: "ja" }, step.ja), h("span", null, step.phase))))),
      entry.why && labelled(S, "why", h("p", null, rich(entry.why))),
      entry.clauses.length > 0 && labelled(S, "touches", h("ul.tb-book-links", null, entry.clauses.map((one) => h("li", { key: one.id }, chip(S, one.id, one.text), h("span", null, one.title))))),
      entry.rulings.length > 0 && labelled(S, "rulings", entry.rulings.map((one) => h("div.tb-book-ruling", { key: one.id }, h("p.tb-book-question", null, chip(S, one.id, null), h("span", null, one.title)), h("p", null, rich(one.text))))),
      entry.misconceptions.length > 0 && labelled(S, "misconceptions", entry.misconceptions.map((one) => h("div.tb-book-belief", { key: one.believes },
        h("p", null, icon("no"), h("span", null, h("span.tb-sr", null, say(S, "believed") + " "), rich(one.believes))),
        h("p", null, icon("ok"), h("span", null, h("span.tb-sr", null, say(S, "so_it_is") + " "), rich(one.truth))))))),
    entry.demos.length > 0 && h("div.tb-book-demo", { key: "demo" }, h("h3", null, say(S, entry.demos.length > 1 ? "demonstrations" : "demonstration")), demoButtons(S, entry)),
    entry.deck && h("div.tb-book-deck", { key: "deck" }, h("p.tb-book-verdict", null, icon(entry.deck.legal ? "ok" : "no"), h("b", null, entry.deck.verdict)),
      entry.deck.reasons.map((one) => h("p", { key: one.fact }, chip(S, one.clause, one.clause_text), h("span", null, one.fact + " " + one.repair))),
      h("ul", null, entry.deck.cards.map((card) => h("li", { key: card }, card)))),
    S.data.notice && h("p.tb-book-notice", { key: "notice", role: "alert" }, S.data.notice),
    h("div.tb-child", { key: "child", html: "" }));
}

function bookVnodes(S) {
  if (S.ui.detail === undefined) S.ui.detail = Boolean(S.data.asked);
  const both = !S.phone;
  return [h("div", { class: "tb-wrap tb-book-page", key: "page" },
    (both || !S.ui.detail) && h("div.tb-book-head", { key: "head" }, h("h1.tb-title", null, S.data.title, S.data.ja && h("i", { lang: "ja" }, S.data.ja)), h("p.tb-prose", null, S.data.text)),
    h("div.tb-book-columns", { key: "columns" },
      (both || !S.ui.detail) && listVnode(S),
      (both || S.ui.detail) && entryVnode(S)))];
}

// The row of the open entry is brought into sight, once the list has a size.
function showRow(S) {
  const row = S.root.querySelector(".tb-row-button.tb-on");
  const rows = S.root.querySelector(".tb-book-rows");
  if (!row || !rows || !rows.clientHeight || S.ui.inSight === S.data.open) return;
  S.ui.inSight = S.data.open;
  const room = 60;
  if (row.offsetTop - room < rows.scrollTop) rows.scrollTop = row.offsetTop - room;
  else if (row.offsetTop + row.offsetHeight + room > rows.scrollTop + rows.clientHeight) rows.scrollTop = row.offsetTop + row.offsetHeight + room - rows.clientHeight;
}

// After another entry was opened: its title has the focus, the address names it.
function bookDrawn(S) {
  const open = S.data.open;
  showRow(S);
  if (open === S.ui.shown) return;
  const first = S.ui.shown === undefined;
  S.ui.shown = open;
  if (S.ui.moved === open && !(document.activeElement && document.activeElement.matches(".tb-row-button"))) S.root.querySelector("#tb-entry-title")?.focus({ preventScroll: true });
  if (S.phone && S.ui.moved === open) S.root.scrollIntoView();
  if (!first && /\/voila\//.test(location.pathname)) {
    const url = new URL(location.href);
    url.searchParams.set("clause", open);
    history.replaceState(null, "", url);
  }
}

function render(context) {
  return mountPage(context, "book", bookVnodes, bookDrawn);
}

export default { render };
