// The table: players, zones, cards, marks. It knows no rules; it asks the scene what may be clicked.

// Where each legal move starts or ends. from: picked-up cards, pick: one click does it, plain: a button.
function indexMoves(scene) {
  const index = { from: new Map(), pick: new Map(), plain: [] };
  const add = (map, key, move) => map.set(key, [...(map.get(key) || []), move]);
  for (const move of scene.moves || []) {
    if (move.from) add(index.from, move.from, move);
    else if (move.to) add(index.pick, move.to, move);
    else index.plain.push(move);
  }
  return index;
}

// ref -> {card, zone, player place}, for every card and zone on the table.
function indexCards(scene) {
  const found = new Map();
  const note = (card, zone, who) => {
    found.set(card.ref, { card, zone, who });
    for (const other of [...(card.on || []), ...(card.under || [])]) note(other, zone, who);
  };
  (scene.players || []).forEach((player, who) => {
    for (const zone of player.zones || []) {
      found.set(zone.id, { zone, who });
      for (const card of zone.cards || []) note(card, zone, who);
    }
  });
  for (const roll of scene.dice || []) for (const die of roll.dice) found.set(die.ref, { zone: { title: roll.name }, who: roll.mine ? 0 : 1 });
  return found;
}

const movesFrom = (S, ref) => (ref && S.index.from.get(ref)) || [];
const targetsOf = (S, ref) => movesFrom(S, ref).filter((move) => move.to && (!S.kind || move.kind === S.kind));
const kindsOf = (S, ref) => {
  const place = S.cards.get(ref);
  if (!place || place.who !== 0) return [];
  return (place.card && place.card.kinds) || (S.scene.kinds || {})[place.zone.role] || [];
};

// The mark of one card or zone: the learner's own selection first, then what Python says, then what is legal
// (a `quiet` scene keeps to itself who can act: finding out is the task).
function markOf(S, ref) {
  const given = (S.scene.marks || {})[ref];
  const arrow = S.scene.arrow;
  if (S.selected === ref) return "selected";
  if (["refused", "chosen", "selected"].includes(given)) return given;
  if (S.picked.has(ref)) return "selected";
  if (S.selected && targetsOf(S, S.selected).some((move) => move.to === ref)) return "choosable";
  if (given && given !== "grey") return given;
  if (arrow && arrow.to.includes(ref)) return "chosen";
  if (S.index.pick.has(ref)) return "choosable";
  if (S.index.from.has(ref) && !S.scene.quiet) return "legal";
  return given || "";
}

const MARK_SIGNS = { selected: "ok", chosen: "aim", refused: "no", lit: "bulb" };

// What a click on a card or a zone means. One click, at most one message.
function clickRef(S, ref) {
  const picks = S.index.pick.get(ref) || [];
  const place = S.cards.get(ref);
  const mine = place && place.who === 0;
  if ((S.choose && S.choose(ref)) || S.scene.quiet) return;
  if (picks.length === 1) return sendMove(S, picks[0]);
  if (picks.length) return select(S, ref);
  if (S.selected === ref) return select(S, null);
  if (S.selected) {
    const moves = targetsOf(S, S.selected).filter((move) => move.to === ref);
    if (moves.length === 1) return sendMove(S, moves[0]);
    if (moves.length) { S.pair = ref; return S.draw(); }
    if (S.index.from.has(ref)) return select(S, ref);
    const before = S.cards.get(S.selected);
    const aims = before && before.who === 0 && (!mine || !kindsOf(S, ref).length);
    if (aims) return sendTry(S, tryKind(S), S.selected, ref);
    return select(S, ref);
  }
  if (S.index.pick.size && !S.index.from.has(ref)) {
    return sendTry(S, [...S.index.pick.values()][0][0].kind, null, ref);
  }
  return select(S, ref);
}

// The kind of an attempt, where the clicks leave only one: null lets Python find out.
function tryKind(S) {
  if (S.kind) return S.kind;
  const aimed = new Set(targetsOf(S, S.selected).map((move) => move.kind));
  if (!aimed.size) for (const one of kindsOf(S, S.selected)) if (one.targets) aimed.add(one.kind);
  return aimed.size === 1 ? [...aimed][0] : null;
}

function select(S, ref) {
  S.selected = ref;
  S.pair = S.kind = S.aim = S.auto = null;
  hidePeek(S);
  S.draw();
}

function cardVnode(S, card, zone, size, tabbable) {
  const face = card.face ? S.scene.faces[card.face] : null;
  const mark = markOf(S, card.ref);
  const grey = card.dim || mark === "grey";
  const label = [(card.label || card.face || say(S, "hidden_card")).replace(/\.$/, ""), mark && mark !== "grey" ? say(S, "mark_" + mark) : grey ? say(S, "mark_grey") : ""].filter(Boolean).join(", ");
  const turn = card.turned === 90 ? " tb-turn90" : card.turned === 180 ? " tb-turn180" : "";
  const under = card.under || [];
  const overlay = (other, n) => h("div", { class: "tb-over" + (other.place === "gear" ? " tb-gear" : ""), style: n ? `--depth:${n}` : null, key: "on " + other.ref }, cardVnode(S, { turned: card.turned, ...other }, zone, other.place === "gear" ? "XS" : size, tabbable));
  return h("div", {
    class: `tb-slot tb-of-${size.toLowerCase()}${turn}${mark ? " tb-is-" + mark : ""}${grey ? " tb-is-grey" : ""}`,
    key: card.ref, "data-slot": card.ref, style: under.length ? `--n:${under.length}` : null,
  },
    under.map((other, depth) => h("div.tb-under", { style: `--depth:${depth + 1}`, key: "under " + other.ref }, cardVnode(S, { ...other, turned: card.turned }, zone, size, tabbable))).reverse(),
    h("button", {
      class: cardClass(card, face, size), style: face ? hueStyle(face.hue) : null, key: "card",
      "data-ref": card.ref, "aria-label": label, tabindex: tabbable === card.ref ? "0" : "-1",
      "aria-pressed": mark === "selected" || null, "aria-disabled": grey || null,
      html: cardMarkup(card, face, size),
    }),
    (card.on || []).map(overlay),
    counters(card),
    under.length > 0 && h("span.tb-beneath", HIDDEN, "+" + under.length),
    MARK_SIGNS[mark] && h("span.tb-mark", HIDDEN, icon(MARK_SIGNS[mark])),
    (card.tags || []).length > 0 && h("span.tb-tags", HIDDEN, card.tags.map((tag) => h("span.tb-tag", null, tag))));
}

// Cards of a corner zone lie in the zone that their place names.
const lastOf = (ref) => ref.split(".").pop();
const cornerOf = (S, zone, place) => at(S.scene.players[place], "corner").flatMap((other) => other.cards).filter((card) => lastOf(card.ref) === lastOf(zone.id));
const at = (player, slot) => (player.zones || []).filter((zone) => zone.slot === slot);

function zoneVnode(S, zone, place) {
  const size = zone.size || "S";
  const cards = zone.cards || [];
  const corner = zone.slot === "field" ? cornerOf(S, zone, place) : [];
  const refs = [...corner, ...cards].flatMap((card) => [card.ref, ...(card.on || []).map((other) => other.ref)]);
  const kept = S.roving[zone.id];
  const tabbable = refs.includes(kept) ? kept : refs.find((ref) => ["choosable", "legal", "selected"].includes(markOf(S, ref))) || refs[0];
  const mark = markOf(S, zone.id);
  const pile = zone.slot.startsWith("pile");
  const count = zone.count ?? cards.length;
  const name = `${S.scene.players[place].name}: ${zone.title}, ${count}`;
  const hand = zone.slot === "hand";
  const title = [h("span", null, zone.title), zone.ja && h("i", { lang: "ja" }, zone.ja), zone.slot !== "field" && h("b", null, String(count))];
  const peers = S.scene.players[place].zones.filter((other) => other.slot.startsWith("resource")).length;
  const captions = zone.captions && cards.length * peers * 118 < (S.phone ? 360 : at(S.scene.players[place], "side").length ? 500 : 710);
  const bare = !cards.length && !corner.length && !zone.outlines;
  return h("div", { class: `tb-zone tb-role-${zone.role}${mark ? " tb-zone-" + mark : ""}${pile ? " tb-pile" : ""}${pile && cards.length > 1 ? " tb-open" : ""}${bare ? " tb-bare" : ""}`, key: zone.id, role: "group", "aria-label": name, "data-zone": zone.id },
    !hand && (zone.target || mark
      ? h("button", { class: "tb-zone-title tb-zone-target", "data-ref": zone.id, "aria-label": `${name}, ${say(S, "mark_choosable")}` }, title)
      : !S.phone && heapVnodes(S, zone, name, title) || h("div.tb-zone-title", HIDDEN, title)),
    h("div", { class: `tb-row${pile && count > 1 && cards.length < 2 ? " tb-thick" : ""}${cards.length > 6 ? " tb-many" : ""}` },
      corner.map((card) => h("div.tb-corner", { key: "corner " + card.ref }, cardVnode(S, card, zone, "XS", tabbable))),
      cards.map((card) => [cardVnode(S, card, zone, size, tabbable), captions && card.face && h("span.tb-caption", { key: "name " + card.ref, ...HIDDEN }, card.face)]),
      Array.from({ length: zone.outlines || 0 }, (_, n) => h("span", { class: "tb-gone tb-of-" + size.toLowerCase(), key: "gone " + n, ...HIDDEN }))));
}

// The title of a pile of open cards opens the list of what lies in it.
function heapVnodes(S, zone, name, title) {
  if (!(zone.heap || []).length || zone.cards.length > 1) return null; // laid out to choose from, it is open already
  const id = `${S.root.id}-${zone.id}`;
  return [
    h("button", { class: "tb-zone-title tb-heap-open", key: "heap open", popovertarget: id, "aria-label": `${name}. ${say(S, "heap")}` }, title),
    h("div", { class: "tb-heap", id, key: "heap", popover: "auto", role: "group", "aria-label": name },
      h("h3", null, name), h("ol", null, zone.heap.map((one) => h("li", { key: one.name }, h("b", null, one.name), h("i", { lang: "ja" }, one.ja), one.count > 1 && h("span", null, "× " + one.count))))),
  ];
}

// Zones of one player by slot; an arena game puts several zones into the field. On phones these stand apart.
function playerVnode(S, player, place) {
  const area = (name, zones, style) => zones.length > 0 && h("div", { class: "tb-area tb-area-" + name, key: name, style }, zones.map((zone) => zoneVnode(S, zone, place)));
  const side = at(player, "side");
  const resources = [...at(player, "resource-1"), ...at(player, "resource-2")];
  const fields = at(player, "field");
  const open = (zone) => zone.cards.length > 1; // to choose from, so it is laid out
  const piles = [...at(player, "pile-1"), ...at(player, "pile-2")];
  return h("div", { class: `tb-side ${place ? "tb-rival" : "tb-own"}${side.length ? "" : " tb-no-side"}${piles.length ? "" : " tb-no-pile"}${resources.length ? "" : " tb-no-resource"}`, key: "side " + place },
    area("side", side),
    area("resource", resources),
    !duels(S) && area("field" + (fields.length > 1 ? " tb-several" : ""), fields, columns(S, fields)),
    area("pile", piles.filter((zone) => !open(zone))),
    area("open", piles.filter(open)));
}

// On phones several fields face each other pair by pair.
const duels = (S) => S.phone && S.scene.players.length > 1 && S.scene.players.some((player) => at(player, "field").length > 1);

function duelVnodes(S) {
  const [you, rival] = S.scene.players;
  const half = (player, name, place, side) => at(player, "field").filter((zone) => lastOf(zone.id) === name).map((zone) => h("div", { class: side, key: side }, zoneVnode(S, zone, place)));
  const names = new Set([you, rival].flatMap((player) => at(player, "field").map((zone) => lastOf(zone.id))));
  return [...names].map((name) => h("div", { class: "tb-duel", key: "duel " + name }, half(rival, name, 1, "tb-rival"), half(you, name, 0, "tb-own")));
}

// Fields side by side are equally wide until one of them needs more, for the same place on both sides.
function columns(S, fields) {
  const wide = (card) => (card.turned % 180 ? 109 : 80) + 7 * (card.under || []).length + 38 * (card.on || []).length;
  const need = fields.map(({ id }) => Math.max(130, ...S.scene.players.map((player, place) => {
    const zone = at(player, "field").find((one) => lastOf(one.id) === lastOf(id));
    return !zone ? 0 : 22 + [...zone.cards.map(wide), ...cornerOf(S, zone, place).map(() => 50)].reduce((sum, one) => sum + one, 0);
  })));
  const even = (S.root.clientWidth > 1100 ? 700 : S.root.clientWidth - 160) / need.length;
  return need.length > 1 && Math.max(...need) > even ? `grid-template-columns:${need.map((one) => `minmax(0,${one}fr)`).join(" ")}` : null;
}

function whoVnode(S, player, place) {
  const piles = (player.zones || []).filter((zone) => zone.slot.startsWith("pile"));
  const counts = S.phone ? piles.map((zone) => {
    const text = `${zone.title} ${zone.count ?? (zone.cards || []).length}`;
    return heapVnodes(S, zone, `${player.name}: ${text}`, text) || text;
  }) : [];
  const hand = (player.zones || []).find((zone) => zone.slot === "hand");
  const handText = `${say(S, "hand")} ${player.hand_count ?? (hand ? hand.count ?? hand.cards.length : 0)}`;
  return h("div.tb-who", { key: "who " + place },
    h("span", { class: "tb-disc" + (place ? " tb-disc-rival" : ""), ...HIDDEN }, player.letter),
    h("div.tb-who-text", null, h("b", null, player.name), h("span", null, [player.note, handText, ...counts].filter(Boolean).map((part, n) => [n > 0 && " · ", part])), scoresVnode(player)));
}

const scoresVnode = (player) => (player.scores || []).length > 0 && h("ul.tb-scores", { "aria-label": player.name }, player.scores.map((one) =>
  h("li", { key: one.word, title: one.ja || null }, icon(one.sign), h("b", null, String(one.value)), " " + one.word)));

function fanVnode(player) {
  return h("span.tb-fan", HIDDEN, Array.from({ length: Math.min(player.hand_count || 0, 9) }, () =>
    h("span", { class: "tb-card tb-down-card", html: backMarkup() })));
}

// The dice of one player: who rolled them, which of them count, how many. Dice that can be chosen are buttons.
function rollVnode(S, roll, place) {
  const marks = roll.dice.map((die) => markOf(S, die.ref));
  const die = ({ ref, value, hit }, n) => h(marks[n] ? "button" : "span", {
    class: `tb-die${hit ? " tb-die-hit" : ""}${marks[n] ? " tb-die-" + marks[n] : ""}`, key: `${roll.by} ${n} ${value}`, style: `--n:${n}`,
    ...(marks[n] && { "data-ref": ref, "aria-label": `${value}, ${say(S, "mark_" + marks[n])}` }),
  }, String(value));
  return h("span", { class: "tb-roll" + (roll.mine ? " tb-mine" : ""), key: "roll " + place, role: marks.some(Boolean) ? "group" : "img", "aria-label": roll.label },
    h("span.tb-roll-name", HIDDEN, roll.by || roll.name), roll.dice.map(die), roll.count && h("b", HIDDEN, roll.count));
}

function boardVnode(S) {
  const scene = S.scene;
  if (!scene.players || !scene.players.length) return h("div", { class: "tb-board tb-empty", key: "board" }, say(S, "no_board"));
  const [you, rival] = scene.players;
  const handOf = (player) => ((player && player.zones) || []).find((zone) => zone.slot === "hand");
  const open = handOf(rival) && (handOf(rival).cards || []).some((card) => card.face || S.index.pick.has(card.ref) || markOf(S, card.ref));
  const label = (scene.turn && scene.turn.label) || "";
  const held = handOf(you) ? handOf(you).cards.length : 0;
  return h("div", { class: `tb-board${scene.ghost ? " tb-ghost" : ""}`, key: "board", role: "group", "aria-label": `${say(S, "board")}. ${label}`, onclick: S.onBoardClick },
    rival && h("div.tb-head", { key: "head" }, whoVnode(S, rival, 1), open ? h("div", { class: "tb-hand tb-open-hand" }, zoneVnode(S, handOf(rival), 1)) : fanVnode(rival)),
    rival && playerVnode(S, rival, 1),
    h("div.tb-mid", null, h("span", null, scene.ghost ? scene.ghost.text : label), (scene.dice || []).length > 0 && h("div.tb-rolls", null, scene.dice.map((roll, n) => rollVnode(S, roll, n)))),
    duels(S) && duelVnodes(S),
    playerVnode(S, you, 0),
    h("div", { class: "tb-foot" + (held > 6 ? " tb-full tb-fuller" : held > 5 ? " tb-full" : held ? "" : " tb-handless"), key: "foot" }, whoVnode(S, you, 0), handOf(you) && h("div.tb-hand", null, zoneVnode(S, handOf(you), 0))),
    h("svg.tb-arrow", { key: "arrow", ...HIDDEN, html: "" }));
}
