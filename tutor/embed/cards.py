"""A game with cards and decks of your own, in any notebook."""

from __future__ import annotations

from pathlib import Path

from engines.errors import DataError
from engines.game import Game
from tutor.sets import files, kept_sets
from tutor.sets.decks import game_with_decks


def open_cards(*sets: str | Path) -> Game:
    """Return a game with your own cards and decks: to play, to simulate, and for positions of your own.

    >>> game = tutor.cards("reef.toml")
    >>> tutor.play(game, you="reef/quick")
    >>> game.new(("reef/quick", "tide"), seed=1)

    sets : files of sets, or ids of sets that are kept in My cards; of one game. A deck of the set "reef" is called
    "reef/" and its id. Raises DataError naming file, card, entry and remedy.
    """
    game: Game | None = None
    for one in sets:
        path = Path(one)
        if isinstance(one, str) and not path.suffix and len(path.parts) == 1 and not path.exists():
            path = kept_sets.sets_folder() / one / kept_sets.FILE
            kept_sets.kept_text(one)  # says so if there is none
        added = files.sound_set(files.read_set_file(path, game))
        game = (game or game_with_decks(added.game)).with_set(added)
    if game is None:
        raise DataError("tutor.cards", "no set is named.", 'Name a file: tutor.cards("reef.toml").')
    return game
