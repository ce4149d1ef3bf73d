// @ts-check
// The rulebook: search, filter and list on one side, the open entry with its demonstration on the other.

/** @import { Context, Kid, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/book.css";
import { icon } from "./drawing/controls.js";
import { every, first, h, isAppPage } from "./drawing/dom.js";
import { rich, say } from "./drawing/words.js";
import { command, mountPage } from "./pages/page.js";
import { found, marked, snippet, wanted } from "./pages/found.js";

/**
 * @param {PageView} S
 * @param {string} id
 */
function openEntry(S, id) {
  S.kept.detail = true;
  S.kept.away = false;
  S.kept.moved = id;
  command(S, "open", { id });
}

/**
 * @param {PageView} S
 * @param {string} id
 * @param {unknown} text
 */
const chip = (S, id, text) =>
  h(
    "button",
    { type: "button", class: "tb-clause", key: "to " + id, title: text || null, onclick: () => openEntry(S, id) },
    id,
  );

/**
 * @param {PageView} S
 * @param {any} entry
 * @param {any} tabbable
 * @param {boolean} inText
 */
function rowVnode(S, entry, tabbable, inText) {
  const on = entry.id === S.shown.data.open && !S.kept.away;
  return h(
    "li",
    { key: entry.id },
    h(
      "button",
      {
        type: "button",
        class: "tb-row-button" + (on ? " tb-on" : ""),
        "data-id": entry.id,
        tabindex: entry.id === tabbable ? "0" : "-1",
        "aria-current": on ? "true" : null,
        onclick: () => openEntry(S, entry.id),
      },
      h("span.tb-row-id", entry.id),
      h(
        "span.tb-row-title",
        marked(S, entry.title),
        entry.ja && h("i", { lang: "ja" }, marked(S, entry.ja)),
        inText && snippet(S, entry.text),
      ),
      entry.demos > 0 &&
        h(
          "span",
          { class: "tb-row-demo", title: say(S, "demos_count", { n: entry.demos }) },
          icon("next"),
          h("span.tb-sr", say(S, "demos_count", { n: entry.demos })),
        ),
    ),
  );
}

/**
 * After a search the open entry makes way if it is not among what was found.
 * @param {PageView} S
 */
function searched(S) {
  const { titles, texts } = found(S);
  S.kept.away = ![...titles, ...texts].some((entry) => entry.id === S.shown.data.open);
  S.draw();
}

/** @param {PageView} S */
function listVnode(S) {
  const { titles, texts } = found(S);
  const entries = [...titles, ...texts];
  const groups = wanted(S).length
    ? [
        { number: "titles", label: say(S, "in_title"), entries: titles },
        { number: "texts", label: say(S, "in_text"), entries: texts },
      ]
    : (S.shown.data.sections || []).map((section) => ({
        ...section,
        entries: entries.filter((entry) => entry.section === section.number),
      }));
  const tabbable = (entries.find((entry) => entry.id === S.shown.data.open) || entries[0] || {}).id;
  const onkeydown = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = every(S.root, ".tb-row-button");
    const place = all.indexOf(document.activeElement);
    if (!step || place < 0) return;
    event.preventDefault();
    const next = all[Math.max(0, Math.min(all.length - 1, place + step))];
    for (const el of all) el.tabIndex = el === next ? 0 : -1;
    next.focus();
  };
  return h(
    "div",
    { class: "tb-book-list", key: "list" },
    h(
      "div.tb-book-search",
      { key: "search" },
      h("label", { class: "tb-sr", for: "tb-words" }, say(S, "search")),
      h("input", {
        id: "tb-words",
        type: "search",
        class: "tb-input",
        placeholder: say(S, "search_hint"),
        autocomplete: "off",
        spellcheck: "false",
        oninput: (event) => {
          S.kept.words = event.target.value;
          searched(S);
        },
      }),
      h("label", { class: "tb-sr", for: "tb-section" }, say(S, "section")),
      h(
        "select",
        {
          id: "tb-section",
          class: "tb-input",
          onchange: (event) => {
            S.kept.section = event.target.value;
            searched(S);
          },
        },
        h("option", { value: "" }, say(S, "all_sections")),
        (S.shown.data.sections || []).map((section) =>
          h("option", { value: String(section.number), key: section.number }, section.label),
        ),
      ),
      h(
        "p",
        { class: "tb-book-count", role: "status" },
        say(S, entries.length === 1 ? "one_entry" : "entries", { n: entries.length }),
      ),
    ),
    h(
      "div",
      { class: "tb-book-rows", key: "rows", onkeydown },
      entries.length === 0 && h("p.tb-book-none", say(S, "none")),
      groups
        .filter((group) => group.entries.length)
        .map((group) =>
          h(
            "section",
            { key: group.number, "aria-label": group.label },
            h("h2", group.label),
            h(
              "ol",
              group.entries.map((entry) => rowVnode(S, entry, tabbable, group.number === "texts")),
            ),
          ),
        ),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {any} entry
 */
function demoButtons(S, entry) {
  return h(
    "div.tb-demos",
    { key: "demos" },
    entry.demos.map((demo) =>
      h(
        "button",
        {
          type: "button",
          class: "tb-btn tb-small" + (demo.on ? " tb-lamp" : ""),
          key: demo.id,
          "aria-pressed": demo.on ? "true" : "false",
          onclick: () => command(S, "demo", { id: demo.id }),
        },
        icon("next"),
        h("span", demo.name),
      ),
    ),
  );
}

/**
 * @param {PageView} S
 * @param {string} key
 * @param {...Kid} kids
 */
const labelled = (S, key, ...kids) => h("div.tb-book-part", { key }, h("h3", say(S, key)), kids);

/** @param {PageView} S */
function entryVnode(S) {
  const entry = S.shown.data.entry;
  if (!entry || S.kept.away) {
    const { titles, texts } = found(S);
    return h(
      "div",
      { class: "tb-book-entry tb-book-empty", key: "empty" },
      h("p", say(S, titles.length + texts.length ? "pick" : "nothing_open")),
    );
  }
  return h(
    "article",
    { class: "tb-book-entry", key: "entry", "aria-labelledby": "tb-entry-title" },
    S.phone &&
      h(
        "button",
        {
          type: "button",
          class: "tb-btn tb-small tb-quiet tb-book-back",
          key: "back",
          onclick: () => {
            S.kept.detail = false;
            S.draw();
          },
        },
        icon("back"),
        say(S, "all_clauses"),
      ),
    h(
      "p.tb-kick",
      { key: "kick" },
      h("span.tb-clause", entry.id),
      entry.section,
      h("span.tb-space"),
      entry.before &&
        h(
          "button",
          {
            type: "button",
            class: "tb-btn tb-small tb-quiet",
            key: "before",
            "aria-label": say(S, "before", { id: entry.before }),
            onclick: () => openEntry(S, entry.before),
          },
          icon("back"),
        ),
      entry.after &&
        h(
          "button",
          {
            type: "button",
            class: "tb-btn tb-small tb-quiet",
            key: "after",
            "aria-label": say(S, "after", { id: entry.after }),
            onclick: () => openEntry(S, entry.after),
          },
          icon("next"),
        ),
    ),
    h(
      "h2",
      { class: "tb-title", id: "tb-entry-title", tabindex: "-1", key: "title" },
      entry.title,
      entry.ja && h("i", { lang: "ja" }, entry.ja),
    ),
    h("blockquote", { key: "text" }, rich(entry.text)),
    h(
      "div.tb-book-facts",
      { key: "facts" },
      entry.steps.length > 0 &&
        labelled(
          S,
          "steps",
          h(
            "ul.tb-book-steps",
            entry.steps.map((step) =>
              h(
                "li",
                { key: step.name },
                h("b", step.title),
                step.ja && h("i", { lang: "ja" }, step.ja),
                h("span", step.phase),
              ),
            ),
          ),
        ),
      entry.why && labelled(S, "why", h("p", rich(entry.why))),
      entry.other_editions && labelled(S, "other_editions", h("p", rich(entry.other_editions))),
      entry.house_rule &&
        labelled(
          S,
          "house_rule",
          h(
            "p",
            entry.house_rule.href
              ? h("a", { href: entry.house_rule.href }, entry.house_rule.text)
              : entry.house_rule.text,
          ),
        ),
      entry.clauses.length > 0 &&
        labelled(
          S,
          "touches",
          h(
            "ul.tb-book-links",
            entry.clauses.map((one) => h("li", { key: one.id }, chip(S, one.id, one.text), h("span", one.title))),
          ),
        ),
      entry.rulings.length > 0 &&
        labelled(
          S,
          "rulings",
          entry.rulings.map((one) =>
            h(
              "div.tb-book-ruling",
              { key: one.id },
              h("p.tb-book-question", chip(S, one.id, null), h("span", one.title)),
              h("p", rich(one.text)),
            ),
          ),
        ),
      entry.misconceptions.length > 0 &&
        labelled(
          S,
          "misconceptions",
          entry.misconceptions.map((one) =>
            h(
              "div.tb-book-belief",
              { key: one.believes },
              h("p", icon("no"), h("span", h("span.tb-sr", say(S, "believed") + " "), rich(one.believes))),
              h("p", icon("ok"), h("span", h("span.tb-sr", say(S, "so_it_is") + " "), rich(one.truth))),
            ),
          ),
        ),
    ),
    entry.demos.length > 0 &&
      h(
        "div.tb-book-demo",
        { key: "demo" },
        h("h3", say(S, entry.demos.length > 1 ? "demonstrations" : "demonstration")),
        demoButtons(S, entry),
      ),
    entry.deck &&
      h(
        "div.tb-book-deck",
        { key: "deck" },
        h("p.tb-book-verdict", icon(entry.deck.legal ? "ok" : "no"), h("b", entry.deck.verdict)),
        entry.deck.reasons.map((one) =>
          h("p", { key: one.fact }, chip(S, one.clause, one.clause_text), h("span", one.fact + " " + one.repair)),
        ),
        h(
          "ul",
          entry.deck.cards.map((card) => h("li", { key: card }, card)),
        ),
      ),
    S.shown.data.notice && h("p.tb-book-notice", { key: "notice", role: "alert" }, S.shown.data.notice),
    h("div.tb-child", { key: "child", html: "" }),
  );
}

/** @param {PageView} S */
function bookVnodes(S) {
  if (S.kept.detail === undefined) S.kept.detail = Boolean(S.shown.data.asked);
  const both = !S.phone;
  return [
    h(
      "div",
      { class: "tb-wrap tb-book-page", key: "page" },
      !both && S.kept.detail && h("h1.tb-sr", { key: "title" }, S.shown.data.title),
      (both || !S.kept.detail) &&
        h(
          "div.tb-book-head",
          { key: "head" },
          h("h1.tb-title", S.shown.data.title, S.shown.data.ja && h("i", { lang: "ja" }, S.shown.data.ja)),
          h("p.tb-prose", S.shown.data.text),
        ),
      h(
        "div.tb-book-columns",
        { key: "columns" },
        (both || !S.kept.detail) && listVnode(S),
        (both || S.kept.detail) && entryVnode(S),
      ),
    ),
  ];
}

/**
 * The row of the open entry is brought into sight, once the list has a size.
 * @param {PageView} S
 */
function showRow(S) {
  const row = first(S.root, ".tb-row-button.tb-on");
  const rows = first(S.root, ".tb-book-rows");
  if (!row || !rows || !rows.clientHeight || S.kept.inSight === S.shown.data.open) return;
  S.kept.inSight = S.shown.data.open;
  const room = 60;
  if (row.offsetTop - room < rows.scrollTop) rows.scrollTop = row.offsetTop - room;
  else if (row.offsetTop + row.offsetHeight + room > rows.scrollTop + rows.clientHeight)
    rows.scrollTop = row.offsetTop + row.offsetHeight + room - rows.clientHeight;
}

/**
 * After another entry was opened: its title has the focus, the address names it.
 * @param {PageView} S
 */
function bookDrawn(S) {
  const open = S.shown.data.open;
  showRow(S);
  if (open === S.kept.shown) return;
  const opening = S.kept.shown === undefined;
  S.kept.shown = open;
  if (S.kept.moved === open && !(document.activeElement && document.activeElement.matches(".tb-row-button")))
    first(S.root, "#tb-entry-title")?.focus({ preventScroll: true });
  if (S.phone && S.kept.moved === open) S.root.scrollIntoView();
  if (!opening && isAppPage()) {
    const url = new URL(location.href);
    url.searchParams.set("clause", open);
    history.replaceState(null, "", url);
  }
}

/** @param {Context} context */
function render(context) {
  return mountPage(context, "book", bookVnodes, bookDrawn);
}

export default { render };
