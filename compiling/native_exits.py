"""Takes the place of `engines.core.exits` in the compiled build: exits are followed, not written out as Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.core.flow import RETURN, Call, Case, Flow, If, Resume, Step
from engines.core.state import State

AHEAD = 20


def follow(state: State, way: Any) -> None:
    """Take an exit: push or pop frames, move to the step it leads to, and if nobody listens through automatic steps."""
    ahead = AHEAD if state.path is None else 0
    while True:
        if isinstance(way, Step):
            state.step = way
            if not ahead or way.do is None or way.to is None:
                return
            way.do(state)
            if state.result is not None:
                return
            way = way.to
            ahead -= 1
        elif isinstance(way, If):
            holds = (not way.only or getattr(state, way.only)) and way.guard(state)
            way = way.yes if holds else way.no
        elif isinstance(way, Call):
            if way.then != RETURN:
                state.frames = (way.then, state.local, state.frames)
            given: Any = way.given
            state.local = state.argument if given is None else given(state) if callable(given) else given
            state.argument = ()
            way = way.procedure
        elif isinstance(way, Case):
            way = way.ways[way.of(state)][1]
        elif way == RETURN:
            frame: Any = state.frames
            way, state.local, state.frames = frame
            if isinstance(way, Resume):
                way = way.way
        else:
            raise AssertionError(f"{way!r} is no exit")


def of(way: Any) -> Any:
    """Return an exit as a function of the state; a step, and None, as it is."""
    return way if way is None or isinstance(way, Step) else following(way)


def following(way: Any) -> Callable[[State], None]:
    """Return the function that takes an exit."""

    def take(state: State) -> None:
        follow(state, way)

    return take


def ready(flow: Flow) -> None:
    """Give every step, and every place in the middle of an exit, its exits as functions."""
    for step in flow.steps.values():
        step.exit = of(step.to)
        step.taken = {kind: (end[0], of(end[1])) for kind, end in step.on.items()}
        if step.otherwise:
            step.alone = (step.otherwise[0], of(step.otherwise[1]))
    for place in flow.places.values():
        if isinstance(place, Resume):
            place.exit = of(place.way)
