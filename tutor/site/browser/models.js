// The page's half of widgets: models that agree with Python's, and views of them. It knows what pages of Tebiki
// are made of: anywidgets, boxes of them, and layouts.

/** @type {Map<string, Promise<any>>} modules of widgets, by their text */
const modules = new Map();

/** @param {string} text */
function load(text) {
  if (!modules.has(text)) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    modules.set(
      text,
      import(url).then((module) => module.default),
    );
  }
  return modules.get(text);
}

const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

class Model {
  /**
   * @param {string} id
   * @param {Record<string, any>} state
   * @param {Manager} manager
   */
  constructor(id, state, manager) {
    Object.assign(this, { id, state, widget_manager: manager });
    this.changed = {};
    this.heard = [];
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    const given = typeof name === "string" ? { [name]: value } : name;
    Object.assign(this.changed, given);
    this.take(given);
  }

  save_changes() {
    const state = this.changed;
    this.changed = {};
    if (Object.keys(state).length) this.post({ method: "update", state, buffer_paths: [] });
  }

  send(content) {
    this.post({ method: "custom", content });
  }

  post(data) {
    this.widget_manager.post({ id: this.id, data });
  }

  on(names, call) {
    for (const name of names.split(" ")) this.heard.push({ name, call });
  }

  off(name, call) {
    this.heard = this.heard.filter((one) => (name && one.name !== name) || (call && one.call !== call));
  }

  tell(name, ...facts) {
    for (const one of [...this.heard]) if (one.name === name) one.call(...facts);
  }

  take(given) {
    const news = Object.keys(given).filter((name) => !same(given[name], this.state[name]));
    this.state = { ...this.state, ...given };
    for (const name of news) this.tell("change:" + name, this, given[name], {});
    if (news.length) this.tell("change", this, {});
  }
}

/** All models of the page that is shown. */
export class Manager {
  /** @param {(message: object) => void} post what carries a message to Python */
  constructor(post) {
    this.post = post;
    /** @type {Map<string, any>} */
    this.models = new Map();
  }

  /** @param {{ type: string, id: string, data: any }} message */
  receive({ type, id, data }) {
    if (type === "comm_open") this.models.set(id, new Model(id, data.state, this));
    const model = this.models.get(id);
    if (!model) return;
    if (type === "comm_close") this.models.delete(id);
    else if (data.method === "update") model.take(data.state);
    else if (data.method === "custom") model.tell("msg:custom", data.content, []);
  }

  /** @param {string} id */
  async get_model(id) {
    return this.models.get(id.replace("IPY_MODEL_", ""));
  }

  /** @param {any} model */
  async create_view(model) {
    const view = model.get("_esm") === undefined ? await this.boxView(model) : await this.scriptView(model);
    view.el.classList.add("jupyter-widgets");
    const unlaid = await this.layOut(model, view.el);
    return {
      el: view.el,
      remove() {
        unlaid();
        view.remove();
        view.el.remove();
      },
    };
  }

  /** @param {any} model */
  async scriptView(model) {
    const widget = await load(model.get("_esm"));
    const el = document.createElement("div");
    addStyle(model.get("_anywidget_id"), model.get("_css") || "");
    const end = await (typeof widget === "function" ? await widget() : widget).render({ model, el, experimental: {} });
    return { el, remove: () => end?.() };
  }

  /** @param {any} model */
  async boxView(model) {
    const el = Object.assign(document.createElement("div"), { className: "widget-box" });
    /** @type {Map<string, any>} */
    let views = new Map();
    let drawn = 0;
    const draw = async () => {
      const turn = ++drawn;
      const ids = model.get("children") || [];
      const now = new Map();
      for (const id of ids) now.set(id, views.get(id) || (await this.create_view(await this.get_model(id))));
      if (turn !== drawn) {
        for (const [id, view] of now) if (!views.has(id)) view.remove();
        return;
      }
      for (const [id, view] of views) if (!now.has(id)) view.remove();
      views = now;
      el.replaceChildren(...ids.map((id) => now.get(id).el));
    };
    model.on("change:children", draw);
    await draw();
    const remove = () => {
      drawn++;
      model.off("change:children", draw);
      for (const view of views.values()) view.remove();
    };
    return { el, remove };
  }

  /**
   * @param {any} model
   * @param {HTMLElement} el
   */
  async layOut(model, el) {
    const layout = model.get("layout") && (await this.get_model(model.get("layout")));
    if (!layout) return () => {};
    const show = () => {
      for (const [name, value] of Object.entries(layout.state))
        if (!name.startsWith("_")) el.style.setProperty(name.replaceAll("_", "-"), value ?? "");
    };
    layout.on("change", show);
    show();
    return () => layout.off("change", show);
  }
}

/**
 * A widget's style stands once on the page.
 * @param {string} id
 * @param {string} text
 */
function addStyle(id, text) {
  /** @type {HTMLElement} */
  const sheet = document.querySelector(`style[data-widget="${id}"]`) || document.createElement("style");
  sheet.dataset.widget = id;
  if (sheet.textContent !== text) sheet.textContent = text;
  if (!sheet.isConnected) document.head.append(sheet);
}
