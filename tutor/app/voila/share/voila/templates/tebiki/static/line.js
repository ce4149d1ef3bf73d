// The line from a page to its kernel. It looks like the WebSocket that JupyterLab asks for, and holds where that breaks:
// it is opened again as soon as the server answers, and what was sent meanwhile, or has no answer, is sent then. The app's
// server answers again what it has had already, and does nothing twice (`repeats.py`); to another server only what it
// cannot have had is sent. `watch.js` tells the learner how it is.
(() => {
  const WAITS = [300, 1000, 2000]; // milliseconds before each try, and the last one again and again
  const CUT_OFF = 1008; // the server wants no more of this page
  const Socket = window.WebSocket;
  const decoder = new TextDecoder();

  class Line {
    onopen = null;
    onmessage = null;
    onclose = null;
    onerror = null;
    since = 0; // since when an answer is waited for on an open line, or for one

    constructor(address, protocols) {
      this.address = address;
      this.protocols = protocols;
      this.unanswered = new Map(); // what was sent, by its id: the message, and whether the server may have it
      this.tries = 0;
      this.wasOpen = this.ended = false;
      this.open();
    }

    get protocol() {
      return this.socket.protocol;
    }

    get readyState() {
      return this.ended || !this.wasOpen ? this.socket.readyState : Socket.OPEN;
    }

    get isOpen() {
      return this.socket.readyState === Socket.OPEN;
    }

    send(data) {
      const id = readHeader(data, 1).msg_id || Symbol("not to be read");
      this.unanswered.set(id, { data, sent: false });
      this.since ||= Date.now();
      if (this.isOpen) this.sendOne(id);
      window.dispatchEvent(new CustomEvent("tebiki-sent", { detail: this }));
    }

    sendOne(id) {
      const one = this.unanswered.get(id);
      this.socket.send(one.data);
      one.sent = true;
      if (typeof id === "symbol") this.unanswered.delete(id);
    }

    close() {
      this.end();
      this.socket.close();
    }

    // Open it no more.
    end() {
      this.ended = true;
      window.clearTimeout(this.timer);
      lines.delete(this);
    }

    // Open it anew: at once, and even if it seems to be open.
    renew() {
      if (this.ended || this.socket.readyState === Socket.CONNECTING) return;
      this.forget();
      this.open();
    }

    forget() {
      const { socket } = this;
      socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
      socket.close();
    }

    open() {
      window.clearTimeout(this.timer);
      const socket = (this.socket = new Socket(this.address, this.protocols));
      socket.binaryType = "arraybuffer";
      socket.onopen = (event) => this.opened(event);
      socket.onmessage = (event) => this.heard(event);
      socket.onerror = (event) => this.wasOpen || this.onerror?.(event);
      socket.onclose = (event) => this.closed(event);
    }

    opened(event) {
      this.tries = 0;
      const isFirst = !this.wasOpen;
      this.wasOpen = true;
      if (this.since) this.since = Date.now();
      if (isFirst) this.onopen?.(event);
      const repeats = JSON.parse(document.getElementById("jupyter-config-data").textContent).answersAgain;
      for (const [id, { sent }] of [...this.unanswered]) if (!sent || repeats) this.sendOne(id);
      if (!isFirst) window.dispatchEvent(new CustomEvent("tebiki-opened", { detail: this }));
    }

    heard(event) {
      this.unanswered.delete(readHeader(event.data, 2).msg_id);
      if (!this.unanswered.size) this.since = 0; // another message may have got lost on its way
      window.dispatchEvent(new CustomEvent("tebiki-heard", { detail: event.data }));
      this.onmessage?.(event);
    }

    closed(event) {
      window.dispatchEvent(new CustomEvent("tebiki-closed", { detail: this }));
      if (!this.wasOpen || this.ended || event.code === CUT_OFF) {
        this.end();
        this.onclose?.(event);
        return;
      }
      this.timer = window.setTimeout(() => this.renew(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    }
  }

  // One of the headers of a message: its own (1), or that of the message which it answers (2).
  function readHeader(data, place) {
    try {
      const view = new DataView(data);
      const [start, end] = [place, place + 1].map((part) => Number(view.getBigUint64(8 * (part + 1), true)));
      return JSON.parse(decoder.decode(new Uint8Array(data, start, end - start)));
    } catch {
      return {}; // an older protocol
    }
  }

  const lines = (window.tebikiLines = new Set());
  window.WebSocket = function (address, ...more) {
    if (!/\/api\/kernels\/[^/]+\/channels/.test(String(address))) return new Socket(address, ...more);
    const line = new Line(address, ...more);
    lines.add(line);
    return line;
  };
  Object.assign(window.WebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3, prototype: Socket.prototype });
})();
