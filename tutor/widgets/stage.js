// Everything in one place: header bar, task, board or text twin, coach; in a lesson or a play arrangement.

// --- messages: every click is at most one of these ---

function send(S, message) {
  S.model.send({ stamp: S.scene.stamp ?? 0, ...message });
}
const sendMove = (S, move) => { S.sent = true; send(S, { type: "move", id: move.id }); };
const sendTry = (S, kind, from, to) => { S.sent = false; send(S, { type: "try", kind, from, to }); };
const sendCommand = (S, name, more) => send(S, { type: "command", name, ...more });

// --- header bar ---

const store = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* private window: the choice lasts for this page */ } },
};

function isDark(S) {
  return getComputedStyle(S.root).colorScheme === "dark" || (getComputedStyle(S.root).colorScheme === "light dark" && matchMedia("(prefers-color-scheme: dark)").matches);
}

function toggleTheme(S) {
  const theme = isDark(S) ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  store.set("tebiki-theme", theme);
}

function toggleText(S) {
  S.text = !S.text;
  store.set("tebiki-text", S.text ? "1" : "");
  S.draw();
}

const DOT_LABELS = { done: "step_done", now: "step_now", todo: "step_todo" };

function dotsVnode(S) {
  const steps = S.bar.steps || [];
  const now = steps.findIndex((step) => step.state === "now");
  if (!steps.length) return null;
  if (S.phone) return now >= 0 && h("p", { class: "tb-dots", key: "dots" }, h("span", { class: "tb-dot tb-dot-now" }, String(now + 1)), h("span", { class: "tb-crumbs" }, say(S, "step_of", { count: steps.length })));
  return h("ol", { class: "tb-dots", key: "dots", "aria-label": say(S, "steps") }, steps.map((step, n) => h("li", { key: n }, h("button", {
    type: "button", class: "tb-dot tb-dot-" + step.state, title: step.title || null, "aria-current": step.state === "now" ? "step" : null,
    "aria-label": [say(S, DOT_LABELS[step.state] || "step_todo", { n: n + 1, count: steps.length }), step.title].filter(Boolean).join(": "),
    onclick: () => sendCommand(S, "goto", { to: n + 1 }),
  }, step.state === "done" ? icon("ok") : String(n + 1)))));
}

function barVnode(S) {
  const bar = S.bar;
  const tools = [
    button([icon(S.text ? "table" : "lines"), h("span", { class: "tb-label" }, say(S, S.text ? "board_view" : "text_view"))], () => toggleText(S), "small quiet", { key: "text", "aria-label": say(S, S.text ? "board_view" : "text_view") }),
    button(icon("moon"), () => toggleTheme(S), "small quiet", { key: "theme", "aria-label": say(S, "theme") }),
  ];
  if (!bar.crumbs && !bar.steps) return h("div", { class: "tb-tools", key: "tools" }, tools);
  const logo = [h("svg", { viewBox: "0 0 48 48", "aria-hidden": "true", html: LOGO }), say(S, "brand"), h("i", { lang: "ja" }, say(S, "brand_ja"))];
  return h("div", { class: "tb-bar", key: "bar" }, h("div", { class: "tb-wrap" },
    h(bar.home ? "a" : "span", { class: "tb-logo", href: bar.home || null }, logo),
    h("p", { class: "tb-crumbs", key: "crumbs" }, (bar.crumbs || []).map((crumb, n) => [n > 0 && h("span", { "aria-hidden": "true" }, "›"), crumb.href ? h("a", { href: crumb.href }, crumb.text) : h("span", null, crumb.text)])),
    h("span", { class: "tb-space" }), dotsVnode(S), tools));
}

// --- what can be done now ---

const nameOf = (S, ref) => {
  const place = S.cards.get(ref);
  if (!place) return "";
  return place.card ? place.card.face || say(S, "hidden_card") : place.zone.title;
};

// Buttons: moves of the selected card that need no target, what else it could try, then the plain moves.
function actionVnodes(S) {
  const ref = S.selected || onlyActor(S);
  let first = S.mode === "play";
  const moveButton = (move) => {
    const kind = first ? "primary" : "";
    first = false;
    return button(move.label, () => sendMove(S, move), kind, { key: "move " + move.id, title: move.text || null });
  };
  if (S.pair) {
    const both = movesFrom(S, ref).filter((move) => move.to === S.pair);
    return [...both.map(moveButton), button(say(S, "cancel"), () => select(S, null), "quiet", { key: "cancel" })];
  }
  const own = ref ? [...movesFrom(S, ref).filter((move) => !move.to), ...(S.index.pick.get(ref) || [])] : [];
  const legal = new Set(movesFrom(S, ref).map((move) => move.kind));
  const tries = S.selected ? kindsOf(S, ref).filter((one) => !legal.has(one.kind)) : [];
  const kinds = new Set(movesFrom(S, ref).filter((move) => move.to).map((move) => move.kind));
  const choices = kinds.size > 1 ? kindsOf(S, ref).filter((one) => kinds.has(one.kind)) : [];
  return [
    own.map(moveButton),
    choices.map((one) => button(one.label, () => { S.kind = S.kind === one.kind ? null : one.kind; S.draw(); }, "", { key: "kind " + one.kind, "aria-pressed": S.kind === one.kind ? "true" : "false" })),
    tries.map((one) => button([icon("lock"), one.label], () => sendTry(S, one.kind, ref, null), "pale", { key: "try " + one.kind, "aria-disabled": "true", title: say(S, "can_try"), "aria-label": `${one.label}, ${say(S, "can_try")}` })),
    S.selected && S.cards.get(ref)?.card?.face && button(say(S, "read"), (event) => showPeek(S, ref, event.currentTarget), "quiet", { key: "read" }),
    S.index.plain.map((move) => { first = first && !S.index.from.size && !S.index.pick.size; return moveButton(move); }),
  ];
}

// In a game, the one card that can do something without a target need not be clicked first.
function onlyActor(S) {
  const [only, more] = S.index.from.keys();
  return S.mode === "play" && only && !more && !S.index.pick.size && movesFrom(S, only).every((move) => !move.to) ? only : null;
}

function liveText(S) {
  const ref = S.selected;
  if (!ref) return S.scene.now || (S.scene.question || {}).title || "";
  const name = nameOf(S, ref);
  const moves = movesFrom(S, ref);
  const next = S.pair ? say(S, "choose_pair", { name: nameOf(S, S.pair) })
    : moves.some((move) => move.to) ? say(S, "choose_target") : moves.length ? say(S, "choose_kind") : kindsOf(S, ref).length ? say(S, "try_free") : "";
  return `${say(S, "selected", { name })} ${next}`;
}

function questionVnode(S) {
  const question = S.scene.question;
  if (!question && S.mode !== "play") return null;
  const turn = S.scene.turn || {};
  return h("section", { class: "tb-question" + (question ? "" : " tb-question-calm"), key: "question", "aria-label": say(S, "decide") },
    h("div", null, h("h3", null, question ? question.title : turn.label || ""), h("p", null, rich(question ? question.text : S.scene.now))),
    !S.phone && h("div", { class: "tb-actions" }, actionVnodes(S)));
}

// What is now, for eyes and for screen readers. On phones, and in a lesson without a question, the buttons
// stand in the dock, under the thumb.
function liveVnode(S) {
  return h("p", { class: "tb-live", role: "status", "aria-live": "polite", key: "live" }, h("span", { class: "tb-now-word" }, say(S, "now")), h("b", null, liveText(S)));
}

function dockVnode(S) {
  const lesson = S.mode === "lesson";
  const actions = (S.phone || (lesson && !S.scene.question)) && h("div", { class: "tb-actions", key: "actions" }, actionVnodes(S));
  return h("div", { class: "tb-dock", key: "dock" }, S.phone && feedbackVnode(S), S.phone && liveVnode(S), S.phone && actions, lesson && controlsVnode(S, !S.phone && actions));
}

// --- the two arrangements ---

function tableVnodes(S) {
  return [questionVnode(S), S.text ? textVnode(S) : boardVnode(S)];
}

function lessonVnodes(S) {
  const task = choicesVnode(S);
  const side = [!S.phone && feedbackVnode(S), !S.phone && task, eventsVnode(S), hintsVnode(S)];
  return [
    h("div", { class: "tb-top", key: "top" }, introVnode(S), goalVnode(S)),
    h("div", { class: "tb-work", key: "work" },
      h("div", { class: "tb-main", key: "main" }, stripVnode(S), tableVnodes(S), !S.phone && liveVnode(S), S.phone && task, dockVnode(S)),
      h("div", { class: "tb-aside", key: "aside", role: "group", "aria-label": say(S, "feedback") }, side)),
  ];
}

function playVnodes(S) {
  const coach = S.coach;
  return [
    h("div", { class: "tb-top tb-play-top", key: "top" },
      h("div", null, h("h2", { class: "tb-title" }, coach.title || ""), coach.text && h("p", null, rich(coach.text))),
      controlsVnode(S)),
    h("div", { class: "tb-work", key: "work" },
      h("div", { class: "tb-main", key: "main" }, tableVnodes(S), !S.phone && liveVnode(S), S.phone && dockVnode(S)),
      h("div", { class: "tb-aside", key: "aside", role: "group", "aria-label": say(S, "log") },
        !S.phone && feedbackVnode(S), h("div", { class: "tb-beside", key: "beside", html: "" }), eventsVnode(S), hintsVnode(S))),
  ];
}

// --- reading card: hover, long press, or the i key ---

function hidePeek(S) {
  clearTimeout(S.peekTimer);
  if (S.peek.isConnected && S.peek.matches(":popover-open")) S.peek.hidePopover();
}

function showPeek(S, ref, anchor) {
  const place = S.cards.get(ref);
  const face = place && place.card && place.card.face && S.scene.faces[place.card.face];
  if (!face) return;
  patch(S.peek, [readingCard(place.card, face)]);
  if (!S.peek.matches(":popover-open")) S.peek.showPopover();
  const box = anchor.getBoundingClientRect();
  const own = S.peek.getBoundingClientRect();
  const room = 12;
  const right = box.right + room + own.width < innerWidth;
  const left = right ? box.right + room : Math.max(room, box.left - own.width - room);
  S.peek.style.left = `${Math.min(left, innerWidth - own.width - room)}px`;
  S.peek.style.top = `${Math.max(room, Math.min(box.top + box.height / 2 - own.height / 2, innerHeight - own.height - room))}px`;
  patch(S.spoken, [[face.name, face.type, ...(face.rules || [])].filter(Boolean).join(". ").replaceAll("**", "")]);
}

// --- keyboard and pointer ---

const cardAt = (event) => event.target.closest && event.target.closest("[data-ref]");

function onKey(S, event) {
  if (event.key === "Escape") {
    if (S.peek.matches(":popover-open")) hidePeek(S);
    else if (S.selected) select(S, null);
    else return;
    event.stopPropagation();
    return;
  }
  const card = cardAt(event);
  if (!card) return;
  if (event.key === "i") return showPeek(S, card.dataset.ref, card);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const zone = card.closest("[data-zone]");
  if ((!step && event.key !== "Home" && event.key !== "End") || !zone) return;
  const all = [...zone.querySelectorAll(".tb-card[data-ref]")];
  const place = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : Math.max(0, Math.min(all.length - 1, all.indexOf(card) + step));
  event.preventDefault();
  event.stopPropagation();
  if (all[place]) all[place].focus();
}

function onFocus(S, event) {
  const card = cardAt(event);
  const zone = card && card.closest("[data-zone]");
  if (!zone || !card.matches(".tb-card")) return;
  S.roving[zone.dataset.zone] = card.dataset.ref;
  for (const other of zone.querySelectorAll(".tb-card[data-ref]")) other.tabIndex = other === card ? 0 : -1;
  for (const el of zone.querySelectorAll(".tb-card[data-ref]")) el.tbProps = { ...el.tbProps, tabindex: el.tabIndex === 0 ? "0" : "-1" };
  aimAt(S, card);
}

// With a card in hand, pointing at a target draws the arrow that a click would mean.
function aimAt(S, card) {
  const ref = card && card.dataset.ref;
  const aim = ref && S.selected && targetsOf(S, S.selected).some((move) => move.to === ref) ? ref : null;
  if (aim === S.aim) return;
  S.aim = aim;
  drawArrow(S);
}

function listen(S) {
  const { root } = S;
  S.onBoardClick = (event) => {
    if (S.pressed) { S.pressed = false; return; }
    const card = cardAt(event);
    if (card) clickRef(S, card.dataset.ref);
    else if (S.selected) select(S, null);
  };
  root.addEventListener("keydown", (event) => onKey(S, event));
  root.addEventListener("focusin", (event) => onFocus(S, event));
  root.addEventListener("pointerover", (event) => {
    const card = cardAt(event);
    aimAt(S, card);
    if (event.pointerType !== "mouse") return;
    hidePeek(S);
    if (card) S.peekTimer = setTimeout(() => card.isConnected && showPeek(S, card.dataset.ref, card), 650);
  });
  root.addEventListener("pointerleave", () => hidePeek(S));
  root.addEventListener("pointerdown", (event) => {
    hidePeek(S);
    const card = cardAt(event);
    S.pressed = false;
    if (!card || event.pointerType === "mouse") return;
    S.peekTimer = setTimeout(() => { S.pressed = true; showPeek(S, card.dataset.ref, card); }, 450);
  });
  for (const name of ["pointerup", "pointercancel"]) root.addEventListener(name, (event) => { if (event.pointerType !== "mouse" && !S.pressed) clearTimeout(S.peekTimer); });
  root.addEventListener("contextmenu", (event) => { if (S.pressed) event.preventDefault(); });
}

// --- state and drawing ---

// Read the model anew. A new decision drops what was half done; a refused try keeps the card in hand.
function read(S) {
  const { model } = S;
  const stamp = S.scene && S.scene.stamp;
  S.scene = { moves: [], players: [], faces: {}, ...model.get("scene") };
  const coach = model.get("coach") || {};
  if (coach !== S.coachSeen) { S.coachSeen = coach; S.coach = structuredClone(coach); if (coach.feedback) S.coach.feedback = coach.feedback; }
  S.events = model.get("events") || [];
  S.bar = model.get("bar") || {};
  S.panel = model.get("panel") || {};
  S.words = model.get("words") || {};
  S.mode = model.get("mode") || "lesson";
  S.index = indexMoves(S.scene);
  S.cards = indexCards(S.scene);
  S.picked = pickedRefs(S.coach);
  if (S.selected && ((stamp !== S.scene.stamp && S.sent) || !S.cards.has(S.selected) || (stamp !== S.scene.stamp && !S.index.from.has(S.selected) && S.scene.marks?.[S.selected] !== "refused"))) {
    S.selected = S.pair = S.kind = S.aim = null;
  }
  S.choose = (ref) => {
    const item = ((S.coach.choices && S.coach.choices.items) || []).find((one) => one.ref === ref);
    if (item) pick(S, item);
    return Boolean(item);
  };
}

function draw(S, resized) {
  if (!S.root.isConnected && S.drawn) return;
  const before = resized ? new Map() : cardPlaces(S);
  const focused = S.root.contains(document.activeElement) ? document.activeElement : null;
  const ref = focused && focused.dataset.ref;
  const zone = focused && focused.closest("[data-zone]");
  const width = S.root.clientWidth || S.el.clientWidth || 1200;
  S.phone = width <= 760;
  S.root.className = `tb-root tb-stage tb-${S.mode} ${S.phone ? "tb-phone" : width < 1100 ? "tb-mid-width" : "tb-wide"}${S.text ? " tb-as-text" : ""}`;
  patch(S.body, [barVnode(S), h("div", { class: "tb-wrap tb-page", key: "page" }, S.mode === "play" ? playVnodes(S) : lessonVnodes(S))].filter(Boolean));
  placeBeside(S);
  slideCards(S, before);
  shakeRefused(S);
  drawArrow(S);
  if (focused && document.activeElement !== focused) {
    const again = focused.isConnected ? focused : ref && S.root.querySelector(`[data-ref="${CSS.escape(ref)}"]`);
    const near = zone && zone.isConnected && zone.querySelector("[tabindex='0'][data-ref]");
    const target = again || near || S.root.querySelector(".tb-actions button, .tb-controls button");
    if (target) target.focus({ preventScroll: true });
  }
  S.drawn = true;
}

// Another widget (the phase graph) may sit in the play layout's right column.
async function placeBeside(S) {
  const given = S.model.get("beside");
  const slot = S.root.querySelector(".tb-beside");
  if (!slot || !given) return;
  if (S.besideRef !== given) {
    S.besideRef = given;
    S.besideView = null;
    try {
      const child = await S.model.widget_manager.get_model(given.replace("IPY_MODEL_", ""));
      S.besideView = await S.model.widget_manager.create_view(child);
    } catch (error) { console.warn("tebiki: the widget beside the board could not be shown", error); }
  }
  const now = S.root.querySelector(".tb-beside");
  if (S.besideView && now && S.besideView.el.parentNode !== now) now.replaceChildren(S.besideView.el);
}

function render({ model, el }) {
  const make = (name) => Object.assign(document.createElement("div"), { className: name });
  const S = { model, el, root: make("tb-root tb-stage"), body: make("tb-body"), peek: make("tb-reading"), spoken: make("tb-sr"), roving: {}, selected: null, text: store.get("tebiki-text") === "1", picked: new Set() };
  S.peek.setAttribute("popover", "manual");
  S.peek.setAttribute("aria-hidden", "true");
  S.spoken.setAttribute("aria-live", "polite");
  const saved = store.get("tebiki-theme");
  if (saved) document.documentElement.dataset.theme = saved;
  S.draw = (resized) => draw(S, resized === true);
  S.root.append(S.body, S.peek, S.spoken);
  el.append(S.root);
  listen(S);
  let waiting = false;
  const update = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => { waiting = false; read(S); S.draw(); });
  };
  const names = ["scene", "coach", "events", "bar", "panel", "words", "mode", "beside"];
  for (const name of names) model.on("change:" + name, update);
  let width = 0;
  const watcher = new ResizeObserver(() => {
    if (S.root.clientWidth && S.root.clientWidth !== width) { width = S.root.clientWidth; S.draw(true); }
  });
  read(S);
  S.draw();
  watcher.observe(S.root);
  return () => {
    watcher.disconnect();
    hidePeek(S);
    for (const name of names) model.off("change:" + name, update);
  };
}

export default { render };
