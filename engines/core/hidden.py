"""What a player cannot see, of a state whose zones are declared: an equally likely deal of it, and unseen cards.

Hidden from a player are the cards of zones that the declaration does not show to that player, but for the known
bottom of a pile. A game that knows more of them (cards that only fit one zone) writes its own functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.core.chance import Source
from engines.core.loose_fields import Loose
from engines.core.records import NO_CARD
from engines.core.zone_fields import Cards, Pile, Records, may_see, shown_to

if TYPE_CHECKING:
    from engines.core.declare import DeclaredState, Zones

WHOLE = 1 << 62


def hidden_places(state: DeclaredState, side: int, seat: int) -> Iterator[tuple[DeclaredState | Zones, str, int, int]]:
    """Yield (owner, field, place, part) of every card of `side` that the player in `seat` cannot see.

    part : the place of the card in its record, -1 where there is no record. Piles come last.
    """
    player = state.both[side]
    for name, one in state.declaration.items():
        if isinstance(one, Loose) and one.owner(state) == side != seat:
            yield from ((state, name, at, -1) for at in range(len(getattr(state, name))))
    fields = sorted(player.declaration.items(), key=lambda item: isinstance(item[1], Cards) and item[1].top)
    for name, one in fields:
        if isinstance(one, Cards) and not may_see(one.sees, side, seat):
            cards, first = getattr(player, name), one.known_cards(player) if isinstance(one, Pile) else 0
            yield from ((player, name, at, -1) for at, card in enumerate(cards) if card != NO_CARD and at >= first)
        elif isinstance(one, Records) and one.sees is not None:
            part = next(at for at, part in enumerate(one.record.parts) if part.name == "card")
            for at, record in enumerate(getattr(player, name)):
                if record is not None and not shown_to(one, state, record, side, seat):
                    yield player, name, at, part


def card_there(owner: DeclaredState | Zones, name: str, at: int, part: int) -> int:
    """Return the card at a place of `hidden_places`."""
    found: int = getattr(owner, name)[at] if part < 0 else getattr(owner, name)[at][part]
    return found


def put_there(owner: DeclaredState | Zones, name: str, at: int, part: int, card: int) -> None:
    """Put a card at a place of `hidden_places`."""
    zone = getattr(owner, name)
    new = card if part < 0 else (*zone[at][:part], card, *zone[at][part + 1 :])
    if isinstance(zone, tuple):
        setattr(owner, name, (*zone[:at], new, *zone[at + 1 :]))
    else:
        zone[at] = new


def determinise(state: DeclaredState, seat: int, source: Source) -> None:
    """Replace everything `seat` cannot see by an equally likely deal of the same cards, each player's own.

    The deal depends on which cards are unseen and on the source, not on where they lie.
    """
    for side in (0, 1):
        places = list(hidden_places(state, side, seat))
        pool = sorted(card_there(*place) for place in places)
        source.shuffle(pool)
        for place, card in zip(places, pool, strict=True):
            put_there(*place, card)
    state.chance = source.below(WHOLE)


def forget_unseen(state: DeclaredState, seat: int) -> None:
    """Replace everything `seat` cannot see by the placeholder that the game's `Habits` have for that player."""
    habits = state.game.rules.habits
    assert habits is not None
    for side in (0, 1):
        for place in list(hidden_places(state, side, seat)):
            put_there(*place, habits.unseen[side])
