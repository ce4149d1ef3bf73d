// Python, in a worker of its own: it opens pages, hears their messages, and keeps what a learner has done.

import { Keeper } from "./keeper.js";
import { HOME, PROJECT, startPython } from "./python.js";
import { Second } from "./second.js";

const FORGETS = "This browser does not let Tebiki keep your progress: it is lost when this tab is closed.";

const keeper = new Keeper(HOME);
const started = start();
let number = 0;
let work = Promise.resolve(); // one message after the other

async function start() {
  const kept = keeper.open();
  const { python, runner } = await startPython(async (FS) => {
    if (!(await kept)) postMessage({ type: "forgets", text: FORGETS });
    await keeper.restore(FS);
  });
  const second = new Second((asked, text) => take(() => runner.second.receive_value(asked, text)));
  runner.Outlet.post = (text) => postMessage({ type: "python", number, text });
  runner.Outlet.begin = (asked, text) => second.begin(asked, text);
  runner.Outlet.stop = (asked) => second.stop(asked);
  runner.Outlet.start = () => second.startEarly();
  runner.Outlet.is_running = () => second.ready;
  runner.start_session("/");
  return { python, runner, second };
}

/** @param {any} asked */
async function openPage(asked) {
  const { python, runner, second } = await started;
  number = asked.number;
  await keeper.keep(python.FS);
  await keeper.restore(python.FS);
  const durable = await navigator.storage?.persisted?.();
  const went = runner.open_page(`${PROJECT}/notebooks/${asked.page}`, asked.query, asked.pages, !durable);
  if (!went) postMessage({ type: "failed", text: `The page ${asked.page} could not be prepared.` });
  second.wake();
}

/** Do something with Python after all that came before, and keep what it has changed. */
function take(act) {
  const whole = async () => {
    await act();
    const { python } = await started;
    if (await keeper.keep(python.FS)) postMessage({ type: "kept" });
  };
  work = work.then(whole).catch((error) => postMessage({ type: "failed", text: String(error) }));
}

self.onmessage = ({ data }) => {
  if (data.type === "open") take(() => openPage(data));
  else take(async () => (await started).runner.receive_message(data.text));
};
