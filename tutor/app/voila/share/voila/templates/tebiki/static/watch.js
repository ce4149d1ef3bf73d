// Notices when nobody answers this page any more: its kernel has ended, the server was restarted, the computer slept.
// Says so, with one button that goes on. It watches the connection itself, so it knows nothing of what a page shows.
(() => {
  const PATIENCE = 2000; // milliseconds that a click may stay unanswered
  const LOOK = 60000; // between two looks at a page that nobody touches
  const SLEPT = 15000; // a pause of the clock that means sleep
  const AGAIN = 60000; // a page that could not be shown is opened anew once in so long
  const GONE = /"execution_state":\s*"(dead|restarting|autorestarting)"/;
  // They stand here and not in the catalogue, as nobody is there any more who could send them.
  const TEXTS = {
    en: {
      ended: "This page has stopped. What you have done is kept.",
      ended_game: "This page has stopped. What you wrote is kept; a game on this page begins anew.",
      ended_all: "This page has stopped. What was set on it begins anew.",
      stopped: "Tebiki is not running any more. Start it again, then go on here.",
      silent: "No answer comes. The connection may be lost.",
      busy: "Still thinking …",
      go_on: "Go on",
    },
    ja: {
      ended: "このページは止まりました。ここまでの記録は残っています。",
      ended_game: "このページは止まりました。書いたものは残っています。このページの試合は初めからになります。",
      ended_all: "このページは止まりました。ここで選んだことは初めからになります。",
      stopped: "手引きが動いていません。もう一度起動してから、ここで続けてください。",
      silent: "返事がありません。接続が切れたのかもしれません。",
      busy: "考えています…",
      go_on: "続ける",
    },
  };
  const wanted = () => new URLSearchParams(location.search).get("lang") || document.body.dataset.language;
  let unanswered = 0; // when the oldest message without an answer was sent
  let leaving = false;

  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address, ...more) {
      super(address, ...more);
      this.ours = /\/api\/kernels\/[^/]+\/channels/.test(String(address));
      if (!this.ours) return;
      this.addEventListener("message", heard);
      this.addEventListener("close", () => window.setTimeout(look, 300));
    }

    send(data) {
      super.send(data);
      if (!this.ours) return;
      unanswered ||= Date.now();
      window.setTimeout(lookIfUnanswered, PATIENCE);
    }
  };

  function heard({ data }) {
    unanswered = 0;
    if (["busy", "silent"].includes(shown())) hide();
    const size = data.length ?? data.byteLength;
    if (size > 2000) return; // a message about the kernel is short
    const text = typeof data === "string" ? data : new TextDecoder().decode(data);
    if (GONE.test(text)) show("ended");
  }

  function lookIfUnanswered() {
    if (unanswered && Date.now() - unanswered >= PATIENCE - 50) look();
  }

  async function look() {
    if (leaving || document.hidden || shown() === "ended") return;
    const answer = await ask();
    const waiting = unanswered && Date.now() - unanswered >= PATIENCE - 50;
    if (!answer) return show("stopped");
    if (!answer.ok) return answer.status === 403 || show("ended"); // a Jupyter server tells no page of its kernels
    const state = (await answer.json().catch(() => ({}))).execution_state;
    if (state === "dead") return show("ended");
    if (waiting) return show(state === "busy" ? "busy" : "silent");
    if (shown()) hide();
  }

  function ask() {
    const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    const address = config.baseUrl + "api/kernels/" + config.kernelId;
    return fetch(address, { signal: AbortSignal.timeout(PATIENCE), cache: "no-store" }).catch(() => null);
  }

  const note = () => document.querySelector(".tebiki-asleep");
  const shown = () => note()?.dataset.why;
  const hide = () => note()?.remove();

  function show(why) {
    if (shown() === why) return;
    hide();
    const language = wanted() in TEXTS ? wanted() : "en";
    const texts = TEXTS[language];
    const box = document.createElement("div");
    box.className = "tebiki-asleep";
    box.dataset.why = why;
    box.lang = language;
    box.setAttribute("role", why === "busy" ? "status" : "alert");
    // A page whose state is in its kernel alone says so on its body ("game", "all"): nothing is promised that is lost.
    const said = texts[`${why}_${document.body.dataset.lost}`] || texts[why];
    box.append(Object.assign(document.createElement("span"), { textContent: said }));
    if (why === "busy") window.setTimeout(lookIfUnanswered, PATIENCE);
    else box.append(Object.assign(document.createElement("button"), { textContent: texts.go_on, onclick: goOn }));
    document.body.append(box);
  }

  // Where the server is away, opening the page again would leave the learner with a page of the browser's own.
  async function goOn() {
    if (await ask()) location.reload();
    else show("stopped");
  }

  // The widget manager gives a kernel four seconds to hand over what there is to show; a computer under load may need
  // longer, and then a page stands there without its widget.
  function lookAtWidgets() {
    const error = (one) => !one.childElementCount && one.textContent.startsWith("Error displaying widget");
    if (leaving || shown() || ![...document.querySelectorAll(".jupyter-widgets")].some(error)) return;
    const tried = Number(sessionStorage.getItem("tebiki-again"));
    if (Date.now() - tried < AGAIN) return show("ended");
    sessionStorage.setItem("tebiki-again", String(Date.now()));
    location.reload();
  }

  let last = Date.now();
  window.setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT) look();
    last = now;
    lookAtWidgets();
  }, 3000);
  window.setInterval(look, LOOK);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  window.addEventListener("pagehide", () => { leaving = true; });
  window.addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) look(); });
})();
