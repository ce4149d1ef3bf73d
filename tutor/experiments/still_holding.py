"""Finds what no longer holds under changed rules, by checking the lesson steps and puzzles of a game again.

A step holds if it begins in the same position, has the same right answer, and shows the same events. A puzzle holds if
its solution is still the only one. All of this comes from the engine; an item that would need too many positions is not
decided, only counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from engines.errors import DataError, TebikiError
from engines.game import Game
from engines.search.solver import TooDeep
from tutor.courses.loader import course_lessons
from tutor.coverage.answers import step_difference
from tutor.experiments import differences_in_words
from tutor.lessons import loader
from tutor.lessons.loader import Lesson, Step
from tutor.matches.house_rules import Changes, changed_game, find_choice, real_changes
from tutor.puzzles.documents import place_document
from tutor.puzzles.proving import find_evidence
from tutor.puzzles.puzzle import MINED_LESSON, Puzzle
from tutor.puzzles.store import load_puzzles
from tutor.puzzles.targets import target_of
from tutor.sets.decks import game_with_decks

PUZZLE_COUNT = 20
"""Maximum number of puzzles solved again."""
MOST_POSITIONS = 4_000
"""Maximum number of positions examined for one puzzle."""

IMPOSSIBLE, OTHER_MOVE, NO_PUZZLE = "impossible", "move", "none"
"""Problems that only puzzles have, besides those of a step in `tutor.coverage.answers`."""


class FallenItem(NamedTuple):
    """A step or puzzle that no longer holds: its part of the course ("" for a puzzle), its number there, and its title.

    name, id : the lesson, or "mined", and the step or puzzle. why : the key of the problem. fact : the engine's words
    if it refuses the position, otherwise a sentence on the difference in a step or on the other move of a puzzle; or
    "". clause : the clause of the change that causes it.
    """

    part: str
    number: int
    title: str
    name: str
    id: str
    why: str = ""
    fact: str = ""
    clause: str = ""


class HoldingCheck(NamedTuple):
    """The result of a check: what no longer holds, how many items still do, and how many are undecided."""

    fallen: tuple[FallenItem, ...]
    holds: int
    unknown: int


def check_steps(game: str, changes: Changes, stopped: Callable[[], bool] | None = None) -> HoldingCheck:
    """Return which lesson steps of a game no longer hold under changed rules.

    stopped : asked before each step; once it returns True, the remaining steps count as unknown.
    """
    return _held(_steps(game), real_changes(game_with_decks(game), changes), game_with_decks(game), stopped)


def check_puzzles(game: str, changes: Changes, stopped: Callable[[], bool] | None = None) -> HoldingCheck:
    """Return which of the first mined puzzles no longer hold under changed rules. stopped : as in `check_steps`."""
    return _held(_puzzles(game), real_changes(game_with_decks(game), changes), game_with_decks(game), stopped)


WhatIsWrong = tuple[str, str]
"""A problem, as a key ("" for none), and the engine's words."""
NOTHING_WRONG: WhatIsWrong = ("", "")
CheckedItem = tuple[FallenItem, Callable[[Changes], WhatIsWrong | None], Callable[[Changes, str], str]]
"""An item to check: the item, a function that returns its problem under changed rules (None if unknown), and a function
that describes this problem in a sentence."""


def _held(
    rows: Iterable[CheckedItem], changes: Changes, game: Game, stopped: Callable[[], bool] | None
) -> HoldingCheck:
    fallen, holds, unknown = list[FallenItem](), 0, 0
    for row, ask, tell in rows:
        why = None if stopped is not None and stopped() else ask(changes)
        if why is None:
            unknown += 1
        elif why != NOTHING_WRONG:
            clause = find_choice(game, _guilty(ask, changes)).clause
            fact = why[1] or tell(changes, why[0])
            fallen.append(row._replace(why=why[0], fact=fact, clause=clause))
        else:
            holds += 1
    return HoldingCheck(tuple(fallen), holds, unknown)


def _guilty(ask: Callable[[Changes], WhatIsWrong | None], changes: Changes) -> str:
    """Return the id of the first change that causes the problem on its own; if none does, the first of all changes."""
    if len(changes) == 1:
        return next(iter(changes))
    return next(
        (id for id, value in changes.items() if (ask({id: value}) or NOTHING_WRONG) != NOTHING_WRONG),
        next(iter(changes)),
    )


def _steps(game: str) -> Iterator[CheckedItem]:
    for outline in course_lessons(game):
        lesson = loader.read_lesson(loader.find_lesson(outline.name))
        for step in lesson.steps:
            title = str(step.get("title") or step.id)
            row = FallenItem(outline.title, step.number, title, lesson.name, step.id)
            yield row, partial(_step, lesson, step), partial(_told, lesson, step)


def _step(lesson: Lesson, step: Step, changes: Changes) -> WhatIsWrong | None:
    try:
        found = step_difference(lesson, step, changed_game(lesson.game, changes))
    except DataError as error:
        return IMPOSSIBLE, _said(error)
    except RecursionError:  # an endless game exceeds the limits of every proof
        return None
    except Exception:  # any error may occur in a game for which the step was not written
        return IMPOSSIBLE, ""
    return None if found is None else (found, "")


def _told(lesson: Lesson, step: Step, changes: Changes, found: str) -> str:
    try:
        return differences_in_words.tell_difference(lesson, step, changed_game(lesson.game, changes), found)
    except Exception:  # only the difference is reported, because details make no sense in that game
        return ""


def _said(error: DataError) -> str:
    """Return the text of an error without the clause at its end, which is shown separately."""
    said = re.sub(r"\s*\([A-Z]+-[\w.]+\)\.?$", "", f"{error.what} {error.remedy}".strip())
    return said[:1].upper() + said[1:]


def _puzzles(game: str) -> Iterator[CheckedItem]:
    for number, puzzle in enumerate(load_puzzles(game)[:PUZZLE_COUNT], 1):
        yield (
            FallenItem("", number, puzzle.goal, MINED_LESSON, puzzle.id),
            partial(_puzzle, puzzle),
            partial(_none, puzzle),
        )


def _none(puzzle: Puzzle, changes: Changes, found: str) -> str:
    if found != NO_PUZZLE:
        return ""
    try:
        return differences_in_words.tell_lost_puzzle(
            puzzle, changed_game(game_with_decks(puzzle.game), changes), MOST_POSITIONS
        )
    except (TebikiError, RecursionError):
        return ""


def _puzzle(puzzle: Puzzle, changes: Changes) -> WhatIsWrong | None:
    rules, target = changed_game(game_with_decks(puzzle.game), changes), target_of(puzzle)
    try:
        place_document(rules, target.document)
        proof = find_evidence(rules, target, limit=MOST_POSITIONS)
    except (TooDeep, RecursionError):
        return None
    except DataError as error:
        return IMPOSSIBLE, _said(error)
    except TebikiError:
        return NO_PUZZLE, ""
    if proof is None:
        return NO_PUZZLE, ""
    return NOTHING_WRONG if proof.told[0] == puzzle.first else (OTHER_MOVE, proof.told[0])
