// @ts-check
// The picture of a lane: ways, labels, boxes of steps, exits.

/** @import { GraphView, Props } from "../types.js" */
import { grouped, h } from "../drawing/dom.js";
import { say } from "../drawing/words.js";
import { headOf, pathOf, rectOf } from "../graph/ways.js";
import { openLane, send, stateOf, stepLabel } from "../graph/state.js";

/**
 * @param {GraphView} S
 * @param {any} line
 * @param {number} place
 */
function lineNode(S, line, place) {
  const look =
    line.source === S.shown.current && S.shown.exits.has(line.target)
      ? "next"
      : S.shown.path.has(line.source + ">" + line.target)
        ? "done"
        : "";
  return {
    rank: { next: 2, done: 1 }[look] || 0,
    node: h(
      "g",
      { class: "tb-way" + (look && " tb-way-" + look), key: "way" + place },
      h("path", { d: pathOf(line.points) }),
      h("path", { class: "tb-head", d: headOf(line.points) }),
    ),
  };
}

/**
 * One or more lines of text around a middle; `wide` is the room there is, in case the font runs wider.
 * @param {any[]} lines
 * @param {number} x
 * @param {number} y
 * @param {any} step
 * @param {number} wide
 * @param {Props} [props]
 */
function words(lines, x, y, step, wide, props) {
  return lines.map((line, at) =>
    h("text", { x, y: y + step * at, "data-wide": wide, key: "line" + at, ...props }, line),
  );
}

/**
 * @param {any} line
 * @param {number} place
 */
function labelNode(line, place) {
  const label = line.label;
  const middle = label.x + label.w / 2;
  return h(
    "g",
    { class: "tb-words", key: "label" + place },
    label.cut && h("rect", { x: label.x, y: label.y, width: label.w, height: label.h }),
    words(label.lines, middle, label.y + 10, 13, label.w - 2),
  );
}

/**
 * @param {Props} props
 * @param {() => void} press
 */
function pressable(props, press) {
  return {
    role: "button",
    tabindex: "0",
    onclick: press,
    ...props,
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        press();
      }
    },
  };
}

/**
 * @param {GraphView} S
 * @param {any} box
 */
function boxNode(S, box) {
  const state = stateOf(S, box.name);
  const high = box.lines.length * 15;
  const top = box.calls.length ? box.y + 6 : box.y + (box.h - high) / 2;
  const round = box.kind === "end" ? box.h / 2 : 8;
  const step = h(
    "g",
    pressable(
      {
        class: `tb-node tb-node-${box.kind}${state && " tb-node-" + state}`,
        key: box.name,
        "data-step": box.name,
        "aria-label": stepLabel(S, box),
        "aria-current": state === "now" ? "step" : null,
      },
      () => send(S, box.name),
    ),
    h("rect", { class: "tb-ring", ...rectOf(box, 4), rx: round + 4 }),
    h("rect", { class: "tb-node-box", ...rectOf(box, 0), rx: round }),
    words(box.lines, box.x + box.w / 2, top + 11.5, 15, box.w - 8),
    state === "done" &&
      h(
        "g",
        { class: "tb-node-tick", key: "tick" },
        h("circle", { cx: box.x + 1, cy: box.y + 1, r: 6 }),
        h("path", { d: `M${box.x - 2} ${box.y + 1.2}l2.2 2.2 3.8-4.2` }),
      ),
  );
  const calls = box.calls.map((call) =>
    h(
      "g",
      pressable(
        {
          class: "tb-call" + (state === "now" && S.shown.exits.has(call.target) ? " tb-call-next" : ""),
          key: box.name + ">" + call.target,
          "aria-label": `${box.title} ${say(S, "runs", { title: call.title })}`,
        },
        () => openLane(S, call.lane, call.target),
      ),
      h("rect", {
        class: "tb-ring",
        x: box.x + 3,
        y: box.y + call.y - 1,
        width: box.w - 6,
        height: 15 * call.lines.length + 1,
        rx: 5,
      }),
      h("path", { d: `M${box.x + 9} ${box.y + call.y + 3}v5h6m-3-3 3 3-3 3` }),
      words(call.lines, box.x + 19, box.y + call.y + 11.5, 15, box.w - 24),
    ),
  );
  return [step, ...calls];
}

/**
 * @param {GraphView} S
 * @param {any} chip
 * @param {number} place
 */
function chipNode(S, chip, place) {
  const lit = chip.source === S.shown.current && S.shown.exits.has(chip.target);
  return h(
    "g",
    pressable(
      {
        class: "tb-exit" + (lit ? " tb-exit-next" : ""),
        key: "chip" + place,
        "aria-label": `${chip.lines.join(" ")}: ${say(S, "leads", { title: chip.title })}`,
      },
      () => openLane(S, chip.lane, chip.target),
    ),
    h("rect", { class: "tb-ring", ...rectOf(chip, 3), rx: 11 }),
    h("rect", { class: "tb-node-box", ...rectOf(chip, 0), rx: Math.min(11, chip.h / 2) }),
    words(chip.lines, chip.x + chip.w / 2, chip.y + 4.5 + 10, 13, chip.w - 8),
  );
}

/**
 * @param {GraphView} S
 * @param {any} lane
 */
export function pictureOf(S, lane) {
  const ways = lane.lines.map((line, place) => lineNode(S, line, place)).sort((a, b) => a.rank - b.rank);
  return h(
    "svg",
    {
      class: "tb-picture",
      key: "svg",
      viewBox: `0 0 ${lane.width} ${lane.height}`,
      ...grouped(lane.title),
      style: `min-width:${lane.width * 0.76}px;max-width:${lane.width * 1.12}px`,
    },
    ways.map((way) => way.node),
    lane.lines.map((line, place) => line.label && labelNode(line, place)),
    lane.chips.map((chip, place) => chipNode(S, chip, place)),
    lane.boxes.flatMap((box) => boxNode(S, box)),
  );
}
