"""Drawing the questions of an exam: made anew by the makers of practice; steps of lessons where these are too few."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, partial
from threading import RLock

import engines
from engines.errors import DataError
from tutor.courses.exam_question import KINDS, STEP_PREFIX, ExamQuestion, from_lesson_step, from_practice
from tutor.courses.loader import load_course
from tutor.practice import makers
from tutor.practice.aims import aim_of, aims_worth_asking
from tutor.practice.background import BackgroundValue

AIM_SHARE = 0.75
"""At least so many of the aims that can be asked about give a question for any seed."""


class QuestionDrawer:
    """Draws the questions of one exam: the same ones for a seed, no two about the same, every part in turn."""

    def __init__(self, game: str, seed: int, count: int) -> None:
        self.game, self.count = game, count
        self.order = question_order(game, seed)
        self.known: dict[str, ExamQuestion | None] = {}
        self.lock = RLock()
        self.ahead: BackgroundValue[None] | None = None

    def at(self, place: int, before: Iterable[str]) -> ExamQuestion:
        """Return the question at a place; before : the ids of those asked already. Raises DataError for none."""
        asked = set(before)
        for id in self.order:
            found = None if id in asked else self._found(id)
            if found is not None:
                return found
        raise DataError("exam", f"there are no {self.count} questions about {self.game}.", "Add lesson steps.")

    def prepare(self, before: Sequence[str]) -> None:
        """Make the question after those asked already, while somebody thinks about the last one."""
        self.ahead = BackgroundValue(partial(self._prepare, tuple(before)))

    def _prepare(self, before: Sequence[str]) -> None:
        try:
            self.at(len(before), before)
            for id in before:  # of an exam that is gone on with, for its report
                self._found(id)
        except DataError:
            return  # whoever asks for it is told

    def again(self, id: str) -> ExamQuestion:
        """Return the question of an id. Raises DataError for one that is not here any more."""
        found = self._found(id)
        if found is None:
            raise DataError("exam", f"there is no question {id!r} any more.", "Begin another exam.")
        return found

    def can(self, id: str) -> bool:
        """Return True if a question can still be here, without making it."""
        maker, _, rest = id.partition("/")
        if maker == STEP_PREFIX:
            return any(id in part for part in lesson_steps(self.game))
        return maker in makers_by_aim(self.game).get(rest.rpartition("/")[0], ())

    def _found(self, id: str) -> ExamQuestion | None:
        """Return the question of an id, made once; None for one that cannot be made."""
        with self.lock:
            if id not in self.known:
                self.known[id] = from_lesson_step(id) if id.startswith(f"{STEP_PREFIX}/") else self._made(id)
            return self.known[id]

    def _made(self, id: str) -> ExamQuestion | None:
        question = makers.remake_question(self.game, id)
        return from_practice(question) if question is not None and question.row["kind"] in KINDS else None


@cache
def makers_by_aim(game: str) -> dict[str, tuple[str, ...]]:
    """Return what questions can be made about, each with the makers that can ask about it."""
    found: dict[str, tuple[str, ...]] = {}
    for maker in (one.name for one in makers.ALL_MAKERS if not one.on_board):
        for aim in aims_worth_asking(engines.load(game), maker):
            found[aim] = (*found.get(aim, ()), maker)
    return found


@cache
def lesson_steps(game: str) -> tuple[tuple[str, ...], ...]:
    """Return the ids of the questions that are steps of lessons, part by part."""
    parts = (
        tuple(f"{STEP_PREFIX}/{part.lesson.name}/{row['id']}" for row in part.lesson.rows if row["kind"] in KINDS)
        for part in load_course(game).parts
    )
    return tuple(part for part in parts if part)


def has_enough_questions(game: str, count: int) -> bool:
    """Return True if there are questions enough for an exam of a game."""
    return int(AIM_SHARE * len(makers_by_aim(game))) + sum(map(len, lesson_steps(game))) >= count


def question_order(game: str, seed: int) -> list[str]:
    """Return the questions of an exam in the order in which they are tried: those made anew first.

    The parts take turns, and so do the makers: each aim goes to the maker that has had the fewest so far.
    """
    chance = random.Random(seed)
    parts: dict[int, list[str]] = {}
    rules = engines.load(game)
    for aim in makers_by_aim(game):
        section = rules.rulebook.clauses[clause].section if (clause := _clause(game, aim)) else 0
        parts.setdefault(section, []).append(aim)
    had: Counter[str] = Counter()
    found = []
    for aim in interleave_parts(list(parts.values()), seed):
        able = chance.sample(makers_by_aim(game)[aim], len(makers_by_aim(game)[aim]))
        maker = min(able, key=lambda one: had[one])
        had[maker] += 1
        found.append(f"{maker}/{aim}/{chance.randrange(1, makers.SEED_COUNT)}")
    return [*found, *interleave_parts(lesson_steps(game), seed)]


def _clause(game: str, aim: str) -> str:
    """Return the first clause that an aim is about, "" for one that is about rulings alone."""
    rules = engines.load(game)
    return next((id for id in aim_of(rules, aim).clauses if id in rules.rulebook.clauses), "")


def interleave_parts(parts: Iterable[Sequence[str]], seed: int) -> list[str]:
    """Return all questions in an order by chance in which the parts take turns."""
    chance = random.Random(seed)
    piles = [chance.sample(list(part), len(part)) for part in parts]
    chance.shuffle(piles)
    found = []
    while any(piles):
        found += [pile.pop() for pile in piles if pile]
    return found
