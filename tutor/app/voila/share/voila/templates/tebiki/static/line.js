// The line from a page to its kernel. It looks like the WebSocket that JupyterLab asks for, and holds where that breaks:
// it is opened again as soon as the server answers, and what was sent meanwhile, or has no answer, is sent then. The app's
// server answers again what it has had already, and does nothing twice (`repeats.py`); to another server only what it
// cannot have had is sent. `watch.js` tells the learner how it is.
(() => {
  const WAITS = [300, 1000, 2000]; // milliseconds before each try, and the last one again and again
  const MOST = 100; // messages that are kept to be sent again; the server remembers more
  const CUT_OFF = 1008; // the server wants no more of this page
  const [HEADER, PARENT, CONTENT] = [1, 2, 4]; // the places of a message's parts; the parent is what it answers
  // What a message waits for: any answer, as one shows that it has arrived; its end, if the line broke in between.
  const [ANYTHING, END, NOTHING] = ["anything", "end", "nothing"];
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
      this.told = new Set(); // the ids of the messages that a widget told once: a download, a hand-in
      this.unfinished = new Map(); // what was sent, by its id: the message, whether the server may have it, and what is awaited
      this.tries = 0;
      this.wasOpen = this.ended = false;
      this.open();
    }

    // JupyterLab writes a message in the protocol of the line; a socket that is not open has none.
    get protocol() {
      return (this.spoken ||= this.socket.protocol);
    }

    get readyState() {
      return this.ended || !this.wasOpen ? this.socket.readyState : Socket.OPEN;
    }

    get isOpen() {
      return this.socket.readyState === Socket.OPEN;
    }

    send(data) {
      const id = readPart(data, HEADER).msg_id || Symbol("not to be read");
      this.unfinished.set(id, { data, sent: false, awaits: ANYTHING });
      this.since ||= Date.now();
      if (this.isOpen) this.sendOne(id);
      window.dispatchEvent(new CustomEvent("tebiki-sent", { detail: this }));
    }

    sendOne(id) {
      const one = this.unfinished.get(id);
      this.socket.send(one.data);
      one.sent = true;
      if (typeof id === "symbol") this.unfinished.delete(id);
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
      if (isFirst) this.onopen?.(event);
      const repeats = JSON.parse(document.getElementById("jupyter-config-data").textContent).answersAgain;
      for (const [id, one] of [...this.unfinished]) {
        if (one.sent && !repeats) continue;
        if (one.sent) one.awaits = END; // a part of its answers may be lost
        this.sendOne(id);
      }
      this.since = this.isWaiting ? Date.now() : 0;
      if (!isFirst) window.dispatchEvent(new CustomEvent("tebiki-opened", { detail: this }));
    }

    get isWaiting() {
      return [...this.unfinished.values()].some((one) => one.awaits !== NOTHING);
    }

    heard(event) {
      if (this.isToldAgain(event.data)) return;
      const one = this.unfinished.get(readPart(event.data, PARENT).msg_id);
      if (one) {
        const isEnd =
          readPart(event.data, HEADER).msg_type === "status" &&
          readPart(event.data, CONTENT).execution_state === "idle";
        if (isEnd || one.awaits === ANYTHING) one.awaits = NOTHING;
        one.ended ||= isEnd;
      }
      // The older ones first: a repeated answer that is older than what the page shows would undo it.
      for (const [id, { ended }] of this.unfinished) {
        if (!ended && this.unfinished.size <= MOST) break;
        this.unfinished.delete(id);
      }
      if (one) this.since = this.isWaiting ? Date.now() : 0; // another message may have got lost on its way
      window.dispatchEvent(new CustomEvent("tebiki-heard", { detail: event.data }));
      this.onmessage?.(event);
    }

    // What a widget tells once must not happen twice; a state that comes again changes nothing.
    isToldAgain(data) {
      const { msg_id: id, msg_type: type } = readPart(data, HEADER);
      if (type !== "comm_msg" || readPart(data, CONTENT).data?.method !== "custom") return false;
      if (this.told.has(id)) return true;
      this.told.add(id);
      return false;
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

  // A part of a message, as JSON.
  function readPart(data, place) {
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
