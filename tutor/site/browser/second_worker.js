// Python once more, for work that takes long: what the first worker hands over, one piece after the other.

import { HOME, startPython } from "./python.js";

const started = startPython(async (FS) => FS.mkdirTree(HOME));
let work = started.then(() => postMessage("ready"), fail);

/** Tell the first worker, which hears of nothing but errors that are thrown. */
function fail(error) {
  setTimeout(() => {
    throw error;
  });
}

self.onmessage = ({ data }) => {
  work = work.then(async () => postMessage((await started).runner.do_work(data))).catch(() => postMessage(""));
};
