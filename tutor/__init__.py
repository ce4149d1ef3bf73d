"""Teaching, on top of `engines`: lessons, puzzles, widgets, comparison, the app and the command line.

What a notebook needs is one call away: `lesson("altaria/04_attacking")`, `play("altaria")`,
`rulebook("altaria")`, `home()`,
`mechanics()`, `phase_graphs()`, `measured()`, `transfer()`. Each is loaded when it is first asked for, so that a page
opens quickly.
"""

from __future__ import annotations

import importlib
from typing import Any

_WHERE = {
    "lesson": ("tutor.lessons.page", "open_lesson"),
    "play": ("tutor.app.play", "play"),
    "rulebook": ("tutor.app.rulebook", "rulebook"),
    "home": ("tutor.app.home", "home"),
    "mechanics": ("tutor.compare.mechanics_page", "mechanics"),
    "measured": ("tutor.compare.measured_page", "measured"),
    "transfer": ("tutor.compare.transfer_page", "transfer"),
    "phase_graphs": ("tutor.compare.turns_page", "phase_graphs"),
}
__all__ = list(_WHERE)


def __getattr__(name: str) -> Any:
    """Load what a notebook asks for."""
    if name not in _WHERE:
        raise AttributeError(f"tutor has no {name!r}; it has {', '.join(_WHERE)}")
    module, function = _WHERE[name]
    return getattr(importlib.import_module(module), function)
