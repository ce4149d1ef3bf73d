"""Habits: what usually wins in positions of one sort. A hint gives them as its reason, and a review names them.

A habit has a test of a position (`<game>_habits`), sentences in the game's presentation (`[[habit]]`), and a survey of
games between bots (`habits.json`, see `tutor.puzzles.habit_survey`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import engines
from engines.game import Game
from engines.kernel.state import Action, State
from tutor.boards.presentation import load_look
from tutor.estimates import Estimate, estimate_mean
from tutor.matches.habit_choices import NEITHER, Choices, HabitTest, read_decision
from tutor.text import format_message

HABITS_FILE = Path(__file__).with_name("habits.json")


def _load_tests() -> dict[str, Mapping[str, HabitTest]]:
    """Return the tests in the modules `<game>_habits` of this package."""
    games = [path.stem.removesuffix("_habits") for path in sorted(Path(__file__).parent.glob("*_habits.py"))]
    return {game: import_module(f"{__package__}.{game}_habits").TESTS for game in games}


TESTS = _load_tests()
"""The test of each habit by its id, for each game that has habits."""

DEALS = 40
"""The number of deals in which both choices of a position are played on."""


class SurveyRow(NamedTuple):
    """A position of a survey: the seed of its game, the decision in that game, and the deals that either choice won.

    A draw counts half. against : whether the bot that played made the choice that wins less often.
    """

    seed: int
    decision: int
    wins: float
    other_wins: float
    against: bool


class HabitPosition(NamedTuple):
    """A position of the survey as a document for a lesson step, with an action of either choice as text.

    wins, other_wins : the deals that each of them won, of `DEALS` other ones than in the survey.
    """

    position: dict[str, Any]
    action: str
    other: str
    wins: float
    other_wins: float


class Habit(NamedTuple):
    """A habit of a game as surveyed. rows : at most one position of each game."""

    game: str
    id: str
    rows: tuple[SurveyRow, ...]
    positions: tuple[HabitPosition, ...]

    @property
    def chance(self) -> float:
        """The share of play-outs that the habit's choice won."""
        return sum(row.wins for row in self.rows) / len(self.rows) / DEALS

    @property
    def other_chance(self) -> float:
        """The share of play-outs that the other choice won."""
        return sum(row.other_wins for row in self.rows) / len(self.rows) / DEALS

    @property
    def gain(self) -> Estimate:
        """The difference of the two shares, with its 95 % interval over games."""
        return estimate_mean((row.wins - row.other_wins) / DEALS for row in self.rows)

    def say(self, key: str, language: str = "en") -> str:
        """Return a sentence of the habit: `text`, `ask` (a task for the learner), or `other` (the other choice)."""
        row = next(row for row in load_look(self.game)["habit"] if row["id"] == self.id)
        return str(row[f"ja_{key}" if language == "ja" else key])

    def describe_figures(self, language: str = "en") -> str:
        """Return how often either choice won in the survey, and the interval of the difference, in words."""
        _, low, high, count = self.gain
        assert low is not None
        assert high is not None
        return format_message(
            "habit.figures",
            language,
            chance=round(100 * self.chance),
            other=self.say("other", language),
            other_chance=round(100 * self.other_chance),
            count=count,
            low=round(100 * low),
            high=round(100 * high),
        )


def habits_of(game: str) -> tuple[Habit, ...]:
    """Return the surveyed habits of a game; () if it has none."""
    return tuple(habit for habit in _load_habits().get(game, ()) if habit.id in TESTS.get(game, {}))


@cache
def _load_habits() -> dict[str, tuple[Habit, ...]]:
    games = json.loads(HABITS_FILE.read_text(encoding="utf-8")) if HABITS_FILE.exists() else {}
    return {
        game: tuple(
            Habit(
                game,
                id,
                tuple(SurveyRow(*row) for row in found["rows"]),
                tuple(HabitPosition(**one) for one in found["positions"]),
            )
            for id, found in habits.items()
        )
        for game, habits in games.items()
    }


def is_surveyed(game: Game) -> bool:
    """Return True if the figures hold for a game: its rules and cards are those of the survey."""
    if game.name not in TESTS or game.card_sets or game.own_cards:
        return False
    standard = engines.load(game.name)
    return game.flow is standard.flow and dict(game.parameters) == dict(standard.parameters)


def choices_at(state: State) -> dict[str, Choices]:
    """Return the choices of each habit that applies at a decision, by its id."""
    if state.game.name not in TESTS or state.step.pick or state.pending or len(state.actions) < 2:
        return {}
    here = read_decision(state)
    found = {id: test(here) for id, test in TESTS[state.game.name].items()}
    return {id: choices for id, choices in found.items() if all(choices)}


def find_habit(state: State, action: Action) -> Habit | None:
    """Return the habit that an action follows, with the largest gain if there are several; None if it follows none."""
    if not is_surveyed(state.game):
        return None
    at = choices_at(state)
    followed = [habit for habit in habits_of(state.game.name) if action in at.get(habit.id, NEITHER)[0]]
    return max(followed, key=lambda habit: habit.gain.value or 0, default=None)
