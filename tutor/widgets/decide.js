// What the learner may do now: messages to Python, buttons, the question bar, the live line, the dock.

// Every click is at most one of these.
function send(S, message) {
  if (message.name !== "seek") S.sheetClosed = false;
  S.model.send({ stamp: S.scene.stamp ?? 0, ...message });
}
const sendMove = (S, move) => { S.sent = true; send(S, { type: "move", id: move.id }); };
const sendTry = (S, kind, from, to) => { S.sent = false; send(S, { type: "try", kind, from, to }); };
const sendCommand = (S, name, more) => send(S, { type: "command", name, ...more });

const nameOf = (S, ref) => {
  const place = S.cards.get(ref);
  if (!place) return "";
  return place.card ? place.card.face || say(S, "hidden_card") : place.zone.title;
};

// A target in words: its name, or for a card that nobody sees its zone.
const targetName = (S, ref) => {
  const place = S.cards.get(ref);
  return place ? (place.card && place.card.face) || place.zone.title : "";
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
  const chosen = S.selected && S.selected !== S.auto; // by the learner
  const tries = chosen ? kindsOf(S, ref).filter((one) => !legal.has(one.kind)) : [];
  const kinds = new Set(movesFrom(S, ref).filter((move) => move.to).map((move) => move.kind));
  const several = kindsOf(S, ref).filter((one) => kinds.has(one.kind));
  const choices = several.length > 1 ? several : [];
  return [
    offers(S, own, moveButton),
    choices.map((one) => button(one.label, () => { S.kind = S.kind === one.kind ? null : one.kind; S.draw(); }, "", { key: "kind " + one.kind, "aria-pressed": S.kind === one.kind })),
    offers(S, S.index.plain, (move) => { first = first && !S.index.from.size && !S.index.pick.size; return moveButton(move); }),
    tries.map((one) => button([icon("lock"), one.label], () => sendTry(S, one.kind, ref, null), "pale", { key: "try " + one.kind, title: say(S, "can_try"), "aria-label": `${one.label}, ${say(S, "can_try")}` })),
    chosen && S.cards.get(ref)?.card?.face && button(say(S, "read"), (event) => showPeek(S, ref, event.currentTarget), "quiet", { key: "read" }),
  ];
}

// Cards that lie nowhere on the board, such as those of a deck, are shown to choose from.
function offeredCards(S, moves) {
  return h("div", { class: "tb-offered", key: "offered " + moves[0].kind, role: "group", "aria-label": say(S, "decide") }, moves.map((move) => {
    const face = S.scene.faces[move.face];
    return h("button", { class: cardClass({}, face, "M"), style: hueStyle(face.hue), key: move.id, title: move.text, "aria-label": [move.label, ...(face.rules || [])].join(". ").replaceAll("**", ""), onclick: () => sendMove(S, move), html: cardMarkup({}, face, "M") });
  }));
}

// A button for each move; many of one kind (a bid, a number of counters) are one choice from a list.
function offers(S, moves, moveButton) {
  return [...new Set(moves.map((move) => move.kind))].map((kind) => {
    const alike = moves.filter((move) => move.kind === kind);
    if (alike.every((move) => S.scene.faces[move.face])) return offeredCards(S, alike);
    if (alike.length < 7) return alike.map(moveButton);
    const now = alike.find((move) => move.id === S.amount) || alike[0];
    const change = (event) => { S.amount = Number(event.target.value); S.draw(); };
    return [
      h("select", { class: "tb-btn tb-select", key: `select ${kind} ${S.scene.stamp}`, "aria-label": say(S, "how_many"), onchange: change },
        alike.map((move) => h("option", { value: move.id, key: move.id }, move.label))),
      moveButton(now),
    ];
  });
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
  const targets = [...new Set(targetsOf(S, ref).map((move) => targetName(S, move.to)))];
  const next = S.pair ? say(S, "choose_pair", { name: nameOf(S, S.pair) })
    : targets.length ? say(S, "choose_target", { list: targets.join(` ${say(S, "or")} `) }) : moves.length ? say(S, "choose_kind") : kindsOf(S, ref).length ? say(S, "try_free") : "";
  return `${say(S, "selected", { name })} ${next}`;
}

function questionVnode(S) {
  const question = S.scene.question;
  if (!question && S.mode !== "play") return null;
  const turn = S.scene.turn || {};
  const actions = S.phone ? [] : actionVnodes(S).flat().filter(Boolean);
  return h("section", { class: "tb-question" + (question ? "" : " tb-question-calm") + (actions.length > 3 ? " tb-busy" : ""), key: "question", "aria-label": say(S, "decide") },
    h("div", null, h("h3", null, question ? question.title : turn.label || ""), h("p", null, rich(question ? question.text : S.scene.now))),
    !S.phone && h("div.tb-actions", null, actions));
}

// What is now, for eyes and for screen readers. On phones, and in a lesson, line and buttons stand in the dock,
// in reach while the board scrolls.
function liveVnode(S) {
  return h("p", { class: "tb-live" + (S.scene.question ? " tb-live-ask" : ""), role: "status", "aria-live": "polite", key: "live" }, h("span.tb-now-word", null, say(S, "now")), h("span.tb-sr", null, (S.scene.dice || []).map((roll) => roll.label + ". ").join("")), h("b", null, liveText(S)));
}

function dockVnode(S) {
  const lesson = S.mode === "lesson";
  const actions = h("div.tb-actions", { key: "actions" }, actionVnodes(S));
  return h("div.tb-dock", { key: "dock" }, S.phone && feedbackVnode(S), liveVnode(S), S.phone && actions, lesson && controlsVnode(S, !S.phone && actions));
}
