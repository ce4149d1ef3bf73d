// @ts-check
// A very small keyed view layer: h() describes elements, patch() makes the page agree with them. Elements are found again by key and kept, so the keyboard focus survives a new picture.

/** @import { Child, Kid, Described, Props } from "../types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The first element that a selector finds.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {any}
 */
export const first = (root, selector) => root.querySelector(selector);

/**
 * All elements that a selector finds.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {any[]}
 */
export const every = (root, selector) => [...root.querySelectorAll(selector)];

/** The address is this page's, and nothing else is on it; a notebook in Lab shares both. */
export const isAppPage = () => Boolean(document.body.dataset.voila);

/**
 * Where an element lies in the window.
 * @param {Element} el
 */
export const boxOf = (el) => el.getBoundingClientRect();

/**
 * Scroll so that an element can be seen; nothing happens if there is none.
 * @param {Element | null | undefined} el
 * @param {ScrollLogicalPosition} block where it then lies in the window
 */
export const scrollToSee = (el, block) => el?.scrollIntoView({ block });

/** Decoration: left out of what a screen reader hears. */
export const HIDDEN = { "aria-hidden": "true" };

/**
 * Things that belong together, and what a screen reader calls them.
 * @param {string | undefined} label
 */
export const grouped = (label) => ({ role: "group", "aria-label": label });

/**
 * Descriptions without the gaps that conditions leave, in one list.
 * @param {Kid[]} kids
 * @returns {Child[]}
 */
const solid = (kids) => /** @type {Child[]} */ (kids.flat(9).filter((kid) => kid || kid === 0));

/** @param {any} one */
const isProps = (one) => one && typeof one === "object" && !Array.isArray(one) && !one.tag;

/**
 * One element, as "tag" or "tag.class", with its attributes, if it has any, and what is in it. Attributes: null or
 * false: none; aria-* keep false; on* = handler; html = inner markup; key = identity among its siblings.
 * @param {string} what
 * @param {...(Props | Kid)} rest
 * @returns {Described}
 */
export function h(what, ...rest) {
  const [tag, name] = what.split(".");
  /** @type {any} */
  const props = isProps(rest[0]) ? rest.shift() : null;
  return {
    tag,
    props: { ...(tag === "button" && { type: "button" }), ...(name && { class: name }), ...props },
    kids: solid(/** @type {Kid[]} */ (rest)),
  };
}

/**
 * @param {any} el
 * @param {string} name
 * @param {any} value
 */
function setProp(el, name, value) {
  if (name.startsWith("on")) el[name] = value || null;
  else if (name === "html") el.innerHTML = value;
  else if (value === null || value === undefined || (value === false && !name.startsWith("aria-")))
    el.removeAttribute(name);
  else el.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
}

/**
 * @param {any} el
 * @param {Described} node
 */
function patchOne(el, node) {
  const before = el.tbProps || {};
  for (const name in before) if (!(name in node.props)) setProp(el, name, null);
  for (const name in node.props) {
    if (name !== "key" && before[name] !== node.props[name]) setProp(el, name, node.props[name]);
  }
  el.tbProps = node.props;
  if (!("html" in node.props)) patchSolid(el, node.kids);
}

/**
 * Make what is in `parent` agree with the descriptions.
 * @param {any} parent
 * @param {Kid[]} kids
 */
export function patch(parent, kids) {
  patchSolid(parent, solid(kids));
}

/**
 * @param {any} parent
 * @param {Child[]} kids
 */
function patchSolid(parent, kids) {
  const old = new Map();
  for (const el of parent.childNodes) old.set(el.tbKey, el);
  const used = new Set();
  const want = kids.map((kid, place) => {
    const tag = typeof kid === "object" ? kid.tag : null;
    let key = typeof kid === "object" ? kid.tag + " " + (kid.props.key ?? place) : "text " + place;
    if (used.has(key)) key += " " + place;
    used.add(key);
    let el = old.get(key);
    if (!el) {
      const svg = tag === "svg" || parent.namespaceURI === SVG;
      if (!tag) el = document.createTextNode("");
      else el = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
      el.tbKey = key;
    }
    old.delete(key);
    return [el, kid];
  });
  for (const el of old.values()) el.remove();
  want.forEach(([el, kid], place) => {
    if (parent.childNodes[place] !== el) parent.insertBefore(el, parent.childNodes[place] || null);
    if (typeof kid === "object") patchOne(el, kid);
    else if (el.data !== String(kid)) el.data = String(kid);
  });
}
