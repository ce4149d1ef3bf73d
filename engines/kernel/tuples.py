"""The tuples a state is made of: cards in play, the locals of a procedure; and how an entry of one is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Row = tuple[Any, ...]
"""A card in play, or another tuple of a game: what its parts are is declared, or written on its class."""

NO_CARD = -1
"""Stands where a card may lie and none does."""

Changed = TypeVar("Changed", bound=tuple[object, ...])
PLACES: dict[type, dict[str, int]] = {}
"""Where each entry of a NamedTuple stands, worked out once."""


def places_of(kind: Any) -> dict[str, int]:
    """Return where each entry of a NamedTuple stands."""
    places = PLACES.get(kind)
    if places is None:
        places = PLACES[kind] = {name: place for place, name in enumerate(kind._fields)}
    return places


def replace_entries(record: Changed, **changes: object) -> Changed:
    """Return a NamedTuple with some entries changed, as `_replace` does, in half the time."""
    kind = type(record)
    places, values = PLACES.get(kind) or places_of(kind), list(record)
    for name, value in changes.items():
        values[places[name]] = value
    return tuple.__new__(kind, values)


def make_setter(kind: type[Changed], name: str) -> Callable[[Changed, object], Changed]:
    """Return the function that changes one entry of a NamedTuple, in half the time of `replace_entries`."""
    place = places_of(kind)[name]

    def put(record: Changed, value: object) -> Changed:
        values = list(record)
        values[place] = value
        return tuple.__new__(kind, values)

    return put
