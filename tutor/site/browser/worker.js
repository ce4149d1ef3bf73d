// Python, in a worker of its own: it opens pages, hears their messages, and keeps what a learner has done.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { Keeper } from "./keeper.js";

const PROJECT = "/project"; // engines, tutor and notebooks
const HOME = "/home/tebiki"; // what is kept of the learner
const LIBRARIES = "/libraries";
const FORGETS = "This browser does not let Tebiki keep your progress: it is lost when this tab is closed.";

const keeper = new Keeper(HOME);
const started = start();
let number = 0;
let runner; // the module page_runner
let work = Promise.resolve(); // one message after the other

/**
 * Fetch a pack; returns what writes its files into a file system.
 * @param {string} name
 */
async function fetchPack(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const stream = answer.body.pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const size = new DataView(bytes.buffer).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  return (FS) => {
    let at = 4 + size;
    const made = new Set();
    for (const [path, length] of index) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      if (!made.has(folder)) FS.mkdirTree("/" + folder);
      made.add(folder);
      FS.writeFile("/" + path, bytes.subarray(at, (at += length)), { canOwn: true });
    }
  };
}

/** A file at once: Python imports what it holds, and cannot wait. */
function loadNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  return request.response;
}

async function start() {
  const pack = fetchPack("tebiki.pack");
  const kept = keeper.open();
  const python = await loadPyodide({
    indexURL: new URL("./pyodide/", import.meta.url).href,
    stdLibURL: new URL("./pyodide/python_stdlib.zip", import.meta.url).href,
    lockFileURL: new URL("./pyodide/pyodide-lock.json", import.meta.url).href,
    stdout: (text) => console.info(text),
    stderr: (text) => console.warn(text),
    env: { HOME, TEBIKI_HOME: HOME, JUPYTER_WIDGETS_ECHO: "0" },
  });
  (await pack)(python.FS);
  if (!(await kept)) postMessage({ type: "forgets", text: FORGETS });
  await keeper.restore(python.FS);
  python.runPython(`import sys; sys.path[:0] = ["${PROJECT}", "${LIBRARIES}"]; sys.dont_write_bytecode = True`);
  runner = python.pyimport("page_runner");
  runner.Outlet.post = (text) => postMessage({ type: "python", number, text });
  runner.Outlet.load = loadNow;
  runner.start_session("/");
  return python;
}

/** @param {any} asked */
async function openPage(asked) {
  const python = await started;
  number = asked.number;
  await keeper.keep(python.FS);
  await keeper.restore(python.FS);
  const went = runner.open_page(`${PROJECT}/notebooks/${asked.page}`, asked.query, asked.pages);
  if (!went) postMessage({ type: "failed", text: `The page ${asked.page} could not be prepared.` });
}

/** @param {{ data: any }} event */
async function receive({ data }) {
  const python = await started;
  if (data.type === "open") await openPage(data);
  else runner.receive_message(data.text);
  if (await keeper.keep(python.FS)) postMessage({ type: "kept" });
}

self.onmessage = (event) => {
  work = work.then(() => receive(event)).catch((error) => postMessage({ type: "failed", text: String(error) }));
};
