"""Matches and states as bytes for another Python that has the same games.

A game is not copied: it, the steps of its flow table and the places where frames continue are written by name. So only
the games of this project can be written, with all their decks or with those used in teaching.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable

import engines
from engines.game import Game
from engines.kernel.flow import CompiledStep
from engines.kernel.state import State
from tutor.sets.decks import game_with_decks

Name = tuple[str, bool, str]
"""The name of a game, whether it has all its decks, and a place of its flow table, "" for the game itself."""


def write_pickle(thing: object) -> bytes:
    """Return a thing as bytes. Raises PicklingError for a game with cards or rules of the user's, among others."""
    whole = io.BytesIO()
    GamePickler(whole).dump(thing)
    return whole.getvalue()


def read_pickle(data: bytes) -> object:
    """Return the thing that `write_pickle` has written; only for bytes from this project itself."""
    return GameUnpickler(io.BytesIO(data)).load()


class GamePickler(pickle.Pickler):
    """Writes games by their names."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.names: dict[int, Name] = {}

    def persistent_id(self, thing: object) -> Name | None:
        """Return the name of a game or of a part of it; None for anything else, which is copied."""
        if isinstance(thing, Game):
            self.learn_names(thing)
        elif isinstance(thing, State):
            self.learn_names(thing.game)  # its step may be written first
        return self.names.get(id(thing))

    def learn_names(self, game: Game) -> None:
        """Learn how a game and the places of its flow table are called. Raises PicklingError."""
        if id(game) in self.names:
            return
        known: dict[bool, Callable[[str], Game]] = {True: game_with_decks, False: engines.load}
        with_decks = next((way for way, load in known.items() if is_called(game, load)), None)
        if with_decks is None:
            raise pickle.PicklingError(f"{game.name} is not a game that another Python has")
        self.names[id(game)] = (game.name, with_decks, "")
        for name, place in game.flow.places.items():
            thing = place if isinstance(place, CompiledStep) else place.exit
            self.names[id(thing)] = (game.name, with_decks, name)


def is_called(game: Game, load: Callable[[str], Game]) -> bool:
    """Return True if a function finds just this game by its name."""
    return game.name in engines.names() and load(game.name) is game


class GameUnpickler(pickle.Unpickler):
    """Finds games by their names."""

    def persistent_load(self, name: Name) -> object:
        """Return a game, or the step or exit at a place of its flow table."""
        game, with_decks, at = name
        found = game_with_decks(game) if with_decks else engines.load(game)
        if not at:
            return found
        place = found.flow.places[at]
        return place if isinstance(place, CompiledStep) else place.exit
