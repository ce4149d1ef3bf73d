// @ts-check
// Every picture of the board, drawn as paths. Names are of things, not of games; data files choose among them. Colours: currentColor = the card's hue, --a2 ground, --a3 sky, --a4 disc.

import { esc } from "./words.js";

const K = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width=';

export const V = 'fill="var(--a3)"';

const L = 'fill="none" stroke="var(--a3)" stroke-linecap="round" stroke-linejoin="round" stroke-width=';

/**
 * Emblems, 48 x 48. A sign (16 x 16, below) may serve as an emblem too, and so may path data ("M24 3 ...") of a
 * game's own.
 */
export const EMBLEMS = {
  flame: `<path d="M26 1c-1 8 12 14 12 27 0 10-6 17-14 17S10 38 10 29c0-8 6-11 7-19 3 2 5 5 5 8 3-4 5-10 4-17z"/><path ${V} d="M24 26c1 4 6 7 6 12 0 4-3 6-6 6s-6-2-6-6c0-4 5-7 6-12z"/>`,
  crescent: `<path d="M30 3a21 21 0 1 0 15 29A18 18 0 0 1 30 3z"/><path d="M37 9l1.8 5.2L44 16l-5.2 1.8L37 23l-1.8-5.2L30 16l5.2-1.8z"/>`,
  sprout: `<path d="M22 38V28C11 28 5 21 4 9c11 0 17 5 20 13C26 12 33 6 45 5c0 14-7 22-19 23v10z"/><path ${L}"2" d="M11 15c4 2 8 6 11 11M38 12c-5 3-9 7-12 13"/><path ${K}"2.8" d="M24 36c-5 0-9 3-11 9M24 36c5 0 9 3 11 9M24 36v9"/>`,
  wave: `<path d="M2 41C3 18 15 6 30 6c9 0 15 6 16 13-6-4-12-3-14 2-3 6 3 12 14 13v7z"/><path ${L}"2.4" d="M9 35c1-12 8-19 18-20M17 36c1-7 4-11 9-12"/><circle cx="39" cy="26" r="1.9"/><circle cx="44" cy="29" r="1.3"/>`,
  gear: `<path d="M20 3h8l1 5 4 2 5-2 5 6-3 4 1 4 5 2v8l-5 1-2 4 2 5-6 4-4-3-4 1-2 4h-7l-1-5-4-2-5 2-5-5 3-5-2-4-5-1v-8l5-1 2-4-2-5 5-5 5 2 4-1z" transform="translate(.6 -.6)"/><circle cx="24" cy="24" r="9" ${V}/><path d="M24 17l2 5 5 2-5 2-2 5-2-5-5-2 5-2z"/>`,
  bow: `<path ${K}"4.6" d="M10 4c20 3 31 14 34 34"/><path ${K}"1.7" d="M10 4l34 34"/><path ${K}"3.4" d="M8 40l25-25"/><path d="M43 5l-4 15-11-11zM2 39l8-1-1 8 5-5 1-8-8 1z"/>`,
  lantern: `<path ${K}"2.4" d="M20 4a4 4 0 0 1 8 0"/><path d="M18 5h12v4H18zM14 11h20c7 8 7 19 0 27H14c-7-8-7-19 0-27zM18 40h12v4H18z"/><path ${L}"2.2" d="M9.5 19.5h29M8.5 24.5h31M9.5 29.5h29"/>`,
  mist: `<path d="M11 24c-5 0-8-3-8-7s4-7 8-6c2-6 8-9 14-7 5 1 8 5 8 9 6-1 11 2 11 6 0 3-3 5-6 5z"/><path ${K}"3.6" d="M6 31h30M41 31h2M12 38h30M4 38h2M16 45h18"/>`,
  mask: `<path d="M6 6c11 5 25 5 36 0 2 18-4 34-18 40C10 40 4 24 6 6z"/><path ${V} d="M12 19c5-2 8 0 10 4-4 2-8 1-10-4zM36 19c-5-2-8 0-10 4 4 2 8 1 10-4z"/><path ${L}"2.4" d="M18 34c4 3 8 3 12 0"/>`,
  colossus: `<path d="M17 3h14v10h9l5 8-3 16h-8V25h-2v20h-7V33h-2v12h-7V25h-2v12H6L3 21l5-8h9z"/><path ${V} d="M20 7h3v3h-3zM25 7h3v3h-3z"/><path ${L}"2" d="M19 19h10M21 23h6"/>`,
  burst: `<path d="M24 1l4.5 13L40 7l-6.5 12L47 24l-13.5 5L40 41l-11.5-7L24 47l-4.5-13L8 41l6.5-12L1 24l13.5-5L8 7l11.5 7z"/><circle cx="24" cy="24" r="5" ${V}/>`,
  gate: `<path d="M2 6q22 6 44 0l-2 8H4zM11 16h5.5v29H11zM31.5 16H37v29h-5.5zM7 21h34v4.5H7z"/><path d="M24 27c1 4 5 6 5 10a5 5 0 0 1-10 0c0-4 4-6 5-10z"/>`,
  figure: `<path d="M24 3c7 0 12 5 12 13 0 7-5 13-12 13s-12-6-12-13C12 8 17 3 24 3zM3 46c1-12 10-16 21-16s20 4 21 16z"/><path ${V} d="M13 14h22v4.5H13z"/>`,
  sword: `<path d="M44 3L42 14 22 32l-6-6L34 6zM11 24l13 13-3.5 3.5L7.5 27.5zM12 34l3 3-8 8-4-4z"/><path ${L}"1.8" d="M37 10L22 25"/>`,
};

/** Signs, 16 x 16: attributes, figures, marks and controls. */
export const SIGNS = {
  flame:
    '<path d="M8.6.8c.3 3 4.6 4.8 4.6 9a5.2 5.2 0 0 1-10.4 0C2.8 7 4.8 6 5.3 3.6c1 .7 1.6 1.6 1.9 2.6C8.3 4.9 8.9 3 8.6.8z"/>',
  drop: '<path d="M8 .8c3 4.1 5.2 6.5 5.2 9.3a5.2 5.2 0 0 1-10.4 0C2.8 7.3 5 4.9 8 .8z"/>',
  spark: '<path d="M8 .7l2 5.3L15.3 8 10 10l-2 5.3L6 10 .7 8 6 6z"/>',
  leaf: '<path d="M1.8 14.2C.9 6 6 1.8 14.2 1.8c.2 8-3.9 12.3-9.7 11.7L9.3 7 3.4 12.6z"/>',
  sun: `<circle cx="8" cy="8" r="3.4"/><path ${K}"1.6" d="M8 1.3v1.2M8 13.5v1.2M1.3 8h1.2M13.5 8h1.2M3.3 3.3l.8.8M11.9 11.9l.8.8M3.3 12.7l.8-.8M11.9 4.1l.8-.8"/>`,
  crescent: '<path d="M10.2 1.2a7 7 0 1 0 4.7 9.7A5.9 5.9 0 0 1 10.2 1.2z"/>',
  ring: `<circle cx="8" cy="8" r="5" ${K}"2.2"/>`,
  wind: `<path ${K}"1.8" d="M1.8 6.5h8.4a2.2 2.2 0 1 0-2.2-2.2M1.8 10h10.4a2 2 0 1 1-2 2.3"/>`,
  shield: '<path d="M8 .9l6.2 2.2v4.7c0 3.7-2.5 6.2-6.2 7.5-3.7-1.3-6.2-3.8-6.2-7.5V3.1z"/>',
  diamond: '<path d="M8 .8L14.2 8 8 15.2 1.8 8z"/>',
  bolt: '<path d="M9.7.8L2.8 9h4l-1 6.2L13.2 7H8.8z"/>',
  heart: '<path d="M8 14.6C2 10 .9 7.6.9 5.3a3.7 3.7 0 0 1 7.1-1.4 3.7 3.7 0 0 1 7.1 1.4c0 2.3-1.1 4.7-7.1 9.3z"/>',
  star: '<path d="M8 .9l2.2 4.7 5.1.6-3.8 3.5 1 5L8 12.2l-4.5 2.5 1-5L.7 6.2l5.1-.6z"/>',
  ok: `<path ${K}"2.6" d="M3 8.6l3.4 3.4L13 4.6"/>`,
  no: `<path ${K}"2.6" d="M4 4l8 8M12 4l-8 8"/>`,
  aim: `<circle cx="8" cy="8" r="4.4" ${K}"2"/><path ${K}"2" d="M8 1v3M8 12v3M1 8h3M12 8h3"/>`,
  bulb: `<path ${K}"1.6" d="M8 1.6a4.6 4.6 0 0 0-2.6 8.4c.6.5.8 1 .8 1.7h3.6c0-.7.2-1.2.8-1.7A4.6 4.6 0 0 0 8 1.6zM6.5 14.3h3"/>`,
  undo: `<path ${K}"1.8" d="M5.5 2.8L2.5 5.8l3 3M3 5.8h6.3a3.9 3.9 0 0 1 0 7.8H6"/>`,
  reset: `<path ${K}"1.8" d="M13 8.4A5.1 5.1 0 1 1 11.3 4M13.3 1.6v3.2h-3.2"/>`,
  moon: `<path ${K}"1.7" d="M13.6 10A6 6 0 0 1 6 2.4a6 6 0 1 0 7.6 7.6z"/>`,
  lines: `<path ${K}"1.8" d="M2 4h12M2 8h12M2 12h7"/>`,
  up: `<path ${K}"2" d="M3.5 10L8 5.5l4.5 4.5"/>`,
  down: `<path ${K}"2" d="M3.5 6L8 10.5 12.5 6"/>`,
  back: `<path ${K}"2" d="M10 3.5L5.5 8l4.5 4.5"/>`,
  next: `<path ${K}"2" d="M6 3.5L10.5 8 6 12.5"/>`,
  info: `<path ${K}"2.2" d="M8 7.2v5M8 3.6v.1"/>`,
  lock: `<path ${K}"1.7" d="M4 7.2h8v6.3H4zM5.6 7V5a2.4 2.4 0 0 1 4.8 0v2"/>`,
};

/** What lies under the emblem, by hue: a skyline in a 60 x 44 field that may be cut at the sides. */
export const GROUNDS = {
  red: "M-20 38l13-9 10 6 12-11 12 10 11-8 12 9 10-6 20 9v40h-100z",
  blue: "M-20 36q5-6 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0v40h-100z",
  green: "M-20 36C-6 24 10 25 22 35c10-10 26-11 38-2 8-5 14-5 20-2v40h-100z",
  yellow: "M-20 40h20v-4h14v-4h32v4h14v4h20v30h-100z",
  white: "M-20 38c8-8 18-8 24-2 6-8 18-8 24 0 8-7 18-6 24 0 6-5 16-5 28 0v40h-100z",
  purple: "M-20 39c20-10 34-8 48-3 16-6 34-6 52 2v40h-100z",
  grey: "M-20 40l16-10h12l10 7h20l10-9h14l18 12v30h-100z",
  teal: "M-20 34c20 8 34 8 50 1 16 7 30 6 50-2v40h-100z",
};

const EXTRAS = {
  white: '<path stroke="var(--a4)" stroke-width="1.5" d="M30-4v4M6-4l3 5M54-4l-3 5M1 21h6M53 21h6"/>',
  purple:
    '<g fill="var(--a2)"><circle cx="7" cy="9" r="1.3"/><circle cx="52" cy="7" r="1"/><circle cx="55" cy="19" r="1.4"/><circle cx="4" cy="24" r="1"/><circle cx="17" cy="4" r=".9"/></g>',
  green: '<path fill="var(--a2)" opacity=".55" d="M-20 33c16-9 30-8 42-2 12-9 26-9 38-3 8-2 14-1 20 1v8h-100z"/>',
  red: '<path fill="var(--a2)" opacity=".5" d="M-20 34l18-11 14 9 14-12 16 13 14-9 24 10v8h-100z"/>',
};

export const LANTERN =
  '<path d="M19 4h10v4.5H19zM14 10.5h20c7 8 7 19 0 27H14c-7-8-7-19 0-27zM19 39.5h10V44H19z"/><path fill="none" stroke="var(--tb-back)" stroke-width="2.3" d="M8 19.5h32M7.5 24h33M8 28.5h32"/>';

export const LOGO =
  '<path d="M19 3h10v5H19zM19 40h10v5H19z"/><path fill="var(--tb-lamp)" stroke="currentColor" stroke-width="3" d="M14 9.5h20c6.5 8 6.5 21 0 29H14c-6.5-8-6.5-21 0-29z"/><path fill="none" stroke="currentColor" stroke-width="2.4" d="M10 18.5h28M9 24h30M10 29.5h28"/>';

/**
 * @param {string} hue
 * @param {string} emblem
 */
export function picture(hue, emblem) {
  const ground = GROUNDS[hue] || GROUNDS.grey;
  const figure =
    EMBLEMS[emblem] ||
    (SIGNS[emblem]
      ? `<g transform="scale(3)">${SIGNS[emblem]}</g>`
      : /^M/.test(emblem)
        ? `<path d="${esc(emblem)}"/>`
        : EMBLEMS.lantern);
  return `<svg class="tb-art" viewBox="0 0 60 44" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path ${V} d="M-20-20h100v90h-100z"/><circle cx="30" cy="20.5" r="17" fill="var(--a4)"/>${EXTRAS[hue] || ""}<path fill="var(--a2)" d="${ground}"/><g transform="translate(13.6 4.6) scale(.68)">${figure}</g></svg>`;
}
