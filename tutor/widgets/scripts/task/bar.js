// @ts-check
// The line at the top: logo, place, step dots, text view, light and dark.

/** @import { Stage } from "../types.js" */
import { LOGO } from "../drawing/art.js";
import { button, icon } from "../drawing/controls.js";
import { HIDDEN, h, isAppPage } from "../drawing/dom.js";
import { classLinkVnode } from "../drawing/class_link.js";
import { store, themeButton } from "../drawing/theme.js";
import { say } from "../drawing/words.js";
import { keysVnodes } from "../stage/keys.js";
import { sendCommand } from "./messages.js";

/** @param {Stage} S */
export function toggleText(S) {
  S.kept.text = !S.kept.text;
  store.set("tebiki-text", S.kept.text ? "1" : "");
  S.draw();
}

/**
 * The address names the step of a lesson, so that the page opened anew goes on where one was.
 * @param {Stage} S
 */
export function keepAddress(S) {
  const now = (S.shown.bar.steps || []).findIndex((step) => step.state === "now");
  if (now < 0 || !isAppPage()) return;
  const url = new URL(location.href);
  if (url.searchParams.get("step") === String(now + 1)) return;
  url.searchParams.set("step", String(now + 1));
  history.replaceState(null, "", url);
}

const signOf = (step, n) => (step.state === "done" ? icon("ok") : String(n + 1));

const DOT_LABELS = { done: "step_done", now: "step_now", todo: "step_todo" };

/**
 * On a phone the number of the step opens the list of all steps.
 * @param {Stage} S
 * @param {{title?: string, state: string}[]} steps
 * @param {number} now
 */
function stepsVnode(S, steps, now) {
  const id = `${S.root.id}-steps`;
  const title = say(S, "steps");
  const goTo = (to) => () => {
    const list = document.getElementById(id);
    if (list?.matches(":popover-open")) list.hidePopover();
    sendCommand(S, "goto", { to });
  };
  return h(
    "div.tb-dots",
    { key: "dots" },
    h(
      "button.tb-steps-open",
      { popovertarget: id, "aria-label": `${title}: ${say(S, "step_now", { n: now + 1, count: steps.length })}` },
      h("span", { class: "tb-dot tb-dot-now" }, String(now + 1)),
      h("span.tb-crumbs", say(S, "step_of", { count: steps.length })),
    ),
    h(
      "ol.tb-step-list",
      { id, popover: "auto", "aria-label": title },
      steps.map((step, n) =>
        h(
          "li",
          { key: n },
          h(
            "button",
            { "aria-current": n === now ? "step" : null, onclick: goTo(n + 1) },
            h("span", { class: "tb-dot tb-dot-" + step.state, ...HIDDEN }, signOf(step, n)),
            h("span", step.title || say(S, "step_todo", { n: n + 1 })),
          ),
        ),
      ),
    ),
  );
}

/**
 * Where nobody can go to another step, as in an exam, the steps are marks and no buttons.
 * @param {Stage} S
 * @param {{title?: string, state: string}[]} steps
 * @param {number} now
 */
function marksVnode(S, steps, now) {
  const label = now >= 0 ? say(S, "step_now", { n: now + 1, count: steps.length }) : say(S, "steps");
  const mark = (step, n) =>
    h("span", { class: "tb-dot tb-mark-only tb-dot-" + step.state, title: step.title || null }, signOf(step, n));
  if (S.phone && now < 0) return null;
  return h(
    "div.tb-dots",
    { key: "dots", role: "img", "aria-label": label },
    S.phone
      ? [mark(steps[now], now), h("span.tb-crumbs", say(S, "step_of", { count: steps.length }))]
      : steps.map(mark),
  );
}

/** @param {Stage} S */
function dotsVnode(S) {
  const steps = S.shown.bar.steps || [];
  const now = steps.findIndex((step) => step.state === "now");
  if (!steps.length) return null;
  if (S.shown.bar.fixed) return marksVnode(S, steps, now);
  if (S.phone) return now >= 0 && stepsVnode(S, steps, now);
  return h(
    "ol.tb-dots",
    { key: "dots", "aria-label": say(S, "steps") },
    steps.map((step, n) =>
      h(
        "li",
        { key: n },
        h(
          "button",
          {
            class: "tb-dot tb-dot-" + step.state,
            title: step.title || null,
            "aria-current": step.state === "now" ? "step" : null,
            "aria-label": [say(S, DOT_LABELS[step.state] || "step_todo", { n: n + 1, count: steps.length }), step.title]
              .filter(Boolean)
              .join(": "),
            onclick: () => sendCommand(S, "goto", { to: n + 1 }),
          },
          signOf(step, n),
        ),
      ),
    ),
  );
}

/** @param {Stage} S */
export function barVnode(S) {
  const bar = S.shown.bar;
  const view = say(S, S.kept.text ? "board_view" : "text_view");
  const tools = [
    button([icon("lines"), h("span.tb-label", view)], () => toggleText(S), "small quiet", {
      key: "text",
      "aria-label": view,
    }),
    themeButton(S),
    keysVnodes(S),
  ];
  if (!bar.crumbs && !bar.steps) return h("div.tb-tools", { key: "tools" }, tools);
  const logo = [
    h("svg", { viewBox: "0 0 48 48", ...HIDDEN, html: LOGO }),
    say(S, "brand"),
    h("i", { lang: "ja" }, say(S, "brand_ja")),
  ];
  return h(
    "div.tb-bar",
    { key: "bar" },
    h(
      "div.tb-wrap",
      bar.back && button([icon("back"), bar.back], () => sendCommand(S, "new"), "small back", { key: "back" }),
      h("h1.tb-sr", { key: "h1" }, (bar.crumbs || []).map((crumb) => crumb.text).join(": ")),
      h(bar.home ? "a" : "span", { class: "tb-logo", href: bar.home || null }, logo),
      h(
        "p.tb-crumbs",
        (bar.crumbs || []).map((crumb, n) => [
          n > 0 && h("span", HIDDEN, "›"),
          crumb.href ? h("a", { href: crumb.href }, crumb.text) : h("span", crumb.text),
        ]),
      ),
      h("span.tb-space"),
      classLinkVnode(),
      dotsVnode(S),
      tools,
    ),
  );
}
