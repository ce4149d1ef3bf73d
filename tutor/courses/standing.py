"""Where a learner stands in a course: each part and each rule of the game, from the log of what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import engines
from tutor.courses.loader import Course, Part
from tutor.progress import Summary

KNOWN, DUE, MET, NOT_YET = "known", "due", "met", "not_yet"
STATES = (KNOWN, DUE, MET, NOT_YET)


@dataclass(frozen=True, slots=True)
class Place:
    """A learner in one part of a course.

    state : "done", "begun" or "todo". done : the steps done, in the order of the lesson. next : the step to go on
    with, "" when all are done. minutes : how long what is left takes.
    """

    part: Part
    state: str
    done: tuple[str, ...]
    next: str
    minutes: int


def places(course: Course, summary: Summary) -> list[Place]:
    """Return where a learner stands in every part of a course, in its order."""
    return [place(part, summary) for part in course.parts]


def place(part: Part, summary: Summary) -> Place:
    """Return where a learner stands in one part."""
    lesson = part.lesson
    found = summary.lessons.get(lesson.name)
    done = tuple(step for step in lesson.steps if found and step in found.done)
    following = summary.next_step(lesson.name, lesson.steps)
    state = "done" if following is None else "begun" if found else "todo"
    return Place(part, state, done, following or "", lesson.minutes(done))


def current(standing: list[Place]) -> Place | None:
    """Return the part to go on with: the first that is begun, else the first that is left; None when all are done."""
    return next((one for one in standing if one.state == "begun"), None) or next(
        (one for one in standing if one.state == "todo"), None
    )


def states(game: str, summary: Summary) -> dict[str, str]:
    """Return the state of every clause of a game that carries a rule: known, due, met or not_yet."""
    clauses = engines.load(game).rulebook.clauses
    return {id: _state(id, summary) for id, clause in clauses.items() if clause.executable}


def _state(id: str, summary: Summary) -> str:
    one = summary.clauses.get(id)
    return NOT_YET if one is None else DUE if one.due else MET


def by_chapter(game: str, known: Mapping[str, str]) -> dict[int, list[str]]:
    """Return the states of a game's rules by the number of their chapter, the best known first."""
    book = engines.load(game).rulebook
    found: dict[int, list[str]] = {number: [] for number in book.sections}
    for id, state in known.items():
        found[book.clauses[id].section].append(state)
    return {number: sorted(states, key=STATES.index) for number, states in found.items() if states}


def due_in(part: Part, chapters: Mapping[int, list[str]]) -> int:
    """Return how many rules of a part's chapters are due."""
    return sum(chapters.get(number, []).count(DUE) for number in part.chapters)
