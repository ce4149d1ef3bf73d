// @ts-check
// What is shown stands in the address, so that it can be sent and opened again.

/** @import { PageView } from "../types.js" */
import { every, isAppPage } from "../drawing/dom.js";

/** What the browser alone knows of the table, by its name in the address. */
const KEPT = { group: "group", view: "view", order: "order", words: "words", card: "card" };

/**
 * Read what the address asks for into what is kept.
 * @param {PageView} S
 * @param {URLSearchParams} asked
 */
export function readAddress(S, asked) {
  for (const [name, key] of Object.entries(KEPT)) if (asked.get(name)) S.kept[key] = asked.get(name);
  S.kept.mark = asked.has("mark");
  S.kept.rows = (asked.get("rows") || "").split(",").filter((id) => S.shown.data.rows.some((row) => row.id === id));
}

/**
 * Write what is shown into an address; what is as at first is left out.
 * @param {PageView} S
 * @param {URLSearchParams} address
 */
export function writeAddress(S, address) {
  const { open, handout } = S.shown.data;
  const shown = {
    question: open && open.question,
    game: open && open.game,
    at: open && open.to ? String(open.to) : "",
    mark: S.kept.mark && "1",
    rows: (S.kept.rows || []).join(","),
    handout: (handout || []).map((one) => one.id).join(","),
  };
  for (const [name, key] of Object.entries(KEPT)) shown[name] = S.kept[key];
  if (open) shown.card = "";
  for (const [name, value] of Object.entries(shown))
    if (value) address.set(name, value);
    else address.delete(name);
  return address;
}

/**
 * Change the address of a page of the app; elsewhere, as in Lab, it is not the page's.
 * @param {(address: URLSearchParams) => void} change
 */
function changeAddress(change) {
  if (!isAppPage()) return;
  const url = new URL(location.href);
  const before = url.search;
  change(url.searchParams);
  if (url.search !== before) history.replaceState(null, "", url);
}

/** @param {PageView} S */
export const keepAddress = (S) => changeAddress((address) => writeAddress(S, address));

/**
 * Write some values into the address; what is empty is left out.
 * @param {Record<string, any>} shown
 */
export const keepShown = (shown) =>
  changeAddress((address) => {
    for (const [name, value] of Object.entries(shown))
      if (value) address.set(name, value);
      else address.delete(name);
  });

/**
 * Bring into sight, once, the parts of the page that the address asks for: those whose data-asked is among its values.
 * @param {PageView} S
 * @param {string} name
 */
export function showAsked(S, name) {
  if (S.kept.sought) return;
  const asked = (new URLSearchParams(location.search).get(name) || "").split(",");
  const parts = every(S.root, "[data-asked]").filter((one) => asked.includes(one.dataset.asked));
  if (parts.some((one) => !one.offsetParent)) return; // while the page is still hidden, nothing scrolls
  S.kept.sought = true;
  for (const one of parts) one.dataset.now = "1";
  for (const box of parts.flatMap((one) => every(one, "details"))) box.open = true;
  if (parts.length) setTimeout(() => parts[0].scrollIntoView({ block: "center" }));
}
