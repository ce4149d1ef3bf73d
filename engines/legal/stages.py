"""Bringing a copy of a position to the right moment for an action: what makes a timing requirement true."""

from __future__ import annotations

from engines.declare.declaration import DeclaredState
from engines.declare.scalar_fields import Seat
from engines.declare.transient_fields import PendingCards, QueueField, UnderWay
from engines.errors import DataError
from engines.kernel.state import Action
from engines.legal.reasons import Repair


def clear_to_step(state: DeclaredState, step: str) -> None:
    """Let a copy of a position stand in `step`, with nothing under way. Raises DataError for an unknown step."""
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
    """Return the repair function that puts a position into `step`, with nothing else under way.

    rivals_turn : it is the other player's turn then. For games whose state is declared. Raises DataError, when it is
    used, for a step that is not there.
    """

    def make_true(state: DeclaredState, seat: int, action: Action) -> None:
        clear_to_step(state, step)
        turn = next(name for name, one in state.declaration.items() if isinstance(one, Seat))
        setattr(state, turn, 1 - seat if rivals_turn else seat)

    return make_true
