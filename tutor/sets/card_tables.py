"""Reads tables of cards (CSV, TSV) as cards of a set, mapping columns to entries and cells to values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.book.cards import FieldRule
from engines.designs.repeated_words import fold_word
from engines.designs.set_files import PRINTED
from engines.designs.untrusted_files import visible_text
from engines.errors import DataError, find_nearest
from engines.game import Game
from tutor.sets.column_names import (
    LEFT_OUT,
    ReadColumn,
    columns_of,
    entry_of,
    letters_of,
    values_of,
    version_pattern,
)
from tutor.sets.deck_lists import COUNT_COLUMNS, read_rows


class TableCard(NamedTuple):
    """A line of a table: its number, the card as a row of a set file, and the problems with it."""

    number: int
    row: dict[str, Any]
    said: tuple[str, ...]


class CardTable(NamedTuple):
    """A table of cards.

    fields : entries that the game's own cards do not have, with their types. columns : how each column was understood.
    """

    cards: tuple[TableCard, ...]
    fields: Mapping[str, str]
    columns: tuple[ReadColumn, ...]


def separator_of_cards(text: str, game: Game | None) -> str:
    """Return the column separator of a table of cards; "" if the text is no such table.

    A table of cards has columns for the name and the category, but none for the number of copies.
    """
    head = next((line for line in text.removeprefix("\ufeff").splitlines() if line.strip()), "")
    for separator in ("\t", ";", ","):
        names = [part.strip().strip('"').strip().casefold() for part in head.split(separator)]
        entries = {entry_of(name, game) for name in names}
        if "name" in entries and "category" in entries and not set(names) & set(COUNT_COLUMNS):
            return separator
    return ""


def read_card_table(text: str, separator: str, game: Game) -> CardTable:
    """Return the cards in a table; an entry whose cell cannot be read is left out, and reported with its line."""
    head, lines = read_rows(text.removeprefix("\ufeff"), separator)
    entries = [entry_of(column, game) for column in head]
    known = {*game.card_rules.fields, *PRINTED}
    entries = [
        entry if at == entries.index(entry) or entry == "ability" else LEFT_OUT for at, entry in enumerate(entries)
    ]
    own = {entry: "text" for entry in entries if entry not in known and entry not in (LEFT_OUT, "ability")}
    columns = tuple(
        ReadColumn(column, entry, "ok" if entry in known else "own" if entry in own else "left")
        for column, entry in zip(head, entries, strict=True)
        if column
    )
    cards = []
    for number, cells in lines:
        row: dict[str, Any] = {}
        said: list[str] = []
        for entry, cell in zip(entries, cells, strict=False):
            told = " ".join(visible_text(cell).split())
            if told and entry not in (LEFT_OUT, "ability"):
                _put(game, row, entry, told, said)
        _complete(game, row, said)
        cards.append(TableCard(number, row, tuple(said)))
    return CardTable(tuple(cards), own, columns)


def _put(game: Game, row: dict[str, Any], entry: str, told: str, said: list[str]) -> None:
    meant = columns_of(game, "values").get(f"{entry} {told.casefold()}")
    if meant:
        row |= dict(part.split(" = ") for part in meant.split("; "))
        return
    rule = game.card_rules.fields.get(entry)
    if rule is None or entry in ("name", "flavour"):
        row[entry] = told
        return
    try:
        row[entry] = cell_value(rule, told, values_of(game.name, entry), letters_of(game, entry))
    except ValueError as error:
        said.append(f"{entry} {told!r} {error}")


def cell_value(rule: FieldRule, told: str, titles: Mapping[str, str], letters: Mapping[str, str]) -> object:
    """Return the value of a cell for an entry. Raises ValueError, with the reason, if the cell cannot be read.

    titles : words for its values, folded. letters : the letters that it writes, by their words; {} if it writes none.
    """
    if letters:
        return _letters(told, letters)
    if rule.type is int:
        number = re.fullmatch(r"([+-]?\d{1,9})(?:[.,]0+)?", told)
        if not number:
            raise ValueError("is not a whole number")
        return int(number[1])
    if rule.type is bool:
        return told.casefold() in ("1", "yes", "true", "x")
    if rule.type is dict:
        raise ValueError("cannot be given in a table")
    parts = [part.strip() for part in re.split(r"[,/|]", told) if part.strip()] if rule.type is list else [told]
    if rule.allowed:
        by_word: dict[str, object] = {word: value for word, value in titles.items() if value in rule.allowed}
        by_word |= {fold_word(str(word)): word for word in rule.allowed}
        wrong = next((part for part in parts if fold_word(part) not in by_word), None)
        if wrong is not None:
            near = find_nearest(fold_word(wrong), by_word, 0.5)
            raise ValueError(f"must be one of {', '.join(map(str, rule.allowed))}" + (f"; {near}?" if near else ""))
        parts = [by_word[fold_word(part)] for part in parts]
    return parts if rule.type is list else parts[0]


def _letters(told: str, letters: Mapping[str, str]) -> str:
    """Return a cell of colours, as words or letters, as the letters of the entry."""
    parts = [part for part in re.split(r"[\s,、/|;&+・-]+|\band\b", told) if part]
    single = {letter.casefold() for letter in letters.values()}
    found = []
    for part in parts:
        if fold_word(part) in letters:
            found.append(letters[fold_word(part)])
        elif part and set(part.casefold()) <= single:
            found.append(part.upper())
        else:
            words = ", ".join(word for word, letter in letters.items() if fold_word(letter) != word and word.isascii())
            raise ValueError(f"must be one of {words}, or a letter: {', '.join(sorted(set(letters.values())))}")
    return "".join(found)


def _complete(game: Game, row: dict[str, Any], said: list[str]) -> None:
    """Add required numbers that the table does not give, and drop entries that cards of the category do not have."""
    rules, category = game.card_rules, row.get("category", "")
    pattern = version_pattern(game)
    unique = re.fullmatch(pattern, row.get("name", "")) if pattern and category == "unit" else None
    if unique:
        row |= {**unique.groupdict(), "identity": unique["printed"]}
    for name, categories in rules.fields_of.items():
        if name in row and category and category not in categories:
            said.append(f"{name} is left out: a {category} has none")
            del row[name]
    needed = [name for name, rule in rules.fields.items() if rule.required]
    for name in dict.fromkeys([*needed, *rules.required_by.get(category, ())]):
        rule = rules.fields[name]
        if name not in row and rule.type is int:
            row[name] = max(0, rule.low or 0)
            said.append(f"{name} is taken as {row[name]}")


def refuse_no_cards(table: CardTable, where: str) -> None:
    """Raise DataError if a table has no cards."""
    if not table.cards:
        raise DataError(where, "has no line with a card.", "Write one card per line below the column names.")
