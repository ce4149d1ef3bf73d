"""Arguments of the functions of `tutor`: a state, a position or a game, given as an object, a text or a file."""

from __future__ import annotations

from pathlib import Path

import engines
from engines.book.rulebook import parse_toml, read_toml
from engines.designs import read_design
from engines.errors import DataError, find_nearest
from engines.game import Game
from engines.kernel.state import State


def read_document(given: str | Path, what: str) -> tuple[dict[str, object], str]:
    """Return a TOML document and a name for messages: from a text, or from the path of a file.

    A string with a line of the form `key = value` is the document itself; any other is a path. Raises DataError, giving
    the place, if the document is invalid.
    """
    if isinstance(given, Path):
        return read_toml(given), str(given)
    if not isinstance(given, str):
        raise DataError(what, f"{given!r} is no {what}.", "Give the text of one (TOML), or the path of a .toml file.")
    if "\n" in given or "=" in given or not given.strip():
        return parse_toml(given, what), what
    if not given.endswith(".toml"):
        remedy = "Give the text of one (TOML), the path of a .toml file, or a state."
        raise DataError(what, f"{given!r} is neither a {what} nor a file.", remedy)
    return read_toml(Path(given)), given


def resolve_game(given: str | Path | Game) -> Game:
    """Return a game, given as itself, by its name, or as the file of a custom game.

    Raises DataError if it is unknown.
    """
    if isinstance(given, Game):
        return given
    return engines.load_file(given) if str(given).endswith(engines.ENDINGS) else engines.load(str(given))


def resolve_state(given: State | Game | str | Path, game: str | Path | Game | None = None) -> State:
    """Return a new state to play from: a copy of a state, the state of a position (text or file), or a new game.

    game : the game of a position that does not name it. Raises DataError, giving place, problem and remedy, if invalid.
    """
    if isinstance(given, State):
        return given.copy()
    if isinstance(given, Game):
        return given.new()
    if not isinstance(given, str | Path):
        raise DataError("tutor.board", f"{given!r} is no position.", "Give a state, a text (TOML), a path, or a game.")
    name = str(given)
    if name.endswith(".py") or name in engines.names() + engines.names(small=True):
        return resolve_game(given).new()
    near = find_nearest(name, engines.names() + engines.names(small=True)) if name.isidentifier() else ""
    if near:
        raise DataError("tutor.board", f"there is no game {name!r}.", f"Did you mean {near!r}?")
    data, where = read_document(given, "position")
    if "own_game" in data:
        return engines.know(read_design(data, where).game()).new()
    named = data.get("game")
    if game is None and not isinstance(named, str):
        raise DataError(where, "the position does not say of which game it is.", 'Begin it with game = "...".')
    return resolve_game(game or str(named)).position(data, where)
