"""Rules engines for trading card games: pure Python, standard library only.

>>> import engines
>>> game = engines.load("altaria")
>>> state = game.new(decks=("hearth", "tide"), seed=7)
>>> state.decision
Decision(seat=0, step='JANKEN')
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path

from engines import compiled  # noqa: F401  first, for it decides what the other modules are
from engines.errors import (
    DataError,
    IllegalAction,
    IllegalDeck,
    NotationError,
    ScenarioError,
    TebikiError,
    find_nearest,
)
from engines.former_names import FormerNames
from engines.game import Game

__all__ = [
    "DataError",
    "Game",
    "IllegalAction",
    "IllegalDeck",
    "NotationError",
    "ScenarioError",
    "TebikiError",
    "know",
    "load",
    "load_file",
    "names",
]

sys.meta_path.insert(0, FormerNames(Path(__file__).parent / "core" / "former_names.toml"))


def names(small: bool = False) -> list[str]:
    """Return the names of the taught games (the folders with a rulebook), or with `small` those of small games."""
    here = Path(__file__).parent
    if small:
        both = [path for path in here.glob("*.toml") if path.with_suffix(".py").exists()]
        return sorted(path.stem for path in both if "\n[clauses]" in path.read_text(encoding="utf-8"))
    return sorted(path.parent.name for path in here.glob("*/rulebook.toml"))


ENDINGS = (".py", ".toml")
"""The file endings that `load_file` accepts."""

_OWN: dict[str, Game] = {}


def load_file(path: str | Path) -> Game:
    """Return the game in a user's file, and register it for `load`.

    A .py file is a game (`tebiki new` writes one), a .toml file is a design, which changes the small game by data
    alone. The file is read again on each call, so that a changed rule takes effect. Raises DataError if the file
    contains no game.
    """
    if Path(path).suffix == ".toml":
        from engines.designs import read_design

        return know(read_design(Path(path)).game())
    from engines.kit.small_game import load_file as read

    return know(read(Path(path)))


def know(game: Game) -> Game:
    """Register a custom game under its name, so that `load` finds it, and return it."""
    _OWN[game.name] = game
    return game


def load(name: str) -> Game:
    """Return the game called `name`, ready to play. Raises DataError if there is no such game."""
    return _OWN.get(name) or _load(name if isinstance(name, str) else repr(name))


@cache
def _load(name: str) -> Game:
    known = names() + names(small=True)
    if name not in known:
        near = find_nearest(name, known)
        did = f"Did you mean {near!r}? " if near else ""
        raise DataError("engines.load", f"there is no game {name!r}.", f"{did}Games: {', '.join(known)}.")
    game: Game = importlib.import_module(f"engines.{name}").game()
    return game
