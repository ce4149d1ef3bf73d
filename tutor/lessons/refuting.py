"""Limits the moves that a refutation makes for the learner to those that the step teaches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from engines.errors import Reason
from engines.kernel.state import Action, State
from engines.search.solver import Solver, TooDeep
from tutor.lessons import goals
from tutor.lessons.session import LEARNER, Session
from tutor.matches import feedback
from tutor.messages import shapes
from tutor.text import format_message

MOST_REFUTED = 60
"""Maximum number of actions by the learner in a refutation."""


class RefutationBudget:
    """The decisions that a refutation may make for the learner: only those still needed on the way to the goal.

    Picks within an allowed action are allowed too, and so is declining.
    """

    def __init__(self, kinds: Mapping[str, int], state: State) -> None:
        self.kinds = Counter(kinds)
        self.own = state.seat_to_act_is(LEARNER) and state.step.pick  # picks of the move just made may follow

    def allows(self, state: State, seat: int, action: Action) -> bool:
        """Return True if this decision may be made, and count it."""
        if seat != LEARNER:
            return True
        if len(state.actions) == 1 or action[0] == state.step.passing or (state.step.pick and self.own):
            return True
        self.own = self.kinds[action[0]] > 0
        self.kinds[action[0]] -= 1
        return self.own


def way_to_goal(solver: Solver, first: State) -> list[Action]:
    """Return the learner's actions on the way to the goal from `first`; [] if the search would be too deep."""
    try:
        return [action for seat, action in solver.winning_line(first) if seat == LEARNER]
    except TooDeep:
        return []


def refutation_budget(way: Sequence[Action], state: State, made: Sequence[Action], endless: bool) -> RefutationBudget:
    """Return the decisions that may be made for the learner after `made`: the actions on the way to the goal.

    endless : True in a puzzle, where each of these kinds of action may be used any number of times.
    """
    kinds = Counter(action[0] for action in way)
    if endless:
        kinds = Counter(dict.fromkeys(kinds, MOST_REFUTED))
    return RefutationBudget(kinds - Counter(action[0] for action in made), state)


def lost_way_reasons(run: Session, first: State, way: Sequence[Action]) -> list[shapes.Fact]:
    """Return the reasons why an action on the way to the goal is now refused; [] if none is.

    Actions with cards that the goal does not name are left out, since finding these cards is the task.
    """
    asked = set(re.findall(r'"([^"]*)"', " ".join(goals.success_conditions(run.step))))
    told = [action for action in way if set(re.findall(r'"([^"]*)"', first.text(action))) <= asked]
    found = used_up_action(first, run.table.state, told, run.language)
    if found is None:
        return []
    text = feedback.speak_action(first, found[0])
    text = format_message("lesson.used_up", run.language, text=text[:1].upper() + text[1:], fact=found[1].fact)
    return [run.fact(text, found[1].clause)]


def used_up_action(before: State, after: State, way: Sequence[Action], language: str) -> tuple[Action, Reason] | None:
    """Return the first action on the way to the goal that has become illegal, and why; None if there is none."""
    if after.result is not None or not after.seat_to_act_is(LEARNER):
        return None
    for action in way:
        if action in before.actions and action[0] != before.step.passing and action not in after.actions:
            reasons = after.why_not(action, LEARNER, language)
            if reasons:
                return action, reasons[0]
    return None
