"""Decks to play with: those used in teaching, from the engine, and additional ones in `tutor/decks`.

Lessons, practice and puzzles use only the former; full games and the comparison use all decks.
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
    """Return a game by name, with all its decks. Raises DataError if the game is unknown or a deck is illegal."""
    game, path = engines.load(name), FOLDER / f"{name}.toml"
    if not path.exists():
        return game
    more = []
    for row in read_toml(path)["deck"]:
        if row["id"] in game.decks:
            raise DataError(f"{path}, {row['id']}", "there is such a deck already.", "Give it another id.")
        said = row.get("description", {})
        more.append(Deck(row["id"], row["name"], row["cards"], {"ja": row[JAPANESE]}, description=said))
        if broken := game.check_deck(row["cards"]):
            raise DataError(f"{path}, {row['id']}", broken[0].fact, "Change its cards.")
    return game.with_decks(more)


def taught_decks(game: Game) -> list[str]:
    """Return the ids of the decks used in teaching a game; for a custom game, the ids of all its decks."""
    known = game.name in engines.names()
    return list(engines.load(game.name).decks if known else game.decks)
