"""Optional libraries, by the extra of `pyproject.toml` that installs them, and the message shown if one is missing.

Lessons, games, practice, puzzles and rulebooks need none of them.
"""

from __future__ import annotations

import importlib.util
from functools import cache

from engines.errors import TebikiError
from tutor.navigation.links import is_on_site
from tutor.text import format_message, page_language

EXTRAS = {
    "measure": ("matplotlib", "numpy", "scipy", "sklearn"),
    "class": ("segno",),
    "cluster": ("distributed",),
}
"""The modules of each extra. The catalogue describes what each extra is for (`extras.measure`)."""


class MissingExtraError(TebikiError):
    """Raised if an optional library is needed but not installed; the message says how to install it."""


def is_installed(extra: str) -> bool:
    """Return True if all libraries of an extra can be imported."""
    return all(importlib.util.find_spec(module) is not None for module in EXTRAS[extra])


def missing_message(extra: str, language: str) -> str:
    """Return the message about a missing extra, with the command that installs it; "" if nothing is missing.

    On the static site nothing can be installed, so the message says where the feature is available.
    """
    if is_installed(extra):
        return ""
    if is_on_site():
        return format_message("extras.on_site", language)
    return format_message(f"extras.{extra}", language, command=f'pip install "tebiki[{extra}]"')


@cache
def require_extra(extra: str) -> None:
    """Raise MissingExtraError if an extra is not installed. Later calls cost nothing."""
    message = missing_message(extra, page_language())
    if message:
        raise MissingExtraError(message)
