// The arrow from an actor to its targets, and how cards slide from the old picture to the new one.

// A cubic that leaves the actor straight up or down and enters the target from below, above or the side.
function arrowPath(a, b, entry, bulge) {
  const up = b.top + b.height / 2 < a.top + a.height / 2;
  const ax = a.left + a.width / 2;
  const ay = up ? a.top - 8 : a.bottom + 8;
  const ex = entry ? (entry > 0 ? b.right + 4 : b.left - 4) : b.left + b.width / 2;
  const ey = entry ? b.top + b.height * (up ? .78 : .3) : up ? b.bottom + 4 : b.top - 4;
  const gap = Math.abs(ey - ay);
  const reach = Math.max(Math.min(36, gap * .8), gap * (entry ? .78 : .5)) * (up ? -1 : 1);
  const c1 = [ax + bulge, ay + reach];
  const c2 = entry ? [ex + entry * Math.max(20, Math.min(150, Math.abs(ax - ex) * .55)), ey - reach * .2] : [ex + bulge, ey - reach];
  const angle = Math.atan2(ey - c2[1], ex - c2[0]);
  const off = (turn, length) => [ex - Math.cos(angle + turn) * length, ey - Math.sin(angle + turn) * length];
  return { points: [[ax, ay], c1, c2, off(0, 13)], head: [[ex, ey], off(.42, 19), off(-.42, 19)] };
}

function pointOn([a, b, c, d], t) {
  const u = 1 - t;
  return [0, 1].map((n) => u * u * u * a[n] + 3 * u * u * t * b[n] + 3 * u * t * t * c[n] + t * t * t * d[n]);
}

// Of several curves, the one that runs over the fewest cards; a straight one when none is in the way.
function bestPath(from, target, others, names) {
  const near = Math.abs(target.left - from.left) < target.width * 1.6;
  const away = from.left > target.left ? 1 : -1;
  let best = null;
  for (const entry of near ? [0, away, -away] : [away, 0]) {
    for (const bulge of [0, 50, -50, 110, -110, 170, -170]) {
      const path = arrowPath(from, target, entry, bulge);
      let cost = Math.abs(bulge) / 60 + (entry !== (near ? 0 : away) ? 1.5 : 0);
      for (let t = .04; t < 1; t += .04) {
        const [x, y] = pointOn(path.points, t);
        if (x < 4) cost += 9;
        const over = (one) => x > one.left - 4 && x < one.right + 4 && y > one.top - 4 && y < one.bottom + 4;
        cost += others.filter(over).length + .3 * names.filter(over).length;
      }
      if (!best || cost < best.cost) best = { ...path, cost };
    }
  }
  return best;
}

// Measure the cards and write one arrow into the overlay, to the target that is reached best (rings show the
// others). Drawn after layout, never part of the keyed tree.
function drawArrow(S) {
  const board = S.root.querySelector(".tb-board");
  const svg = board && board.querySelector(".tb-arrow");
  if (!svg) return;
  const given = S.scene.arrow;
  const arrow = S.selected && S.aim ? { from: S.selected, to: [S.aim] } : given;
  const box = board.getBoundingClientRect();
  const zoom = board.currentCSSZoom || 1; // beside other boards it is drawn smaller
  const inBoard = (el) => {
    const r = el.getBoundingClientRect();
    const [left, top, width, height] = [r.left - box.left, r.top - box.top, r.width, r.height].map((n) => n / zoom);
    return { left, top, width, height, right: left + width, bottom: top + height };
  };
  const rect = (ref) => {
    const el = find(S, "ref", ref);
    return el && el.getClientRects().length > 0 && inBoard(el); // a phone draws no piles
  };
  const from = arrow && rect(arrow.from);
  const targets = from ? arrow.to.map(rect).filter(Boolean) : [];
  const names = [...board.querySelectorAll(".tb-zone-title, .tb-mid > span, .tb-roll")].map(inBoard);
  const others = from ? [...board.querySelectorAll(".tb-card[data-ref]")].filter((el) => el.dataset.ref !== arrow.from && !arrow.to.includes(el.dataset.ref)).map(inBoard) : [];
  const path = targets.map((to) => bestPath(from, to, others, names)).sort((one, two) => one.cost - two.cost)[0];
  const at = (points) => points.map((point) => point.map((n) => n.toFixed(1)).join(" "));
  let markup = "";
  if (path) {
    const [start, ...curve] = at(path.points);
    const line = `M${start}C${curve.join(" ")}`;
    markup = `<path class="tb-halo" d="${line}"/><path class="tb-line" pathLength="1" d="${line}"/><path class="tb-tip" d="M${at(path.head).join("L")}z"/>`;
  }
  if (svg.tbDrawn !== markup) { svg.innerHTML = markup; svg.tbDrawn = markup; }
}

// A phone shows a part of the table: bring what a new arrow or the card in hand speaks of into view.
function showArrowCards(S) {
  const arrow = S.scene.arrow || (S.mode === "play" && S.auto && { from: S.auto, to: [] });
  if (!S.phone || !arrow || S.arrowSeen === S.scene.stamp) return;
  S.arrowSeen = S.scene.stamp;
  for (const ref of [arrow.from, arrow.to[0]]) {
    const el = find(S, "slot", ref);
    const row = el && el.closest(".tb-row");
    const box = el && el.getBoundingClientRect();
    if (box && S.mode === "play" && (box.top < 0 || box.bottom > innerHeight - 190)) el.scrollIntoView({ block: "center" });
    if (row) row.scrollLeft += el.getBoundingClientRect().left - row.getBoundingClientRect().left - (row.clientWidth - el.clientWidth) / 2;
  }
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function cardPlaces(S) {
  const places = new Map();
  for (const el of S.root.querySelectorAll("[data-slot]")) places.set(el.dataset.slot, el.getBoundingClientRect());
  return places;
}

// Cards that were elsewhere slide to their new place; true when any does.
function slideCards(S, before) {
  let moved = false;
  if (still()) return moved;
  for (const el of S.root.querySelectorAll("[data-slot]")) {
    const old = before.get(el.dataset.slot);
    if (!old || !old.width) continue;
    const now = el.getBoundingClientRect();
    const zoom = el.currentCSSZoom || 1;
    const x = (old.left + old.width / 2 - now.left - now.width / 2) / zoom;
    const y = (old.top + old.height / 2 - now.top - now.height / 2) / zoom;
    if (Math.abs(x) + Math.abs(y) > 3) moved = Boolean(el.animate([{ transform: `translate(${x}px,${y}px)`, zIndex: 6 }, { transform: "none", zIndex: 6 }], { duration: 180, easing: "ease-out" }));
  }
  return moved;
}

// One shake for a refusal.
function shakeRefused(S) {
  const refused = Object.entries(S.scene.marks || {}).filter(([, mark]) => mark === "refused").map(([ref]) => ref);
  const seen = refused.join() + " " + (refused.length ? S.scene.stamp : "");
  if (refused.length && seen !== S.shaken && !still()) {
    for (const ref of refused) {
      const el = find(S, "slot", ref);
      if (el) el.animate([{ transform: "none" }, { transform: "translateX(-5px)" }, { transform: "translateX(4px)" }, { transform: "translateX(-2px)" }, { transform: "none" }], { duration: 320 });
    }
  }
  S.shaken = seen;
}
