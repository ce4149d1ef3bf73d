"""Drawing the questions of an exam: made anew by the makers of practice; steps of lessons where these are too few."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache, partial

import engines
from engines.errors import DataError
from tutor.courses.exam_question import KINDS, STEP_PREFIX, ExamQuestion, from_lesson_step, from_practice
from tutor.courses.loader import load_course
from tutor.practice import makers
from tutor.practice.aims import aim_of, aims_worth_asking
from tutor.practice.background import BackgroundValue
from tutor.practice.question import Question

AIM_SHARE = 0.75
"""At least so many of the aims that can be asked about give a question for any seed."""


class QuestionDrawer:
    """Draws the questions of one exam: the same ones for a seed, no two about the same, every part in turn."""

    def __init__(self, game: str, seed: int, count: int) -> None:
        self.game, self.count = game, count
        self.order = question_order(game, seed)
        self.known: dict[str, ExamQuestion | None] = {}
        self.made: dict[str, Question | None] = {}
        self.ahead: BackgroundValue[dict[str, Question | None]] | None = None
        self.earlier: BackgroundValue[dict[str, Question | None]] | None = None

    def at(self, place: int, before: Iterable[str]) -> ExamQuestion:
        """Return the question at a place; before : the ids of those asked already. Raises DataError for none."""
        self._take_made(self.ahead)
        self.ahead = None
        asked = set(before)
        for id in self.order:
            found = None if id in asked else self._found(id)
            if found is not None:
                return found
        raise DataError("exam", f"there are no {self.count} questions about {self.game}.", "Add lesson steps.")

    def prepare(self, before: Sequence[str]) -> None:
        """Make the question after those asked already, while the learner thinks about the last one."""
        if self.ahead is not None:
            self.ahead.stop_work()
        order = [id for id in self.order if id not in before and (id not in self.known or self.known[id])]
        self.ahead = BackgroundValue(partial(make_next, self.game, order))
        unknown = [id for id in before if id not in self.known]
        if unknown and self.earlier is None:  # of an exam that is continued, for its report
            self.earlier = BackgroundValue(partial(make_questions, self.game, unknown))

    def _take_made(self, value: BackgroundValue[dict[str, Question | None]] | None) -> None:
        if value is not None:
            with suppress(DataError):  # raised again when that question is made here
                self.made |= value.take()

    def again(self, id: str) -> ExamQuestion:
        """Return the question of an id. Raises DataError for one that is not here any more."""
        if id not in self.known:
            self._take_made(self.earlier)
            self.earlier = None
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
        if id not in self.known:
            self.known[id] = from_lesson_step(id) if is_lesson_step(id) else self._made(id)
        return self.known[id]

    def _made(self, id: str) -> ExamQuestion | None:
        question = self.made.pop(id) if id in self.made else makers.remake_question(self.game, id)
        return from_practice(question) if question is not None and fits_exam(question) else None


def is_lesson_step(id: str) -> bool:
    """Return True if a question of an exam is a step of a lesson."""
    return id.startswith(f"{STEP_PREFIX}/")


def fits_exam(question: Question) -> bool:
    """Return True if an exam can ask a question of practice."""
    return question.row["kind"] in KINDS


def make_next(game: str, order: Sequence[str]) -> dict[str, Question | None]:
    """Return the questions of practice, by id, up to the first in `order` that an exam can ask."""
    made: dict[str, Question | None] = {}
    for id in order:
        if is_lesson_step(id):
            break
        question = made[id] = makers.remake_question(game, id)
        if question is not None and fits_exam(question):
            break
    return made


def make_questions(game: str, ids: Iterable[str]) -> dict[str, Question | None]:
    """Return the questions of practice with these ids; None for one that cannot be made."""
    return {id: makers.remake_question(game, id) for id in ids if not is_lesson_step(id)}


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
