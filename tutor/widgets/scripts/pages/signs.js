// @ts-check
// Signs that only the pages without a board need, 16 x 16.

import { HIDDEN, h } from "../drawing/dom.js";

const K = (width, path) =>
  `<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="${width}" d="${path}"/>`;

const SIGNS = {
  play: K(1.7, "M2.5 2.5l8 8M13.5 2.5l-8 8M9 12.5l3.5-3.5M7 12.5L3.5 9M11.5 11.5l2 2M4.5 11.5l-2 2"),
  puzzles: K(1.7, "M3 5h2.6a1.9 1.9 0 1 1 3.6 0H13v3.2a1.9 1.9 0 1 0 0 3.2V14H3z"),
  exam: K(1.7, "M3.5 1.8h9v12.4h-9zM5.8 5h4.4M5.8 8h4.4M5.8 11h2.4"),
  practice: K(1.8, "M13 8.4A5.1 5.1 0 1 1 11.3 4M13.3 1.6v3.2h-3.2"),
  one_page: K(1.6, "M3.5 1.8h9v12.4h-9zM5.6 4.6h4.8M5.6 7.2h1.8M9 7.2h1.4M5.6 9.6h1.8M9 9.6h1.4M5.6 12h4.8"),
  rulebook: K(
    1.6,
    "M8 3.6C6.6 2.5 4.4 2.3 2 2.600v10.200c2.4-.3 4.6-.1 6 1 1.4-1.1 3.6-1.3 6-1V2.600c-2.4-.3-4.6-.1-6 1zM8 3.600v10",
  ),
  print: K(1.6, "M4.5 6V2h7v4M4.5 12h-2V6.500h11V12h-2M4.5 9.500h7V14h-7z"),
};

/**
 * A sign, or nothing for a name without one.
 * @param {string} name
 */
export const sign = (name) =>
  SIGNS[name] && h("svg.tb-icon", { viewBox: "0 0 16 16", ...HIDDEN, html: SIGNS[name], key: "sign " + name });
