"""The habits that a learner met in a finished game: how often they applied, and where the learner chose otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engines.kernel.state import Action, State
from tutor.matches.habits import Habit, choices_at, habits_of
from tutor.text import format_message


class MetHabit(NamedTuple):
    """A habit that a learner met in a game. kept : how often the learner followed it. against : the turns otherwise."""

    habit: Habit
    kept: int
    against: tuple[int, ...]

    @property
    def met(self) -> int:
        """The number of decisions at which it applied and the learner made one of its two choices."""
        return self.kept + len(self.against)


def count_habits(game: str, decisions: Iterable[tuple[State, Action]]) -> list[MetHabit]:
    """Return the habits that were met at some decisions; those that the learner went against most come first."""
    kept: dict[str, int] = {}
    against: dict[str, list[int]] = {}
    for state, action in decisions:
        for id, (followed, others) in choices_at(state).items():
            kept[id] = kept.get(id, 0) + (action in followed)
            against.setdefault(id, []).extend([state.turn] if action in others else ())
    found = [MetHabit(one, kept.get(one.id, 0), tuple(against.get(one.id, ()))) for one in habits_of(game)]
    return sorted((one for one in found if one.met), key=lambda one: -len(one.against))


def describe_met_habit(one: MetHabit, language: str = "en") -> dict[str, str]:
    """Return a habit that was met as the review shows it: its sentence, a count, and what went against it."""
    turns = list(dict.fromkeys(one.against))
    key = "habit_kept" if not turns else "habit_turn" if len(turns) == 1 else "habit_turns"
    facts = {"turns": ", ".join(map(str, turns)), "other": one.habit.say("other", language)}
    told = format_message(f"review.{key}", language, **facts)
    return {
        "title": one.habit.say("text", language),
        "count": format_message("review.habit_count", language, kept=one.kept, met=one.met),
        "text": f"{told} {one.habit.describe_figures(language)}",
    }
