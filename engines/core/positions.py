"""Helpers for positions as text: a TOML writer for plain data, and entries like `Vine Prowler, fatigued, #5`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from engines.core.errors import DataError


def to_toml(document: Mapping[str, Any]) -> str:
    """Return a document of plain tables, lists, texts and numbers as TOML, tables last, in the given order."""
    return "\n".join(_table(document, ())) + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterable[str]:
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    for key, value in table.items():
        if key not in inner and value is not None:
            yield f"{key} = {_value(value)}"
    for key, value in inner.items():
        yield f"[{'.'.join((*path, key))}]"
        yield from _table(value, (*path, key))


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return "[" + ", ".join(_value(part) for part in value) + "]"


def entry(text: str, words: Mapping[str, bool], where: str) -> tuple[str, dict[str, Any]]:
    """Split `Vine Prowler, fatigued, entered 12, power +2` into the name and its marks.

    words : the marks allowed, each with True if a number follows it. Marks come back as {word: True or number};
    a number may stand several times (then a list). Raises DataError for an unknown mark.
    """
    name, *marks = [part.strip() for part in text.split(",")]
    found: dict[str, Any] = {}
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


def plain(value: Any) -> Any:
    """Return nested tuples as nested lists, for writing."""
    return [plain(part) for part in value] if isinstance(value, tuple | list) else value


def frozen(value: Any) -> Any:
    """Return nested lists as nested tuples, for reading back."""
    return tuple(frozen(part) for part in value) if isinstance(value, tuple | list) else value
