// Says so where a page is opened as a file: browsers load neither modules nor workers from there.
if (location.protocol === "file:")
  document.addEventListener("DOMContentLoaded", () => {
    const lantern = document.getElementById("loading");
    const line = Object.assign(document.createElement("p"), {
      textContent:
        "Opened as a file, this page cannot start Python. In the folder of the site run “python3 -m http.server”, then open http://127.0.0.1:8000 here.",
    });
    line.setAttribute("role", "alert");
    lantern.replaceChildren(lantern.querySelector("svg"), line);
  });
