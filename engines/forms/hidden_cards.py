"""The cards hidden from a player, for states with declared zones: dealing them at random, or making them unseen.

Hidden from a player are the cards in zones that the declaration does not show to that player, except the known bottom
of a pile. A game that knows more about its hidden cards (for example that some fit only in one zone) has its own
functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from engines.declare.transient_fields import PendingCards
from engines.declare.zone_fields import Cards, Pile, Records, may_see, shown_to
from engines.kernel.chance import RandomSource
from engines.kernel.tuples import NO_CARD

if TYPE_CHECKING:
    from engines.declare.declaration import DeclaredState, Zones

WHOLE = 1 << 62


class Hidden(NamedTuple):
    """The cards of one zone that a player cannot see: the owner of the zone, its field, and the indices of the cards.

    part : the index of the card in its record, -1 for plain cards.
    """

    owner: DeclaredState | Zones
    field: str
    places: Sequence[int]
    part: int


def hidden_cards(state: DeclaredState, side: int, seat: int) -> Iterator[Hidden]:
    """Yield, zone by zone, the cards in zones of `side` that the player in `seat` cannot see. Piles come last."""
    if side != seat:
        for name, loose in loose_zones(type(state)):  # type: ignore[arg-type]  # classes are hashable
            if loose.owner(state) == side:
                yield Hidden(state, name, range(len(getattr(state, name))), -1)
    player = state.both[side]
    for name, one, part in concealing_zones(type(player), side, seat):  # type: ignore[arg-type]  # as well
        zone = getattr(player, name)
        if isinstance(one, Cards):
            first = one.known_cards(player) if isinstance(one, Pile) else 0
            whole = range(first, len(zone))
            yield Hidden(player, name, [at for at in whole if zone[at] != NO_CARD] if NO_CARD in zone else whole, -1)
        else:
            places = [at for at, record in enumerate(zone) if record and not shown_to(one, state, record, side, seat)]
            yield Hidden(player, name, places, part)


@cache
def loose_zones(kind: type[DeclaredState]) -> list[tuple[str, PendingCards]]:
    """Return the fields of a game's state that hold cards in no zone."""
    return [(name, one) for name, one in kind.declaration.items() if isinstance(one, PendingCards)]


@cache
def concealing_zones(kind: type[Zones], side: int, seat: int) -> list[tuple[str, Cards | Records, int]]:
    """Return the zones of `side` that may hide cards from `seat`, each with the index of the card in its records."""
    found: list[tuple[str, Cards | Records, int]] = []
    for name, one in sorted(kind.declaration.items(), key=lambda item: isinstance(item[1], Cards) and item[1].top):
        if isinstance(one, Cards) and not may_see(one.sees, side, seat):
            found.append((name, one, -1))
        elif isinstance(one, Records) and one.sees is not None:
            found.append((name, one, next(at for at, part in enumerate(one.record.parts) if part.name == "card")))
    return found


def hidden_cards_of(hidden: Hidden) -> list[int]:
    """Return the numbers of the hidden cards."""
    zone, part = getattr(hidden.owner, hidden.field), hidden.part
    return [zone[at] for at in hidden.places] if part < 0 else [zone[at][part] for at in hidden.places]


def put_there(hidden: Hidden, cards: Sequence[int]) -> None:
    """Replace the hidden cards by `cards`, which must be as many."""
    zone, part = getattr(hidden.owner, hidden.field), hidden.part
    new = zone if isinstance(zone, list) else [*zone]
    for at, card in zip(hidden.places, cards, strict=True):
        new[at] = card if part < 0 else (*zone[at][:part], card, *zone[at][part + 1 :])
    if new is not zone:
        setattr(hidden.owner, hidden.field, tuple(new))


def determinise(state: DeclaredState, seat: int, source: RandomSource) -> None:
    """Redeal at random everything that `seat` cannot see, separately for each player's cards.

    All deals are equally likely. The deal depends on which cards are unseen and on `source`, not on where the cards
    are.
    """
    for side in (0, 1):
        zones = list(hidden_cards(state, side, seat))
        pool = sorted(card for hidden in zones for card in hidden_cards_of(hidden))
        source.shuffle(pool)
        dealt = iter(pool)
        for hidden in zones:
            put_there(hidden, list(islice(dealt, len(hidden.places))))
    state.chance = source.below(WHOLE)


def forget_unseen(state: DeclaredState, seat: int) -> None:
    """Replace everything `seat` cannot see with the placeholder that the game's `Habits` give for that player."""
    habits = state.game.rules.habits
    assert habits is not None
    for side in (0, 1):
        for hidden in list(hidden_cards(state, side, seat)):
            put_there(hidden, [habits.unseen[side]] * len(hidden.places))
