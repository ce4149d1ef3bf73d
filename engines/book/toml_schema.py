"""Documents as text: a TOML writer, entries such as `Vine Prowler, fatigued, #5`, and the shapes of documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from json.encoder import encode_basestring
from typing import Any

from engines.errors import DataError, find_nearest

Document = Mapping[str, Any]
"""A table of a parsed TOML document, to be checked by `check_shape`."""

SEATS = ("P1", "P2")
SEAT_NAMES = {"P1": 0, "P2": 1, "you": 0, "rival": 1}
"""The names of the two players in positions and expectations."""

QUOTED = encode_basestring
"""Returns a text in quotes; TOML and JSON use the same quoting."""

SCALAR = frozenset((str, int, bool, float))
"""The types of entries that contain no others."""
PLAIN = SCALAR | {list, tuple, type(None)}
"""The types of nearly all entries; asking for them first is many times faster than asking whether one is a table."""

MOST_UNNAMED = 200
"""The maximum number of unnamed cards in one zone, unless decks are larger."""


def to_toml(document: Document) -> str:
    """Return a document of plain tables, lists, texts and numbers as TOML, in the given order but with tables last."""
    return "\n".join(_table(document, ())) + "\n"


def _table(table: Document, path: tuple[str, ...]) -> Iterable[str]:
    inner = {key: part for key, part in table.items() if type(part) not in PLAIN and isinstance(part, Mapping)}
    for key, value in table.items():
        if key not in inner and value is not None:
            yield f"{key} = {_value(value)}"
    for key, value in inner.items():
        yield f"[{'.'.join((*path, key))}]"
        yield from _table(value, (*path, key))


def _key(key: str) -> str:
    return key if key.isascii() and key.isidentifier() else QUOTED(key)


def _value(value: object) -> str:
    if isinstance(value, str):
        return QUOTED(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join([_value(part) for part in value])}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join([f'{_key(key)} = {_value(part)}' for key, part in value.items()])} }}"
    raise TypeError(f"{value!r} has no place in a document")


def entry_names(value: object) -> Iterator[str]:
    """Yield the names of all entries in a nested value."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield str(name)
            yield from entry_names(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from entry_names(one)


def split_marks(text: str, words: Mapping[str, bool], where: str) -> tuple[str, dict[str, int]]:
    """Split `Vine Prowler, fatigued, entered 12, power +2` into the name and its marks.

    words : the allowed marks; True if a number follows the mark. Marks are returned as {word: True or number}. Raises
    DataError for a mark that is not allowed.
    """
    name, *marks = [part.strip() for part in text.split(",")]
    found: dict[str, int] = {}
    for mark in marks:
        match = re.fullmatch(r"(#|[a-z ]+?)\s*([+-]?\d+)?", mark)
        word = match.group(1).strip() if match else mark
        if match is None or word not in words:
            raise DataError(where, f"{text!r} has an unknown mark {mark!r}.", f"Marks: {', '.join(words)}.")
        number = match.group(2)
        if words[word] != (number is not None):
            raise DataError(where, f"{text!r}: mark {word!r} {'needs a number' if words[word] else 'takes no number'}.")
        found[word] = int(number) if number is not None else True
    return name, found


Shape = type | tuple["Shape", ...] | list["Shape"] | Mapping[str, "Shape"]
"""A type (`object` for anything), a tuple of allowed shapes, [shape] for a list of that shape, or a dict for a table.

In a table every entry is optional and no other entry is allowed.
"""

_WORDS = {int: "a whole number", str: "text in quotes", bool: "true or false", dict: "a table", list: "a list"}


def check_shape(value: object, shape: Shape, where: str) -> None:
    """Raise DataError if a parsed document does not have the shape that its reader expects."""
    if not _fits(value, shape):
        raise DataError(where, f"is {value!r}.", f"It must be {_render_shape(shape)}.")
    if isinstance(shape, tuple):
        shape = next(one for one in shape if _fits(value, one))
    if isinstance(shape, list) and isinstance(value, list | tuple):
        inner = shape[0] if isinstance(shape[0], tuple) else (shape[0],)
        for at, part in enumerate(value, 1):
            if type(part) not in SCALAR or type(part) not in inner:  # nearly all are what they must be
                check_shape(part, shape[0], f"{where}, entry {at}")
    elif isinstance(shape, Mapping) and isinstance(value, dict):
        for key, part in value.items():
            if key not in shape:
                near = find_nearest(str(key), shape)
                hint = f"Did you mean {near!r}? " if near else ""
                raise DataError(where, f"unknown entry {key!r}.", f"{hint}Known: {', '.join(shape)}.")
            if type(part) not in SCALAR or type(part) is not shape[key]:
                check_shape(part, shape[key], f"{where}, {key}")


def _fits(value: object, shape: Shape) -> bool:
    if isinstance(shape, tuple):
        return any(_fits(value, one) for one in shape)
    if shape is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if shape is list or isinstance(shape, list):
        return isinstance(value, list | tuple)
    return isinstance(value, shape if isinstance(shape, type) else dict)


def _render_shape(shape: Shape) -> str:
    if isinstance(shape, tuple):
        return " or ".join(_render_shape(one) for one in shape)
    return _WORDS[shape if isinstance(shape, type) else type(shape)]


def to_lists(value: object) -> Any:
    """Return nested tuples as nested lists, for writing."""
    return [to_lists(part) for part in value] if isinstance(value, tuple | list) else value


def to_tuples(value: object) -> Any:
    """Return nested lists as nested tuples, for reading back."""
    return tuple(to_tuples(part) for part in value) if isinstance(value, tuple | list) else value
