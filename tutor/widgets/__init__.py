"""The browser side of Tebiki: the script and style of each widget.

`python3 run.py scripts` bundles the modules in `scripts` into one script per widget, and minifies each style sheet in
`styles`. The results are in `built`, which is checked in, and are all that is read here. The name of a widget is the
name of its entry in `scripts`: a module that imports its style sheets and ends with `export default { render }`, which
is all that anywidget requires.

Most style sheets belong to many widgets, so each is built once, and they are concatenated here. A widget still contains
all of its styles, so it is complete in any notebook, in the app, and in a page saved without a kernel.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
BUILT = FOLDER / "built"


@cache
def read_script(name: str) -> str:
    """Return the ES module of a widget. Raises FileNotFoundError if there is none."""
    return (BUILT / f"{name}.js").read_text(encoding="utf-8")


@cache
def read_style(name: str) -> str:
    """Return the style sheet of a widget: those that its script imports, concatenated.

    Raises KeyError if the widget is unknown.
    """
    sheets = _read_json("sheets")[name]
    return "".join((BUILT / f"{sheet}.css").read_text(encoding="utf-8") for sheet in sheets)


@cache
def card_signs() -> dict[str, str]:
    """Return the card symbols by name, each as the inner markup of a 16 by 16 SVG."""
    return _read_json("signs")


@cache
def picture_drawings() -> dict[str, Any]:
    """Return the drawings for pictures of cards, by kind and name, as in the modules of `scripts/drawing`."""
    return _read_json("drawings")


def _read_json(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((BUILT / f"{name}.json").read_text(encoding="utf-8"))
    return found
