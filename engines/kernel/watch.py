"""Abilities that watch for events ("when this falls", "whenever one of your characters ..."): who must answer one.

A card tells by its abilities' moments what it watches for. `index_of` finds once for a game which cards watch at all;
an effect that makes an event asks `find_watchers`, which looks only at cards that lie where they can watch. What an
ability asks of the event beyond its moment (its own card, one of its controller's) is the game's matter: `concerned`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engines.book.cards import Ability, Card

Index = Mapping[str, Mapping[int, tuple[int, ...]]]
"""For each moment the cards with an ability of it, and the places of these abilities among the card's own."""

Source = tuple[int, int, Any]
"""A card that lies where it can watch: the seat of its controller, its number, and which one in play it is."""

Waiting = tuple[int, int, int, Any]
"""An ability set off: (seat, card, ability, source), as `engines.kernel.programs.triggers_row` takes it."""


def index_of(cards: Iterable[Card]) -> Index:
    """Return which cards watch for what."""
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
    """Return the abilities that an event sets off, in the order of `sources`, each source once for each ability.

    Parameters
    ----------
    sources : the cards that can watch; not looked at when no card of the game watches for `moment`.
    concerned(seat, source, ability) : whether the event is one that this ability watches for.
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
