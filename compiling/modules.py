"""Which modules are compiled, and into which library."""

from __future__ import annotations

from pathlib import Path

PYTHON_MODULES = {
    "__init__",
    "authoring",
    "kinds",
    "notation",
    "positions",
    "repairs",
    "requirements",
    "stages",
    "sums",
    "table",
    "text",
    "view",
}
"""Modules of a game that remain Python: reading, writing and explaining do not need to be fast."""

CORE = {
    "kernel": {"chance", "exits", "flow", "programs", "rows", "state", "tuples", "watch"},
    "declare": {"dealing", "declaration"},
    "search": {"players", "solver"},
}
"""The shared modules that run during play, by package."""

SHARED = {"book", "checking", "declare", "forms", "kernel", "kit", "legal", "search", "variants"}
"""The packages shared by all games, whose compiled modules become one library."""

PYTHON_PACKAGES = {"designs"}
"""Folders that remain Python: extensions of a small game, which is not compiled."""


def is_compiled(path: Path) -> bool:
    """Return True for a module that is compiled. path : relative, engines/<folder>/<module>.py."""
    if len(path.parts) != 3 or path.parts[1] in PYTHON_PACKAGES:
        return False
    package = path.parts[1]
    return path.stem in CORE.get(package, ()) if package in SHARED else path.stem not in PYTHON_MODULES


def library_of(path: str) -> str:
    """Return the library of a compiled module: "core", or the name of its game."""
    folder = path.split("/")[1]
    return "core" if folder in SHARED else folder
