"""The TOML file of a small game: its rulebook, numbers, cards, decks and words, each checked before use.

A fault raises a `DataError` with the file, the place in it, and the correct form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from engines.book.cards import FieldRule, unknown_card
from engines.book.toml_schema import Document, Shape, check_shape
from engines.book.words import number_with_noun
from engines.errors import DataError
from engines.rules import Parameter

SHAPE: dict[str, Shape] = {
    "title": str,
    "prefix": str,
    "fields": dict,
    "parameters": dict,
    "sections": dict,
    "clauses": dict,
    "card": [dict],
    "deck": [dict],
    "words": dict,
    "look": dict,
}
NEEDED_ENTRIES = {
    "title": 'title = "..."',
    "prefix": 'prefix = "ABC", with which its clauses begin',
    "sections": "a table [sections]",
    "clauses": "a table [clauses]",
    "card": "a table [[card]] for each card",
    "deck": "a table [[deck]] for each deck",
    "words": "tables [words.en.phase], [words.en.step], ...",
}
"""For each required entry of a small game's file, how it is written."""


def check_file(data: Document, where: str) -> None:
    """Raise DataError if a document does not have the shape of a small game's file, or lacks a required part."""
    check_shape(data, SHAPE, where)
    for key, remedy in NEEDED_ENTRIES.items():
        if key not in data:
            raise DataError(where, f"there is no {key}.", f"Write {remedy}.")
    for language, tables in data["words"].items():
        check_shape(tables, dict, f"{where}, words, {language}")


def categories_of(data: Document) -> tuple[str, ...]:
    """Return the categories of the cards: those for which the file's words have a name."""
    return tuple(data["words"].get("en", {}).get("category", {}))


def check_categories(data: Document, where: str) -> None:
    """Raise DataError if the category of a card has no name; the remedy shows how to give it one."""
    known = categories_of(data)
    for row in data["card"]:
        category = row.get("category")
        if isinstance(category, str) and category not in known:
            what = f"there is no category {category!r}."
            remedy = f'Categories: {", ".join(known)}. Another one is added as {category} = "..." under '
            raise DataError(f"{where}, card {row.get('name')!r}", what, f"{remedy}[words.en.category].")


def spoken_labels(tables: Document, kinds: Iterable[str]) -> dict[str, dict[str, object]]:
    """Return the labels of exits in the phase graph, by kind of action: the action as players type it."""
    actions = tables.get("en", {}).get("action", {})
    forms = {kind: actions.get(kind, {}) for kind in kinds}
    typed = {
        kind: str(row.get("form", "")).partition("{")[0].strip() for kind, row in forms.items() if type(row) is dict
    }
    return {"en": {"flow": {kind.replace("_", " "): text for kind, text in typed.items() if text}}}


def check_decks(rows: Sequence[Document], where: str) -> None:
    """Raise DataError for a deck with no id, name or cards, with a used id, or with a wrong description."""
    seen = set()
    for at, row in enumerate(rows, 1):
        id = row.get("id")
        if not isinstance(id, str) or not isinstance(row.get("name"), str):
            raise DataError(f"{where}, deck {at}", "has no id or no name.", 'Write id = "..." and name = "...".')
        place = f"{where}, deck {id!r}"
        if id in seen:
            raise DataError(place, "is there twice.", "Give each deck its own id.")
        seen.add(id)
        held = row.get("cards")
        if not isinstance(held, Mapping) or not all(type(many) is int and many >= 0 for many in held.values()):
            raise DataError(place, "has no cards.", 'Write cards = { "Name of a card" = 4, ... }.')
        said = row.get("description", {})
        if not isinstance(said, Mapping) or not all(isinstance(text, str) for text in said.values()):
            raise DataError(place, "its description is not a text by language.", 'Write description.en = "...".')


def check_held(rows: Sequence[Document], cards: Iterable[str], where: str) -> None:
    """Raise DataError if a deck contains an unknown card. cards : the known names."""
    for row in rows:
        for name in row["cards"]:
            if name not in cards:
                raise unknown_card(name, cards, f"{where}, deck {row['id']!r}")


def read_card_fields(rows: Document, where: str) -> dict[str, FieldRule]:
    """Return the fields of a small game's cards: each is a whole number, true or false, or words from a list."""
    found = {}
    for name, usual in rows.items():
        if isinstance(usual, bool) or (isinstance(usual, int) and usual >= 0):
            found[name] = FieldRule(type(usual), default=usual, low=None if isinstance(usual, bool) else 0)
        elif isinstance(usual, list) and all(isinstance(word, str) for word in usual):
            found[name] = FieldRule(list, allowed=tuple(usual), default=())
        else:
            raise DataError(f"{where}, fields", f"{name} = {usual!r}.", "Write a number, false, or a list of words.")
    return found


def parameters_of(rows: Document, where: str) -> dict[str, Parameter]:
    """Return the rule parameters that house rules may change. Raises DataError for the first row that is not valid."""
    remedy = 'Write it as name = [standard, least, most, "clause", "meaning"].'
    found = {}
    for name, row in rows.items():
        place = f"{where}, parameters, {name}"
        if not isinstance(row, list) or [type(part) for part in row] != [int, int, int, str, str]:
            raise DataError(place, f"{str(row)[:60]} is not three whole numbers and two texts.", remedy)
        standard, least, most = row[:3]
        if not least <= standard <= most:
            raise DataError(place, f"the standard {standard} is not from {least} to {most}.", remedy)
        found[name] = Parameter(*row)
    return found


def rulebook_of(data: Document, where: str) -> dict[str, object]:
    """Return the rulebook of a small game's file in the form of a `rulebook.toml`.

    The text of a clause may contain a parameter: "{lanterns:lantern}" becomes "1 lantern" or "5 lanterns". Raises
    DataError, with the clause in `where`, for an unknown parameter. The clauses are sorted by number.
    """
    numbers = {name: number_with_noun(row[0]) for name, row in data.get("parameters", {}).items()}
    check_clauses(data, where)
    return {
        "prefix": data["prefix"],
        "title": data["title"],
        "section": [{"number": int(number), "title": title} for number, title in data["sections"].items()],
        "clause": [
            {
                "id": id,
                "section": numbers_of(id)[0],
                "title": title,
                "nature": nature,
                "text": _filled(text, numbers, f"{where}, clause {id}"),
            }
            for id, (title, nature, text) in sorted(data["clauses"].items(), key=lambda row: numbers_of(row[0]))
        ],
    }


def numbers_of(id: str) -> tuple[int, int]:
    """Return the two numbers of a clause: its section, and its place in the section.

    >>> numbers_of("LAN-3.10")
    (3, 10)
    """
    section, _, number = id.rpartition("-")[2].partition(".")
    return int(section), int(number)


def check_clauses(data: Document, where: str) -> None:
    """Raise DataError for a section without a number, and for a clause that is not valid or belongs to no section."""
    for number in data["sections"]:
        if not number.isdecimal():
            raise DataError(f"{where}, sections", f"{number!r} is no number.", 'Write 1 = "Title".')
    for id, row in data["clauses"].items():
        place = f"{where}, clause {id}"
        found = re.fullmatch(rf"{re.escape(data['prefix'])}-(\d+)\.\d+", id)
        if found is None:
            remedy = f'Write it like "{data["prefix"]}-1.1": the prefix, the section, a number.'
            raise DataError(place, "is not called as a clause is.", remedy)
        if found[1] not in data["sections"]:
            remedy = f'Add {found[1]} = "..." under [sections], or correct the id.'
            raise DataError(place, f"there is no section {found[1]}.", remedy)
        if not isinstance(row, list) or [type(part) for part in row] != [str] * 3:
            raise DataError(place, f"is {row!r:.60}.", 'Write it as ["title", "nature", "text"].')


def _filled(text: str, numbers: Mapping[str, int], where: str) -> str:
    """Return the text of a clause with its numbers filled in. Raises DataError for an unknown parameter."""
    try:
        return text.format_map(numbers)
    except (KeyError, ValueError, IndexError, AttributeError) as error:
        what = f"its text names {error}, which is no number." if isinstance(error, KeyError) else f"{error}."
        remedy = f"Numbers: {', '.join(numbers)}. A brace that is meant is written twice."
        raise DataError(where, what[:1].lower() + what[1:], remedy) from None
