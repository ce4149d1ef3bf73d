"""Checks the turn number of a written position."""

from __future__ import annotations

from collections.abc import Iterator

from engines.kernel.state import State


def find_wrong_turn(state: State, last: int, clause: str, begins: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the fault, if the turn number is impossible: the place, what is wrong there, and the remedy.

    last : the number of the last turn. clause : the clause that sets this limit. begins : the step that starts turn 1;
    the turn is 0 exactly until then.
    """
    flow = state.game.flow
    setting_up = flow.steps[state.step.name].phase == flow.first.phase
    early = setting_up or (state.turn == 0 and state.step.name == begins)
    if early != (state.turn == 0) or not 0 <= state.turn <= last:
        remedy = "The setup is turn 0: leave it out." if setting_up else f"A game has turns 1 to {last} ({clause})."
        yield "turn", f"is {state.turn} in step {state.step.name}.", remedy
