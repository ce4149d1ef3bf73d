// Starts Python in a worker: Pyodide, the libraries, Tebiki's own modules.

import { loadPyodide } from "./pyodide/pyodide.mjs";

export const PROJECT = "/project"; // engines, tutor and notebooks
export const HOME = "/home/tebiki"; // what is kept of the learner
const LIBRARIES = "/libraries";
const PACKED = ".packed";
const PYODIDE = new URL("./pyodide/", import.meta.url).href;
const plainFetch = self.fetch.bind(self);

/**
 * Fetch a file that is kept compressed, since many hosts do not compress what they send.
 * @param {string | URL} name
 */
async function fetchUnpacked(name) {
  const address = new URL(name, import.meta.url);
  const answer = await plainFetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return answer.body.pipeThrough(new DecompressionStream("gzip"));
}

/** Pyodide asks for its files by their own names. */
self.fetch = async (asked, options) => {
  const address = asked instanceof Request ? asked.url : String(asked);
  if (!address.startsWith(PYODIDE)) return plainFetch(asked, options);
  const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(await fetchUnpacked(address + PACKED), { headers: { "Content-Type": type } });
};

/** Pyodide's half in JavaScript, which a browser can import from memory. */
async function importPyodide() {
  const text = await new Response(await fetchUnpacked(`${PYODIDE}pyodide.asm.mjs${PACKED}`)).blob();
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const module = await import(url);
  URL.revokeObjectURL(url);
  return module.default;
}

/**
 * Fetch a pack; returns what writes its files into a file system.
 * @param {string} name
 */
async function fetchPack(name) {
  const bytes = new Uint8Array(await new Response(await fetchUnpacked(name)).arrayBuffer());
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

/**
 * Start Python.
 * @param {(FS: any) => Promise<void>} prepare what is to be done with its files before anything of Tebiki is imported
 * @returns {Promise<{ python: any, runner: any }>} Pyodide, and the module page_runner
 */
export async function startPython(prepare) {
  const pack = fetchPack("tebiki.pack");
  const script = importPyodide();
  const python = await loadPyodide({
    indexURL: PYODIDE,
    createPyodideModule: await script,
    stdout: (text) => console.info(text),
    stderr: (text) => console.warn(text),
    env: { HOME, TEBIKI_HOME: HOME, JUPYTER_WIDGETS_ECHO: "0" },
  });
  (await pack)(python.FS);
  await prepare(python.FS);
  python.runPython(`import sys; sys.path[:0] = ["${PROJECT}", "${LIBRARIES}"]; sys.dont_write_bytecode = True`);
  const runner = python.pyimport("page_runner");
  runner.Outlet.load = loadNow;
  return { python, runner };
}
