// The teacher's page: who is there, looked up every other second, and three things to do.
const words = JSON.parse(document.getElementById("words").textContent);
const by = (id) => document.getElementById(id);
const say = (key, facts = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const rows = new Map();
let over = false;

// Returns whether it worked.
async function ask(path, body) {
  const options = body ? { method: "POST", body: new URLSearchParams(body) } : {};
  try {
    const answer = await fetch(path, { ...options, cache: "no-store" });
    if (answer.ok) {
      const state = await answer.json();
      if (!over) draw(state);
      return true;
    }
  } catch {
    // told below
  }
  if (!over) note(say("not_answered"));
  return false;
}

function note(text) {
  if (by("note").textContent !== text) by("note").textContent = text;
}

function draw(state) {
  note("");
  const here = state.members.filter((member) => member.here).length;
  by("joined").textContent = state.members.length ? say("joined", { count: state.members.length }) : "";
  by("count").textContent = here;
  by("count-text").textContent = say(here === 1 ? "is_there" : "are_there");
  by("away").textContent = here < state.members.length ? say("away", { count: state.members.length - here }) : "";
  by("nobody").hidden = state.members.length > 0;
  drawOpened(state, here);
  by("door").textContent = say(state.open ? "close_door" : "open_door");
  by("door").setAttribute("aria-pressed", String(!state.open));
  document.body.classList.toggle("shut", !state.open);
  document.querySelector(".closed").hidden = state.open;
  for (const [id, row] of rows) {
    if (state.members.some((member) => member.id === id)) continue;
    row.remove();
    rows.delete(id);
  }
  for (const member of state.members) drawMember(member);
}

// What is open for everybody, and how many look at it.
function drawOpened(state, here) {
  const there = state.members.filter((member) => member.here && member.there).length;
  const parts = [say("opened_now", { page: state.opened }), here ? say("opened_there", { there, here }) : ""];
  by("opened").hidden = !state.opened;
  by("opened").textContent = parts.filter(Boolean).join(" · ");
}

function drawMember(member) {
  let row = rows.get(member.id);
  if (!row) {
    row = document.createElement("li");
    row.append(...["dot", "nick", "page"].map((name) => Object.assign(document.createElement("span"), { className: name })));
    row.children[1].textContent = member.name;
    row.children[1].lang = member.language;
    const out = Object.assign(document.createElement("button"), { className: "out", textContent: "×" });
    out.title = say("send_out", { name: member.name });
    out.setAttribute("aria-label", out.title);
    out.onclick = () => sure(say("send_out", { name: member.name }) + "?", say("send_out_text"), say("send_out_yes"), say("cancel"), () =>
      ask("/class/teacher/do", { what: "out", id: member.id }));
    row.append(out);
    rows.set(member.id, row);
    by("people").append(row);
  }
  row.classList.toggle("here", member.here);
  row.children[0].title = member.here ? "" : say("is_away");
  row.classList.toggle("elsewhere", member.here && !member.there);
  row.children[2].textContent = !member.here ? "" : member.there ? member.page : `${say("elsewhere")}: ${member.page}`;
}

function sure(title, text, yes, no, act) {
  by("sure-title").textContent = title;
  by("sure-text").textContent = text;
  by("sure-yes").textContent = yes;
  by("sure-no").textContent = no;
  by("sure").onclose = () => by("sure").returnValue === "yes" && act();
  by("sure").returnValue = "no";
  by("sure").showModal();
}

// The server has ended: nothing that is left on the page would work.
function showEnd() {
  const panel = Object.assign(document.createElement("section"), { className: "sheet ended" });
  panel.setAttribute("role", "alert");
  for (const [tag, key] of [["h1", "led_over"], ["p", "led_over_teacher"]])
    panel.append(Object.assign(document.createElement(tag), { textContent: say(key) }));
  for (const one of document.querySelectorAll(".two, #lead, .foot, .nav")) one.remove();
  document.querySelector("main").prepend(panel);
}

by("door").onclick = () => ask("/class/teacher/do", { what: "door", open: document.body.classList.contains("shut") ? "yes" : "no" });
by("close").onclick = () => sure(say("close_title"), say("close_text"), say("close"), say("keep"), async () => {
  over = true; // the server ends once it has answered
  over = await ask("/class/teacher/do", { what: "close" });
  if (over) showEnd();
  else note(say("not_answered"));
});
by("lead").onsubmit = async (event) => {
  event.preventDefault();
  const page = by("lead-page");
  const [title, led] = [page.selectedOptions[0].textContent, await ask("/class/teacher/lead", { page: page.value })];
  by("lead-note").textContent = led ? say("lead_done", { page: title }) : say("not_answered");
};
ask("/class/teacher/state");
setInterval(() => over || document.hidden || ask("/class/teacher/state"), 2000);
document.addEventListener("visibilitychange", () => over || document.hidden || ask("/class/teacher/state"));
