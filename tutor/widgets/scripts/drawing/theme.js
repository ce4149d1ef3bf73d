// @ts-check
// Light and dark: the learner's own choice is remembered; a JupyterLab theme of its own may lend its colours.

/** @import { Drawn } from "../types.js" */
import { button, icon } from "./controls.js";
import { say } from "./words.js";

/** In a private window a choice lasts for this page only. */
export const store = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {}
  },
};

/** @param {Drawn} S */
function isDark(S) {
  return getComputedStyle(S.root).colorScheme === "dark";
}

/** @param {Drawn} S */
function toggleTheme(S) {
  const theme = isDark(S) ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  store.set("tebiki-theme", theme);
  adoptTheme(S);
  S.draw();
}

/**
 * The button shows what it leads to: the sun in the dark, the moon in the light.
 * @param {Drawn} S
 */
export const themeButton = (S) =>
  button(icon(isDark(S) ? "sun" : "moon"), () => toggleTheme(S), "small quiet", {
    key: "theme",
    "aria-label": say(S, "theme"),
  });

const LENT = {
  paper: "layout-color0",
  sheet: "layout-color1",
  mat: "layout-color2",
  ink: "ui-font-color0",
  ink2: "ui-font-color1",
  accent: "brand-color1",
};

const READABLE = [
  ["ink", "paper"],
  ["ink", "sheet"],
  ["ink", "mat"],
  ["ink2", "paper"],
  ["ink2", "mat"],
  ["accent", "sheet"],
  ["accent", "mat"],
];

/**
 * Relative luminance of any CSS colour, as the accessibility guidelines define it.
 * @param {Drawn} S
 * @param {string} colour
 */
function luminance(S, colour) {
  S.spoken.style.color = "";
  S.spoken.style.color = colour;
  const parts = (getComputedStyle(S.spoken).color.match(/[\d.]+/g) || []).slice(0, 4).map(Number);
  const [r, g, b] = parts
    .slice(0, 3)
    .map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return parts[3] < 1 ? NaN : 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Take the colours of the page's theme, unless it is one of JupyterLab's own two, whose greys our paper replaces,
 * the learner chose light or dark, or any text would be hard to read in them.
 * @param {Drawn} S
 */
export function adoptTheme(S) {
  for (const role in LENT) S.root.style.removeProperty("--tb-" + role);
  const theme = document.body.dataset.jpThemeName;
  if (!theme || /^JupyterLab (Light|Dark)$/.test(theme) || document.documentElement.dataset.theme) return;
  const page = getComputedStyle(document.body);
  const lent = Object.entries(LENT).map(([role, name]) => [role, page.getPropertyValue("--jp-" + name).trim()]);
  const light = Object.fromEntries(lent.map(([role, colour]) => [role, colour ? luminance(S, colour) : NaN]));
  const contrast = (one, two) => (Math.max(light[one], light[two]) + 0.05) / (Math.min(light[one], light[two]) + 0.05);
  if (READABLE.every(([text, ground]) => contrast(text, ground) >= 4.5)) {
    for (const [role, colour] of lent) S.root.style.setProperty("--tb-" + role, colour);
  }
}
