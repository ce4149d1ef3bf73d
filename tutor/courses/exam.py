"""The exam of a game: twenty new questions, ten minutes, closed book; an unfinished one can be resumed.

An exam is a run of events. "begun" (kind "exam") holds the seed of the questions; every answer is an ordinary event of
the lesson "<game>/exam" with the run and its place; "over" ends it with the result.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil

from tutor import progress
from tutor.courses.drawing import QuestionDrawer
from tutor.courses.exam_question import ExamQuestion
from tutor.event_log import Event

COUNT, SECONDS, PASSING = 20, 600, 0.9
"""Number of questions, seconds for all of them, and the share that must be right."""
KIND, WHERE = "exam", "exam"
"""The kind of the events that frame an exam, and the second part of its lesson name."""
SEEDS = 1 << 30


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer of an exam: its place, the question, and the verdict."""

    place: int
    id: str
    verdict: str
    actions: tuple[str, ...]
    seconds: float

    @property
    def right(self) -> bool:
        """Whether it was right."""
        return self.verdict == "right"


@dataclass(frozen=True, slots=True)
class ExamResult:
    """The result of an exam: when, the number of right answers, and of questions."""

    time: str
    right: int
    count: int

    @property
    def passed(self) -> bool:
        """Whether it was passed."""
        return self.right >= answers_needed(self.count)


@dataclass(slots=True)
class Exam:
    """An exam in progress: its questions follow from the seed, one by one."""

    game: str
    seed: int
    run: str
    answers: list[GivenAnswer] = field(default_factory=list)
    drawer: QuestionDrawer = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.drawer = QuestionDrawer(self.game, self.seed, COUNT)

    @property
    def place(self) -> int:
        """The place of the current question, from 0."""
        return len(self.answers)

    @property
    def seconds(self) -> float:
        """The seconds that the answers took so far."""
        return sum(one.seconds for one in self.answers)

    @property
    def left(self) -> float:
        """The seconds for the questions that are left."""
        return max(0.0, SECONDS - self.seconds)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to answer, or no time for it."""
        return self.place >= COUNT or self.left <= 0

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(one.right for one in self.answers)

    @property
    def passed(self) -> bool:
        """Whether enough answers are right."""
        return self.right >= answers_needed(COUNT)

    def asked(self, place: int) -> ExamQuestion:
        """Return the question at a place: the one that was answered there, or the one that the seed draws."""
        if place < len(self.answers):
            return self.drawer.again(self.answers[place].id)
        return self.drawer.at(place, [one.id for one in self.answers])

    def prepare(self) -> None:
        """Make the question after the current one, while the learner thinks."""
        ids = [one.id for one in self.answers]
        here = [self.asked(self.place).id] if self.answers or self.drawer.known else []
        self.drawer.prepare([*ids, *here])


def answers_needed(count: int) -> int:
    """Return how many of `count` answers must be right."""
    return ceil(count * PASSING)


def new_exam(game: str) -> Exam:
    """Return an exam with new questions."""
    return Exam(game, random.SystemRandom().randrange(1, SEEDS), secrets.token_hex(6))


def exam_lesson(game: str) -> str:
    """Return the name of an exam as a lesson in the log."""
    return f"{game}/{WHERE}"


def exam_switch(game: str) -> str:
    """Return the switch that stores whether the last exam of a game was passed."""
    return f"exam.{game}"


# The log.


def log_begin(who: str, exam: Exam) -> None:
    """Log that an exam has begun. Raises ProgressError."""
    _frame(who, exam, "begun", ())


def log_answer(who: str, exam: Exam, asked: ExamQuestion, given: GivenAnswer) -> None:
    """Add an answer and log it. Raises ProgressError."""
    exam.answers.append(given)
    told = asked.told_by(given.actions)
    progress.append_event(
        who,
        game=exam.game,
        lesson=exam_lesson(exam.game),
        step=given.id,
        kind=asked.step.kind,
        verdict=given.verdict,
        actions=given.actions,
        clauses=asked.clauses,
        seconds=given.seconds,
        run=exam.run,
        place=given.place,
        **told,
    )


def log_end(who: str, exam: Exam) -> None:
    """Log that an exam is over, and whether it was passed. Raises ProgressError."""
    _frame(who, exam, "over", (f"right={exam.right}", f"count={COUNT}"))
    progress.set_switch(who, exam.game, exam_switch(exam.game), exam.passed)


def _frame(who: str, exam: Exam, verdict: str, actions: Iterable[str]) -> None:
    progress.append_event(
        who,
        game=exam.game,
        lesson=exam_lesson(exam.game),
        step="",
        kind=KIND,
        verdict=verdict,
        actions=actions,
        seed=exam.seed,
        run=exam.run,
        place=exam.place,
    )


def unfinished_exam(events: Iterable[Event], game: str) -> Exam | None:
    """Return the exam begun last, as it was left; None if none can be resumed."""
    found: Exam | None = None
    for event in events:
        if event.lesson != exam_lesson(game):
            continue
        if event.kind == KIND:
            found = Exam(game, int(event.seed), event.run) if event.verdict == "begun" else None
        elif found is not None and event.run == found.run:
            place = found.place
            found.answers.append(GivenAnswer(place, event.step, event.verdict, event.actions, event.seconds))
    if found is None or found.over or not all(found.drawer.can(one.id) for one in found.answers):
        return None
    return found


def exam_results(events: Iterable[Event], game: str) -> list[ExamResult]:
    """Return the results of the finished exams of a game, the first one first."""
    found = []
    for event in events:
        if event.lesson == exam_lesson(game) and event.kind == KIND and event.verdict == "over":
            facts: dict[str, str] = dict(fact.partition("=")[::2] for fact in event.actions)
            right, count = (str(facts.get(name, "")) for name in ("right", "count"))
            if right.isdecimal() and count.isdecimal():
                found.append(ExamResult(event.time, int(right), int(count)))
    return found
