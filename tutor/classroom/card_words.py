"""Players' words for the places of a card form, and for the values in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tutor.boards.presentation import load_look
from tutor.text import format_message, load_catalogue

ZONE_FIELDS = ("to", "after")
"""Entries whose values are zones of the table."""


def field_title(game: str, field: str, language: str = "en") -> str:
    """Return the name of a field, a condition or an argument of a verb.

    >>> field_title("altaria", "symbols")
    'Colours'
    >>> field_title("star_wars", "speed")
    'Speed'
    """
    view = load_look(game)
    if field in view.get("card_field", ()):
        return _in(view["card_field"][field], "title", language)
    told = _told(f"card_field.{field}", language)
    figure = next((row for row in view["figure"] if row["field"] == field), None)
    if figure and not (told and view.get("derived")):  # there the field's title is used
        word = _in(figure, "word", language)
        return word[:1].upper() + word[1:]
    return told or field.replace("_", " ")


def value_titles(game: str, field: str, options: Iterable[str], language: str = "en") -> dict[str, str]:
    """Return the players' words for values, where they differ from those in a card file."""
    return {one: text for one in options if (text := _value(game, field, one, language)) != one}


def letters_hint(game: str, field: str, language: str = "en") -> str:
    """Return the meaning of the letters typed into a field of attributes; "" for any other field."""
    view = load_look(game)
    if field != view.get("attribute_field"):
        return ""
    names = [f"{row['letter']} {_in(row, 'title', language).casefold()}" for row in view["attributes"].values()]
    return format_message("card.letters", language, letters=", ".join(names))


def _value(game: str, field: str, value: str, language: str) -> str:
    view = load_look(game)
    tables = {"category": "categories", view.get("attribute_field"): "attributes", view.get("kind_field"): "kinds"}
    own, called = view.get(tables.get(field, ""), {}), view.get("card_value", {})
    rows = [own or called, view["categories"], view.get("kinds", {}), view["attributes"]]
    known = next((row[value] for row in rows if value in row), None)
    if known is None and field in ZONE_FIELDS:
        known = next((row for row in view["zone"] if row["id"] == value), None)
    if known is None:
        return _told(f"card_value.{value}", language) or value.replace("_", " ")
    return _in(known, "title", language)


def _told(key: str, language: str) -> str:
    return format_message(key, language) if key in load_catalogue("en") else ""


def _in(row: Mapping[str, object], key: str, language: str) -> str:
    return str(row.get("ja", row[key]) if language == "ja" else row[key])
