// A page of the site: one worker runs Python for as long as the tab is open, and links between pages keep it.

import { Manager } from "./models.js";

const ROOT = new URL("../../", import.meta.url); // the folder of the site
const PAGES = new URL(document.body.dataset.pages + "/", ROOT);
const HOME = "index.ipynb";
const SLOW = 300; // milliseconds after which a page on its way is said to be

const cells = document.getElementById("rendered_cells");
const lantern = document.getElementById("loading");
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
let manager = makeManager();
/** @type {any[]} */
let views = [];
let asked = 0; // the number of the page that was asked for last
let slow = 0;
let durable = null; // whether what is kept may be forgotten, asked for with the first answer
let service = null; // keeps the site for days without a network; browsers have it for https and this machine alone
let opened = ""; // what is open: address without what scripts change in it

function makeManager() {
  return new Manager((message) => worker.postMessage({ type: "message", text: JSON.stringify(message) }));
}

/**
 * The notebook that an address is of, "" for an address of something else.
 * @param {URL | Location} address
 */
function pageOf(address) {
  const path = decodeURIComponent(address.pathname);
  if (address.origin !== ROOT.origin) return "";
  if ([ROOT.pathname, ROOT.pathname + "index.html"].includes(path)) return HOME;
  if (!path.startsWith(decodeURIComponent(PAGES.pathname))) return "";
  const page = path.slice(decodeURIComponent(PAGES.pathname).length).replace(/\/(index\.html)?$/, "");
  return page.endsWith(".ipynb") ? page : "";
}

function openPage() {
  clearPage();
  opened = location.pathname + location.search;
  asked += 1;
  worker.postMessage({
    type: "open",
    number: asked,
    page: pageOf(location) || HOME,
    query: location.search.slice(1),
    pages: PAGES.pathname,
  });
}

function clearPage() {
  for (const view of views) view.remove();
  views = [];
  manager = makeManager();
  delete document.body.dataset.lost;
  document.body.classList.remove("tebiki-ready");
  document.querySelector(".tebiki-stopped")?.remove();
  window.clearTimeout(slow);
  slow = window.setTimeout(() => show(lantern), opened ? SLOW : 0);
}

/** @param {HTMLElement | null} part what is shown: the lantern, or the page */
function show(part) {
  lantern.hidden = part !== lantern;
  cells.classList.toggle("tebiki-waiting", part !== cells);
}

/** @param {{ models: string[], title: string }} message */
async function showPage({ models, title }) {
  const number = asked;
  const made = [];
  for (const id of models) made.push(await manager.create_view(await manager.get_model(id)));
  if (number !== asked) return void made.forEach((view) => view.remove());
  views = made;
  document.title = `${title} · Tebiki`;
  window.clearTimeout(slow);
  show(cells);
  cells.replaceChildren(
    ...made.map((view) => {
      const cell = Object.assign(document.createElement("div"), { className: "jp-Cell" });
      cell.append(view.el);
      return cell;
    }),
  );
  document.body.classList.add("tebiki-ready");
  const keeper = navigator.serviceWorker;
  service ||= keeper?.controller || keeper?.register(new URL("service.js", ROOT)).catch(console.warn);
}

/** @param {string} details */
function showStopped(details) {
  console.error(details);
  window.clearTimeout(slow);
  show(cells);
  const note = document.createElement("section");
  note.className = "tebiki-stopped";
  note.setAttribute("role", "alert");
  const again = Object.assign(document.createElement("a"), { href: location.href, textContent: "Load it again" });
  again.dataset.whole = "";
  note.append(
    Object.assign(document.createElement("h2"), { textContent: "This page stopped here" }),
    "Something went wrong while it was being prepared. Nothing of yours is lost. ",
    again,
  );
  cells.replaceChildren(note);
  document.body.classList.add("tebiki-ready");
}

/** @param {string} text */
function warn(text) {
  if (document.querySelector(".tebiki-asleep")) return;
  const note = Object.assign(document.createElement("div"), { className: "tebiki-asleep" });
  note.setAttribute("role", "status");
  const close = Object.assign(document.createElement("button"), { textContent: "OK", onclick: () => note.remove() });
  note.append(Object.assign(document.createElement("span"), { textContent: text }), close);
  document.body.append(note);
}

worker.onmessage = ({ data }) => {
  if (data.type === "python") {
    const message = JSON.parse(data.text);
    if (data.number !== asked) return; // of a page that has been left
    if (message.type === "shown") showPage(message).catch((error) => showStopped(String(error.stack || error)));
    else manager.receive(message);
  } else if (data.type === "failed") showStopped(data.text);
  else if (data.type === "forgets") warn(data.text);
  else if (data.type === "kept" && !durable) durable = navigator.storage?.persist?.() || true;
};
worker.onerror = (event) => showStopped(event.message || "The worker ended.");

document.addEventListener("click", (event) => {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download") || "whole" in link.dataset) return;
  const address = new URL(link.href, location.href);
  if (!pageOf(address)) return;
  const here = address.pathname === location.pathname && address.search === location.search;
  if (here && address.hash) return;
  event.preventDefault();
  history.pushState(null, "", address);
  window.scrollTo(0, 0);
  openPage();
});
for (const link of document.querySelectorAll("link")) link.setAttribute("href", link.href); // pages have other folders
window.addEventListener("popstate", () => {
  if (location.pathname + location.search !== opened) openPage();
});

openPage();

// The build that this page is from stays in the browser while the page is open.
const version = new URL("./", import.meta.url).pathname.split("/").at(-2);
navigator.locks?.request(`tebiki ${ROOT.pathname} ${version}`, { mode: "shared" }, () => new Promise(() => {}));
