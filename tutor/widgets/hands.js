// Mouse, touch and keyboard: the reading card, roving focus, Escape.

// The reading card: hover, long press, or the i key.

function hidePeek(S) {
  clearTimeout(S.peekTimer);
  if (S.peek.isConnected && S.peek.matches(":popover-open")) S.peek.hidePopover();
}

function showPeek(S, ref, anchor) {
  const place = S.cards.get(ref);
  const face = place && place.card && place.card.face && S.scene.faces[place.card.face];
  if (!face) return;
  patch(S.peek, readingCards(S, place.card, face));
  if (!S.peek.matches(":popover-open")) S.peek.showPopover();
  const box = anchor.getBoundingClientRect();
  const own = S.peek.getBoundingClientRect();
  const room = 12;
  const right = box.right + room + own.width < innerWidth;
  const left = right ? box.right + room : Math.max(room, box.left - own.width - room);
  S.peek.style.left = `${Math.min(left, innerWidth - own.width - room)}px`;
  S.peek.style.top = `${Math.max(room, Math.min(box.top + box.height / 2 - own.height / 2, innerHeight - own.height - room))}px`;
  patch(S.spoken, [[face.name, face.type, ...face.attributes.map((one) => one.title), ...(face.rules || [])].filter(Boolean).join(". ").replaceAll("**", "")]);
}

const cardsIn = (zone) => [...zone.querySelectorAll(".tb-card[data-ref]")];
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
  const all = cardsIn(zone);
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
  for (const other of cardsIn(zone)) {
    const tabindex = other === card ? "0" : "-1";
    other.setAttribute("tabindex", tabindex);
    other.tbProps = { ...other.tbProps, tabindex };
  }
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
    const zone = event.target.closest(".tb-zone-choosable");
    if (card) clickRef(S, card.dataset.ref);
    else if (zone) clickRef(S, zone.dataset.zone);
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
  root.addEventListener("scroll", () => drawArrow(S), true);
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
