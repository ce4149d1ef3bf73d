// Everything in one place: header bar, task, board or text twin, coach; in a lesson or a play arrangement.

function tableVnodes(S) {
  return [S.mode === "play" && !S.phone && questionVnode(S), S.text ? textVnode(S) : boardVnode(S)];
}

function lessonVnodes(S) {
  const task = choicesVnode(S);
  const side = [!S.phone && feedbackVnode(S), !S.phone && task, eventsVnode(S), hintsVnode(S)];
  return [
    h("div.tb-top", { key: "top" }, introVnode(S), goalVnode(S)),
    h("div.tb-work", { key: "work" },
      h("div.tb-main", { key: "main" }, stripVnode(S), tableVnodes(S), S.phone && task, dockVnode(S)),
      h("div.tb-aside", { key: "aside", role: "group", "aria-label": say(S, "feedback") }, side)),
  ];
}

function playVnodes(S) {
  const coach = S.coach;
  return [
    h("div", { class: "tb-top tb-play-top", key: "top" },
      h("div", null, h("h2.tb-title", null, coach.title || ""), coach.text && h("p", null, rich(coach.text))),
      controlsVnode(S)),
    h("div.tb-work", { key: "work" },
      h("div.tb-main", { key: "main" }, tableVnodes(S), !S.phone && liveVnode(S), S.phone && dockVnode(S)),
      h("div.tb-aside", { key: "aside", role: "group", "aria-label": say(S, "log") },
        !S.phone && feedbackVnode(S), h("div.tb-beside", { key: "beside", html: "" }), eventsVnode(S), hintsVnode(S))),
  ];
}

// Read the model anew. A new decision drops what was half done; after a refused target the card stays in hand.
function read(S) {
  const { model } = S;
  const stamp = S.scene && S.scene.stamp;
  S.scene = { moves: [], players: [], faces: {}, ...model.get("scene") };
  if (S.scene.ghost) haunt(S);
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
  const done = S.sent || !S.index.from.has(S.selected) || S.scene.marks?.[S.selected] === "refused";
  if (!S.cards.has(S.selected) || (stamp !== S.scene.stamp && done)) S.selected = S.pair = S.kind = S.aim = null;
  if (stamp !== S.scene.stamp) {
    S.sent = false;
    S.amount = S.auto = null;
    const [only, more] = S.index.from.keys(); // one card alone may act: it is in hand already
    const held = !S.index.plain.length || (S.scene.marks || {})[only] === "selected";
    if (only && !more && held && !S.selected && !S.scene.quiet && !S.index.pick.size) S.selected = S.auto = only;
  }
  S.choose = (ref) => {
    const item = ((S.coach.choices && S.coach.choices.items) || []).find((one) => one.ref === ref);
    if (item) pick(S, item);
    return Boolean(item);
  };
}

// An illegal try is shown in grey for one beat, then the table is as it was.
function haunt(S) {
  const arrow = S.scene.arrow;
  if (S.haunted === S.scene.stamp || matchMedia("(prefers-reduced-motion: reduce)").matches) { S.scene.ghost = null; return; }
  S.haunted = S.scene.stamp;
  const { scene } = S;
  scene.arrow = scene.ghost.arrow || arrow;
  setTimeout(() => { scene.ghost = null; scene.arrow = arrow; S.draw(); }, 900);
}

function draw(S, resized) {
  if (!S.root.isConnected && S.drawn) return;
  const before = resized ? new Map() : cardPlaces(S);
  const focused = S.root.contains(document.activeElement) ? document.activeElement : null;
  const ref = focused && focused.dataset.ref;
  const zone = focused && focused.closest("[data-zone]");
  const width = S.root.clientWidth || S.el.clientWidth || 1200;
  S.phone = width <= 760;
  S.root.dataset.stamp = S.scene.stamp ?? 0;
  S.root.className = `tb-root tb-stage tb-${S.mode} ${S.phone ? "tb-phone" : width < 1100 ? "tb-mid-width" : "tb-wide"}${S.text ? " tb-as-text" : ""}`;
  patch(S.body, [barVnode(S), h("div", { class: "tb-wrap tb-page", key: "page" }, S.mode === "play" ? playVnodes(S) : lessonVnodes(S))].filter(Boolean));
  placeInside(S, "beside");
  const turned = turnPage(S);
  fitBoard(S, turned || resized || !S.drawn);
  const moved = !turned && slideCards(S, before);
  shakeRefused(S);
  showArrowCards(S);
  drawArrow(S);
  if (moved) setTimeout(() => S.root.isConnected && drawArrow(S), 190);
  if (!turned && focused && document.activeElement !== focused) {
    const again = focused.isConnected ? focused : ref && find(S, "ref", ref);
    const near = zone && zone.isConnected && zone.querySelector("[tabindex='0'][data-ref]");
    const target = again || near || S.root.querySelector(".tb-actions button, .tb-controls button");
    if (target) target.focus({ preventScroll: true });
  }
  S.drawn = true;
}

// A laptop's screen is low: the board is drawn smaller, so that it is seen whole, from its top to the dock, and so is a
// phase bar that is too long. The board does not grow again for a new card, or it would jump.
function fitBoard(S, again) {
  const board = S.root.querySelector(".tb-board");
  if (!board) return;
  const strip = S.root.querySelector(".tb-strip");
  if (strip) {
    strip.style.zoom = "";
    strip.style.zoom = S.phone ? "" : Math.max(.8, Math.min(1, strip.clientWidth / strip.scrollWidth)).toFixed(3);
  }
  const dock = S.root.querySelector(".tb-dock");
  const from = S.root.classList.contains("tb-wide") ? S.root : board.parentNode;
  const top = board.getBoundingClientRect().top - from.getBoundingClientRect().top;
  const room = innerHeight - top - (dock ? dock.offsetHeight : 0) - 8;
  if (again || Math.abs(room - S.room) > 60) S.fit = 1; // or what stands above it went: cards to choose from, say
  S.room = room;
  if (S.phone || !board.offsetHeight) S.fit = 1;
  else S.fit = Math.min(S.fit, Math.max(.72, room / board.offsetHeight));
  board.style.zoom = S.fit < 1 ? S.fit.toFixed(3) : "";
}

// A new step begins at its top, with its title read out; true when there is one.
function turnPage(S) {
  const place = S.mode === "lesson" ? S.coach.place : "";
  const turned = Boolean(S.place && place && S.place !== place);
  S.place = place;
  const aside = S.root.querySelector(".tb-aside");
  if (aside && S.coach.feedback !== S.feedbackSeen) aside.scrollTop = 0;
  const head = S.root.querySelector(".tb-feedback-head");
  const top = head && head.getBoundingClientRect().top;
  if (!S.phone && head && S.coach.feedback !== S.feedbackSeen && (top < 0 || top > innerHeight - 140)) head.parentNode.scrollIntoView({ block: "nearest" });
  S.feedbackSeen = S.coach.feedback;
  const hints = S.coach.hints ? S.coach.hints.shown.length : 0;
  const film = isWatch(S);
  if (!turned && hints > (S.hintsSeen || 0)) [...S.root.querySelectorAll(".tb-open-hint")].pop().scrollIntoView({ block: "nearest" });
  if (!turned && S.phone && film && !S.filmSeen) S.root.querySelector(".tb-board")?.scrollIntoView({ block: "start" });
  S.hintsSeen = hints;
  S.filmSeen = film;
  if (!turned) return false;
  const title = S.root.querySelector(".tb-title");
  if (title) title.focus({ preventScroll: true });
  if (S.root.getBoundingClientRect().top < 0) S.root.scrollIntoView({ block: "start" });
  return true;
}

function render({ model, el }) {
  const make = (name) => Object.assign(document.createElement("div"), { className: name });
  const S = { model, el, root: make("tb-root tb-stage"), body: make("tb-body"), peek: make("tb-reading"), spoken: make("tb-sr"), roving: {}, selected: null, text: store.get("tebiki-text") === "1", picked: new Set() };
  S.peek.setAttribute("popover", "manual");
  S.peek.setAttribute("aria-hidden", "true");
  S.spoken.setAttribute("aria-live", "polite");
  const saved = store.get("tebiki-theme");
  if (saved && !document.documentElement.dataset.theme) document.documentElement.dataset.theme = saved;
  S.draw = (resized) => draw(S, resized === true);
  S.root.id = "tb-" + Math.random().toString(36).slice(2); // other stages may be on the page
  S.root.append(S.body, S.peek, S.spoken);
  el.append(S.root);
  listen(S);
  adoptTheme(S);
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
    clearInside(S);
    hidePeek(S);
    for (const name of names) model.off("change:" + name, update);
  };
}

export default { render };
