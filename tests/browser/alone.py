"""A page with a single widget: its bundle, and a model without a kernel."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from tutor.widgets import read_script, read_style

# `sent` holds the messages to Python; `model.set(name, value)` does what Python would send.
MODEL = """
const hooks = {};
window.sent = [];
window.model = {
  get: (name) => data[name],
  set(name, value) {
    if (data[name] !== value) { data[name] = value; (hooks["change:" + name] || []).forEach((f) => f()); }
  },
  save_changes() {}, send(message) { sent.push(message); },
  on(name, f) { (hooks[name] = hooks[name] || []).push(f); },
  off(name, f) { hooks[name] = (hooks[name] || []).filter((one) => one !== f); },
};
"""


def page_of(name: str, data: Mapping[str, Any], title: str, margin: int = 0) -> str:
    """Return a page that draws the widget `name` with the traits `data`."""
    module = base64.b64encode(read_script(name).encode()).decode()
    return (
        f"<!doctype html><html lang=en><title>{title}</title><meta name=viewport content='width=device-width'>"
        f"<style>body {{ margin: {margin}px; color-scheme: light dark }} {read_style(name)}</style>"
        f"<header style='position:absolute;width:1px;height:1px;overflow:hidden'><h1>{title}</h1></header><main></main>"
        f"<script type=module>import widget from 'data:text/javascript;base64,{module}';"
        f"const data = {json.dumps(data)};{MODEL}"
        "widget.render({ model, el: document.querySelector('main') });</script></html>"
    )
