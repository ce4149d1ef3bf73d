"""Decides whether a growing game can continue from the learner's own table, or is reset to the lesson's line.

It continues if everything listed in the stop's `keeps` is there, every later `play` can be played, and the goal of
every later stop can be reached on one of its lines. The learner is thus free in everything that makes no difference,
such as which of two equal cards to use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.checking.expectations import expectation_holds
from engines.errors import TebikiError
from engines.kernel.state import Action, State
from engines.search.solver import Solver, TooDeep
from tutor.lessons import goals
from tutor.lessons.growing import LEARNER, close_stop, document_of, lines_of, moves_of, play_line_of
from tutor.lessons.loader import Lesson, Step

MOST_POSITIONS = 3_000
"""The maximum number of positions searched for one stop, so that the next one comes soon.

Where a goal can be reached, its own line leads there in a few hundred. A table that needs more is set back.
"""
OWN_TABLE = 1
"""The seed logged for a stop begun from the learner's own table, which the log does not contain."""
PROVED_KINDS = ("solve", "turn")
"""The kinds of stop whose goal must be reachable against the best defence, not just on their line."""


def next_stop(lesson: Lesson, step: Step, left: State) -> Step | None:
    """Return the stop after `step`, beginning from the table that the learner left.

    Return None if the game cannot continue from there, or if there is no further stop.
    """
    if not lesson.grows or step.number >= len(lesson.steps):
        return None
    following, state = lesson.steps[step.number], left.copy()
    state.open_chance = False  # from here on, dice fall in the order that the table has them
    if state.result is None and (not state.actions or state.step.chance):  # what follows of itself is still to come
        state.run()
    close_stop(step.data, state)
    if not keeps_enough(step, state) or not reaches_end(lesson.steps[step.number :], state):
        return None
    before = document_of(state)
    play_line_of(state, following.get("play", ()), following.where)
    return replace(following, before=before, position=document_of(state))


def keeps_enough(step: Step, state: State) -> bool:
    """Return True if everything that the later game needs from this stop is on the table."""
    return all(expectation_holds(state, text) for text in step.get("keeps", ()))


def reaches_end(steps: Sequence[Step], state: State) -> bool:
    """Return True if all these stops can be played from a table, one after the other."""
    if not steps:
        return True
    step, rest = steps[0], steps[1:]
    start = state.copy()
    try:
        play_line_of(start, step.get("play", ()), step.where)
        if step.kind in PROVED_KINDS:
            solver = planned_solver(step, start)
            solver.limit = MOST_POSITIONS
            if not solver.holds(start):
                return False
        play_line_of(start, step.get("script", ()), step.where)
    except (TebikiError, TooDeep):
        return False
    return any(reaches_end(rest, end) for line in lines_of(step.data) if (end := end_of_line(step, start, line)))


def planned_solver(step: Step, start: State) -> Solver:
    """Return the solver of a stop that tries the moves of its line first, which makes it faster."""
    return goals.solver_of(step, start, LEARNER, plan_of(step, start))


def plan_of(step: Step, start: State) -> list[Action]:
    """Return the moves of the stop's first line, up to the first that cannot be played from the table."""
    here = start.copy()
    try:
        play_line_of(here, step.get("script", ()), step.where)
    except TebikiError:
        return []
    return moves_of(lines_of(step.data)[0], here)


def end_of_line(step: Step, start: State, line: Sequence[str]) -> State | None:
    """Return the table after a line of a stop; None if it cannot be played or does not reach the goal."""
    end = start.copy()
    try:
        tries = play_line_of(end, line, step.where)
    except TebikiError:
        return None
    close_stop(step.data, end)
    wanted = goals.success_conditions(step) if "success" in step.data else []
    return end if all(goals.is_condition_met(end, text, LEARNER, {*tries}) for text in wanted) else None
