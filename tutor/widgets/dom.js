// A very small keyed view layer: h() describes elements, patch() makes the page agree with them.
// Elements are found again by key and kept, so the keyboard focus survives a new picture.

const SVG = "http://www.w3.org/2000/svg";

// Decoration: left out of what a screen reader hears.
const HIDDEN = { "aria-hidden": "true" };

// One element, as "tag" or "tag.class". props: attributes (null or false: none; aria-* keep false); on* = handler; html = inner markup; key = identity
// among its siblings.
function h(what, props, ...kids) {
  const [tag, name] = what.split(".");
  return { tag, props: { ...(tag === "button" && { type: "button" }), ...(name && { class: name }), ...props }, kids: kids.flat(9).filter((kid) => kid || kid === 0) };
}

function setProp(el, name, value) {
  if (name.startsWith("on")) el[name] = value || null;
  else if (name === "html") el.innerHTML = value;
  else if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) el.removeAttribute(name);
  else el.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
}

function patchOne(el, node) {
  const before = el.tbProps || {};
  for (const name in before) if (!(name in node.props)) setProp(el, name, null);
  for (const name in node.props) {
    if (name !== "key" && before[name] !== node.props[name]) setProp(el, name, node.props[name]);
  }
  el.tbProps = node.props;
  if (!("html" in node.props)) patch(el, node.kids);
}

function patch(parent, kids) {
  const old = new Map();
  for (const el of parent.childNodes) old.set(el.tbKey, el);
  const used = new Set();
  const want = kids.map((kid, place) => {
    const text = !kid.tag;
    let key = text ? "text " + place : kid.tag + " " + (kid.props.key ?? place);
    if (used.has(key)) key += " " + place;
    used.add(key);
    let el = old.get(key);
    if (!el) {
      const svg = kid.tag === "svg" || parent.namespaceURI === SVG;
      el = text ? document.createTextNode("") : svg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
      el.tbKey = key;
    }
    old.delete(key);
    return [el, kid];
  });
  for (const el of old.values()) el.remove();
  want.forEach(([el, kid], place) => {
    if (parent.childNodes[place] !== el) parent.insertBefore(el, parent.childNodes[place] || null);
    if (kid.tag) patchOne(el, kid);
    else if (el.data !== String(kid)) el.data = String(kid);
  });
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const esc = (text) => String(text ?? "").replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

// "**bold**" is the only mark-up that texts may carry.
function rich(text) {
  return String(text ?? "").split("**").map((part, n) => (n % 2 ? h("b", null, part) : part));
}

// A learner-facing word from the catalogue, with {name} places filled in.
function say(S, key, values) {
  const text = S.words[key] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "") : text;
}

// The element of a card or zone: what = "ref" (to click) or "slot" (its place).
const find = (S, what, ref) => S.root.querySelector(`[data-${what}="${CSS.escape(ref)}"]`);

const icon = (name) => h("svg.tb-icon", { viewBox: "0 0 16 16", ...HIDDEN, html: SIGNS[name] || "" });

// A button. kind: "primary", "quiet", "small", "pale" or several of them.
function button(label, onclick, kind, props) {
  const look = (kind || "").split(" ").filter(Boolean).map((word) => " tb-" + word).join("");
  return h("button", { class: "tb-btn" + look, onclick, ...props }, label);
}

// Another widget may sit inside (a stage, the phase graph): the one that the model has as `name`, in the element `.tb-<name>`.
async function placeInside(S, name) {
  const given = S.model.get(name);
  if ((S.inside?.given || null) !== given) {
    clearInside(S);
    const inside = (S.inside = { given });
    const manager = S.model.widget_manager;
    try {
      inside.view = given && (await manager.create_view(await manager.get_model(given.replace("IPY_MODEL_", ""))));
    } catch (error) { console.warn("tebiki: a widget inside another could not be shown", error); }
    if (S.inside !== inside) inside.view?.remove(); // another one was wanted meanwhile
  }
  const slot = S.root.querySelector(".tb-" + name);
  const view = S.inside?.view;
  if (slot && view && view.el.parentNode !== slot) slot.replaceChildren(view.el);
}

// A view that is not shown any more would go on listening to its model.
function clearInside(S) {
  S.inside?.view?.remove();
  S.inside = null;
}
