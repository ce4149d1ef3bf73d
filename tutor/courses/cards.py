"""The types of cards that a course has shown a learner; practice asks about no others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import engines
from engines.game import Game
from tutor.boards.presentation import load_look
from tutor.courses.loader import course_lessons
from tutor.summary import Summary

CardSort = tuple[str, ...]
"""The type of a card as a reader recognises it: its category, and the names of the figures printed on it."""


@cache
def sort_of(game: Game, name: str) -> CardSort:
    """Return the type of a card; () if the name is unknown."""
    if name not in game.by_name:
        return ()
    card = game.cards[game.by_name[name]]
    printed = [row["field"] for row in load_look(game.name)["figure"] if card.fields.get(row["field"]) is not None]
    return (card.category, *printed)


def met_sorts(game: str, summary: Summary) -> frozenset[CardSort] | None:
    """Return the types of the cards in the steps that a learner has done; None means no limit.

    There is no limit if the learner has done every lesson, or the game has no lessons.
    """
    found: set[CardSort] = set()
    missing = False
    for lesson in course_lessons(game):
        done = summary.lessons[lesson.name].done if lesson.name in summary.lessons else ()
        missing = missing or (lesson.sort == "lesson" and not all(step in done for step in lesson.steps))
        for row in lesson.rows:
            if row["id"] in done:
                found |= _sorts_in(game, lesson.name, row["id"])
    return frozenset(found - {()}) if missing else None


@cache
def _sorts_in(name: str, lesson: str, step: str) -> frozenset[CardSort]:
    """Return the types (category and printed figures) of all cards that a step names."""
    game = engines.load(name)
    row = next(row for one in course_lessons(name) if one.name == lesson for row in one.rows if row["id"] == step)
    names = _names(name)
    return frozenset(sort_of(game, found) for text in _texts(row) for found in names.findall(text))


@cache
def _names(game: str) -> re.Pattern[str]:
    """Return a pattern for the names of cards in a text, longest names first."""
    names = sorted(engines.load(game).by_name, key=lambda one: -len(one))
    return re.compile("|".join(map(re.escape, names)))


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in an entry of a step, including keys (a deck's cards), but not those in imagined changes."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for key, one in value.items():
            if key != "change":
                yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def are_sorts_met(game: str, names: Iterable[str], known: frozenset[CardSort] | None) -> bool:
    """Return True if the course has shown the types of all these cards."""
    return known is None or all(sort_of(engines.load(game), name) in known | {()} for name in names)
