// @ts-check
// One card: its face or its lantern back, in four sizes (XS, S, M, L).

/** @import { Card, Face, Figure } from "../types.js" */
import { GROUNDS, LANTERN, SIGNS } from "./art.js";
import { HIDDEN, h } from "./dom.js";
import { picture } from "./picture.js";
import { esc } from "./words.js";

/**
 * hue name -> the one colour everything on the card is mixed from.
 * @param {string} hue
 */
export const hueStyle = (hue) => `--a:var(--tb-${GROUNDS[hue] ? hue : "grey"})`;

/**
 * An attribute is a sign in its colour, or a letter that is printed as it is.
 * @param {any} one
 */
function attributeSign(one) {
  if (!SIGNS[one.sign]) return `<span class="tb-pip tb-letter">${esc(one.letter)}</span>`;
  return `<svg class="tb-pip" viewBox="0 0 16 16" style="${hueStyle(one.hue)}" aria-hidden="true">${SIGNS[one.sign]}</svg>`;
}

/**
 * @param {Figure} figure
 * @param {boolean} words
 */
function figureMarkup(figure, words) {
  const { change = 0 } = figure;
  const trend = change > 0 ? " tb-up" : change < 0 ? " tb-down" : "";
  const sign = SIGNS[figure.sign] ? `<svg viewBox="0 0 16 16" aria-hidden="true">${SIGNS[figure.sign]}</svg>` : "";
  const word = words || !sign ? `<em>${esc(figure.word || figure.sign)}</em>` : "";
  const was = words && change ? `<s>${esc(figure.was)}</s>` : "";
  return `<span class="tb-figure${trend}">${sign}${was}<b>${esc(figure.value)}</b>${word}</span>`;
}

/**
 * Where the figures of a card come from, line by line; nothing for those that are as printed.
 * @param {Figure[]} figures
 */
const sumsMarkup = (figures) =>
  figures
    .filter((figure) => figure.parts?.length)
    .map(
      (figure) =>
        `<span class="tb-sum-line"><b>${esc(figure.word || figure.sign)} ${esc(figure.value)}</b>${(figure.parts || [])
          .map((part) => `<span><i>${esc(part.amount)}</i>${esc(part.text)}</span>`)
          .join("")}</span>`,
    )
    .join("");

/**
 * Figures as they are now, with the words that only the face knows.
 * @param {Partial<Card>} card
 * @param {Face} face
 */
function figuresOf(card, face) {
  const printed = face.figures || [];
  if (!card.figures || !card.figures.length) return printed;
  return card.figures.map((figure) => ({ ...printed.find((one) => one.sign === figure.sign), ...figure }));
}

/** A small card is a picture whose words and figures its label says; a large one is read. */
const SAID = ' aria-hidden="true"';

/** @param {Face} face */
const costMarkup = (face, said = SAID) =>
  face.cost ? `<b class="tb-cost"${said}>${esc(face.cost).replace(/^([A-Za-z]+)/, "<small>$1</small>")}</b>` : "";

/**
 * @param {Partial<Card>} card
 * @param {Face} face
 * @param {string} size
 */
export function faceMarkup(card, face, size) {
  const large = size === "L";
  const said = large ? "" : SAID;
  const figures = figuresOf(card, face);
  const foot = figures.length
    ? figures.map((figure) => figureMarkup(figure, large)).join("")
    : large
      ? ""
      : `<em>${esc(face.category)}</em>`;
  return (
    picture(face.picture || "", face.hue) +
    costMarkup(face, said) +
    `<span class="tb-pips"${said}>${(face.attributes || []).map(attributeSign).join("")}</span>` +
    (face.tab && size !== "XS"
      ? `<span class="tb-keyword"${said}>${esc(large ? face.tab.replaceAll("\n", " · ") : face.tab)}</span>`
      : "") +
    `<span class="tb-name">${esc([face.name, card.number].filter(Boolean).join(" "))}${face.ja ? `<i lang="ja"${said}>${esc(face.ja)}</i>` : ""}` +
    (large
      ? `<span class="tb-type">${[esc(face.type), ...(face.attributes || []).map((one) => `<span class="tb-attribute">${attributeSign(one)}${esc(one.title)}</span>`)].join(" · ")}</span>${(face.rules || []).map((line) => `<span class="tb-rule">${ruleMarkup(line)}</span>`).join("")}`
      : "") +
    `</span><span class="tb-figures"${said}>${foot}</span>${large ? sumsMarkup(figures) : ""}`
  );
}

/** @param {any} line */
const ruleMarkup = (line) => esc(line).replace(/\*\*(.+?)\*\*/g, "<b>$1</b>");

/**
 * The back; a card that the viewer may know keeps a small name to peek at, and its cost while it is counted up to.
 * @param {string} [name]
 */
export function backMarkup(name) {
  return (
    `<svg class="tb-lantern" viewBox="0 0 48 48" aria-hidden="true">${LANTERN}</svg>` +
    (name ? `<span class="tb-peek">${esc(name)}</span>` : "")
  );
}

/**
 * @param {Partial<Card>} card
 * @param {Face | null} face
 * @param {string} size
 */
export function cardMarkup(card, face, size) {
  if (face && !card.down) return faceMarkup(card, face, size);
  return backMarkup(face?.name) + (face && card.counters?.length ? costMarkup(face) : "");
}

/**
 * @param {Partial<Card>} card
 * @param {Face | null} face
 * @param {string} size
 */
export function cardClass(card, face, size) {
  const version = face && /\)$|.{19}/.test(face.name) ? " tb-versioned" : ""; // its last line tells it from others
  const counted = size === "XS" && card.figures?.length ? " tb-counted" : ""; // small, but a rule counts on it
  const long = size === "M" && face && (face.ja || "").length > 9 && face.name.length > 12 ? " tb-long" : "";
  return `tb-card tb-${size.toLowerCase()}${version}${counted}${long}` + (!face || card.down ? " tb-down-card" : "");
}

/**
 * Counters sit on the edges, above the name: a drop for damage, a square for building.
 * @param {Card} card
 */
export function counters(card) {
  return (card.counters || []).map((one, place) =>
    h(
      "span",
      {
        class: `tb-counter tb-${one.shape === "drop" ? "drop" : "square"}`,
        key: "c" + place,
        title: one.title,
        ...HIDDEN,
      },
      one.told || String(one.value),
    ),
  );
}
