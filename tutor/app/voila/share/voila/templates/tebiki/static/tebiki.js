// Takes the lantern away when the page is ready.
(() => {
  const OUTPUT = 'script[type="application/vnd.voila.cell-output+json"]';
  const PATIENCE = 10000; // milliseconds until the page is shown even if a widget has not come
  let finished = 0;

  window.voila_heartbeat = () => {};
  window.voila_process = () => {};
  // Called twice: when the last cell has run and the page is whole, and by Voilà's front end when it is ready.
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
  }

  document.addEventListener("DOMContentLoaded", () => window.voila_finish());
})();
