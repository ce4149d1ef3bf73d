"""Decks to play with: those a game is taught with, which its engine brings, and more, which stand in `tutor/decks`.

Lessons, practice and puzzles know the first alone; whole games and the comparison know them all.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import engines
from engines.book.cards import JAPANESE, Deck
from engines.book.rulebook import read_toml
from engines.errors import DataError
from engines.game import Game

FOLDER = Path(__file__).parents[1] / "decks"


@cache
def game_with_decks(name: str) -> Game:
    """Return a game by its name, with all its decks. Raises DataError for no such game, or a deck it cannot have."""
    game, path = engines.load(name), FOLDER / f"{name}.toml"
    if not path.exists():
        return game
    more = []
    for row in read_toml(path)["deck"]:
        if row["id"] in game.decks:
            raise DataError(f"{path}, {row['id']}", "there is such a deck already.", "Give it another id.")
        more.append(Deck(row["id"], row["name"], row["cards"], {"ja": row[JAPANESE]}))
        if broken := game.check_deck(row["cards"]):
            raise DataError(f"{path}, {row['id']}", broken[0].fact, "Change its cards.")
    return game.with_decks(more)


def taught_decks(game: Game) -> list[str]:
    """Return the ids of the decks a game is taught with; of a game of one's own, all."""
    known = game.name in engines.names()
    return list(engines.load(game.name).decks if known else game.decks)
