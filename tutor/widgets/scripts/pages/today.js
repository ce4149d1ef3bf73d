// @ts-check
// The panel with the one button: what the next ten minutes are, and why.

import { HIDDEN, h } from "../drawing/dom.js";
import { rich } from "../drawing/words.js";

/** @param {any} reason */
const reasonVnode = (reason) =>
  h(
    "li",
    { key: reason.text },
    h(
      "span",
      { class: "tb-questions", ...HIDDEN },
      reason.marks.map((mark, n) => h("i", { class: "tb-question-" + mark, key: n }, mark === "belief" ? "?" : null)),
    ),
    h("span", rich(reason.text)),
  );

/** @param {any} today */
export const todayVnode = (today) =>
  today &&
  h(
    "section",
    { class: "tb-panel tb-today", key: "today", "aria-labelledby": "tb-today" },
    h("div", h("p.tb-kick", h("span.tb-kind", today.badge)), h("h2", { id: "tb-today" }, today.title)),
    h(
      "ul",
      { class: today.reasons.some((one) => one.marks.length) ? "tb-reasons" : "tb-reasons tb-plain" },
      today.reasons.map(reasonVnode),
    ),
    h(
      "div",
      { class: "tb-today-go" },
      h("a", { class: "tb-btn tb-primary", href: today.href }, today.button),
      today.note && h("small", today.note),
    ),
  );
