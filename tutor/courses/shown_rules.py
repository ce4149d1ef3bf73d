"""The rules that a course has shown a learner: those taught by the steps done so far."""

from __future__ import annotations

from collections.abc import Iterable

import engines
from tutor.courses.loader import LessonOutline, course_lessons
from tutor.coverage.taught_clauses import load_taught
from tutor.summary import Summary


def shown_clauses(game: str, summary: Summary) -> frozenset[str] | None:
    """Return the clauses and rulings taught by the steps that a learner has done; None means no limit.

    There is no limit if the learner has done every lesson, or the game has no lessons. A ruling is taught together with
    the last of the clauses that it settles.
    """
    course = [lesson for lesson in course_lessons(game) if lesson.sort == "lesson"]
    done = {
        lesson.name: summary.lessons[lesson.name].done
        for lesson in course_lessons(game)
        if lesson.name in summary.lessons
    }
    if all(step in done.get(lesson.name, ()) for lesson in course for step in lesson.steps):
        return None
    told = load_taught(game)
    found = {
        clause
        for lesson, steps in done.items()
        for step in steps
        for clause in told.get(f"{lesson.partition('/')[2]}/{step}", ())
    }
    book = engines.load(game).rulebook
    rules = {id for id, clause in book.clauses.items() if clause.executable}
    settled = {id: rules & {*ruling.clauses} for id, ruling in book.rulings.items()}
    return frozenset(found | {id for id, clauses in settled.items() if clauses and clauses <= found})


def first_step_about(game: str, clauses: Iterable[str]) -> tuple[LessonOutline, str] | None:
    """Return the first step of a course that teaches one of the clauses, with its lesson; None if none does."""
    told = load_taught(game)
    for clause in clauses:
        for lesson in course_lessons(game):
            for step in lesson.steps:
                if clause in told.get(f"{lesson.name.partition('/')[2]}/{step}", ()):
                    return lesson, step
    return None
