"""What a do or solve step waits for, as a goal the solver can prove, and how it reads."""

from __future__ import annotations

import re
from typing import Any

from engines.core.scenarios import holds
from engines.core.solver import Goal, Solver, win_this_turn
from engines.core.state import State
from tutor.lessons.loader import Step

TRIED = "tried "


def conditions(step: Step) -> list[str]:
    """Return the ticks of a step as written."""
    success = step.get("success", "game over")
    return [success] if isinstance(success, str) else list(success)


def met(state: State, condition: str, learner: int, tried: set[str]) -> bool:
    """Return True if one tick is true now."""
    if condition.startswith(TRIED):
        return condition.removeprefix(TRIED) in tried
    if condition == "win this turn":
        return state.result is not None and state.result.winner == learner
    if condition == "game over":
        return state.result is not None
    return holds(state, condition)


def goal_of(step: Step, start: State, learner: int) -> Goal:
    """Return the part of the step's success that the board shows, as a goal for the solver.

    The horizon is the end of the present turn; with `when = "attack over"` or `"battle over"` the end of what is
    under way.
    """
    wanted = [text for text in conditions(step) if not text.startswith(TRIED)]
    if wanted == ["win this turn"]:
        return win_this_turn(start, learner)
    turn, at_end = start.turn, step.get("when") in ("attack over", "battle over")

    def goal(state: Any) -> bool | None:
        judged = not at_end or state.result is not None or not state.game.rules.fighting(state)
        if judged and all(met(state, text, learner, set()) for text in wanted):
            return True
        if at_end and judged:
            return False
        return False if state.result is not None or state.turn != turn else None

    return goal


def solver_of(step: Step, start: State, learner: int) -> Solver:
    """Return the solver for a step."""
    return Solver(learner, goal_of(step, start, learner))


def reads(condition: str) -> str:
    """Return a tick as a short line for the learner."""
    if condition.startswith(TRIED):
        target = re.findall(r'"([^"]*)"', condition)
        return f"{target[-1]} tried, refusal seen" if target else "Tried"
    match = re.fullmatch(r'(you|rival)\.(\w+) has "([^"]*)"', condition)
    if match:
        whose = "your" if match.group(1) == "you" else "the rival's"
        return f"A card in {whose} {match.group(2)}"
    match = re.fullmatch(r"(you|rival)\.(\w+) = (\d+)", condition)
    if match:
        whose = "You have" if match.group(1) == "you" else "The rival has"
        return f"{whose} {match.group(3)} {match.group(2)}"
    return condition[0].upper() + condition[1:]
