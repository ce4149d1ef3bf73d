// On every page of a learner: a page that the teacher opens for everybody is announced, and comes after some seconds
// unless the learner stays. Asking for it also lets the teacher see that this page is looked at.
(() => {
  const EVERY = 3000;
  const WAIT = 8;
  const SEEN = "tebiki-led-"; // with the kind: a question does not make a page new again
  const known = {};
  let bar = null;
  let over = false;

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

  function close() {
    if (bar) bar.remove();
    bar = null;
  }

  function button(text, act, main) {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = text;
    one.style.cssText =
      "font: 600 16px/1.2 system-ui, sans-serif; min-height: 44px; padding: 8px 16px; border-radius: 10px; cursor: pointer;" +
      (main ? "border: 0; background: #f2c250; color: #1d1a14" : "border: 1px solid #fff; background: transparent; color: #fff");
    one.onclick = act;
    return one;
  }

  function announce(led) {
    close();
    bar = document.createElement("section");
    bar.id = "tebiki-led";
    bar.setAttribute("role", "alert");
    bar.style.cssText =
      "position: fixed; inset: auto 0 0 0; z-index: 1000; display: flex; flex-wrap: wrap; gap: 10px 16px; align-items: center;" +
      "padding: 14px 20px; background: #22345c; color: #fff; font: 17px/1.35 system-ui, sans-serif; box-shadow: 0 -4px 18px #0006";
    const text = document.createElement("p");
    text.style.cssText = "margin: 0; flex: 1 1 240px";
    text.textContent = led.text;
    const soon = document.createElement("span");
    soon.setAttribute("aria-hidden", "true");
    text.append(" ", soon);
    const go = () => {
      mark(led);
      location.assign(led.href);
    };
    const stay = () => {
      mark(led);
      close();
    };
    bar.append(text, button(led.go, go, true), button(led.stay, stay, false));
    bar.dataset.name = nameOf(led);
    document.body.append(bar);
    let left = WAIT;
    const mine = bar;
    const count = () => {
      if (bar !== mine) return;
      if (isSeen(led)) return close(); // decided in another tab
      soon.textContent = led.soon.replace("{seconds}", left);
      if (left <= 0) go();
      else setTimeout(count, 1000);
      left -= 1;
    };
    count();
  }

  async function look() {
    if (over || document.hidden) return;
    try {
      const answer = await fetch("/class/led", { cache: "no-store" });
      if (answer.status === 403) over = true;
      if (answer.status !== 200) {
        if (answer.status === 204) close();
        return;
      }
      const led = await answer.json();
      if (led.stop) over = true;
      else if (led.href === location.pathname || isSeen(led)) {
        mark(led);
        close();
      } else if (bar?.dataset.name !== nameOf(led)) announce(led);
    } catch {} // the server is asked again
  }

  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", look);
  else look();
})();
