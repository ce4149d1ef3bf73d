"""Writes documents as TOML text, since the standard library only reads TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any


def write_toml(document: Mapping[str, Any]) -> str:
    """Return a document as TOML: first its entries, then its tables, then its lists of tables.

    >>> print(write_toml({"name": "Moss", "numbers": {"goal": 3}}), end="")
    name = "Moss"
    <BLANKLINE>
    [numbers]
    goal = 3
    """
    return "\n".join(_lines(document, "")).strip("\n") + "\n"


def _lines(table: Mapping[str, Any], path: str) -> Iterator[str]:
    yield from (
        f"{_key(key)} = {toml_value(one)}" for key, one in table.items() if not _is_table(one) and not _rows(one)
    )
    for key, one in table.items():
        place = f"{path}{_key(key)}"
        if _is_table(one):
            yield from ("", f"[{place}]")
            yield from _lines(one, f"{place}.")
        elif _rows(one):
            for row in one:
                yield from ("", f"[[{place}]]")
                yield from (f"{_key(name)} = {toml_value(part)}" for name, part in row.items())


def _is_table(one: object) -> bool:
    return isinstance(one, Mapping)


def _rows(one: object) -> bool:
    return isinstance(one, list | tuple) and bool(one) and all(isinstance(row, Mapping) for row in one)


def toml_value(one: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(one, Mapping):
        return (
            "{ " + ", ".join(f"{_key(key)} = {toml_value(part)}" for key, part in one.items()) + " }" if one else "{}"
        )
    if isinstance(one, list | tuple):
        return f"[{', '.join(map(toml_value, one))}]"
    if isinstance(one, bool):
        return "true" if one else "false"
    if isinstance(one, str):
        return json.dumps(one, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(one)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
