// @ts-check
// Everything in one place: header bar, task, board or text twin, coach; in a lesson or a play arrangement.

/** @import { Context, Stage } from "./types.js" */
import "../styles/tokens.css";
import "../styles/card.css";
import "../styles/board.css";
import "../styles/coach.css";
import "../styles/versus.css";
import "../styles/slow.css";
import "../styles/stage.css";
import { drawArrow, watchSizes } from "./board/arrow.js";
import { cardPlaces, origins, shakeRefused, slideCards } from "./board/motion.js";
import { find } from "./board/refs.js";
import { watchClassLink } from "./drawing/class_link.js";
import { first, h, patch } from "./drawing/dom.js";
import { clearInside, placeInside } from "./drawing/inside.js";
import { adoptTheme, store } from "./drawing/theme.js";
import { fitBoard, turnPage } from "./stage/fit.js";
import { listen } from "./stage/hands.js";
import { toldVnode } from "./stage/keys.js";
import { hidePeek } from "./stage/peek.js";
import { showArrowCards, showMoved } from "./stage/reveal.js";
import { follow } from "./stage/sent.js";
import { shownBy } from "./stage/shown.js";
import { newKept, settle } from "./stage/kept.js";
import { lessonVnodes, playVnodes } from "./stage/views.js";
import { barVnode, keepAddress } from "./task/bar.js";
import { showFrame } from "./task/slow.js";

/**
 * @param {Stage} S
 * @param {boolean} resized
 */
function draw(S, resized) {
  if (!S.root.isConnected && S.kept.drawn) return;
  const before = resized ? new Map() : cardPlaces(S);
  /** @type {any} */
  const active = document.activeElement;
  const focused = S.root.contains(active) ? active : null;
  const ref = focused && focused.dataset.ref;
  const zone = focused && focused.closest("[data-zone]");
  const answering = Boolean(focused && focused.closest(".tb-answer"));
  const width = S.root.clientWidth || S.el.clientWidth || 1200;
  S.phone = width <= 760;
  S.room = first(S.root, ".tb-dock, .tb-question")?.clientWidth || Math.min(width, 600);
  S.root.dataset.stamp = String(S.shown.scene.stamp ?? 0);
  S.root.toggleAttribute("data-playing", Boolean(S.shown.coach.playing));
  S.root.className = `tb-root tb-stage tb-${S.shown.mode} ${S.phone ? "tb-phone" : width < 1100 ? "tb-mid-width" : "tb-wide"}${S.kept.text ? " tb-as-text" : ""}`;
  patch(S.body, [
    barVnode(S),
    toldVnode(S),
    h("div", { class: "tb-wrap tb-page", key: "page" }, S.shown.mode === "play" ? playVnodes(S) : lessonVnodes(S)),
  ]);
  placeInside(S, "beside");
  const turned = turnPage(S);
  fitBoard(S, turned || resized || !S.kept.drawn);
  showFrame(S);
  const from = resized ? new Map() : origins(S.kept.scene, S.shown.scene);
  if (!turned) showMoved(S, from);
  const moved = !turned && slideCards(S, before, from);
  S.kept.scene = S.shown.scene;
  shakeRefused(S);
  showArrowCards(S, turned);
  drawArrow(S);
  if (moved) setTimeout(() => S.root.isConnected && drawArrow(S), 290);
  if (!turned && focused && document.activeElement !== focused) {
    const again = focused.isConnected ? focused : ref && find(S, "ref", ref);
    const near = zone && zone.isConnected && first(zone, "[tabindex='0'][data-ref]");
    const asked = answering && first(S.root, ".tb-answer button:not([aria-disabled='true'])"); // a smaller question
    const target = again || near || asked || first(S.root, ".tb-actions button, .tb-controls button");
    if (target) target.focus({ preventScroll: true });
  }
  S.sizes.look();
  keepAddress(S);
  S.kept.drawn = true;
}

/** @param {Context} context */
function render({ model, el }) {
  const make = (name) => Object.assign(document.createElement("div"), { className: name });
  /** @type {any} */
  const made = {
    model,
    el,
    root: make("tb-root tb-stage"),
    body: make("tb-body"),
    peek: make("tb-reading"),
    spoken: make("tb-sr"),
    kept: newKept(store.get("tebiki-text") === "1"),
  };
  /** @type {Stage} */
  const S = made;
  S.peek.setAttribute("popover", "manual");
  S.peek.setAttribute("aria-hidden", "true");
  S.spoken.setAttribute("aria-live", "polite");
  const saved = store.get("tebiki-theme");
  if (saved) document.documentElement.dataset.theme ||= saved;
  S.sizes = watchSizes(S);
  S.draw = (resized) => draw(S, resized === true);
  S.root.dataset.lmSuppressShortcuts = "true"; // in JupyterLab the keys are the board's while it has the focus
  S.root.id = "tb-" + Math.random().toString(36).slice(2); // other stages may be on the page
  S.root.append(S.body, S.peek, S.spoken);
  el.append(S.root);
  const deaf = listen(S);
  let waiting = true; // until it is drawn for the first time
  const update = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      const before = S.shown;
      S.shown = shownBy(news.sent);
      settle(S, before);
      S.draw();
    });
  };
  const news = follow(model, update);
  let drawn = "";
  const fit = () => {
    const size = [S.root.clientWidth, S.phone || innerHeight].join(); // a phone's bars come and go as one scrolls
    if (S.root.clientWidth && size !== drawn) {
      drawn = size;
      S.draw(true);
    }
  };
  const watcher = new ResizeObserver(fit);
  addEventListener("resize", fit);
  S.shown = shownBy(news.sent);
  adoptTheme(S);
  settle(S, null);
  S.draw();
  waiting = false;
  watcher.observe(S.root);
  const unlinked = watchClassLink(S);
  return () => {
    unlinked();
    watcher.disconnect();
    removeEventListener("resize", fit);
    clearInside(S);
    hidePeek(S);
    news.stop();
    deaf();
    S.sizes.end();
  };
}

export default { render };
