// What a learner has done, kept in the browser. A log is kept line by line, so that several tabs lose nothing of each
// other's; a line begins with its time, so the order of the keys is the order of the answers. Other files are kept
// whole, the last one counts.

const DATABASE = "tebiki";
const DERIVED = /\.known$|^key\./; // made anew from the log; a key on its way
const LOG = /\.jsonl$/;

/** @param {IDBRequest | IDBTransaction} asked */
const answer = (asked) =>
  new Promise((resolve, reject) => {
    const request = /** @type {any} */ (asked);
    request.onsuccess = request.oncomplete = () => resolve(request.result);
    request.onerror = request.onabort = () => reject(request.error);
  });

export class Keeper {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    this.seen = new Map(); // what of each file is kept: for a log the number of bytes, else its time
    this.stale = true; // another tab has kept something
    this.database = null;
    this.others = null;
  }

  /** Open what is kept, with a key for this browser; false where nothing can be kept. */
  async open() {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("lines", { keyPath: ["file", "line"] });
        request.result.createObjectStore("files", { keyPath: "file" });
      };
      this.database = await answer(request);
      const change = this.database.transaction("files", "readwrite");
      const store = change.objectStore("files");
      // The first tab makes the key: whoever asks later, in the same moment too, has that one.
      if (!(await answer(store.get("key")))) store.put({ file: "key", bytes: new TextEncoder().encode(newKey()) });
      await answer(change);
    } catch {
      this.database = null;
      return false;
    }
    this.others = new BroadcastChannel(DATABASE);
    this.others.onmessage = () => (this.stale = true);
    return true;
  }

  /** Write what is kept into the folder, where another tab may have kept something since. */
  async restore(FS) {
    FS.mkdirTree(this.folder);
    if (!this.database || !this.stale) return;
    this.stale = false;
    const change = this.database.transaction(["lines", "files"]);
    const lines = answer(change.objectStore("lines").getAll());
    const files = answer(change.objectStore("files").getAll());
    const logs = new Map();
    for (const { file, line } of await lines) logs.set(file, [...(logs.get(file) || []), line]);
    for (const [file, own] of logs) this.write(FS, file, new TextEncoder().encode(own.join("\n") + "\n"));
    for (const { file, bytes } of await files) this.write(FS, file, bytes);
    for (const file of list(FS, this.folder)) if (/\.known$/.test(file)) FS.unlink(`${this.folder}/${file}`);
    for (const file of this.seen.keys())
      if (LOG.test(file) && !logs.has(file) && FS.analyzePath(`${this.folder}/${file}`).exists) {
        FS.unlink(`${this.folder}/${file}`); // another tab has begun anew
        this.seen.delete(file);
      }
  }

  write(FS, file, bytes) {
    const path = `${this.folder}/${file}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes);
    this.seen.set(file, LOG.test(file) ? bytes.length : Number(FS.stat(path).mtime));
  }

  /** Keep what is new in the folder; true if there was something. */
  async keep(FS) {
    if (!this.database) return false;
    const found = list(FS, this.folder).filter((file) => !DERIVED.test(file));
    const changes = [];
    for (const file of found) {
      const path = `${this.folder}/${file}`;
      const { size, mtime } = FS.stat(path);
      const seen = this.seen.get(file);
      if (LOG.test(file) ? size === seen : Number(mtime) === seen) continue;
      const bytes = FS.readFile(path);
      if (LOG.test(file)) {
        const fresh = seen === undefined || size < seen;
        const text = new TextDecoder().decode(bytes.subarray(fresh ? 0 : seen));
        for (const line of text.split("\n")) if (line) changes.push(["lines", "put", { file, line }]);
        this.seen.set(file, size);
      } else {
        changes.push(["files", "put", { file, bytes }]);
        this.seen.set(file, Number(mtime));
      }
    }
    for (const file of [...this.seen.keys()].filter((one) => !found.includes(one))) {
      // A log that was put aside has its lines under another name.
      if (LOG.test(file)) changes.push(["lines", "delete", IDBKeyRange.bound([file], [file, []])]);
      else changes.push(["files", "delete", file]);
      this.seen.delete(file);
    }
    if (!changes.length) return false;
    const change = this.database.transaction(["lines", "files"], "readwrite");
    for (const [store, act, value] of changes) change.objectStore(store)[act](value);
    await answer(change);
    this.others.postMessage("kept");
    return true;
  }
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The files in a folder, by their paths in it. */
function list(FS, folder, inside = "") {
  return FS.readdir(folder)
    .filter((name) => name !== "." && name !== "..")
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return FS.isDir(FS.stat(path).mode) ? list(FS, path, `${inside}${name}/`) : [inside + name];
    });
}
