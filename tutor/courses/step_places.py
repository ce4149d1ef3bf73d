"""The order of steps in the flow table: which steps follow one another, and which are alternatives."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from engines.game import Game
from engines.kernel.flow import RETURN, Call, Case, If, Step
from engines.kernel.state import State


class StepPlace(NamedTuple):
    """The place of a step in an order: its number, and whether it replaces the step before it."""

    number: int
    instead: bool


def place_steps(game: Game, names: Sequence[str], always: Collection[str] = ()) -> list[StepPlace]:
    """Return the place of each of these steps. A step is placed after all those that may precede it.

    names : steps in the order of the flow table; the first one begins the procedure. A step that cannot be reached from
    the one before it without starting the procedure again replaces it, and its number does not count that step; steps
    in `always` never replace another.
    """
    after = {name: _after(game, name, names[0]) | {*always} for name in names}
    numbers: list[int] = []
    for at, name in enumerate(names):
        before = [numbers[other] for other in range(at) if name in after[names[other]]]
        numbers.append(1 + max(before, default=0))
    instead = [False, *(name not in after[before] for before, name in pairwise(names))]
    return [StepPlace(*one) for one in zip(numbers, instead, strict=True)]


def _after(game: Game, start: str, first: str) -> set[str]:
    """Return the steps that may follow `start` before `first` comes again.

    A procedure returns to its caller.
    """
    steps = game.flow.steps
    ways = {name: _next(step) for name, step in steps.items()}
    for call in (call for step in steps.values() for call in _calls(step)):
        if start in _inside(game, call):
            ways[start] |= set(exit_ends(call.then))
    return reachable_steps(ways, start, first) - {first}


def _inside(game: Game, call: Call) -> set[str]:
    """Return the steps of the called procedure, without the steps of procedures that it calls in turn."""
    begin = _begin(call)
    return {begin} | reachable_steps({name: following_steps(step) for name, step in game.flow.steps.items()}, begin)


def _next(step: Step[State]) -> set[str]:
    """Return the steps that may come next: the first step of a called procedure, and the step after the call."""
    return following_steps(step) | {_begin(call) for call in _calls(step)}


def _begin(call: Call) -> str:
    """Return the first step of the called procedure."""
    return str(call.procedure)


def reachable_steps(ways: Mapping[str, set[str]], start: str, barred: str = "") -> set[str]:
    """Return the steps reachable from `start` in one or more moves, without continuing beyond `barred`."""
    found: set[str] = set()
    waiting = set(ways.get(start, ()))
    while waiting:
        step = waiting.pop()
        if step not in found:
            found.add(step)
            if step != barred:
                waiting |= ways.get(step, set())
    return found


def following_steps(step: Step[State]) -> set[str]:
    """Return the steps to which the exits of a step lead, after the procedures that they call."""
    return {end for way in step_exits(step) for end in exit_ends(way)}


def step_exits(step: Step[State]) -> list[object]:
    """Return the exits of a step."""
    return [step.to, *(way[1] for way in step.on.values()), step.otherwise and step.otherwise[1]]


def exit_ends(way: object) -> Iterator[str]:
    """Yield the steps to which an exit leads, after the procedures that it calls."""
    yield from (one for one in _parts(way) if isinstance(one, str) and one != RETURN)


def _calls(step: Step[State]) -> Iterator[Call]:
    yield from (one for way in step_exits(step) for one in _parts(way) if isinstance(one, Call))


def _parts(way: object) -> Iterator[object]:
    """Yield the calls and the step names to which an exit leads."""
    if isinstance(way, If):
        yield from _parts(way.yes)
        yield from _parts(way.no)
    elif isinstance(way, Case):
        for _, one in way.ways.values():
            yield from _parts(one)
    elif isinstance(way, Call):
        yield way
        yield from _parts(way.then)
    else:
        yield way
