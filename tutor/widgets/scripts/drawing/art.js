// @ts-check
// Signs, emblems of games and grounds, drawn as paths. Colours: currentColor = the hue, --a2 ground, --a3 sky, --a4 disc.

const K = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width=';

export const V = 'fill="var(--a3)"';

const L = 'fill="none" stroke="var(--a3)" stroke-linecap="round" stroke-linejoin="round" stroke-width=';

/** Emblems of games, 48 x 48; a game may have path data of its own ("M24 3 ...") instead. */
export const EMBLEMS = {
  lantern: `<path ${K}"2.4" d="M20 4a4 4 0 0 1 8 0"/><path d="M18 5h12v4H18zM14 11h20c7 8 7 19 0 27H14c-7-8-7-19 0-27zM18 40h12v4H18z"/><path ${L}"2.2" d="M9.5 19.5h29M8.5 24.5h31M9.5 29.5h29"/>`,
  mask: `<path d="M6 6c11 5 25 5 36 0 2 18-4 34-18 40C10 40 4 24 6 6z"/><path ${V} d="M12 19c5-2 8 0 10 4-4 2-8 1-10-4zM36 19c-5-2-8 0-10 4 4 2 8 1 10-4z"/><path ${L}"2.4" d="M18 34c4 3 8 3 12 0"/>`,
  gate: `<path d="M2 6q22 6 44 0l-2 8H4zM11 16h5.5v29H11zM31.5 16H37v29h-5.5zM7 21h34v4.5H7z"/><path d="M24 27c1 4 5 6 5 10a5 5 0 0 1-10 0c0-4 4-6 5-10z"/>`,
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
  bolt_up: `<path transform="translate(-2.4 2.6) scale(.84)" d="M9.7.8L2.8 9h4l-1 6.2L13.2 7H8.8z"/><path ${K}"1.9" d="M12.4 1v5.4M9.7 3.7h5.4"/>`,
  shield_up: `<path transform="translate(-1 3.2) scale(.8)" d="M8 .9l6.2 2.2v4.7c0 3.7-2.5 6.2-6.2 7.5-3.7-1.3-6.2-3.8-6.2-7.5V3.1z"/><path ${K}"1.9" d="M13 0v5M10.5 2.5h5"/>`,
  die: '<path fill-rule="evenodd" d="M3 1h10l2 2v10l-2 2H3l-2-2V3zM3 3v3h3V3zM6.5 6.5v3h3v-3zM10 10v3h3v-3z"/>',
  fast: `<path ${K}"2.4" d="M3 3l5 5-5 5M8 3l5 5-5 5"/>`,
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
  plus: `<path ${K}"2.2" d="M8 3v10M3 8h10"/>`,
  minus: `<path ${K}"2.2" d="M3 8h10"/>`,
  back: `<path ${K}"2" d="M10 3.5L5.5 8l4.5 4.5"/>`,
  next: `<path ${K}"2" d="M6 3.5L10.5 8 6 12.5"/>`,
  info: `<path ${K}"2.2" d="M8 7.2v5M8 3.6v.1"/>`,
  fence: `<path ${K}"1.7" d="M3.2 2.6v11.6M8 2.6v11.6M12.8 2.6v11.6M1 6h14M1 10.8h14"/>`,
  flag: `<path ${K}"1.7" d="M4 14.4V2.2h8.6l-2.2 3 2.2 3H4"/>`,
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

export const LANTERN =
  '<path d="M19 4h10v4.5H19zM14 10.5h20c7 8 7 19 0 27H14c-7-8-7-19 0-27zM19 39.5h10V44H19z"/><path fill="none" stroke="var(--tb-back)" stroke-width="2.3" d="M8 19.5h32M7.5 24h33M8 28.5h32"/>';

export const LOGO =
  '<path d="M19 3h10v5H19zM19 40h10v5H19z"/><path fill="var(--tb-lamp)" stroke="currentColor" stroke-width="3" d="M14 9.5h20c6.5 8 6.5 21 0 29H14c-6.5-8-6.5-21 0-29z"/><path fill="none" stroke="currentColor" stroke-width="2.4" d="M10 18.5h28M9 24h30M10 29.5h28"/>';
