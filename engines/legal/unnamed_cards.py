"""Cards that a position did not name: their names cannot be used until they are open.

`state.unnamed` has the cards that a position has only in places that it left unnamed. Once both players see a card, its
name can be used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engines.kernel.state import State

UNNAMED = "an unnamed card"
"""The text that lists of names show for a card whose name cannot be used."""


def is_unnamed(state: State, name: str) -> bool:
    """Return True if a position has cards of this name only in places that it left unnamed."""
    return bool(state.unnamed) and state.game.by_name.get(name) in state.unnamed


def names_in_zone(state: State, seat: int, zone: str) -> list[str]:
    """Return the names of the cards in a player's zone, with UNNAMED for a hidden card that the position did not name.

    Raises KeyError for an unknown zone.
    """
    return hide_unnamed(state, seat, zone, state.game.rules.zone(state, seat, zone))


def hide_unnamed(state: State, seat: int, zone: str, names: Sequence[str]) -> list[str]:
    """Return the names of the cards in a zone, with UNNAMED for each whose name cannot be used."""
    if not any(is_unnamed(state, name) for name in names):
        return list(names)
    seen = state.view(1 - seat)["players"][seat]
    left = Counter(names_shown(seen.get(zone, seen)))
    shown = []
    for name in names:
        left[name] -= 1
        shown.append(UNNAMED if left[name] < 0 and is_unnamed(state, name) else name)
    return shown


def names_shown(part: object) -> Iterator[str]:
    """Yield all texts in a part of a view, which include the names of the card and of those on and beneath it."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for inner in part.values():
            yield from names_shown(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from names_shown(inner)


def is_called(state: State, name: str) -> bool:
    """Return True if a name can be used; False if all cards of this name are unnamed and still hidden."""
    if not is_unnamed(state, name):
        return True
    return any(name in names_shown(state.view(1 - seat)["players"][seat]) for seat in (0, 1))


def is_open(entry: object) -> bool:
    """Return True if an entry of a player's view shows which card it is."""
    return isinstance(entry, dict) and entry.get("card") is not None


def entries_in_play(state: State, seat: int) -> list[dict[str, Any]]:
    """Return the entries of a player's cards in play, from the player's own view, without hidden unnamed cards."""
    own, others = state.view(seat)["players"][seat], state.view(1 - seat)["players"][seat]
    return [
        part
        for zone, entries in own.items()
        if isinstance(entries, list)
        for part, other in zip(entries, others[zone], strict=True)
        if isinstance(part, dict) and (is_open(other) or not is_unnamed(state, part.get("card", "")))
    ]
