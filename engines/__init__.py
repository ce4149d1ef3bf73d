"""Rules engines for trading card games: pure Python, standard library only.

>>> import engines
>>> game = engines.load("altaria")
>>> state = game.new(decks=("hearth", "tide"), seed=7)
>>> state.decision
Decision(seat=0, step='JANKEN')
"""

from __future__ import annotations

import difflib
import importlib
from functools import cache
from pathlib import Path

from engines.core.errors import DataError, IllegalAction, IllegalDeck, NotationError, ScenarioError, TebikiError
from engines.core.game import Game

__all__ = [
    "DataError",
    "Game",
    "IllegalAction",
    "IllegalDeck",
    "NotationError",
    "ScenarioError",
    "TebikiError",
    "load",
    "names",
]


def names() -> list[str]:
    """Return the names of the games: the folders with a rulebook."""
    return sorted(path.parent.name for path in Path(__file__).parent.glob("*/rulebook.toml"))


@cache
def load(name: str) -> Game:
    """Return the game called `name`, ready to play. Raises DataError for an unknown one."""
    if name not in names():
        near = difflib.get_close_matches(name, names(), 1)
        did = f"Did you mean {near[0]!r}? " if near else ""
        raise DataError("engines.load", f"there is no game {name!r}.", f"{did}Games: {', '.join(names())}.")
    game: Game = importlib.import_module(f"engines.{name}").game()
    return game
