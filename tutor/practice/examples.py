"""Examples: positions from a game's scenarios and lessons, each with its clauses and the lines played from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.checking import scenarios
from engines.errors import TebikiError
from tutor.boards.presentation import load_look
from tutor.coverage import kept_dependence
from tutor.lessons import loader

Document = Mapping[str, Any]
SIDES = {"P1": "you", "P2": "rival"}
SPECIAL_ENTRIES = ("card", "variant", "start", "deck")
"""Entries of scenarios that start differently, or use other cards or parameters."""
UNTOLD_ENTRIES = ("chance", "unreachable", "unseen", "parameters", "script")
"""Entries of a position that do not concern the cards on the table."""


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A named position with its clauses, its document, and the lines played from it."""

    name: str
    clauses: frozenset[str]
    position: Document
    lines: tuple[str, ...]


@cache
def load_examples(game: str) -> tuple[Example, ...]:
    """Return the examples of a game: those from its scenarios, then those from its lessons."""
    return (*scenario_examples(game), *lesson_examples(game))


def examples_about(game: str, clauses: tuple[str, ...]) -> list[Example]:
    """Return the examples about any of these clauses; those about the fewest other clauses come first."""
    found = [one for one in load_examples(game) if one.clauses & {*clauses}]
    return sorted(found, key=lambda one: len(one.clauses))


def scenario_examples(game: str) -> list[Example]:
    """Return the scenarios that start from a position of the unchanged game."""
    found = []
    for one in scenarios.scenarios_of(game):
        position = one.data.get("position")
        if isinstance(position, Mapping) and not any(key in one.data for key in SPECIAL_ENTRIES):
            lines = tuple(str(step["do"]) for step in one.steps if "do" in step for _ in range(step.get("times", 1)))
            found.append(Example(one.name, frozenset(one.clauses), table_entries(position, game), lines))
    return found


def lesson_examples(game: str) -> list[Example]:
    """Return the lesson steps that have a position, with the clauses on which they depend.

    Stops of a growing game are left out: its table has fewer cores or cards than the full game's.
    """
    found = []
    for path in sorted((loader.FOLDER / game).glob("*.toml")):
        try:
            lesson = loader.read_lesson(path)
        except TebikiError:  # the lesson is still being written
            continue
        for step in () if lesson.grows else lesson.steps:
            depends = kept_dependence.kept_row(lesson, step)
            if depends is not None and step.position and step.kind not in ("build", "play"):
                clauses = frozenset((*depends.clauses, *step.get("asks", ())))
                lines = tuple(line for line in step.get("script", ()) if isinstance(line, str))
                found.append(Example(f"{lesson.name}/{step.id}", clauses, table_entries(step.position, game), lines))
    return found


def table_entries(position: Document, game: str) -> Document:
    """Return the entries of a position that concern the table, with "you" and "rival" for the players.

    Entries that the board does not show are left out, because the learner could not take them into account.
    """
    untold = (*UNTOLD_ENTRIES, *load_look(game).get("untold", ()))
    named = {SIDES.get(key, key): part for key, part in position.items()}
    return {
        key: {name: zone for name, zone in part.items() if not name.startswith("shown_")}
        if key in SIDES.values()
        else part
        for key, part in named.items()
        if key not in untold
    }
