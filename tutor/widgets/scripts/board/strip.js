// @ts-check
// The phase strip: done phases with a tick, the current one opened into its steps, the rest quiet.

/** @import { Stage } from "../types.js" */
import { icon } from "../drawing/controls.js";
import { grouped, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";

/** @param {Stage} S */
export function stripVnode(S) {
  const phases = S.shown.scene.phases || [];
  if (!phases.length) return null;
  const done = phases.filter((phase) => phase.state === "done").length;
  const opened = (phase) =>
    h(
      "li.tb-phase-now",
      { key: phase.id },
      h("span", phase.title),
      h(
        "ol.tb-steps",
        (phase.steps || []).map((step) =>
          h(
            "li",
            {
              class: "tb-step tb-step-" + step.state,
              key: step.id,
              "aria-current": step.state === "now" ? "step" : null,
            },
            step.title,
            h("span.tb-sr", " " + say(S, "state_" + step.state)),
          ),
        ),
      ),
    );
  const closed = (phase) =>
    h(
      "li",
      { class: "tb-phase tb-phase-" + phase.state, key: phase.id },
      phase.state === "done" && icon("ok"),
      phase.title,
      h("span.tb-sr", " " + say(S, "state_" + phase.state)),
    );
  return h(
    "div.tb-strip",
    { key: "strip", ...grouped(say(S, "phases")), tabindex: "0" },
    S.phone && done > 0 && h("span.tb-done-count", icon("ok"), say(S, "phases_done", { n: done })),
    h(
      "ol",
      phases
        .filter((phase) => !S.phone || phase.state !== "done")
        .map((phase) => (phase.state === "now" ? opened(phase) : closed(phase))),
    ),
  );
}
