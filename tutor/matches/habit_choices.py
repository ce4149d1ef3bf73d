"""A decision as the player who makes it sees it, and the two choices that the test of a habit compares there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engines.book.cards import Card
from engines.kernel.state import Action, State

Side = Mapping[str, Any]
"""The zones of one side, as in `State.view`."""

Choices = tuple[tuple[Action, ...], tuple[Action, ...]]
"""The actions of the choice that won more often when it was measured, and those of the other one."""

NEITHER: Choices = ((), ())
"""The choices where a habit does not apply."""


class Decision(NamedTuple):
    """A decision as the player who makes it sees it.

    own, rival : the zones of both sides. view : all that the player sees. actions : the legal actions. cards : the
    cards of the game, by number.
    """

    own: Side
    rival: Side
    view: Mapping[str, Any]
    actions: Sequence[Action]
    cards: Sequence[Card]

    def of_kind(self, *kinds: str) -> tuple[Action, ...]:
        """Return the legal actions of some kinds."""
        return tuple(action for action in self.actions if action[0] in kinds)

    def hand_card(self, action: Action) -> Card:
        """Return the hand card that an action plays or charges."""
        return self.cards[action[1]]


HabitTest = Callable[[Decision], Choices]
"""A test of a decision: the actions of both choices; one of them is empty where the habit does not apply."""


def read_decision(state: State) -> Decision:
    """Return the decision at hand, as the player who makes it sees it."""
    seat = state.seat_to_act
    view = state.view(seat)
    return Decision(view["players"][seat], view["players"][1 - seat], view, state.actions, state.game.cards)
