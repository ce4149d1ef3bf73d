"""Finds the steps that can come next: those to which legal actions lead."""

from __future__ import annotations

from engines.kernel.flow import RETURN, Call, Case, Continuation, If
from engines.kernel.state import State
from engines.kernel.tuples import Row


def next_step_names(state: State) -> list[str]:
    """Return the names of the steps that the legal actions can lead to."""
    if state.result is not None:
        return []
    found: list[str] = []
    for kind in dict.fromkeys(action[0] for action in state.actions):
        found += _ends(state, state.step.on[kind][1], state.frames)
    return list(dict.fromkeys(found))


def _ends(state: State, way: object, frames: Row) -> list[str]:
    if isinstance(way, If):
        return _ends(state, way.yes, frames) + _ends(state, way.no, frames)
    if isinstance(way, Case):
        return [name for _, end in way.ways.values() for name in _ends(state, end, frames)]
    if isinstance(way, Call):
        return [str(getattr(way.procedure, "name", way.procedure))]
    if isinstance(way, Continuation):
        return _ends(state, way.way, frames)
    if way == RETURN:
        return _ends(state, frames[0], frames[2]) if frames else []
    return [str(getattr(way, "name", way))]  # a row contains names of steps; a frame, the steps themselves
