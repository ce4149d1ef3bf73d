"""The features of a position for the win probability, derived in the same way from every game's declaration.

Each feature is a difference, seat 0 minus seat 1, so that the chances of the two seats add up to one. The features are
a player's numbers, the number of cards in each zone, the summed figures of the cards in play, the score by
`Rules.evaluation`, who decides, and who went first. Of hidden cards only the number counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.declare.declaration import DeclaredState
from engines.declare.scalar_fields import Number, WorkedOut
from engines.declare.zone_fields import Cards, OneCard, Records
from engines.forms.hidden_cards import hidden_cards
from engines.kernel.state import State
from engines.kernel.tuples import NO_CARD

HAND_ZONE = "hand"
"""The name of the hand zone in every game."""

WORTH, TO_MOVE, FIRST = "worth", "to move", "went first"


def position_features(state: State, first: int | None = None) -> dict[str, float]:
    """Return the features of a position before a decision, by name; zeros are left out.

    first : the seat that went first, None if the first turn has not begun.
    """
    found = {TO_MOVE: 1.0 - 2 * state.seat_to_act, FIRST: 0.0 if first is None else 1.0 - 2 * first}
    for seat, sign in ((0, 1), (1, -1)):
        worth = state.game.rules.evaluation(state, seat)
        found[WORTH] = found.get(WORTH, 0.0) + sign * worth
        if isinstance(state, DeclaredState):
            for name, value in _of_player(state, seat):
                found[name] = found.get(name, 0.0) + sign * value
    rounded = {name: round(value, 3) for name, value in found.items()}
    return {name: value for name, value in rounded.items() if value}


def _of_player(state: DeclaredState, seat: int) -> Iterator[tuple[str, float]]:
    player, figures = state.both[seat], state.game.rules.figures
    for field, one in state.zones_of_players.items():
        if isinstance(one, Records):
            there = [record for record in getattr(player, field) if record is not None]
            yield one.written, len(there)
            for record in there:
                for name, amount in _numbers(figures(state, seat, one.written, record)):
                    yield f"{one.written}: {name}", amount
        elif isinstance(one, Cards):
            yield one.written, len(getattr(player, field))
        elif isinstance(one, OneCard):
            yield one.written, getattr(player, field) != NO_CARD
        elif isinstance(one, Number) and one.show and one.key:
            yield one.written, getattr(player, field)
        elif isinstance(one, WorkedOut):
            yield from _numbers(figures(state, seat, one.name, None))


def _numbers(figures: dict[str, object]) -> Iterator[tuple[str, float]]:
    return ((name, amount) for name, amount in figures.items() if isinstance(amount, int))


def hidden_share(state: State, seat: int) -> float:
    """Return the share of all cards, of both players, that the player in `seat` cannot see."""
    if not isinstance(state, DeclaredState):
        return 0.0
    unseen = sum(len(zone.places) for side in (0, 1) for zone in hidden_cards(state, side, seat))
    every = sum(len(state.game.rules.belongings(state, side)) for side in (0, 1))
    return unseen / every if every else 0.0


def cards_in_hand(state: State, seat: int) -> Iterator[int]:
    """Yield the numbers of the cards in a player's hand."""
    if isinstance(state, DeclaredState):
        yield from getattr(state.both[seat], HAND_ZONE)
