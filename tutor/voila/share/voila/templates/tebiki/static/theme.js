// Light or dark. In order: ?theme= in the address, the learner's earlier choice, what the system prefers.
// Widgets may call window.tebikiTheme.set("light" | "dark" | "auto") and read window.tebikiTheme.now();
// a "tebiki-theme" event on the document tells of every change.
window.tebikiTheme = (() => {
  const KEY = "tebiki-theme";
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const known = (name) => (["light", "dark", "auto"].includes(name) ? name : null);
  const stored = () => {
    try { return known(localStorage.getItem(KEY)); } catch { return null; }
  };
  const asked = known(window.tebikiAskedTheme);
  let choice = asked && asked !== "auto" ? asked : stored() || "auto";
  const now = () => (choice !== "auto" ? choice : system.matches ? "dark" : "light");

  function show() {
    const theme = now();
    const root = document.documentElement;
    root.classList.toggle("dark", theme === "dark");
    root.classList.toggle("light", theme === "light");
    for (const name of ["light", "dark"]) {
      document.getElementById("tebiki-" + name).media = name === theme ? "all" : "not all";
    }
    if (!document.body) return;
    document.body.dataset.jpThemeLight = String(theme === "light");
    document.body.dataset.jpThemeName = theme === "light" ? "JupyterLab Light" : "JupyterLab Dark";
    document.body.classList.toggle("theme-dark", theme === "dark");
    document.body.classList.toggle("theme-light", theme === "light");
    document.dispatchEvent(new CustomEvent("tebiki-theme", { detail: theme }));
  }

  function set(name) {
    choice = known(name) || "auto";
    try { localStorage.setItem(KEY, choice); } catch { /* private window: the choice lasts for this page */ }
    show();
  }

  show();
  document.addEventListener("DOMContentLoaded", show);
  system.addEventListener("change", show);
  return { now, set };
})();
