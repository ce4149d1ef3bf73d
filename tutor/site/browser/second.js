// The second worker, as the first one sees it: it does one piece of work after the other while the first hears clicks.

const PATIENCE = 3000; // milliseconds that work which is not wanted any more has left, before its worker is ended

export class Second {
  /** @param {(number: number, text: string) => void} answer takes what came of work, "" for nothing */
  constructor(answer) {
    this.answer = answer;
    this.worker = null; // made for the first work, since many pages need none
    this.ready = false; // it has started
    this.awake = false;
    this.early = false; // it is to start before there is any work
    this.waiting = [];
    this.now = null;
  }

  /** Begin: the page that has the first worker's whole attention is there. */
  wake() {
    this.awake = true;
    this.next();
  }

  /** Start before there is any work, once the page is there. */
  startEarly() {
    this.early = true;
    this.next();
  }

  begin(number, text) {
    this.waiting.push({ number, text });
    this.next();
  }

  stop(number) {
    this.waiting = this.waiting.filter((one) => one.number !== number);
    if (this.now?.number === number) this.now.ending ||= setTimeout(() => this.end(), PATIENCE);
  }

  next() {
    if (!this.awake || this.now || !(this.early || this.waiting.length)) return;
    this.worker ||= this.start();
    if (!this.ready || !this.waiting.length) return;
    this.now = this.waiting.shift();
    this.worker.postMessage(this.now.text);
  }

  start() {
    const worker = new Worker(new URL("./second_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => (this.ready ? this.finish(data) : this.greet());
    worker.onerror = () => this.end();
    return worker;
  }

  greet() {
    this.ready = true;
    this.next();
  }

  finish(text) {
    const { number, ending } = this.now;
    clearTimeout(ending);
    this.now = null;
    this.answer(number, text);
    this.next();
  }

  /** End the worker in the middle of its work. The next work gets a new one. */
  end() {
    this.worker.terminate();
    this.worker = null;
    this.ready = this.early = false;
    const lost = this.now ? [this.now] : this.waiting.splice(0); // all that waits, if it cannot even start
    for (const { number, ending } of lost) {
      clearTimeout(ending);
      this.answer(number, "");
    }
    this.now = null;
    this.next();
  }
}
