// @ts-check
// What is found in a rulebook for the words searched for.

/** @import { PageView } from "../types.js" */
import { h } from "../drawing/dom.js";
import { rich } from "../drawing/words.js";

/**
 * The words searched for as patterns: a word of letters is found where a word begins ("ally", not "usually").
 * @param {PageView} S
 */
export function wanted(S) {
  return (S.kept.words || "")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (/^\w/.test(word) ? "\\b" : "") + word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

/**
 * The entries that have all words: those with all of them in their title or number first.
 * @param {PageView} S
 */
export function found(S) {
  const words = wanted(S).map((word) => new RegExp(word, "i"));
  const all = (text) => words.every((word) => word.test(text));
  const here = (S.shown.data.entries || []).filter(
    (entry) => !S.kept.section || String(entry.section) === S.kept.section,
  );
  const heading = (entry) => `${entry.id} ${entry.title} ${entry.ja}`;
  return {
    titles: here.filter((entry) => all(heading(entry))),
    texts: here.filter((entry) => !all(heading(entry)) && all(`${heading(entry)} ${entry.text}`)),
  };
}

/**
 * The words searched for, marked in a text.
 * @param {PageView} S
 * @param {unknown} text
 */
export function marked(S, text) {
  const words = wanted(S).filter((word) => word.replace("\\b", "").length > 1);
  if (!words.length) return rich(text);
  const parts = String(text).split(new RegExp(`(${words.join("|")})`, "i"));
  return parts.map((part, n) => (n % 2 ? h("mark", { key: n }, part) : part));
}

/**
 * A few words of a text around the first of the words searched for.
 * @param {PageView} S
 * @param {string} text
 */
export function snippet(S, text) {
  const at = Math.min(
    ...wanted(S)
      .map((word) => text.search(new RegExp(word, "i")))
      .filter((place) => place >= 0),
  );
  if (!Number.isFinite(at)) return null;
  const from = at > 36 ? text.indexOf(" ", at - 30) + 1 : 0;
  const to = text.length - at > 70 ? text.lastIndexOf(" ", at + 62) : text.length;
  return h(
    "small",
    { key: "snippet" },
    from > 0 && "… ",
    marked(S, text.slice(from, Math.max(to, at + 1))),
    to < text.length && " …",
  );
}
