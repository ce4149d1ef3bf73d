"""A game with cards and decks of your own, in any notebook."""

from __future__ import annotations

from pathlib import Path

from engines.errors import DataError
from engines.game import Game
from tutor.sets import files, kept_sets
from tutor.sets.decks import game_with_decks


def open_cards(*sets: str | Path) -> Game:
    """Return a game with your own cards and decks, for playing, simulating, and building positions.

    >>> game = tutor.cards("reef.toml")
    >>> tutor.play(game, you="reef/quick")
    >>> game.new(("reef/quick", "tide"), seed=1)

    sets : files of sets, or ids of sets stored in My cards, all for the same game. A deck of the set "reef" is called
    "reef/" followed by its id. Raises DataError, giving file, card, entry and remedy, if a set is invalid.
    """
    game: Game | None = None
    for one in sets:
        path = Path(one)
        if isinstance(one, str) and not path.suffix and len(path.parts) == 1 and not path.exists():
            path = kept_sets.sets_folder() / one / kept_sets.FILE
            kept_sets.kept_text(one)  # raises an error if there is none
        added = files.sound_set(files.read_set_file(path, game))
        game = (game or game_with_decks(added.game)).with_set(added)
    if game is None:
        raise DataError("tutor.cards", "no set is named.", 'Name a file: tutor.cards("reef.toml").')
    return game
