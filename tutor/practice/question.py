"""A question: a generated lesson step, with the belief that each answer reveals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

from tutor.lessons.loader import FOLDER, Lesson, lesson_of
from tutor.lessons.page import open_session
from tutor.lessons.session import Session
from tutor.lessons.verdicts import VerdictListener

Answer = tuple[str, ...]
"""An answer as the session logs it in `actions`; () if no answer can be given."""


@dataclass(frozen=True, slots=True)
class Question:
    """A practice question. `make_question(game, maker, aim, seed)` always makes the same one.

    row : the step, as in a lesson file. clauses : the clauses that decide it; without them the answer changes. right :
    the right answer. beliefs : for each counter-rule, the answer of somebody who believes it, if it differs from
    `right`; () if they would find no answer. Counter-rules that no answer supports or contradicts are left out.
    options : number of possible answers. key : equal for similar questions. cards : the names of the cards that the
    question is about.
    """

    game: str
    maker: str
    seed: int
    aim: str
    row: Mapping[str, Any] = field(repr=False)
    clauses: tuple[str, ...]
    right: Answer
    beliefs: Mapping[str, Answer]
    options: int
    key: str
    cards: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id of the question in the log: maker, aim and seed."""
        return f"{self.maker}/{self.aim}/{self.seed}"

    @property
    def form(self) -> str:
        """A digest of what is asked and what is right, by which a log shows whether a maker now asks something else."""
        return f"{crc32(repr((self.key, self.right, sorted(self.beliefs.items()))).encode()):08x}"

    def agreeing(self, answer: Answer) -> tuple[str, ...]:
        """Return the beliefs that predict the given answer."""
        return tuple(belief for belief, own in self.beliefs.items() if own == answer and self.is_answer(own))

    def differing(self, answer: Answer) -> tuple[str, ...]:
        """Return the beliefs that the answer contradicts.

        Somebody whose belief leads to no answer has to guess, so a wrong answer reveals nothing about such a belief;
        only a right answer contradicts it.
        """
        return tuple(
            belief
            for belief, own in self.beliefs.items()
            if own != answer and (self.is_answer(own) or answer == self.right)
        )

    def is_answer(self, own: Answer) -> bool:
        """Return True for a possible answer. Marking nothing is an answer; other questions need a choice."""
        return bool(own) or self.row["kind"] == "which"


def lesson_with(question: Question, name: str = "practice") -> Lesson:
    """Return a lesson whose only step is the question, as its session needs it."""
    data = {"game": question.game, "title": name, "step": [question.row]}
    return lesson_of(data, Path(FOLDER, question.game, f"{name}.toml"))


def session_of(question: Question, listener: VerdictListener | None = None) -> Session:
    """Return the session that shows and judges a question."""
    lesson = lesson_with(question)
    run = open_session(lesson, lesson.steps[0], listener)
    run.aims = (question.aim,)
    return run
