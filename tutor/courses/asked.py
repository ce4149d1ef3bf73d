"""The questions of an exam: drawn from the steps of the course that ask something, spread over its parts."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.core.errors import DataError
from tutor.courses.loader import course
from tutor.lessons import answering, foretelling, spotting
from tutor.lessons.loader import Lesson, Step, find, read
from tutor.lessons.page import ASKED, session
from tutor.lessons.profiles import profile
from tutor.lessons.replay import WAYS
from tutor.lessons.session import Listener, Session
from tutor.text import say

KINDS = ASKED
STEP = "step"
"""What the id of a question begins with that is a step of a lesson."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: its id, and the lesson and step that a session shows and judges."""

    id: str
    lesson: Lesson
    step: Step

    def session(self, listener: Listener | None = None) -> Session:
        """Return a session of it."""
        return session(self.lesson, self.step, listener)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the right answer rests on."""
        run: Any = self.session()
        return tuple(run.rests_on() or run.rule_hint())

    def told_by(self, actions: Sequence[str]) -> dict[str, Any]:
        """Return what an answer tells about beliefs, as entries of an event."""
        return profile(self.lesson, self.step).told(actions) if actions else {}


class Drawer:
    """Draws the questions of one exam: the same ones for a seed, no two alike, every part in turn."""

    def __init__(self, game: str, seed: int, count: int) -> None:
        self.game, self.seed, self.count = game, seed, count
        self.order = drawn(pool(game), seed)

    def at(self, place: int, before: Iterable[str]) -> Asked:
        """Return the question at a place; before : the ids of those asked already. Raises DataError for none."""
        asked = set(before)
        left = [id for id in self.order if id not in asked]
        if not left:
            raise DataError("exam", f"there are no {self.count} questions about {self.game}.", "Add lesson steps.")
        return self.again(left[0])

    def again(self, id: str) -> Asked:
        """Return the question of an id. Raises DataError for one that is not here any more."""
        return of_step(id)


@cache
def of_step(id: str) -> Asked:
    """Return the question that is a step of a lesson. Raises DataError."""
    name, _, step = id.removeprefix(f"{STEP}/").rpartition("/")
    lesson = read(find(name))
    return Asked(id, lesson, lesson.step(step))


@cache
def pool(game: str) -> tuple[tuple[str, ...], ...]:
    """Return the ids of all questions there are about a game, part by part."""
    parts = (
        tuple(f"{STEP}/{part.lesson.name}/{row['id']}" for row in part.lesson.rows if row["kind"] in KINDS)
        for part in course(game).parts
    )
    return tuple(part for part in parts if part)


def enough(game: str, count: int) -> bool:
    """Return True if there are questions enough for an exam of a game."""
    return sum(map(len, pool(game))) >= count


def drawn(parts: Iterable[Sequence[str]], seed: int) -> list[str]:
    """Return all questions in an order by chance in which the parts take turns."""
    chance = random.Random(seed)
    piles = [chance.sample(list(part), len(part)) for part in parts]
    chance.shuffle(piles)
    found = []
    while any(piles):
        found += [pile.pop() for pile in piles if pile]
    return found


# Answers, in words and once more.


def given_again(asked: Asked, actions: Sequence[str]) -> Session:
    """Return a session in which an answer was given again, with its verdict; without an answer as it began."""
    run = asked.session()
    ways = next(ways for kind, ways in WAYS.items() if isinstance(run, kind))
    picks = ways(run, tuple(actions)) if actions else []
    if picks:
        run.answered(picks[0])
        if not run.feedback:
            run.check()
    return run


def right_actions(run: Session) -> tuple[str, ...]:
    """Return the right answer as the log would have it."""
    if isinstance(run, answering.Which):
        return tuple(ref for ref, _, action in run.items() if run.legal(action))
    if isinstance(run, answering.Why):
        return (str(run.step.get("choice")[run.solution()]["text"]),)
    if isinstance(run, foretelling.Predict):
        return tuple(f"{at}: {run.truth(part['of'])}" for at, part in enumerate(run.step.get("parts")))
    if isinstance(run, foretelling.Order):
        return tuple(run.right_order())
    assert isinstance(run, spotting.Spot)
    return (run.texts()[run.number()],)


def in_words(run: Session, actions: Sequence[str]) -> str:
    """Return an answer as the log has it in words for the learner; "" for none."""
    if not actions:
        return ""
    if isinstance(run, answering.Which):
        names = {ref: name for ref, name, _ in run.items()}
        return ", ".join(names.get(ref, ref) for ref in actions)
    if isinstance(run, foretelling.Predict):
        parts = run.step.get("parts")
        rows = [text.partition(": ") for text in actions]
        return " ".join(
            f"{parts[int(at)]['ask']} {run.words_of(parts[int(at)]['of'], option)}." for at, _, option in rows
        )
    if isinstance(run, foretelling.Order):
        lines = run.step.get("lines")
        return " · ".join(f"{at}. {lines[int(one)]['text']}" for at, one in enumerate(actions, 1))
    if isinstance(run, spotting.Spot):
        return say("lesson.spot.line", run.language, number=run.texts().index(actions[0]) + 1)
    return actions[0]
