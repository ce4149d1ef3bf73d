// @ts-check
// What the pages without a board share: the header bar, reading the model, drawing, light and dark.

/** @import { CommandFacts, CommandName, Context, PageView } from "../types.js" */
import { LOGO } from "../drawing/art.js";
import { HIDDEN, h, patch } from "../drawing/dom.js";
import { clearInside, placeInside } from "../drawing/inside.js";
import { classLinkVnode, watchClassLink } from "../drawing/class_link.js";
import { adoptTheme, store, themeButton } from "../drawing/theme.js";
import { say } from "../drawing/words.js";

/** @param {PageView} S */
function pageBar(S) {
  const bar = S.shown.bar;
  const logo = [
    h("svg", { viewBox: "0 0 48 48", ...HIDDEN, html: LOGO }),
    say(S, "brand"),
    h("i", { lang: "ja" }, say(S, "brand_ja")),
  ];
  return h(
    "header.tb-bar",
    { key: "bar" },
    h(
      "div.tb-wrap",
      h(bar.home ? "a" : "span", { class: "tb-logo", href: bar.home || null }, logo),
      h(
        "p.tb-crumbs",
        { key: "crumbs" },
        (bar.crumbs || []).map((crumb, n) => [
          n > 0 && h("span", HIDDEN, "›"),
          crumb.href ? h("a", { href: crumb.href }, crumb.text) : h("span", crumb.text),
        ]),
      ),
      h("span.tb-space"),
      (bar.links || []).map((link) =>
        h("a", { class: "tb-btn tb-small tb-quiet", key: "link " + link.href, href: link.href }, link.text),
      ),
      classLinkVnode(),
      themeButton(S),
    ),
  );
}

/**
 * @template {CommandName} N
 * @param {PageView} S
 * @param {N} name
 * @param {{} extends CommandFacts<N> ? [more?: CommandFacts<N>] : [more: CommandFacts<N>]} more
 */
export const command = (S, name, ...[more]) => S.model.send({ type: "command", name, ...more });

/** The pages of which all that was set is lost when their kernel ends. */
const LOST = { lab: "all", "lab tb-take": "all" };

/**
 * A page: `view(S)` describes everything under the bar, `after(S)` may look at what was drawn.
 * S.kept has what only the browser knows (words typed, panels opened).
 * @param {Context} context
 * @param {string} kind
 * @param {any} view
 * @param {any} [after]
 */
export function mountPage({ model, el }, kind, view, after) {
  const make = (name) => Object.assign(document.createElement("div"), { className: name });
  const shown = () => ({ data: model.get("data") || {}, bar: model.get("bar") || {}, words: model.get("words") || {} });
  /** @type {any} */
  const made = {
    model,
    el,
    root: make("tb-root tb-stage"),
    body: make("tb-body"),
    spoken: make("tb-sr"),
    shown: shown(),
    kept: {},
  };
  /** @type {PageView} */
  const S = made;
  const saved = store.get("tebiki-theme");
  if (saved) document.documentElement.dataset.theme ||= saved;
  S.spoken.setAttribute("aria-live", "polite");
  S.root.append(S.body, S.spoken);
  el.append(S.root);
  if (LOST[kind]) document.body.dataset.lost = LOST[kind];
  S.draw = () => {
    const width = S.root.clientWidth || el.clientWidth || 1200;
    S.phone = width <= 760;
    S.narrow = width < 1000;
    S.root.className = `tb-root tb-stage tb-page-root tb-${kind} ${S.phone ? "tb-phone" : S.narrow ? "tb-mid-width" : "tb-wide"}`;
    patch(S.body, [S.shown.bar.home || S.shown.bar.crumbs || S.shown.bar.links ? pageBar(S) : null, ...view(S)]);
    placeInside(S, "child");
    if (after) after(S);
  };
  let waiting = false;
  const update = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      S.shown = shown();
      S.draw();
    });
  };
  const names = ["data", "bar", "words", "child"];
  for (const name of names) model.on("change:" + name, update);
  let width = 0;
  const watcher = new ResizeObserver(() => {
    if (S.root.clientWidth && S.root.clientWidth !== width) {
      width = S.root.clientWidth;
      S.draw();
    }
  });
  adoptTheme(S);
  S.draw();
  watcher.observe(S.root);
  const unlinked = watchClassLink(S);
  return () => {
    unlinked();
    watcher.disconnect();
    clearInside(S);
    for (const name of names) model.off("change:" + name, update);
  };
}

/**
 * A file that Python sends ({"type": "file", "name", "mime", and "text" or "base64"}) is saved by the browser.
 * @param {any} message
 */
export function saveFile(message) {
  if (!message || message.type !== "file") return;
  const data = message.base64 ? Uint8Array.from(atob(message.base64), (sign) => sign.charCodeAt(0)) : message.text;
  const url = URL.createObjectURL(new Blob([data], { type: message.mime || "application/x-ndjson" }));
  Object.assign(document.createElement("a"), { href: url, download: message.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
