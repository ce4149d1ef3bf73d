"""What the columns and cells of a table of cards mean: the entries of a game's cards, and their values.

A column is known by the entry's own name, by what the game's presentation calls it, in English or Japanese, or by a
usual name listed in `columns.toml`. A cell is known by a value's own name, its title, or its letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engines.book.rulebook import read_toml
from engines.designs.repeated_words import fold_word
from engines.designs.set_files import PRINTED
from engines.game import Game
from tutor.boards.presentation import load_look
from tutor.sets.deck_lists import NAME_COLUMNS

COLUMNS = Path(__file__).with_name("columns.toml")
LEFT_OUT = "-"
TITLES = ("title", "ja", "word")
"""The keys under which a presentation says what something is called."""


class ReadColumn(NamedTuple):
    """A column of a table, and how it was understood.

    sort : "ok" (it is `entry` of the game's cards), "own" (it becomes an entry of the set), or "left" (left out).
    """

    name: str
    entry: str
    sort: str


def columns_of(game: Game | None, part: str) -> dict[str, Any]:
    """Return a part of `columns.toml`: the lines for every game, and those for this one."""
    maps = _read_columns()
    own = maps.get(game.name, {}).get(part, {}) if game else {}
    return {**maps["every"].get(part, {}), **own}


def version_pattern(game: Game) -> str:
    """Return the pattern of names that end with a version; "" if the game has none."""
    return str(_read_columns().get(game.name, {}).get("version", ""))


@cache
def _read_columns() -> dict[str, Any]:
    return dict(read_toml(COLUMNS))


def entry_of(column: str, game: Game | None) -> str:
    """Return the entry to which a column belongs: one that the game's cards have, one of all sets, or its own name.

    LEFT_OUT for a column that is ignored.
    """
    plain = re.sub(r"[^a-z0-9]+", "_", column.casefold()).strip("_")
    fields = game.card_rules.fields if game else {}
    if column in NAME_COLUMNS:
        return "name"
    if plain in fields or plain in PRINTED:
        return plain
    listed = {fold_word(name): entry for name, entry in columns_of(game, "columns").items()}
    folded = fold_word(column)
    if folded in listed:
        return str(listed[folded])
    known = _titles_of_entries(game.name, tuple(fields)) if game else {}
    return known.get(folded) or known.get(folded.removesuffix("s")) or plain or LEFT_OUT


@cache
def _titles_of_entries(name: str, fields: tuple[str, ...]) -> Mapping[str, str]:
    look = load_look(name)
    rows = [*look.get("card_field", {}).items(), *((one["field"], one) for one in look.get("figure", ()))]
    found: dict[str, str] = {}
    for field, row in rows:
        for key in TITLES:
            if field in fields and row.get(key):
                found.setdefault(fold_word(row[key]), field)
    return found | {word.removesuffix("s"): field for word, field in found.items()}


def title_of_entry(game: Game, entry: str, language: str = "en") -> str:
    """Return what the game's presentation calls an entry, in a language; otherwise its name in words."""
    look = load_look(game.name)
    rows = [
        look.get("card_field", {}).get(entry, {}),
        *(one for one in look.get("figure", ()) if one["field"] == entry),
    ]
    keys = ("ja", "title", "word") if language == "ja" else ("title", "word")
    named = next((row[key] for row in rows for key in keys if row.get(key)), "")
    return str(named) or entry.replace("_", " ")


@cache
def values_of(game: str, entry: str) -> Mapping[str, str]:
    """Return the words of the game's presentation for values of an entry, folded, each with the value."""
    look, found = load_look(game), dict[str, str]()
    tables = ["categories"] if entry == "category" else ["kinds"] if entry in ("kind", "equips") else []
    if entry == look.get("attribute_field") or "attribute" in entry:
        tables.append("attributes")
    for table in (*tables, "card_value"):
        for value, row in look.get(table, {}).items():
            for key in (*TITLES, *(("letter",) if table == "attributes" else ())):
                if row.get(key):
                    found.setdefault(fold_word(row[key]), value)
    return found


def letters_of(game: Game, entry: str) -> Mapping[str, str]:
    """Return the letters in which an entry writes colours, by the words for them; {} if it writes no letters."""
    look = load_look(game.name)
    rule = game.card_rules.fields[entry]
    if entry != look.get("attribute_field") or rule.type is not str or rule.allowed:
        return {}
    rows = look["attributes"].items()
    return {
        fold_word(word): row["letter"]
        for value, row in rows
        for word in (value, *(row[key] for key in ("title", "ja", "letter") if row.get(key)))
    }


def describe_row(game: Game, row: Mapping[str, Any], language: str = "en") -> str:
    """Describe what was read of a card, in the words of the game: its category, colours and figures."""
    return " · ".join(_facts_of(game, row, language))


def _facts_of(game: Game, row: Mapping[str, Any], language: str) -> Iterator[str]:
    look, key = load_look(game.name), "ja" if language == "ja" else "title"
    category = look["categories"].get(row.get("category"), {})
    if category:
        yield str(category.get(key) or category["title"])
    field = look.get("attribute_field", "")
    value = row.get(field)
    if value:
        letters = {one["letter"]: one for one in look["attributes"].values()}
        parts = (
            list(value)
            if isinstance(value, list) or (field in game.card_rules.fields and letters_of(game, field))
            else [value]
        )
        rows = [look["attributes"].get(part) or letters.get(part) or {"title": str(part)} for part in parts]
        yield f"{title_of_entry(game, field, language)}: {', '.join(str(one.get(key) or one['title']) for one in rows)}"
    for entry, rule in game.card_rules.fields.items():
        if rule.type is int and entry in row:
            yield f"{title_of_entry(game, entry, language)} {row[entry]}"
