// @ts-check
// The phase graph: lanes of steps, one open at a time. It draws a layout made in Python and knows no rules.

/** @import { Context, GraphShown, GraphView, Model, Props } from "./types.js" */
import "../styles/tokens.css";
import "../styles/graph.css";
import { every, first, h, patch } from "./drawing/dom.js";
import { say } from "./drawing/words.js";

const HEAD = 8;

/**
 * Which lanes are open: "" = the one with the current step, "*" = all, "-" = none, else a lane's id.
 * @param {GraphView} S
 */
function openLanes(S) {
  const lanes = S.shown.picture.lanes || [];
  if (S.shown.lane === "*") return new Set(lanes.map((lane) => lane.id));
  return new Set(S.shown.lane === "" ? [S.shown.home.get(S.shown.current) ?? (lanes[0] || {}).id] : [S.shown.lane]);
}

/**
 * @param {GraphView} S
 * @param {string} name
 */
function stateOf(S, name) {
  if (name === S.shown.current) return "now";
  return S.shown.done.has(name) ? "done" : S.shown.exits.has(name) ? "next" : "";
}

/**
 * Name and state of a step in words, for those who do not see the picture.
 * @param {GraphView} S
 * @param {any} step
 */
function stepLabel(S, step) {
  const state = { now: "now", done: "done", next: "possible" }[stateOf(S, step.name)];
  return [step.title, deciderOf(S, step), state && say(S, state)].filter(Boolean).join(", ");
}

/**
 * @param {GraphView} S
 * @param {any} step
 */
function deciderOf(S, step) {
  return step.kind === "choice" && step.who ? say(S, "decides", { who: step.who }) : say(S, step.kind);
}

/**
 * @param {GraphView} S
 * @param {any} step
 */
function send(S, step) {
  S.model.send({ type: "command", name: "open_step", step });
}

/**
 * @param {GraphView} S
 * @param {string} id
 * @param {any} [step]
 */
function openLane(S, id, step) {
  S.kept.focus = step || null;
  S.model.set("lane", id);
  S.model.save_changes();
}

/**
 * A way of straight pieces with small round corners, so that it shows where lines join.
 * @param {number[][]} points
 */
function pathOf(points) {
  let d = `M${points[0].join(" ")}`;
  for (let at = 1; at < points.length; at += 1) {
    const [a, b, c] = [points[at - 1], points[at], points[at + 1]];
    if (!c) return `${d}L${toward(b, a, HEAD - 2).join(" ")}`;
    const r = Math.min(5, far(a, b) / 2, far(b, c) / 2);
    d += `L${toward(b, a, r).join(" ")}Q${b.join(" ")} ${toward(b, c, r).join(" ")}`;
  }
  return d;
}

/**
 * @param {any} a
 * @param {any} b
 */
const far = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

/**
 * @param {any} from
 * @param {any} to
 * @param {number} by
 */
function toward(from, to, by) {
  return [from[0] + Math.sign(to[0] - from[0]) * by, from[1] + Math.sign(to[1] - from[1]) * by];
}

/** @param {number[][]} points */
function headOf(points) {
  const [a, b] = points.slice(-2);
  const [x, y] = toward(b, a, HEAD);
  const [wide, high] = a[0] === b[0] ? [3.8, 0] : [0, 3.8];
  return `M${b[0]} ${b[1]}L${x - wide} ${y - high}L${x + wide} ${y + high}Z`;
}

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
 * @param {any} box
 * @param {number} by
 */
const rectOf = (box, by) => ({ x: box.x - by, y: box.y - by, width: box.w + 2 * by, height: box.h + 2 * by });

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
        "aria-label": say(S, "leads", { title: chip.title }),
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
function pictureOf(S, lane) {
  const ways = lane.lines.map((line, place) => lineNode(S, line, place)).sort((a, b) => a.rank - b.rank);
  return h(
    "svg",
    {
      class: "tb-picture",
      key: "svg",
      viewBox: `0 0 ${lane.width} ${lane.height}`,
      role: "group",
      "aria-label": lane.title,
      style: `min-width:${lane.width * 0.76}px;max-width:${lane.width * 1.12}px`,
    },
    ways.map((way) => way.node),
    lane.lines.map((line, place) => line.label && labelNode(line, place)),
    lane.chips.map((chip, place) => chipNode(S, chip, place)),
    lane.boxes.flatMap((box) => boxNode(S, box)),
  );
}

/**
 * @param {GraphView} S
 * @param {any} lane
 */
function callersOf(S, lane) {
  if (!lane.callers.length) return null;
  return h(
    "p",
    { class: "tb-callers", key: "callers" },
    say(S, "called_from"),
    lane.callers.map((caller) =>
      h(
        "button",
        { type: "button", class: "tb-caller", key: caller.lane, onclick: () => openLane(S, caller.lane) },
        caller.title,
      ),
    ),
  );
}

/**
 * @param {GraphView} S
 * @param {any[]} lanes
 */
function keyOf(S, lanes) {
  const boxes = lanes.flatMap((lane) => lane.boxes);
  const kinds = ["choice", "automatic", "chance"].filter(
    (kind) => kind !== "chance" || boxes.some((box) => box.kind === kind),
  );
  return h(
    "p",
    { class: "tb-key", key: "key" },
    kinds.map((kind) => h("span", { key: kind }, h("i", { class: "tb-key-" + kind }), say(S, kind))),
    boxes.some((box) => box.calls.length) &&
      h("span", { key: "runs" }, h("b", { "aria-hidden": "true" }, "↳"), say(S, "runs_key")),
  );
}

/**
 * @param {GraphView} S
 * @param {any} lane
 * @param {any} open
 */
function laneNode(S, lane, open) {
  const now = S.shown.home.get(S.shown.current) === lane.id;
  const done = !now && lane.boxes.some((box) => S.shown.done.has(box.name));
  const note = S.shown.notes[lane.id] || "";
  const look = now ? " tb-lane-now" : done ? " tb-lane-done" : "";
  const id = `${S.id}-${lane.id}`;
  const press = () => openLane(S, open && S.shown.lane !== "*" ? (now ? "-" : "") : now ? "" : lane.id);
  return h(
    "section",
    { class: "tb-lane" + look + (open ? " tb-lane-open" : ""), key: lane.id },
    h(
      "h3",
      null,
      h(
        "button",
        { type: "button", class: "tb-lane-name", "aria-expanded": String(open), "aria-controls": id, onclick: press },
        lane.title,
        lane.japanese && h("span", { lang: "ja", class: "tb-ja" }, lane.japanese),
        h(
          "span",
          { class: "tb-lane-note" },
          done && h("span", { class: "tb-done" }, "✓"),
          note,
          done && !note && h("span", { class: "tb-sr" }, say(S, "done")),
        ),
      ),
    ),
    h(
      "div",
      { id, class: "tb-lane-body", key: "body", hidden: !open },
      open &&
        (S.shown.text
          ? stepsOf(S, lane)
          : [callersOf(S, lane), pictureOf(S, lane), S.shown.lane !== "*" && keyOf(S, [lane])]),
    ),
  );
}

/**
 * The text twin: the same steps as a list, each with its ways on and their full conditions.
 * @param {GraphView} S
 * @param {any} lane
 */
function stepsOf(S, lane) {
  return [
    callersOf(S, lane),
    h(
      "ol",
      { class: "tb-list", key: "list" },
      lane.steps.map((step) => {
        const state = stateOf(S, step.name);
        return h(
          "li",
          { key: step.name, class: state && "tb-item-" + state },
          h(
            "button",
            {
              type: "button",
              class: "tb-step-name",
              "data-step": step.name,
              "aria-current": state === "now" ? "step" : null,
              onclick: () => send(S, step.name),
            },
            step.title,
          ),
          step.japanese && h("span", { lang: "ja", class: "tb-ja" }, step.japanese),
          h(
            "span",
            { class: "tb-facts" },
            [deciderOf(S, step), state && say(S, { now: "now", done: "done", next: "possible" }[state])]
              .filter(Boolean)
              .join(" · "),
          ),
          h(
            "ul",
            null,
            step.ways.map((way, place) =>
              h(
                "li",
                { key: place },
                (way.condition || say(S, "always")) + ": ",
                h(
                  "b",
                  null,
                  way.kind === "call"
                    ? [
                        say(S, "runs", { title: way.title }),
                        ...way.back.map((title) => say(S, "back", { title })),
                      ].join(", ")
                    : say(S, "go_on", { title: way.title }),
                ),
              ),
            ),
          ),
        );
      }),
    ),
  ];
}

/** @param {GraphView} S */
function graphNode(S) {
  const lanes = S.shown.picture.lanes || [];
  const open = openLanes(S);
  const toggle = (name, on, press) =>
    h(
      "button",
      { type: "button", class: "tb-toggle", key: name, "aria-pressed": String(on), onclick: press },
      say(S, name),
    );
  return [
    h(
      "div",
      { class: "tb-graph-top", key: "top" },
      h("h2", null, S.shown.title || say(S, "title")),
      toggle("text", S.shown.text, () => {
        S.model.set("as_text", !S.shown.text);
        S.model.save_changes();
      }),
      toggle("whole", S.shown.lane === "*", () => openLane(S, S.shown.lane === "*" ? "" : "*")),
    ),
    h(
      "div",
      {
        class: "tb-lanes" + (S.shown.lane === "*" ? " tb-lanes-all" : ""),
        key: "lanes",
        style: S.shown.height ? `max-height:${S.shown.height}px` : null,
      },
      lanes.map((lane) => laneNode(S, lane, open.has(lane.id))),
    ),
    S.shown.lane === "*" && !S.shown.text && keyOf(S, lanes),
  ];
}

/**
 * What Python sent, and what follows from it.
 * @param {Model} model
 * @returns {GraphShown}
 */
function shownBy(model) {
  const { picture, current } = { picture: model.get("picture"), current: model.get("current") };
  const visited = model.get("visited");
  const walk = visited.at(-1) === current ? visited : [...visited, current];
  return {
    picture,
    current,
    lane: model.get("lane"),
    notes: model.get("notes"),
    title: model.get("title"),
    words: model.get("words"),
    height: model.get("height"),
    text: model.get("as_text"),
    done: new Set(visited),
    exits: new Set(model.get("exits")),
    path: new Set(walk.slice(1).map((name, at) => walk[at] + ">" + name)),
    home: new Map((picture.lanes || []).flatMap((lane) => lane.boxes.map((box) => [box.name, lane.id]))),
  };
}

/**
 * A font that runs wider than expected is set narrower rather than cut off.
 * @param {GraphView} S
 */
function fitWords(S) {
  for (const text of every(S.root, "text[data-wide]")) {
    if (text.tbFits === text.textContent) continue;
    const wide = Number(text.dataset.wide);
    const long = text.getComputedTextLength();
    if (!long) continue;
    if (long > wide) {
      text.setAttribute("textLength", String(wide));
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    text.tbFits = text.textContent;
  }
}

/**
 * Bring the current step into view inside the lanes' own scroll area; the page itself never jumps.
 * @param {GraphView} S
 */
function showCurrent(S) {
  const lanes = first(S.root, ".tb-lanes");
  const now = first(S.root, "[aria-current=step]");
  if (!now || !lanes || lanes.scrollHeight <= lanes.clientHeight) return;
  const [a, b] = [now.getBoundingClientRect(), lanes.getBoundingClientRect()];
  if (a.top < b.top + 24 || a.bottom > b.bottom - 24) lanes.scrollTop += (a.top + a.bottom - b.top - b.bottom) / 2;
}

/**
 * Arrow keys go to the nearest step in that direction.
 * @param {GraphView} S
 * @param {any} event
 */
function walkWithArrows(S, event) {
  const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
  const from = way && event.target.closest("svg [tabindex]");
  if (!from) return;
  event.preventDefault();
  const middle = (el) => {
    const r = el.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2];
  };
  const [x, y] = middle(from);
  /** @type {{ el: any, price: number } | null} */
  let best = null;
  for (const el of every(S.root, "svg [tabindex]")) {
    const [dx, dy] = [middle(el)[0] - x, middle(el)[1] - y];
    const along = dx * way[0] + dy * way[1];
    const price = along + 2.5 * Math.abs(dx * way[1] + dy * way[0]);
    if (along > 4 && (!best || price < best.price)) best = { el, price };
  }
  if (best) best.el.focus();
}

/** @param {GraphView} S */
function drawGraph(S) {
  const before = S.shown?.current ?? null;
  S.shown = shownBy(S.model);
  S.root.setAttribute("aria-label", S.shown.title || say(S, "title"));
  patch(S.root, graphNode(S));
  requestAnimationFrame(() => {
    fitWords(S);
    if (S.shown.current !== before) showCurrent(S);
    if (!S.kept.focus) return;
    const step = every(S.root, "[data-step]").find((el) => el.dataset.step === S.kept.focus);
    S.kept.focus = null;
    if (step) {
      step.focus();
      step.scrollIntoView({ block: "nearest" });
    }
  });
}

let graphs = 0;

/** @param {Context} context */
function render({ model, el }) {
  const root = Object.assign(document.createElement("section"), { className: "tb-root tb-graph" });
  /** @type {any} */
  const S = { model, root, id: "tb-graph-" + (graphs += 1), shown: null, kept: { focus: null } };
  root.addEventListener("keydown", (event) => walkWithArrows(S, event));
  el.append(root);
  let waiting = false;
  const update = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      drawGraph(S);
    });
  };
  const names = ["picture", "current", "visited", "exits", "lane", "notes", "title", "as_text", "words", "height"];
  for (const name of names) model.on("change:" + name, update);
  drawGraph(S);
  const watcher = new ResizeObserver(() => fitWords(S));
  watcher.observe(root);
  return () => {
    watcher.disconnect();
    for (const name of names) model.off("change:" + name, update);
  };
}

export default { render };
