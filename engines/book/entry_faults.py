"""Faults of single entries in the data of card texts: unknown words, and numbers out of bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.book.figure_changes import (
    CHOICE,
    LARGEST,
    NUMBER,
    CardMark,
    ChangeFault,
)
from engines.book.toml_schema import Document
from engines.errors import did_you_mean


def put_inside(at: tuple[str | int, ...], faults: Iterator[ChangeFault]) -> Iterator[ChangeFault]:
    """Yield faults with `at` put before their paths."""
    yield from (((*at, *path), what, remedy) for path, what, remedy in faults)


def find_unknown(one: Document, known: Sequence[str], what: str) -> Iterator[ChangeFault]:
    """Yield a fault for each unknown entry. what : the term for an entry in the message."""
    yield from (
        ((name,), f"unknown {what} {name!r}.", did_you_mean(name, known, 0.5)) for name in one if name not in known
    )


def find_wrong_word(at: tuple[str, ...], value: object, words: Sequence[str]) -> Iterator[ChangeFault]:
    """Yield a fault for a value that is not one of the words."""
    if value not in words:
        yield at, f"is {value!r}.", did_you_mean(value, words, 0.5)


def find_number_faults_at(at: tuple[str, ...], value: object) -> Iterator[ChangeFault]:
    """Yield a fault for a change that is not a whole number other than 0."""
    yield from put_inside(at, find_number_faults(value))
    if value == 0:
        yield at, "is 0.", "Write how much is added, or leave it out."


def find_number_faults(value: object, low: int = -LARGEST) -> Iterator[ChangeFault]:
    """Yield a fault for a value that is not a whole number, or is out of bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= LARGEST:
        yield (), f"is {value!r}.", f"Write a whole number from {low} to {LARGEST}."


def _bounds_faults(value: Document) -> Iterator[ChangeFault]:
    yield from find_unknown(value, ("min", "max"), "entry")
    if not value:
        yield (), "has no bound.", "Write { min = 2 } or { max = 4 }."
    for name in ("min", "max"):
        yield from put_inside((name,), find_number_faults(value.get(name, 0)))


def find_mark_faults(mark: CardMark, value: object) -> Iterator[ChangeFault]:
    """Yield a fault for a value that a mark cannot have."""
    if mark.kind == NUMBER:
        yield from _bounds_faults(value) if isinstance(value, Mapping) else find_number_faults(value)
    elif mark.kind == CHOICE:
        yield from find_wrong_word((), value, mark.words)
    elif not isinstance(value, bool):
        yield (), f"is {value!r}.", "Write true or false."


def find_value_faults(kind: type, allowed: tuple[object, ...], value: object) -> Iterator[ChangeFault]:
    """Yield a fault for a value that an entry of cards cannot have."""
    if kind is int:
        yield from _bounds_faults(value) if isinstance(value, Mapping) else find_number_faults(value)
        return
    if kind is bool:
        if not isinstance(value, bool):
            yield (), f"is {value!r}.", "Write true or false."
        return
    if isinstance(value, Mapping) and kind is list:
        yield from find_unknown(value, ("has",), "entry")
        value = value.get("has")
    if not isinstance(value, str) or not value:
        example = '{ has = "..." }' if kind is list else '"..."'
        yield (), f"is {value!r}.", f"Write {example}."
    elif allowed and value not in allowed:
        yield (), f"is {value!r}.", did_you_mean(value, [str(one) for one in allowed], 0.5)
