// Takes the lantern away when the page is ready, and says so when the kernel behind the page has gone.
(() => {
  const OUTPUT = 'script[type="application/vnd.voila.cell-output+json"]';
  const PATIENCE = 10000; // milliseconds until the page is shown even if a widget has not come
  let finished = 0;

  window.voila_heartbeat = () => {};
  window.voila_process = () => {};
  // Voilà calls this twice: when the last cell has run, and when its own front end is ready.
  window.voila_finish = () => {
    window.cellLoaded = true;
    if (!window.themeLoaded || finished) return;
    finished = performance.now();
    requestAnimationFrame(showPage);
  };

  function waiting() {
    if (document.querySelector(OUTPUT)) return true;
    const shown = [...document.querySelectorAll(".jp-OutputArea-output")];
    return shown.some((node) => node.textContent === "Loading widget...");
  }

  function showPage() {
    if (waiting() && performance.now() - finished < PATIENCE) return void requestAnimationFrame(showPage);
    document.getElementById("loading")?.remove();
    document.getElementById("rendered_cells")?.classList.remove("tebiki-waiting");
    document.body.classList.add("tebiki-ready");
    window.setInterval(lookAfterKernel, 60000);
    document.addEventListener("visibilitychange", lookAfterKernel);
  }

  async function lookAfterKernel() {
    if (document.hidden || document.querySelector(".tebiki-asleep")) return;
    const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    const answer = await fetch(config.baseUrl + "api/kernels/" + config.kernelId).catch(() => null);
    if (answer && (answer.ok || answer.status === 403)) return;
    const note = document.createElement("div");
    note.className = "tebiki-asleep";
    note.setAttribute("role", "alert");
    note.innerHTML = answer
      ? 'This page has gone to sleep. <a href="">Wake it up</a>'
      : 'Tebiki is not running any more. Start it again, then <a href="">reload this page</a>';
    document.body.append(note);
  }
})();
