// The arrow from an actor to its targets, and how cards slide from the old picture to the new one.

// A cubic that leaves the actor straight up or down and enters the target at its nearest edge.
function arrowPath(a, b) {
  const up = b.top + b.height / 2 < a.top + a.height / 2;
  const ax = a.left + a.width / 2;
  const ay = up ? a.top - 8 : a.bottom + 8;
  const bx = b.left + b.width / 2;
  const side = Math.abs(bx - ax) > b.width * 1.6;
  const sign = ax > bx ? 1 : -1;
  const ex = side ? (sign > 0 ? b.right + 4 : b.left - 4) : bx;
  const ey = side ? b.top + b.height * (up ? .78 : .3) : up ? b.bottom + 4 : b.top - 4;
  const reach = Math.max(36, Math.abs(ey - ay) * (side ? .78 : .5));
  const c1 = [ax, up ? ay - reach : ay + reach];
  const c2 = side ? [ex + sign * Math.min(150, Math.abs(ax - ex) * .55), ey + (up ? 26 : -26)] : [ex, up ? ey + reach : ey - reach];
  const angle = Math.atan2(ey - c2[1], ex - c2[0]);
  const back = 13;
  const tip = [ex, ey];
  const root = [ex - Math.cos(angle) * back, ey - Math.sin(angle) * back];
  const wing = (turn) => [ex - Math.cos(angle + turn) * back * 1.45, ey - Math.sin(angle + turn) * back * 1.45];
  const at = (point) => point.map((n) => n.toFixed(1)).join(" ");
  return { line: `M${at([ax, ay])}C${at(c1)} ${at(c2)} ${at(root)}`, head: `M${at(tip)}L${at(wing(.42))} ${at(wing(-.42))}z` };
}

// Measure both cards and write the arrow into the overlay. Drawn after layout, never part of the keyed tree.
function drawArrow(S) {
  const board = S.root.querySelector(".tb-board");
  const svg = board && board.querySelector(".tb-arrow");
  if (!svg) return;
  const given = S.scene.arrow;
  const arrow = S.selected && S.aim ? { from: S.selected, to: [S.aim] } : given;
  const box = board.getBoundingClientRect();
  const rect = (ref) => {
    const el = board.querySelector(`[data-ref="${CSS.escape(ref)}"]`);
    if (!el) return null;
    const r = el.getBoundingClientRect();
    return { left: r.left - box.left, right: r.right - box.left, top: r.top - box.top, bottom: r.bottom - box.top, width: r.width, height: r.height };
  };
  const from = arrow && rect(arrow.from);
  const targets = from ? arrow.to.map(rect).filter(Boolean) : [];
  const shown = targets.length > 2 ? [targets[Math.floor(targets.length / 2)]] : targets;
  const markup = shown.map((to) => arrowPath(from, to)).map((path) =>
    `<path class="tb-halo" d="${path.line}"/><path class="tb-line" pathLength="1" d="${path.line}"/><path class="tb-tip" d="${path.head}"/>`).join("");
  if (svg.tbDrawn !== markup) { svg.innerHTML = markup; svg.tbDrawn = markup; }
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function cardPlaces(S) {
  const places = new Map();
  for (const el of S.root.querySelectorAll("[data-slot]")) places.set(el.dataset.slot, el.getBoundingClientRect());
  return places;
}

// Cards that were elsewhere slide to their new place.
function slideCards(S, before) {
  if (still()) return;
  for (const el of S.root.querySelectorAll("[data-slot]")) {
    const old = before.get(el.dataset.slot);
    if (!old || !old.width) continue;
    const now = el.getBoundingClientRect();
    const x = old.left + old.width / 2 - now.left - now.width / 2;
    const y = old.top + old.height / 2 - now.top - now.height / 2;
    if (Math.abs(x) + Math.abs(y) > 3) el.animate([{ transform: `translate(${x}px,${y}px)`, zIndex: 6 }, { transform: "none", zIndex: 6 }], { duration: 180, easing: "ease-out" });
  }
}

// One shake for a refusal.
function shakeRefused(S) {
  const refused = Object.entries(S.scene.marks || {}).filter(([, mark]) => mark === "refused").map(([ref]) => ref);
  const seen = refused.join() + " " + (refused.length ? S.scene.stamp : "");
  if (refused.length && seen !== S.shaken && !still()) {
    for (const ref of refused) {
      const el = S.root.querySelector(`[data-slot="${CSS.escape(ref)}"]`);
      if (el) el.animate([{ transform: "none" }, { transform: "translateX(-5px)" }, { transform: "translateX(4px)" }, { transform: "translateX(-2px)" }, { transform: "none" }], { duration: 320 });
    }
  }
  S.shaken = seen;
}
