"""Abilities that watch for events ("when this falls", "whenever one of your characters ..."), and finding them.

The moments of a card's abilities say what it watches for. `index_of` finds, once per game, the cards that watch at all.
An effect that causes an event calls `find_watchers`, which only examines cards in a place where they can watch. The
game's `concerned` tests any further condition of an ability (that the event concerns the card itself, or one of its
controller's).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engines.book.cards import Ability, Card

Index = Mapping[str, Mapping[int, tuple[int, ...]]]
"""For each moment, the numbers of the cards with abilities for it, and the indices of these abilities on the card."""

Source = tuple[int, int, Any]
"""A card that can watch: the seat of its controller, its number, and its id in play."""

Waiting = tuple[int, int, int, Any]
"""A triggered ability: (seat, card, ability, source). `engines.kernel.programs.triggers_row` takes these."""


def index_of(cards: Iterable[Card]) -> Index:
    """Return an index of the cards that watch for events."""
    index: dict[str, dict[int, tuple[int, ...]]] = {}
    for card in cards:
        for place, ability in enumerate(card.abilities):
            there = index.setdefault(ability.when, {})
            there[card.number] = (*there.get(card.number, ()), place)
    return index


def find_watchers(
    cards: list[Card],
    index: Index,
    moment: str,
    sources: Iterable[Source],
    concerned: Callable[[int, Any, Ability], bool],
) -> tuple[Waiting, ...]:
    """Return the abilities that an event triggers, in the order of `sources`: one entry per source and ability.

    Parameters
    ----------
    sources : the cards that can watch. It is not iterated if no card of the game watches for `moment`.
    concerned(seat, source, ability) : whether this ability responds to the event.
    """
    watching = index.get(moment)
    if not watching:
        return ()
    return tuple(
        [
            (seat, card, place, source)
            for seat, card, source in sources
            if card in watching
            for place in watching[card]
            if concerned(seat, source, cards[card].abilities[place])
        ]
    )
