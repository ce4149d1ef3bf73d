"""Reads set files, and the decks in set files and deck lists."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engines.book.card_sets import CardSet
from engines.book.cards import Deck
from engines.designs.set_files import ReadSet, find_set, set_id
from engines.designs.untrusted_files import document_of, read_bounded_text
from engines.errors import DataError
from engines.game import Game
from tutor.sets.card_names import CardNames
from tutor.sets.deck_lists import DeckList, read_list

LONGEST_FILE = 4_000_000
"""Maximum size in bytes of a set or a list, since files are not trusted."""


def read_text(path: Path) -> str:
    """Return the text of a file, or of the only TOML file in a folder.

    Raises DataError if the folder does not have exactly one, or if the file cannot be read.
    """
    return read_bounded_text(_file_of(path), LONGEST_FILE)


def _file_of(path: Path) -> Path:
    if not path.is_dir():
        return path
    files = sorted(path.glob("*.toml"))
    if len(files) != 1:
        what = "has no TOML file." if not files else f"has {len(files)} TOML files."
        raise DataError(str(path), what, "Name the file of the set.")
    return files[0]


def is_set(document: Mapping[str, Any]) -> bool:
    """Return True for a document that has cards, or that has decks and an id for its set."""
    return isinstance(document.get("card"), list) or ("set" in document and isinstance(document.get("deck"), list))


def parse_document(text: str, where: str) -> dict[str, Any]:
    """Parse the text of a TOML file. Raises DataError if it is not TOML."""
    return document_of(text, where, LONGEST_FILE)


def read_set_file(path: Path, base: Game | None = None) -> ReadSet:
    """Return the set in a file or folder, with all its faults. Raises DataError if it is not a set.

    base : the game, with the sets whose cards the decks may use; None for the game that the file names.
    """
    path = _file_of(path)
    document = parse_document(read_text(path), str(path))
    if not is_set(document):
        raise DataError(str(path), "has no cards.", "Write each one as a [[card]] table; docs/cards.md shows how.")
    return find_set(document, str(path), path.parent.name if path.name == "set.toml" else path.name, base)


def sound_set(read: ReadSet) -> CardSet:
    """Return the set that was read, provided that it has no faults.

    Raises DataError, with the first fault and the number of others, if it has faults.
    """
    if read.faults:
        first, more = read.faults[0], len(read.faults) - 1
        tail = f" ({more} more: tebiki check {read.found.where})" if more else ""
        raise DataError(first.where, first.what, f"{first.remedy}{tail}")
    return read.found


def deck_of_list(found: DeckList, game: Game, where: str) -> Deck:
    """Return the deck in a list.

    A name is accepted if it means exactly one card of the game (see `CardNames`). Raises DataError, with the first line
    that names no card and the number of others, if there are such lines.
    """
    names, cards = CardNames(game), dict[str, int]()
    wrong: list[DataError] = []
    for line in found.lines:
        if line.left_out:
            continue
        meant = names.find(line.name)
        if meant.name:
            cards[meant.name] = cards.get(meant.name, 0) + line.copies
            continue
        near = " or ".join(map(repr, meant.near))
        remedy = f"Did you mean {near}?" if near else "Is its set missing? Name it with --set."
        wrong.append(DataError(f"{where}, line {line.number}", f"there is no card {line.name!r}.", remedy))
    if wrong:
        first, more = wrong[0], f" ({len(wrong) - 1} more lines like it.)" if len(wrong) > 1 else ""
        raise DataError(first.where, first.what, f"{first.remedy}{more}")
    id = set_id(found.title or where)
    return Deck(id, found.title or Path(where).stem, cards)


def read_deck_file(path: Path, game: Game) -> tuple[Game, str | DeckList]:
    """Read (game, deck) from a file: the game with the file's set and the id of its first deck, or a deck list.

    Raises DataError if the file has no usable deck.
    """
    text, where = read_bounded_text(path, LONGEST_FILE), str(path)
    found = read_list_or_set(text, where)
    if isinstance(found, DeckList):
        return game, found
    added = sound_set(find_set({"game": game.name, **found}, where, path.name, game))
    if not added.decks:
        raise DataError(where, "has no deck.", 'Add a [[deck]] with cards = { "Name of a card" = 4, ... }.')
    return game.with_set(added), added.deck_id(added.decks[0].id)


def read_list_or_set(text: str, where: str) -> DeckList | dict[str, Any]:
    """Return the contents of a text: the document of a set, or a deck list. Raises DataError if it is neither."""
    if text.lstrip("\ufeff \n\r\t")[:1] not in ("<", "{"):
        try:
            document = parse_document(text, where)
        except DataError:
            if where.endswith(".toml"):
                raise
            document = {}
        if is_set(document):
            return document
    return read_list(text, where)
