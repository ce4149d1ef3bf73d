// Light or dark. In order: ?theme= in the address, the learner's earlier choice, what the system prefers.
// The choice stands in the attribute data-theme of the page, where a widget may change it at any time
// (it then keeps it in localStorage itself); the classes `light` and `dark` say what is shown.
(() => {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const known = (name) => ["light", "dark"].includes(name) && name;

  function remembered() {
    try { return localStorage.getItem("tebiki-theme"); } catch { return null; }
  }

  function show() {
    const theme = known(root.dataset.theme) || (system.matches ? "dark" : "light");
    for (const name of ["light", "dark"]) {
      const on = name === theme;
      root.classList.toggle(name, on);
      const sheet = document.getElementById("tebiki-" + name); // a page without widgets has none
      if (sheet) sheet.media = on ? "all" : "not all";
      document.body?.classList.toggle("theme-" + name, on);
    }
    if (!document.body) return;
    document.body.dataset.jpThemeLight = String(theme === "light");
    document.body.dataset.jpThemeName = theme === "light" ? "JupyterLab Light" : "JupyterLab Dark";
  }

  const asked = document.currentScript.dataset.asked || new URLSearchParams(location.search).get("theme");
  const choice = known(asked) || known(remembered());
  if (choice) root.dataset.theme = choice;
  show();
  document.addEventListener("DOMContentLoaded", show);
  system.addEventListener("change", show);
  new MutationObserver(show).observe(root, { attributeFilter: ["data-theme"] });
})();
