// What a browser keeps of the site, so that its pages open without a network. Each build lies in a cache of its own,
// and its files have addresses of their own: a page has everything from the build that its html is from. A new build
// is fetched beside the pages that are open, and the next full load of a page shows it.

/** @type {{ version: string, files: string[], pages: Record<string, string> }} written by the builder: titles by path */
const SITE = self.TEBIKI_SITE;
const ROOT = new URL("./", self.location.href); // the folder of the site
const BUILDS = `tebiki ${ROOT.pathname} `; // what the names of its caches begin with; front.js knows it too
const BUILD = /^site\/(\w+)\//;
const KEPT = 2; // so many builds stay, with those that an open page is from
const FRAME = "page.html"; // the html of a page, without its title and the way to its files

/** @param {string} version */
const openBuild = (version) => caches.open(BUILDS + version);

/** @param {string} file */
const addressOf = (file) => new URL(`site/${SITE.version}/${file}`, ROOT).href;

async function keepBuild() {
  const build = await openBuild(SITE.version);
  const there = new Set((await build.keys()).map((request) => request.url));
  for (const address of SITE.files.map(addressOf)) {
    if (there.has(address)) continue;
    // What this page has just loaded is taken from the browser; what lies at such an address never changes.
    const answer = await fetch(address, { cache: "force-cache" });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    await build.put(address, answer);
  }
}

async function forgetBuilds() {
  const held = new Set((await navigator.locks.query()).held.map((lock) => lock.name));
  held.add(BUILDS + SITE.version);
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILDS)); // the oldest first
  await Promise.all(builds.slice(0, -KEPT).map((name) => held.has(name) || caches.delete(name)));
}

/** Let go of a site that its host has no more: something else may lie at these addresses now. */
async function leaveIfGone() {
  const answer = await fetch(self.location.href, { cache: "no-store" }).catch(() => null); // null without a network
  if (answer?.status !== 404) return;
  await self.registration.unregister();
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILDS));
  await Promise.all(builds.map((name) => caches.delete(name)));
}

/**
 * The page that a path in the site is of, null for another file. Home is the page at "".
 * @param {string} path
 */
function pageOf(path) {
  const page = path.replace(/(^|\/)(index\.html)?$/, "");
  return Object.hasOwn(SITE.pages, page) ? page : null;
}

/** @param {string} page */
async function makePage(page) {
  const build = await openBuild(SITE.version);
  const frame = await build.match(addressOf(FRAME));
  if (!frame) return fetch(new URL(page, ROOT)); // the browser has thrown the build away
  const assets = `${ROOT.pathname}site/${SITE.version}`;
  const text = (await frame.text()).replaceAll("{{assets}}", assets).replaceAll("{{title}}", SITE.pages[page]);
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/**
 * @param {Request} request
 * @param {string} version
 */
async function findFile(request, version) {
  const kept = (await caches.has(BUILDS + version)) && (await (await openBuild(version)).match(request.url));
  return kept || fetch(request);
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepBuild().then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetBuilds()]));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== ROOT.origin) return;
  const whole = decodeURIComponent(address.pathname);
  const root = decodeURIComponent(ROOT.pathname);
  if (!whole.startsWith(root)) return;
  const path = whole.slice(root.length);
  const build = BUILD.exec(path);
  if (build) event.respondWith(findFile(request, build[1]));
  else if (request.mode === "navigate" && pageOf(path) !== null) {
    event.respondWith(makePage(pageOf(path)));
    event.waitUntil(leaveIfGone());
  }
});
