"""Matches and states as bytes, for another Python process that has the same games.

Games are not copied: a game, the steps of its flow table, and the places where frames continue are written by name.
Therefore only the games that come with Tebiki can be written, either with all their decks or with those used in
teaching.
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
"""A name: the game's, whether it has all its decks, and the place in its flow table ("" for the game itself)."""


def write_pickle(thing: object) -> bytes:
    """Pickle an object. Raises PicklingError if it contains a game that has no name, such as one with custom cards."""
    whole = io.BytesIO()
    GamePickler(whole).dump(thing)
    return whole.getvalue()


def read_pickle(data: bytes) -> object:
    """Unpickle what `write_pickle` wrote; only for bytes that come from this project itself."""
    return GameUnpickler(io.BytesIO(data)).load()


class GamePickler(pickle.Pickler):
    """Pickles games by name."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.names: dict[int, Name] = {}

    def persistent_id(self, thing: object) -> Name | None:
        """Return the name of a game or of a part of one; None for anything else, which is copied."""
        if isinstance(thing, Game):
            self.learn_names(thing)
        elif isinstance(thing, State):
            self.learn_names(thing.game)  # a step of it may be written first
        return self.names.get(id(thing))

    def learn_names(self, game: Game) -> None:
        """Learn the names of a game and of the places in its flow table.

        Raises PicklingError if the game cannot be found by its name.
        """
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
    """Return True if loading a game by its name with `load` returns exactly this game."""
    return game.name in engines.names() and load(game.name) is game


class GameUnpickler(pickle.Unpickler):
    """Unpickles games by name."""

    def persistent_load(self, name: Name) -> object:
        """Return a game, or the step or exit at a place in its flow table."""
        game, with_decks, at = name
        found = game_with_decks(game) if with_decks else engines.load(game)
        if not at:
            return found
        place = found.flow.places[at]
        return place if isinstance(place, CompiledStep) else place.exit
