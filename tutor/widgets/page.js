// What the pages without a board share: the header bar, reading the model, drawing, light and dark.

function pageBar(S) {
  const bar = S.bar;
  const logo = [h("svg", { viewBox: "0 0 48 48", ...HIDDEN, html: LOGO }), say(S, "brand"), h("i", { lang: "ja" }, say(S, "brand_ja"))];
  return h("header.tb-bar", { key: "bar" }, h("div.tb-wrap", null,
    h(bar.home ? "a" : "span", { class: "tb-logo", href: bar.home || null }, logo),
    h("p.tb-crumbs", { key: "crumbs" }, (bar.crumbs || []).map((crumb, n) => [n > 0 && h("span", HIDDEN, "›"), crumb.href ? h("a", { href: crumb.href }, crumb.text) : h("span", null, crumb.text)])),
    h("span.tb-space", null),
    (bar.links || []).map((link) => h("a", { class: "tb-btn tb-small tb-quiet", key: "link " + link.href, href: link.href }, link.text)),
    themeButton(S)));
}

const command = (S, name, more) => S.model.send({ type: "command", name, ...more });

// A page: `view(S)` describes everything under the bar, `after(S)` may look at what was drawn.
// S.ui keeps what only the browser knows (words typed, panels opened).
function mountPage({ model, el }, kind, view, after) {
  const make = (name) => Object.assign(document.createElement("div"), { className: name });
  const S = { model, el, root: make("tb-root tb-stage"), body: make("tb-body"), spoken: make("tb-sr"), ui: {} };
  const saved = store.get("tebiki-theme");
  if (saved && !document.documentElement.dataset.theme) document.documentElement.dataset.theme = saved;
  S.spoken.setAttribute("aria-live", "polite");
  S.root.append(S.body, S.spoken);
  el.append(S.root);
  const read = () => { S.data = model.get("data") || {}; S.bar = model.get("bar") || {}; S.words = model.get("words") || {}; };
  S.draw = () => {
    const width = S.root.clientWidth || el.clientWidth || 1200;
    S.phone = width <= 760;
    S.narrow = width < 1000;
    S.root.className = `tb-root tb-stage tb-page-root tb-${kind} ${S.phone ? "tb-phone" : S.narrow ? "tb-mid-width" : "tb-wide"}`;
    patch(S.body, [S.bar.home || S.bar.crumbs || S.bar.links ? pageBar(S) : null, ...view(S)].filter(Boolean));
    placeInside(S, "child");
    if (after) after(S);
  };
  let waiting = false;
  const update = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => { waiting = false; read(); S.draw(); });
  };
  const names = ["data", "bar", "words", "child"];
  for (const name of names) model.on("change:" + name, update);
  let width = 0;
  const watcher = new ResizeObserver(() => {
    if (S.root.clientWidth && S.root.clientWidth !== width) { width = S.root.clientWidth; S.draw(); }
  });
  adoptTheme(S);
  read();
  S.draw();
  watcher.observe(S.root);
  return () => {
    watcher.disconnect();
    clearInside(S);
    for (const name of names) model.off("change:" + name, update);
  };
}

// A text that Python sends ({"type": "file", "name", "text", "mime"}) is saved as a file by the browser.
function saveFile(message) {
  if (!message || message.type !== "file") return;
  const url = URL.createObjectURL(new Blob([message.text], { type: message.mime || "application/x-ndjson" }));
  Object.assign(document.createElement("a"), { href: url, download: message.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
