// Lends older browsers what styles and scripts use and they lack, beginning with those that minimum.js lets in. Newer
// ones lack nothing of it and are left alone: `:has()` (Firefox before 121), `color-mix()` (Chrome before 111), popovers
// (Chrome before 114, Firefox before 125, Safari before 17), `AbortSignal.any` and `Promise.withResolvers`, which anywidget
// asks for (Chrome before 119, Firefox before 124, Safari before 17.4).
(() => {
  const lacks = {
    has: !CSS.supports("selector(:has(a))"),
    mix: !CSS.supports("color", "color-mix(in oklab, red, blue)"),
    popover: !("showPopover" in HTMLElement.prototype),
  };

  AbortSignal.any ||= (signals) => {
    const whole = new AbortController();
    for (const one of signals) {
      if (one.aborted) whole.abort(one.reason);
      else one.addEventListener("abort", () => whole.abort(one.reason), { signal: whole.signal });
    }
    return whole.signal;
  };
  Promise.withResolvers ||= function () {
    const made = {};
    made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  };
  if (lacks.popover) lendPopovers();
  if (Object.values(lacks).includes(true)) mendStyles();

  // Styles are mended in their text, where they stand, so that the order of rules remains. An element that has what a
  // `:has()` asks for carries its number in `data-has`.
  function mendStyles() {
    const asked = []; // what stands in the brackets of the `:has()`, by its number
    const mended = new WeakMap();
    mendAll();
    new MutationObserver((changes) => {
      if (changes.every((change) => change.attributeName === "data-has")) return;
      mendAll();
    }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    for (const name of ["focusin", "focusout", "toggle"]) document.addEventListener(name, markAll, true);

    function mendAll() {
      for (const style of document.querySelectorAll("style")) {
        if (mended.get(style) === style.textContent) continue;
        style.textContent = mend(style.textContent);
        mended.set(style, style.textContent);
      }
      markAll();
    }

    function mend(text) {
      if (lacks.popover) text = text.replaceAll(":popover-open", "[data-popover-open]");
      if (lacks.mix) text = replaceCalls(text, "color-mix(", nearer);
      if (!lacks.has) return text;
      return replaceCalls(text, ":has(", (inside) => {
        if (!asked.includes(inside)) asked.push(inside);
        return `[data-has~="${asked.indexOf(inside)}"]`;
      });
    }

    function markAll() {
      const marks = new Map();
      asked.forEach((inside, number) => {
        for (const element of splitList(inside).flatMap(havingIt)) {
          marks.set(element, (marks.get(element) || new Set()).add(number));
        }
      });
      for (const element of document.querySelectorAll("[data-has]")) if (!marks.has(element)) delete element.dataset.has;
      for (const [element, numbers] of marks) {
        const mark = [...numbers].join(" ");
        if (element.dataset.has !== mark) element.dataset.has = mark;
      }
    }
  }

  // The elements that have what a selector asks for, beginning with `>`, `~`, `+`, or anything below.
  function havingIt(selector) {
    const [, how, rest] = /^\s*([>~+]?)\s*(.*)$/s.exec(selector);
    return [...document.querySelectorAll(rest)].flatMap((end) => {
      if (how === "+") return end.previousElementSibling || [];
      if (how === "~") return walk(end, "previousElementSibling");
      const above = walk(end, "parentElement");
      return how ? above.slice(rest.split(">").length - 1).slice(0, 1) : above;
    });
  }

  function walk(element, way) {
    const found = [];
    for (let one = element[way]; one; one = one[way]) found.push(one);
    return found;
  }

  // The colour that is the larger part of a mixture of two.
  function nearer(inside) {
    const [, first, second] = splitList(inside).map((part) => part.trim());
    const share = /\s(\d+)%$/.exec(first);
    return !share || Number(share[1]) >= 50 ? first.replace(/\s\d+%$/, "") : second;
  }

  function replaceCalls(text, start, change) {
    let made = "";
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start)) {
      const inside = upToBracket(text.slice(at + start.length));
      made += text.slice(0, at) + change(inside.includes(start) ? replaceCalls(inside, start, change) : inside);
      text = text.slice(at + start.length + inside.length + 1);
    }
    return made + text;
  }

  function upToBracket(text) {
    let depth = 1;
    let end = 0;
    for (; end < text.length; end++) {
      depth += (text[end] === "(") - (text[end] === ")");
      if (!depth) break;
    }
    return text.slice(0, end);
  }

  function splitList(text) {
    const parts = [""];
    let depth = 0;
    for (const sign of text) {
      depth += (sign === "(") - (sign === ")");
      if (sign === "," && !depth) parts.push("");
      else parts[parts.length - 1] += sign;
    }
    return parts;
  }

  // Popovers without the browser's uppermost layer: fixed, above all else. An open one has `data-popover-open`.
  function lendPopovers() {
    const OPEN = "[popover][data-popover-open]";
    const { prototype } = HTMLElement;
    const { matches } = Element.prototype;
    const auto = (one) => one.getAttribute("popover") !== "manual";
    const isOpen = (one) => "popoverOpen" in one.dataset;
    const hideOthers = (kept) => {
      for (const one of document.querySelectorAll(OPEN)) if (auto(one) && !kept(one)) one.hidePopover();
    };
    Element.prototype.matches = function (selector) {
      return matches.call(this, selector.replaceAll(":popover-open", "[data-popover-open]"));
    };
    prototype.showPopover = function () {
      if (isOpen(this)) return;
      if (auto(this)) hideOthers((one) => one.contains(this));
      this.dataset.popoverOpen = "";
      this.dispatchEvent(new Event("toggle"));
    };
    prototype.hidePopover = function () {
      if (!isOpen(this)) return;
      delete this.dataset.popoverOpen;
      this.dispatchEvent(new Event("toggle"));
    };
    prototype.togglePopover = function () {
      if (isOpen(this)) this.hidePopover();
      else this.showPopover();
    };
    document.addEventListener("click", ({ target }) => {
      const button = target.closest("[popovertarget]");
      const wanted = button && document.getElementById(button.getAttribute("popovertarget"));
      hideOthers((one) => one === wanted || one.contains(target));
      wanted?.togglePopover();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") hideOthers(() => false);
    });
    const style = document.createElement("style");
    style.textContent =
      ":where([popover]) { position: fixed; inset: 0; width: fit-content; height: fit-content; margin: auto;" +
      " border: solid; padding: .25em; overflow: auto; color: CanvasText; background: Canvas; z-index: 2147483647 }" +
      "[popover]:not([data-popover-open]) { display: none !important }";
    document.head.prepend(style);
  }
})();
