// Ask the class, on a phone: the question, one answer, and what becomes of it. It asks every other second while it is
// looked at and at once when it wakes; an answer that could not be sent is kept, and sent again.
const words = JSON.parse(document.getElementById("words").textContent);
const by = (id) => document.getElementById(id);
const say = (key, facts = {}) => (words[key] || key).replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const LETTERS = "ABCDEF";
const KEPT = "tebiki-answer";
const EVERY = 2000;
const isOver = window !== window.top; // over the page of a learner, which has the way back and tells the end
if (isOver) for (const one of document.querySelectorAll(".bar a")) one.removeAttribute("href");
let state = null;
let question = null;
let sending = false;
let away = false;
let refused = "";
let pending = kept();

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) || null;
  } catch {
    return null;
  }
}

function keep(answer) {
  pending = answer;
  try {
    if (answer) sessionStorage.setItem(KEPT, JSON.stringify(answer));
    else sessionStorage.removeItem(KEPT);
  } catch {} // without storage it is kept as long as the page is
}

async function ask(path, body) {
  const have = state && question ? `?have=${state.number}` : "";
  const options = body
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
    : {};
  const answer = await fetch(path + have, { ...options, cache: "no-store", signal: AbortSignal.timeout(8000) });
  if (answer.status === 403 && !isOver) location.assign("/join");
  if (answer.status === 400 || answer.status === 413) keep(null); // nothing that could be sent again
  if (!answer.ok && answer.status !== 409) throw new Error(answer.status);
  return answer.json();
}

async function look() {
  if (sending) return;
  sending = true;
  const sent = pending;
  try {
    const found = sent ? await ask("/ask/answer", sent) : await ask("/ask/state");
    if (sent && pending === sent) keep(null);
    if (found.refused) refused = found.refused;
    take(found);
    away = false;
  } catch {
    away = true;
  }
  sending = false;
  draw();
  if (pending && pending !== sent && !away) look();
}

function take(found) {
  if (state && (found.number !== state.number || found.round !== state.round)) {
    if (found.refused === undefined) refused = "";
  }
  if (found.question) question = found.question;
  state = found;
}

function choose(letter) {
  refused = "";
  keep({ number: state.number, round: state.round, letter });
  draw();
  look();
}

const mine = () =>
  pending && pending.number === state.number && pending.round === state.round ? pending.letter : state.own;

function show(id, on) {
  by(id).hidden = !on;
}

function put(id, text) {
  if (by(id).textContent !== text) by(id).textContent = text;
}

let drawn = "";

function drawQuestion() {
  const name = `${state.number} ${state.round} ${state.stands}`;
  if (drawn === name) return;
  drawn = name;
  put("place", say("question", { number: state.number }) + (state.round > 1 ? ` · ${say("again")}` : ""));
  for (const id of ["text", "question", "choices", "moment", "told"]) by(id).lang = question.language;
  by("moment").innerHTML = question.moment; // made by the server from the engine's own words, which it escapes
  show("moment", question.moment);
  put("text", question.text);
  put("question", question.ask);
  by("choices").replaceChildren(...question.choices.map(row));
  show("typed", question.numeric);
  by("number").value = mine();
}

function row(text, at) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const [letter, words, note, sign] = ["letter", "words", "mine", "sign"].map((name) =>
    Object.assign(document.createElement("span"), { className: name }),
  );
  letter.textContent = LETTERS[at];
  words.append(document.createTextNode(text), note);
  button.append(letter, words, sign);
  button.onclick = () => choose(LETTERS[at]);
  item.append(button);
  return item;
}

function drawChoices() {
  const own = mine();
  const told = state.told;
  [...by("choices").querySelectorAll("button")].forEach((button, at) => {
    const letter = LETTERS[at];
    const on = own === letter;
    const right = told && told.right.includes(letter);
    button.disabled = state.stands !== "open";
    button.setAttribute("aria-pressed", String(on));
    button.className = right ? "hit" : state.stands === "open" ? (on ? "on" : "") : on ? "own" : "dim";
    button.querySelector(".mine").textContent = on && state.stands !== "open" ? say("mine") : "";
    button.querySelector(".sign").className = `sign${right || (on && state.stands === "open") ? " tick" : ""}`;
  });
  if (question.numeric) drawNumber(own, told);
  show("told", told);
  if (told) by("told").replaceChildren(...reasons(told, own));
}

function drawNumber(own, told) {
  const open = state.stands === "open";
  by("number").disabled = by("send").disabled = !open;
  if (!open) by("number").value = own;
  by("typed").className = open ? (own ? "on" : "") : told && own === told.right ? "hit" : "";
  put("right", told && told.right ? say("number_right", { number: told.right }) : "");
}

by("number").oninput = () => {
  by("number").value = by("number").value.normalize("NFKC").replace(/\D/g, "");
};
by("typed").onsubmit = (event) => {
  event.preventDefault();
  const typed = by("number").value;
  if (typed && state.stands === "open") choose(String(Number(typed)));
};

const isRight = (own) => (question.numeric ? own === state.told.right : state.told.right.includes(own));

function reasons(told, own) {
  const rights = question.numeric ? [told.right] : told.right;
  const letters = [...new Set([own, ...rights])].filter((letter) => told.reasons[letter]);
  const seen = new Set();
  return letters.flatMap((letter) => {
    const { title, facts, words } = told.reasons[letter];
    const parts = [];
    if (title) parts.push(paragraph(`${title.replace(/[.。]$/, "")}.`));
    for (const [fact, clause] of facts) {
      if (seen.has(fact)) continue;
      seen.add(fact);
      parts.push(paragraph(fact, clause));
    }
    if (words && !seen.has(words)) parts.push(paragraph(words));
    seen.add(words);
    return parts;
  });
}

function paragraph(text, clause) {
  const one = document.createElement("p");
  one.append(document.createTextNode(clause ? `${text} ` : text));
  if (clause) one.append(Object.assign(document.createElement("span"), { className: "clause", textContent: clause }));
  return one;
}

function foot(sign, said, besides, note) {
  by("foot").dataset.sign = sign;
  put("said", said);
  put("besides", besides);
  put("note", note);
}

function drawFoot() {
  const own = mine();
  const note = away ? say("away") : refused ? say({ closed: "late" }[refused] || refused) : "";
  if (state.stands === "open" && pending && own) foot("wait", say("sending"), "", say("sending_text"));
  else if (state.stands === "open" && own) foot("tick", say("answered"), say("change"), note || say("counted", state));
  else if (state.stands === "open") foot("open", say("not_answered"), "", note || say("may_change"));
  else {
    const counted = state.own ? say("closed_own", { letter: state.own }) : say("closed_none");
    const right = state.told && state.told.right && state.own && say(isRight(state.own) ? "right" : "wrong");
    foot("stop", right || say("closed"), say(state.told ? "closed_look" : "closed_talk"), note || counted);
  }
}

function draw() {
  const on = Boolean(state && state.stands !== "waiting" && question);
  show("waiting", !on);
  show("asked", on);
  show("foot", on || away);
  show("leave", !isOver && state && state.stands !== "open");
  if (on) {
    drawQuestion();
    drawChoices();
    drawFoot();
  } else {
    put("place", "");
    drawn = "";
    foot("open", "", "", away ? say("away") : "");
  }
}

const wake = () => document.hidden || look();
for (const event of ["visibilitychange"]) document.addEventListener(event, wake);
for (const event of ["online", "pageshow", "focus"]) addEventListener(event, wake);
setInterval(wake, EVERY);
look();
