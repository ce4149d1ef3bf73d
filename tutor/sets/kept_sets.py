"""The sets that a user has imported. They are stored in the user's data folder and not sent anywhere.

Each set is stored unchanged in its own folder, as `sets/<id>/set.toml`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from engines.book.card_sets import CardSet
from engines.errors import DataError, TebikiError, find_nearest
from engines.game import Game
from tutor import progress
from tutor.sets.files import parse_document, read_set_file, sound_set

FOLDER, FILE = "sets", "set.toml"
Names = tuple[tuple[str, str], ...]
"""Ids of sets, each with the digest of the contents that matter for play."""


class KeptSets(NamedTuple):
    """The stored sets of a game, each after the sets that it uses, and the faults of those that cannot be played."""

    sets: tuple[CardSet, ...]
    faults: tuple[DataError, ...]


def sets_folder() -> Path:
    """Return the folder in which sets are stored."""
    return progress.data_folder() / FOLDER


def keep_set(id: str, text: str) -> Path:
    """Store the text of a set under its id, replacing an earlier one; return the file.

    Raises DataError if it cannot be written.
    """
    folder = sets_folder() / _checked(id)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{FILE}.new"
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        fresh.replace(folder / FILE)
    except OSError as error:
        why = error.strerror or str(error)
        raise DataError(str(folder), f"cannot be written ({why}).", "Set TEBIKI_HOME to a writable folder.") from None
    return folder / FILE


def take_out(id: str) -> None:
    """Delete a stored set, if it exists."""
    with contextlib.suppress(OSError):
        shutil.rmtree(sets_folder() / _checked(id))


def _checked(id: str) -> str:
    if not re.fullmatch(r"[a-z0-9_-]{1,40}", id):
        raise DataError("set", f"id is {id[:50]!r}.", "Write it in small letters, digits and _.")
    return id


def has_set(id: str) -> bool:
    """Return True if a set is stored under this id."""
    return (sets_folder() / _checked(id) / FILE).exists()


def kept_text(id: str) -> str:
    """Return the text of a stored set. Raises DataError if there is none."""
    try:
        return (sets_folder() / _checked(id) / FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        near = find_nearest(id, [path.parent.name for path in sets_folder().glob(f"*/{FILE}")])
        remedy = f"Did you mean {near!r}?" if near else "Import it: tebiki import FILE."
        raise DataError("set", f"no set {id!r} is kept.", remedy) from None


def kept_sets(game: Game) -> KeptSets:
    """Return the stored sets of a game, and the faults of those that cannot be played."""
    folder = sets_folder()
    try:
        paths = sorted(folder.glob(f"*/{FILE}"))
    except OSError:
        return KeptSets((), ())
    waiting, found, faults = [], list[CardSet](), list[DataError]()
    for path in paths:
        try:
            document = parse_document(path.read_text(encoding="utf-8"), path.parent.name)
            if document.get("game") == game.name:
                waiting.append((path, document.get("uses", [])))
        except (OSError, UnicodeDecodeError, TebikiError) as error:
            faults.append(DataError(path.parent.name, "cannot be read.", str(error)[:200]))
    waiting.sort(key=lambda one: len(one[1]) if isinstance(one[1], list) else 0)
    for path, _ in waiting:
        try:
            base = game
            for one in found:
                base = base.with_set(one)
            found.append(sound_set(read_set_file(path, base)))
            base.with_set(found[-1])
        except TebikiError as error:
            found = [one for one in found if one.where != str(path)]
            faults.append(error if isinstance(error, DataError) else DataError(path.parent.name, str(error)))
    return KeptSets(tuple(found), tuple(faults))


def with_kept_sets(game: Game) -> Game:
    """Return a game with all its stored sets."""
    for one in kept_sets(game).sets:
        game = game.with_set(one)
    return game


def only_needed(plain: Game, full: Game, decks: Iterable[str]) -> Game:
    """Return `plain` with the sets of `full` that the decks with these ids need."""
    for one in needed_sets(full, decks):
        plain = plain.with_set(one)
    return plain


def needed_sets(game: Game, decks: Iterable[str]) -> list[CardSet]:
    """Return the sets in a game that the decks with these ids need, in the game's order."""
    known = {one.id: one for one in game.card_sets}
    wanted = [id.partition("/")[0] for id in decks if "/" in id]
    needed: set[str] = set()
    while wanted:
        id = wanted.pop()
        if id in known and id not in needed:
            needed.add(id)
            wanted += known[id].uses
    return [one for one in game.card_sets if one.id in needed]


def is_kept(game: Game, plain: Game) -> bool:
    """Return True if all sets in a game are stored in the same version, so that its games can be replayed."""
    return not game.card_sets or {*set_names(game.card_sets)} <= {*set_names(kept_sets(plain).sets)}


def set_names(sets: Iterable[CardSet]) -> Names:
    """Return the id and digest of each set, in the form of the log."""
    return tuple((one.id, one.digest) for one in sets)


def with_sets_again(plain: Game, names: Sequence[tuple[str, str]]) -> Game:
    """Return a game with the stored sets listed in `names`. Raises DataError if one is missing or has changed."""
    there = {one.id: one for one in kept_sets(plain).sets} if names else {}
    for id, digest in names:
        if id not in there:
            raise DataError(f"set {id!r}", "is no longer among your card sets.", "Import it: tebiki import FILE.")
        if there[id].digest != digest:
            raise DataError(f"set {id!r}", "has changed since.", "The game can only be resumed with the set as it was.")
        plain = plain.with_set(there[id])
    return plain
