"""The tuples that make up a state (cards in play, locals of a procedure), and how to change their entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Row = tuple[Any, ...]
"""A card in play, or another tuple of a game. Its entries are declared, or documented in its class."""

NO_CARD = -1
"""The value of a place that holds no card."""

Changed = TypeVar("Changed", bound=tuple[object, ...])
PLACES: dict[type, dict[str, int]] = {}
"""For each NamedTuple class, the index of each of its entries; filled on first use."""


def places_of(kind: Any) -> dict[str, int]:
    """Return the index of each entry of a NamedTuple class."""
    places = PLACES.get(kind)
    if places is None:
        places = PLACES[kind] = {name: place for place, name in enumerate(kind._fields)}
    return places


def replace_entries(record: Changed, **changes: object) -> Changed:
    """Return a NamedTuple with some entries changed, like `_replace`, but in half the time."""
    kind = type(record)
    places, values = PLACES.get(kind) or places_of(kind), list(record)
    for name, value in changes.items():
        values[places[name]] = value
    return tuple.__new__(kind, values)


def make_setter(kind: type[Changed], name: str) -> Callable[[Changed, object], Changed]:
    """Return a function that changes one entry of a NamedTuple, in half the time that `replace_entries` takes."""
    place = places_of(kind)[name]

    def put(record: Changed, value: object) -> Changed:
        values = list(record)
        values[place] = value
        return tuple.__new__(kind, values)

    return put
