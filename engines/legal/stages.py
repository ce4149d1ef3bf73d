"""Brings a copy of a position to the right moment for an action, as the repair of a timing requirement."""

from __future__ import annotations

from engines.declare.declaration import DeclaredState
from engines.declare.scalar_fields import Seat
from engines.declare.transient_fields import PendingCards, QueueField, UnderWay
from engines.errors import DataError
from engines.kernel.state import Action
from engines.legal.reasons import Repair


def clear_to_step(state: DeclaredState, step: str) -> None:
    """Move a copy of a position to `step`, with nothing under way. Raises DataError for an unknown step."""
    if step not in state.game.flow.steps:
        known = ", ".join(state.game.flow.steps)
        raise DataError(f"kit.stage({step!r})", "there is no such step.", f"Steps: {known}.")
    state.result, state.frames, state.procedure_locals, state.pending, state.call_arguments = None, (), (), (), ()
    for name, one in state.declaration.items():
        if isinstance(one, UnderWay):
            setattr(state, name, None)
        elif isinstance(one, QueueField | PendingCards):
            setattr(state, name, ())
    state.step = state.game.flow.steps[step]


def move_to_step(step: str, rivals_turn: bool = False) -> Repair[DeclaredState]:
    """Return the repair function that moves a position to `step`, with nothing else under way.

    rivals_turn : whether to make it the other player's turn. This is for games whose state is declared. The function
    raises DataError for an unknown step.
    """

    def make_true(state: DeclaredState, seat: int, action: Action) -> None:
        clear_to_step(state, step)
        turn = next(name for name, one in state.declaration.items() if isinstance(one, Seat))
        setattr(state, turn, 1 - seat if rivals_turn else seat)

    return make_true
