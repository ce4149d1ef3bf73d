// @ts-check
// The phase graph: lanes of steps, one open at a time. It draws a layout made in Python and knows no rules.

/** @import { Context, GraphShown, GraphView, Model } from "./types.js" */
import "../styles/tokens.css";
import "../styles/graph.css";
import { every, first, h, patch } from "./drawing/dom.js";
import { say } from "./drawing/words.js";
import { deciderOf, openLane, openLanes, send, stateOf } from "./graph/state.js";
import { pictureOf } from "./graph/picture.js";

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
            step.ways.map((way, place) =>
              h(
                "li",
                { key: place },
                (way.condition || say(S, "always")) + ": ",
                h(
                  "b",
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
      h("h2", S.shown.title || say(S, "title")),
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
