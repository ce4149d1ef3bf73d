// Tells the learner when nobody answers this page: the connection is lost, its kernel has ended, the server was restarted,
// the computer slept. What can be healed heals by itself (`line.js`), and the message goes; else one button goes on. It
// watches the line itself, so it knows nothing of what a page shows.
(() => {
  const PATIENCE = 2000; // milliseconds that a click may stay unanswered, and a connection lost without a word
  const LOOK = 60000; // between two looks at a page that nobody touches
  const LOOK_AGAIN = 1500; // between two looks while something is wrong
  const GIVE_UP = 20000; // a server that refused for so long is gone
  const SLEPT = 15000; // a pause of the clock that means sleep
  const AGAIN = 60000; // a page that could not be shown is opened anew once in so long
  const GONE = /"execution_state":\s*"(dead|restarting|autorestarting)"/;
  // They stand here and not in the catalogue, as nobody is there any more who could send them.
  const TEXTS = {
    en: {
      ended: "This page has stopped. What you have done is kept.",
      ended_all: "This page has stopped. What was set on it begins anew.",
      stopped: "Tebiki is not running any more. Start it again, then go on here.",
      lost: "The connection is lost. This page continues as soon as the network is back.",
      silent: "No answer comes.",
      busy: "Still thinking …",
      go_on: "Go on",
    },
    ja: {
      ended: "このページは止まりました。ここまでの記録は残っています。",
      ended_all: "このページは止まりました。ここで選んだことは初めからになります。",
      stopped: "手引きが動いていません。もう一度起動してから、ここで続けてください。",
      lost: "接続が切れています。ネットワークが戻れば、このページは自動で続きます。",
      silent: "返事がありません。",
      busy: "考えています…",
      go_on: "続ける",
    },
  };
  const wanted = () => new URLSearchParams(location.search).get("lang") || document.body.dataset.language;
  let away = 0; // since when the server has not answered
  let renewed = false; // whether the line was opened anew for want of an answer
  let patience = PATIENCE; // it grows with each time, so that a slow answer is not cut off again and again
  let leaving = false;
  let looking = false;
  let timer = 0;

  const lines = () => [...(window.tebikiLines || [])];
  const waiting = () => lines().some(({ since }) => since && Date.now() - since >= patience - 50);

  window.addEventListener("tebiki-sent", () => window.setTimeout(() => waiting() && look(), PATIENCE));
  window.addEventListener("tebiki-closed", () => window.setTimeout(look, 300));
  window.addEventListener("tebiki-opened", look);
  window.addEventListener("tebiki-heard", ({ detail }) => {
    renewed = false;
    if (["busy", "silent", "lost"].includes(shown())) hide();
    const size = detail.length ?? detail.byteLength;
    if (size > 2000) return; // a message about the kernel is short
    const text = typeof detail === "string" ? detail : new TextDecoder().decode(detail);
    if (GONE.test(text)) end();
  });

  async function look() {
    if (looking || leaving || document.hidden || shown() === "ended") return;
    looking = true;
    window.clearTimeout(timer);
    const wrong = await tell();
    looking = false;
    if (wrong) timer = window.setTimeout(look, LOOK_AGAIN);
  }

  // Say what is wrong, and return whether something is.
  async function tell() {
    const answer = await ask();
    if (answer === "late" || answer === "refused") {
      if (answer === "late" || !navigator.onLine) away = Math.max(away, Date.now() - GIVE_UP / 2);
      away ||= Date.now();
      if (Date.now() - away > GIVE_UP) show("stopped");
      else if (Date.now() - away >= PATIENCE && shown() !== "stopped") show("lost");
      return true;
    }
    away = 0;
    if (!answer.ok) return answer.status !== 403 && end(); // a Jupyter server tells no page of its kernels
    const state = (await answer.json().catch(() => ({}))).execution_state;
    if (state === "dead") return end();
    for (const line of lines()) if (!line.isOpen) line.renew();
    if (!waiting()) {
      if (shown()) hide();
      const isOff = lines().some((line) => line.since || !line.isOpen);
      if (!isOff) patience = PATIENCE;
      return isOff;
    }
    if (state === "busy") show("busy");
    else if (renewed) show("silent");
    else {
      patience = Math.min(2 * patience, GIVE_UP);
      lines().forEach((line) => line.renew());
    }
    renewed = true;
    return true;
  }

  function end() {
    lines().forEach((line) => line.end());
    show("ended");
  }

  function ask() {
    const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    const address = config.baseUrl + "api/kernels/" + config.kernelId;
    return fetch(address, { signal: AbortSignal.timeout(PATIENCE), cache: "no-store" }).catch((error) =>
      error.name === "TimeoutError" ? "late" : "refused",
    );
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
    box.setAttribute("role", ["busy", "lost"].includes(why) ? "status" : "alert");
    // A page whose state is in its kernel alone says so on its body ("all"): nothing is promised that is lost.
    const said = texts[`${why}_${document.body.dataset.lost}`] || texts[why];
    box.append(Object.assign(document.createElement("span"), { textContent: said }));
    if (!["busy", "lost"].includes(why)) box.append(Object.assign(document.createElement("button"), { textContent: texts.go_on, onclick: goOn }));
    document.body.append(box);
  }

  // Where the server is away, opening the page again would leave the learner with a page of the browser's own.
  async function goOn() {
    if (typeof (await ask()) !== "string") location.reload();
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
