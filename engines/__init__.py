"""Rules engines for trading card games: pure Python, standard library only.

>>> import engines
>>> game = engines.load("altaria")
>>> state = game.new(decks=("hearth", "tide"), seed=7)
>>> state.decision
Decision(seat=0, step='JANKEN')
"""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path

from engines.core.errors import DataError, IllegalAction, IllegalDeck, NotationError, ScenarioError, TebikiError
from engines.core.game import Game

__all__ = [
    "IN_PREPARATION",
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


IN_PREPARATION: tuple[str, ...] = ()
"""Engines that already play whole games and can be loaded by name, but do not yet keep every law that is tested."""


def names() -> list[str]:
    """Return the names of the games that are ready: the folders with a rulebook, without those in preparation."""
    return [name for name in folders() if name not in IN_PREPARATION]


def folders() -> list[str]:
    """Return the names of all games that have a rulebook, ready or not."""
    return sorted(path.parent.name for path in Path(__file__).parent.glob("*/rulebook.toml"))


@cache
def load(name: str) -> Game:
    """Return the game called `name`, ready to play. Raises DataError for an unknown one."""
    if name not in folders():
        raise DataError("engines.load", f"there is no game {name!r}.", f"Games: {', '.join(names())}.")
    game: Game = importlib.import_module(f"engines.{name}").game()
    return game
