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


def names(small: bool = False) -> list[str]:
    """Return the names of the games that are taught: the folders with a rulebook; `small` : the small games instead."""
    here = Path(__file__).parent
    paths = list(here.glob("*.toml")) if small else [path.parent for path in here.glob("*/rulebook.toml")]
    return sorted(path.stem for path in paths)


@cache
def load(name: str) -> Game:
    """Return the game called `name`, ready to play. Raises DataError for an unknown one."""
    known = names() + names(small=True)
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        did = f"Did you mean {near[0]!r}? " if near else ""
        raise DataError("engines.load", f"there is no game {name!r}.", f"{did}Games: {', '.join(known)}.")
    game: Game = importlib.import_module(f"engines.{name}").game()
    return game
