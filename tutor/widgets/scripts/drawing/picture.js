// @ts-check
// The picture of a card, drawn from one line of words; `tutor/boards/pictures.py` says how such a line is written.

/** @import { PictureWord, Pose } from "../types.js" */
import { GROUNDS } from "./art.js";
import { BEINGS } from "./beings.js";
import { PLACES } from "./places.js";
import { THINGS } from "./things.js";
import { BUST, CLOTHES, HAIR, HATS, HEADS, POSES } from "./worn.js";

/** The second hue of a card whose line names none. @type {Record<string, string>} */
export const SECOND = {
  red: "yellow",
  blue: "white",
  green: "yellow",
  yellow: "red",
  white: "yellow",
  purple: "teal",
  grey: "blue",
};

/** What stands before the head, by default in a colour of its own kind. */
const WORN = [
  { table: HAIR, colour: "n" },
  { table: HATS, colour: "d" },
  { table: CLOTHES, colour: "a" },
];

/** Cards are drawn over and over, and always the same. @type {Map<string, string>} */
const drawn = new Map();

/**
 * One drawing as SVG.
 * @param {string} text layers, as in worn.js
 * @param {number} axis where its left half is mirrored
 */
function layers(text, axis = 0) {
  if (!text) return "";
  return text
    .split("|")
    .map((layer) => {
      const [, colour, width, twice, path] = layer.match(/^([a-z])([\d.]*)(&?)(.*)$/) || [];
      const d = path.replace(/O(-?[\d.]+)[ ]?(-?[\d.]+) ([\d.]+)/g, (_, x, y, r) => circle(+x, +y, +r));
      const paint = width
        ? `fill="none" stroke="var(--p${colour})" stroke-width="${width}"`
        : `fill="var(--p${colour})"`;
      const one = `<path ${paint} d="${d}"/>`;
      return twice ? `${one}<g transform="translate(${2 * axis}) scale(-1 1)">${one}</g>` : one;
    })
    .join("");
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/**
 * @param {string} colours
 * @param {string} inner
 */
const coloured = (colours, inner) => `<g style="${colours}">${inner}</g>`;

/**
 * Read `name@x,y*size^turn!/colour`; "!" mirrors.
 * @param {string} text
 * @returns {PictureWord}
 */
export function readWord(text) {
  const form = /^([a-z_]+\d?)(?:@(-?[\d.]+),(-?[\d.]+))?(?:\*([\d.]+))?(?:\^(-?[\d.]+))?(!?)(?:\/([a-z]))?$/;
  const [, name = text, x, y, size = 1, turn = 0, flip, colour = ""] = text.match(form) || [];
  const at = x === undefined ? null : { x: Number(x), y: Number(y) };
  return { name, at, size: Number(size), turn: Number(turn), flip: Boolean(flip), colour };
}

/**
 * @param {PictureWord} word
 * @param {{ x: number, y: number }} at
 * @param {number} turn
 * @param {string} inner
 */
function moved(word, at, turn, inner) {
  const { x, y } = word.at || at;
  const size = word.size !== 1 || word.flip ? ` scale(${word.flip ? -word.size : word.size} ${word.size})` : "";
  const leaning = turn + word.turn ? ` rotate(${turn + word.turn})` : "";
  return `<g transform="translate(${x} ${y})${leaning}${size}">${inner}</g>`;
}

const MIDDLE = { x: 30, y: 22 };

/**
 * What is drawn in the picture itself, brought elsewhere where the word says so.
 * @param {PictureWord} word
 * @param {string} inner
 */
function placed(word, inner) {
  const stays = !word.at && !word.flip && word.size === 1 && !word.turn;
  return stays ? inner : moved(word, MIDDLE, 0, `<g transform="translate(-30 -22)">${inner}</g>`);
}

/** @param {PictureWord} word */
const thing = (word, at = MIDDLE, turn = 0) =>
  coloured(`--pc:var(--p${word.colour || "a"})`, moved(word, at, turn, layers(THINGS[word.name])));

/** @param {PictureWord} word */
const scenery = (word) =>
  coloured(`--pc:var(--p${word.colour || "a"})`, placed(word, layers(BEINGS[word.name] || PLACES[word.name], 30)));

/**
 * A person. Skin, hair and cloth keep their colours in every pose; what is worn is drawn behind and before the head.
 * @param {PictureWord} pose
 * @param {PictureWord[]} words
 */
function person(pose, words) {
  const { head, body, hands } = POSES[pose.name];
  const [x, y, size, lean] = head;
  const bust = !body;
  const drawnParts = { cape: "", dress: "", behind: "", before: "" };
  let face = "face";
  let skin = "1";
  let cloth = "a";
  let hair = "n";
  const held = [];
  const loose = [];
  for (const word of words) if (HAIR[word.name]) hair = word.colour || hair;
  for (const word of words) {
    const kind = WORN.find(({ table }) => table[word.name] !== undefined);
    if (kind) {
      const colour = word.colour || (kind.table === HAIR ? hair : kind.colour);
      const [behind, before] = kind.table[word.name]
        .split("#")
        .map((one) => coloured(`--pc:var(--p${colour})`, layers(one)));
      if (kind.table === CLOTHES) {
        cloth = colour;
        drawnParts.cape += behind;
        drawnParts.dress += before;
      } else {
        drawnParts.behind += behind;
        drawnParts.before += before;
      }
    } else if (HEADS[word.name]) face = word.name;
    else if (word.name.startsWith("skin")) skin = word.name.slice(4);
    else if (word.at) loose.push(word);
    else held.push(word);
  }
  const stand = `translate(${x} ${y})${lean ? ` rotate(${lean})` : ""}${bust ? "" : ` scale(${size})`}`;
  /** @param {string} inner */
  const onHead = (inner) => inner && `<g transform="${stand}">${inner}</g>`;
  const arms = hands.map(([handX, handY, turn, arm], n) => {
    const [at, tool] = [{ x: handX, y: handY }, held[n]];
    if (bust && !tool) return "";
    const limb = layers(`c${bust ? 5.6 : 3}${arm}|sO${handX} ${handY} ${bust ? 3.1 : 2}`);
    return (tool ? thing(tool, at, turn) : "") + limb;
  });
  const torso = bust ? `<g transform="translate(${x - 30} ${y - 16})">${layers(BUST)}</g>` : layers(body);
  const inner = [
    onHead(drawnParts.cape + drawnParts.behind),
    bust ? "" : arms[1],
    torso,
    onHead(layers("sM-3 5H3V9Q0 13-3 9z") + (bust ? drawnParts.dress : "") + layers(HEADS[face]) + drawnParts.before),
    arms[0],
    bust ? arms[1] : "",
    ...loose.map((word) => thing(word)),
  ].join("");
  const bare = { fin: "i", lamp: "y", flame: "y", shade: "z", mousehead: "u", bearhead: "n" }[face] || `skin${skin}`;
  return coloured(`--pc:var(--p${cloth});--ps:var(--p${bare})`, placed(pose, inner));
}

/**
 * Which kind of word this is, if any.
 * @param {string} name
 */
export function kindOf(name) {
  if (POSES[name]) return "pose";
  if (BEINGS[name] || PLACES[name]) return "scenery";
  if (THINGS[name]) return "thing";
  return HEADS[name] || /^skin[1-4]$/.test(name) || WORN.some(({ table }) => table[name] !== undefined) ? "worn" : "";
}

/**
 * Everything that a line names, from the farthest to the nearest. What follows a pose belongs to that person, up to ";".
 * @param {string} line
 */
function everything(line) {
  let out = "";
  for (const group of line.split(";")) {
    const words = group.trim().split(/\s+/).filter(Boolean).map(readWord);
    const from = words.findIndex((word) => kindOf(word.name) === "pose");
    const alone = from < 0 ? words : words.slice(0, from);
    out += alone.map((word) => (kindOf(word.name) === "thing" ? thing(word) : scenery(word))).join("");
    if (from >= 0) out += person(words[from], words.slice(from + 1));
  }
  return out;
}

/**
 * The picture of a card of that hue. "~hue" at the end of a line names the second one.
 * @param {string} line
 * @param {string} hue
 */
export function picture(line, hue) {
  const key = `${hue} ${line}`;
  const known = drawn.get(key);
  if (known) return known;
  const [words, second = SECOND[hue] || "yellow"] = line.split("~");
  const markup = `<svg class="tb-art" viewBox="0 0 60 44" preserveAspectRatio="xMidYMid slice" aria-hidden="true" style="--b:var(--tb-${second})"><path fill="var(--pk)" d="M-20-20h100v90h-100z"/><circle cx="30" cy="20.5" r="17" fill="var(--po)"/><path fill="var(--pg)" d="${GROUNDS[hue] || GROUNDS.grey}"/>${everything(words)}</svg>`;
  drawn.set(key, markup);
  return markup;
}
