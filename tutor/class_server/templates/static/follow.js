// On every page of a class. On a learner's: what the teacher opens for everybody is announced, and comes after some
// seconds, unless the learner stays, writes or is in a game. A question lies over the page, which so keeps all that is
// on it. On the teacher's: the link to the class's page, with how many are here.
(() => {
  const EVERY = 3000;
  const WAIT = 8;
  const TYPED = 20000; // milliseconds after a key in which a learner counts as writing
  const SEEN = "tebiki-led-"; // with the kind: a question does not make a page new again
  const BUSY = "[data-playing], .tb-run-line, .tb-lab-run"; // a game that is under way, a measurement that runs
  const TEXT = "textarea, select, [contenteditable=true], input:not([type=radio], [type=checkbox], [type=button])";
  if (window !== window.top) return; // the question over a page: the page itself follows
  const known = {};
  let words = {};
  let bar = null;
  let question = null; // the question that lies over the page
  let typed = -TYPED;
  let over = ""; // "closed" or "out": the end of the class, or of a learner's part in it

  const isSeen = (led) => {
    try {
      if (localStorage.getItem(SEEN + led.kind) === led.number) return true;
    } catch {} // without storage it is known as long as the page is
    return known[led.kind] === led.number;
  };

  function mark(led) {
    known[led.kind] = led.number;
    try {
      localStorage.setItem(SEEN + led.kind, led.number);
    } catch {}
  }

  const nameOf = (led) => `${led.kind} ${led.number}`;
  const isBusy = () =>
    performance.now() - typed < TYPED || document.activeElement?.matches(TEXT) || document.querySelector(BUSY) !== null;

  function make(tag, style, text) {
    const one = document.createElement(tag);
    one.style.cssText = style;
    if (text) one.textContent = text;
    return one;
  }

  function button(text, act, main) {
    const colours = main ? "border: 0; background: #f2c250; color: #1d1a14" : "border: 1px solid #fff; background: transparent; color: #fff";
    const look = "font: 600 16px/1.2 system-ui, sans-serif; min-height: 44px; padding: 8px 16px; border-radius: 10px; cursor: pointer;";
    const one = make("button", look + colours, text);
    one.type = "button";
    one.onclick = act;
    return one;
  }

  // What is announced.

  function close() {
    if (bar) bar.remove();
    bar = null;
    document.body.style.paddingTop = "";
  }

  function go(led) {
    mark(led);
    close();
    if (led.kind === "ask") showQuestion(led.href);
    else location.assign(led.href);
  }

  function announce(led) {
    close();
    bar = make(
      "section",
      "position: fixed; inset: 0 0 auto 0; z-index: 1002; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center;" +
        "padding: 10px 20px; background: #22345c; color: #fff; font: 17px/1.35 system-ui, sans-serif; box-shadow: 0 4px 18px #0006",
    );
    bar.id = "tebiki-led";
    bar.setAttribute("role", "alert");
    const text = make("p", "margin: 0; flex: 1 1 240px", led.text);
    const soon = document.createElement("span");
    soon.setAttribute("aria-hidden", "true");
    text.append(" ", soon);
    const stay = () => {
      mark(led);
      close();
      link(led);
    };
    bar.append(text, button(words.go, () => go(led), true), button(words.stay, stay, false));
    bar.dataset.name = nameOf(led);
    document.body.append(bar);
    document.body.style.paddingTop = `${bar.offsetHeight}px`; // nothing lies under it for as long as it stays
    let left = WAIT;
    const mine = bar;
    const count = () => {
      if (bar !== mine) return;
      if (isSeen(led)) return close(); // decided in another tab
      if (isBusy()) left = WAIT;
      soon.textContent = isBusy() ? "" : words.soon.replace("{seconds}", left);
      if (left <= 0) return go(led);
      setTimeout(count, 1000);
      left -= 1;
    };
    count();
  }

  // A question over the page.

  function showQuestion(href) {
    hideQuestion();
    question = make("section", "position: fixed; inset: 0; z-index: 1001; display: flex; flex-direction: column; background: #22345c");
    question.id = "tebiki-question";
    const head = make("div", "flex: none; padding: 6px 12px");
    const back = button(`← ${words.back}`, hideQuestion, false);
    head.append(back);
    const frame = make("iframe", "flex: 1; width: 100%; border: 0");
    frame.src = href;
    frame.title = words.link_ask;
    question.append(head, frame);
    for (const one of document.body.children) if (one !== bar) one.inert = true;
    document.body.append(question);
    back.focus();
  }

  function hideQuestion() {
    if (!question) return;
    question.remove();
    question = null;
    for (const one of document.body.children) one.inert = false;
    look();
  }

  // The link at the top of the page: pages draw it as soon as they hear of it.
  function link(to) {
    const now = to && { text: to.link || to.text, href: to.href };
    if (JSON.stringify(now) === JSON.stringify(window.tebikiClass || null)) return;
    window.tebikiClass = now;
    dispatchEvent(new Event("tebiki-class"));
  }

  document.addEventListener("click", (event) => {
    const to = event.target.closest?.("a[data-class-link]")?.getAttribute("href");
    if (to !== "/ask") return;
    event.preventDefault();
    showQuestion(to);
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches?.(TEXT)) typed = performance.now();
  });

  // The end: of the class, or of a learner's part in it.
  function end(title, text, act) {
    over = act ? "out" : "closed";
    close();
    link(null);
    if (question) question.remove();
    const panel = make(
      "section",
      "position: fixed; inset: 0; z-index: 1003; display: grid; place-content: center; gap: 14px; padding: 24px; text-align: center;" +
        "background: #22345c; color: #fff; font: 19px/1.45 system-ui, sans-serif",
    );
    panel.id = "tebiki-end";
    panel.setAttribute("role", "alert");
    panel.append(make("h1", "margin: 0; font-size: 30px; color: #fff", title), make("p", "margin: 0; max-width: 30em", text));
    if (act) {
      const row = make("p", "margin: 0");
      row.append(button(words.join, act, true));
      panel.append(row);
    }
    for (const one of document.body.children) one.inert = true;
    document.body.append(panel);
    panel.querySelector("button")?.focus();
  }

  const place = () => (question ? "/ask" : location.pathname);

  // A class that is opened again takes its pages up again; a new one is joined anew.
  async function lookForClass() {
    if (over !== "closed") return;
    try {
      const answer = await fetch(`/class/led?at=${encodeURIComponent(place())}`, { cache: "no-store" });
      if (answer.status === 403) location.assign("/join");
      if (answer.status === 200 && !(await answer.json()).over) location.reload();
    } catch {} // nobody answers yet
  }

  async function look() {
    if (document.hidden) return;
    if (over) return lookForClass();
    try {
      const answer = await fetch(`/class/led?at=${encodeURIComponent(place())}`, { cache: "no-store" });
      if (answer.status === 403 && words.out) return end(words.out, words.out_text, () => location.assign("/join"));
      if (answer.status !== 200) return;
      const found = await answer.json();
      words = found.words;
      if (found.class) return found.over ? end(words.over, words.over_text) : link(found.class);
      if (found.over) return end(words.over, words.over_text);
      follow(found.led);
    } catch {} // the server is asked again
  }

  function follow(led) {
    const isHere = led && led.href === place();
    if (isHere) mark(led);
    link(led && !isHere && isSeen(led) ? led : null);
    if (!led || isHere || isSeen(led)) close();
    else if (bar?.dataset.name !== nameOf(led)) announce(led);
  }

  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", look);
  else look();
})();
