// @ts-check
// Home: the hero line, where to go on, the games, the doors, the learner's own progress.

/** @import { Context, PageView } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/coach.css";
import "../styles/stage.css";
import "../styles/page.css";
import "../styles/home.css";
import { EMBLEMS, GROUNDS, V } from "./drawing/art.js";
import { hueStyle } from "./drawing/card.js";
import { button, icon } from "./drawing/controls.js";
import { HIDDEN, first, grouped, h } from "./drawing/dom.js";
import { esc, rich, say } from "./drawing/words.js";
import { command, mountPage, saveFile } from "./pages/page.js";

/**
 * The picture of a game: sky, disc, ground of its hue, a few far lights, its emblem.
 * @param {any} game
 */
function gamePicture(game) {
  const ground = GROUNDS[game.hue] || GROUNDS.grey;
  const lights = [
    [24, 24],
    [60, 46],
    [212, 30],
    [190, 62],
    [36, 70],
    [226, 84],
  ]
    .map(([x, y], n) => `<circle cx="${x}" cy="${y}" r="${n % 2 ? 1.6 : 2.3}"/>`)
    .join("");
  return `<svg viewBox="0 0 240 140" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path ${V} d="M0 0h240v140H0z"/><circle cx="120" cy="62" r="48" fill="var(--a4)"/><g fill="var(--a2)">${lights}</g><path fill="var(--a2)" opacity=".55" transform="translate(14 12) scale(2.4 2.6)" d="${ground}"/><path fill="var(--a2)" transform="translate(-20 20) scale(4 2.6)" d="${ground}"/><g transform="translate(76 16) scale(1.84)">${EMBLEMS[game.emblem] || `<path d="${esc(game.emblem)}"/>`}</g></svg>`;
}

const DOOR_PICTURES = {
  compare:
    '<rect x="3" y="8" width="9" height="32" rx="2"/><rect x="15" y="14" width="9" height="26" rx="2" opacity=".7"/><rect x="27" y="4" width="9" height="36" rx="2"/><rect x="39" y="20" width="7" height="20" rx="2" opacity=".7"/>',
  classroom:
    '<rect x="4" y="6" width="40" height="26" rx="3" fill="none" stroke="currentColor" stroke-width="4"/><circle cx="12" cy="40" r="4"/><circle cx="24" cy="40" r="4"/><circle cx="36" cy="40" r="4"/><path d="M20 13v12l10-6z"/>',
  practice:
    '<path fill="none" stroke="currentColor" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" d="M40 25A16 16 0 1 1 34 12M41 5v10H31"/><path d="M20 18v13l10-6.5z"/>',
  puzzles:
    '<path fill="none" stroke="currentColor" stroke-width="4.5" stroke-linejoin="round" d="M8 15h9a6 6 0 1 1 12 0h10v10a6 6 0 1 0 0 11v7H8z"/>',
};

/** @param {PageView} S */
function goOnVnode(S) {
  const on = S.shown.data.go_on;
  if (!on) return null;
  return h(
    "section",
    { class: "tb-panel tb-go-on", key: "go on", "aria-label": on.button },
    h("p.tb-kick", h("span.tb-kind", on.badge), on.game, on.sort && ` · ${on.sort}`),
    h("h2", on.title),
    on.reasons?.some((reason) => reason.marks.length) &&
      h(
        "p",
        { class: "tb-why" },
        on.reasons.map((reason, n) => [n > 0 && " · ", h("span", { key: n }, rich(reason.text))]),
      ),
    h("div", h("a", { class: "tb-btn tb-primary", href: on.href }, on.button), on.note && h("small", on.note)),
  );
}

/**
 * @param {PageView} S
 * @param {any} game
 */
function gameVnode(S, game) {
  const share = game.count ? Math.round((100 * game.done) / game.count) : 0;
  return h(
    "article",
    { class: "tb-panel tb-game" + (game.open ? "" : " tb-closed"), style: hueStyle(game.hue), key: game.name },
    h("div", { class: "tb-game-picture", html: gamePicture(game), ...HIDDEN }),
    h("span", { class: "tb-seal", lang: "ja", ...HIDDEN }, game.seal),
    h(
      "div.tb-game-body",
      h("h3", game.title.replace("-", "\u2011")),
      h("p", game.line),
      h("span.tb-meta", game.meta),
      game.open
        ? [
            h(
              "div",
              {
                class: "tb-progress",
                role: "progressbar",
                "aria-label": game.title,
                "aria-valuemin": "0",
                "aria-valuenow": String(game.done),
                "aria-valuemax": String(game.count),
                "aria-valuetext": game.status,
                key: "bar",
              },
              h("i", { style: `width:${share}%` }),
            ),
            h(
              "p.tb-status",
              { key: "status" },
              h("span", game.status),
              game.complete && h("span", icon("ok"), say(S, "done")),
            ),
          ]
        : h("p", { class: "tb-status tb-soon", key: "soon" }, h("span", game.status)),
      game.open &&
        h(
          "div.tb-game-buttons",
          { key: "buttons" },
          game.buttons.map((one, n) =>
            h(
              "a",
              {
                class: "tb-btn tb-small" + (n ? " tb-side-door" : ""),
                href: one.href,
                key: one.href,
                "aria-label": `${one.text}: ${one.label}`,
              },
              one.text,
            ),
          ),
        ),
    ),
  );
}

/**
 * @param {any} door
 */
const doorVnode = (door) =>
  h(
    "a",
    { class: "tb-panel tb-door", href: door.href, key: door.href },
    h("svg", { viewBox: "0 0 48 48", ...HIDDEN, html: DOOR_PICTURES[door.picture] }),
    h("span", h("b", door.title), h("span", door.text)),
    icon("next"),
  );

/** @param {PageView} S */
function progressVnode(S) {
  const { progress, notice } = S.shown.data;
  const ask = (on) => () => {
    S.kept.asking = on;
    S.draw();
    first(S.root, on ? "[data-sure]" : "[data-reset]")?.focus();
  };
  return h(
    "section",
    { class: "tb-panel tb-own", id: "tb-progress", tabindex: "-1", key: "own", "aria-label": say(S, "progress") },
    h(
      "div",
      h("h2", say(S, "progress")),
      h("p", progress.text, " ", progress.broken),
      h("p", { role: "status", class: "tb-own-notice", key: "notice" }, notice || ""),
    ),
    S.kept.asking
      ? h(
          "div",
          { class: "tb-own-buttons", key: "sure", ...grouped(say(S, "sure")) },
          h("p", say(S, "sure")),
          button(
            say(S, "reset_yes"),
            () => {
              S.kept.asking = false;
              command(S, "reset");
              S.draw();
            },
            "small",
            { "data-sure": "1", key: "yes" },
          ),
          button(say(S, "reset_no"), ask(false), "small quiet", { key: "no" }),
        )
      : h(
          "div",
          { class: "tb-own-buttons", key: "buttons" },
          button(say(S, "export"), () => command(S, "export"), "small", {
            key: "export",
            "aria-disabled": progress.any ? null : "true",
          }),
          button(say(S, "hand_in"), progress.any ? () => command(S, "hand_in") : null, "small", {
            key: "hand in",
            "aria-disabled": progress.any ? null : "true",
          }),
          button(say(S, "import"), () => openFile(S), "small", { key: "import" }),
          button(say(S, "reset"), progress.any ? ask(true) : null, "small quiet", {
            key: "reset",
            "data-reset": "1",
            "aria-disabled": progress.any ? null : "true",
          }),
        ),
    S.kept.handIn && handInVnode(S),
  );
}

/**
 * The log as a short text, to be copied.
 * @param {PageView} S
 */
function handInVnode(S) {
  const copy = async () => {
    const place = first(S.root, "[data-hand-in]");
    place.select();
    try {
      await navigator.clipboard.writeText(S.kept.handIn);
    } catch {
      document.execCommand("copy"); // a page that came over plain HTTP has no clipboard of its own
    }
    S.kept.copied = true;
    S.draw();
  };
  const close = () => {
    S.kept.handIn = "";
    S.kept.copied = false;
    S.draw();
  };
  return h(
    "div",
    { class: "tb-own-hand-in", key: "handed", ...grouped(say(S, "hand_in")) },
    h(
      "label",
      h("span", say(S, "hand_in_text")),
      h("textarea", { readonly: "", rows: "4", "data-hand-in": "1" }, S.kept.handIn),
    ),
    h(
      "div.tb-own-buttons",
      button(S.kept.copied ? say(S, "copied") : say(S, "copy"), copy, "small primary", {
        key: "copy",
        "data-copy": "1",
      }),
      button(say(S, "hand_in_close"), close, "small quiet", { key: "close" }),
    ),
  );
}

/** @param {PageView} S */
function homeVnodes(S) {
  const data = S.shown.data;
  return [
    h(
      "div",
      { class: "tb-wrap tb-home-page", key: "page" },
      h("div", { class: "tb-hero", key: "hero" }, h("div", h("h1", data.title), h("p", data.text)), goOnVnode(S)),
      h("h2", { class: "tb-head", key: "head" }, data.count),
      h(
        "div",
        { class: "tb-games", key: "games" },
        data.games.map((game) => gameVnode(S, game)),
      ),
      data.doors.length > 0 &&
        h(
          "div",
          { class: "tb-doors", key: "doors" },
          data.doors.map((door) => doorVnode(door)),
        ),
      progressVnode(S),
    ),
  ];
}

/** Bytes of a file that one message can carry. */
const MOST = 7e6;

/**
 * The text of a file that the learner chooses goes to Python; of one that is too large only its size.
 * @param {PageView} S
 */
function openFile(S) {
  const chooser = Object.assign(document.createElement("input"), { type: "file", accept: ".jsonl" });
  chooser.onchange = async () => {
    const file = chooser.files?.[0];
    if (file) command(S, "import", file.size > MOST ? { size: file.size } : { text: await file.text() });
  };
  chooser.click();
}

/** @param {Context} context */
function render(context) {
  const { model, el } = context;
  /** @type {any} */
  let page = null;
  const leave = mountPage(context, "home", (S) => {
    page = S;
    return homeVnodes(S);
  });
  const handIn = (message) => {
    if (message?.type !== "hand_in") return;
    page.kept.handIn = message.text;
    page.kept.copied = false;
    page.draw();
    first(page.root, "[data-copy]")?.focus();
  };
  const jump = (event) => {
    const link = event.target.closest("a[href^='#']");
    const place = link && first(el, link.getAttribute("href"));
    if (!place) return;
    event.preventDefault();
    place.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    place.focus({ preventScroll: true });
  };
  el.addEventListener("click", jump);
  model.on("msg:custom", saveFile);
  model.on("msg:custom", handIn);
  return () => {
    leave();
    el.removeEventListener("click", jump);
    model.off("msg:custom", handIn);
    model.off("msg:custom", saveFile);
  };
}

export default { render };
