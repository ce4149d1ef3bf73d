// @ts-check
// How an interval is read: a line to unfold, wherever a page of the classroom shows figures with theirs.

/** @import { PageView } from "../types.js" */
import { h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/** @param {PageView} S */
export const intervalVnode = (S) =>
  h(
    "details",
    { class: "tb-interval", key: "interval help" },
    h("summary", say(S, "interval_ask")),
    h("p", say(S, "interval_how")),
  );
