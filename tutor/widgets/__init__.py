"""The browser side of Tebiki: what a widget carries into the page.

The modules in `scripts` and the sheets in `styles` are bundled by `python3 run.py scripts` into one script and one
sheet a widget. These lie in `built`, are checked in, and are all that is read here. The name of a widget is the name
of its entry in `scripts`: a module that imports its styles and ends with `export default { render }`, which is all that
anywidget asks for.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
BUILT = FOLDER / "built"


def script(name: str) -> str:
    """Return the ES module of a widget; FileNotFoundError names the one that is missing."""
    return (BUILT / f"{name}.js").read_text(encoding="utf-8")


def style(name: str) -> str:
    """Return the style sheet of a widget; FileNotFoundError names the one that is missing."""
    return (BUILT / f"{name}.css").read_text(encoding="utf-8")


@cache
def signs() -> dict[str, str]:
    """Return the signs on cards by name, as the inside of an SVG of 16 by 16."""
    found: dict[str, str] = json.loads((BUILT / "signs.json").read_text(encoding="utf-8"))
    return found


@cache
def drawings() -> dict[str, Any]:
    """Return what pictures of cards are made of, by kind and name, as in the modules of `scripts/drawing`."""
    found: dict[str, Any] = json.loads((BUILT / "drawings.json").read_text(encoding="utf-8"))
    return found
