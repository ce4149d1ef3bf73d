"""The habits of Kingdom Hearts: for each, a test of a decision, and the two choices that are compared there.

A player who ends the actions gives up all that could still be done. So an action is compared with that only where
nothing else is left: otherwise the difference would be that of all the other actions, too. How often each choice wins
is measured (`tutor.puzzles.habit_survey`).
"""

from __future__ import annotations

from tutor.matches.habit_choices import NEITHER, Choices, Decision, HabitTest

CLOSE = 9
"""The world total, of 13 that win, from which on a player is close to winning."""


def compare_last_action(here: Decision, kind: str) -> Choices:
    """Where actions of one kind are all that is left, compare them with ending the actions."""
    if any(action[0] not in (kind, "end_action") for action in here.actions):
        return NEITHER
    return here.of_kind(kind), here.of_kind("end_action")


def compare_moving(here: Decision) -> Choices:
    """With worlds that are close to winning, compare a move with nothing."""
    return compare_last_action(here, "move") if here.own["total"] >= CLOSE else NEITHER


def compare_free_road(here: Decision) -> Choices:
    """Where the rival's worlds are close to winning and no obstacle is there, compare an obstacle with nothing."""
    if here.rival["total"] < CLOSE or here.rival["obstacles"]:
        return NEITHER
    return compare_last_action(here, "obstruct")


def compare_form(here: Decision) -> Choices:
    """Where the hero can change form, compare that with nothing."""
    return compare_last_action(here, "form")


TESTS: dict[str, HabitTest] = {
    "moving": compare_moving,
    "free_road": compare_free_road,
    "form": compare_form,
}
"""The test of each habit, by its id."""
