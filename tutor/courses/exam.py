"""The exam of a game, in parts that are passed one by one; an unfinished part can be resumed.

There are two grades. A player plays two whole turns and a full game with nothing highlighted, and answers twelve
questions; a judge answers more. A part is a run of events of the lesson "<game>/<grade>": "begun" (kind "exam") names
the part and contains its seed, every answer is an ordinary event with the run and its index, and "over" has the result.
Events of the lesson "<game>/exam" belong to the former exam of twenty questions, whose results are still read.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from tutor import progress
from tutor.courses.drawing import QuestionDrawer, has_enough_questions
from tutor.courses.exam_question import ExamQuestion
from tutor.courses.exam_turns import TurnDrawer, has_enough_turns
from tutor.event_log import Event
from tutor.lessons.verdicts import JudgedBeliefs

KIND, WHERE = "exam", "exam"
"""The kind of the events that begin and end a part; the name of the exam page, also the lesson name of former exams."""
SEEDS = 1 << 30
TURNS, GAME, QUESTIONS, REPAIRS = "turns", "game", "questions", "repairs"
REPAIRS_MAKER = "make_legal"


@dataclass(frozen=True, slots=True)
class ExamPart:
    """A part of an exam: its name, its approximate minutes, its number of items, and how many must be right."""

    name: str
    minutes: int
    count: int
    needed: int


GRADES: dict[str, tuple[ExamPart, ...]] = {
    "player": (ExamPart(TURNS, 5, 2, 2), ExamPart(GAME, 15, 1, 1), ExamPart(QUESTIONS, 8, 12, 10)),
    "judge": (ExamPart(QUESTIONS, 12, 20, 18), ExamPart(REPAIRS, 6, 6, 5)),
}
"""The parts of each grade, in their order."""


def part_of(grade: str, name: str) -> ExamPart | None:
    """Return the part of a grade with this name; None if there is none."""
    return next((one for one in GRADES.get(grade, ()) if one.name == name), None)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer in an exam: its index, the question, and the verdict."""

    place: int
    id: str
    verdict: str
    actions: tuple[str, ...]
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the answer was right."""
        return self.verdict == "right"


class Drawer(Protocol):
    """Draws the items of a part; the same seed always gives the same items."""

    def at(self, place: int, before: Iterable[str]) -> ExamQuestion:
        """Return the item at an index. before : the ids of the items already asked."""
        ...

    def again(self, id: str) -> ExamQuestion:
        """Return the item with this id."""
        ...

    def can(self, id: str) -> bool:
        """Return True if the item with this id may still exist."""
        ...

    def prepare(self, before: list[str]) -> None:
        """Make the next item ahead of time."""
        ...


@dataclass(slots=True)
class Exam:
    """A part of an exam in progress; its items follow from the seed, one by one.

    seen : ids of turns that the learner has met before, which are drawn last. refused : the refused tries, by item
    index.
    """

    game: str
    grade: str
    part: ExamPart
    seed: int
    run: str
    seen: frozenset[str] = frozenset()
    answers: list[GivenAnswer] = field(default_factory=list)
    refused: dict[int, list[str]] = field(default_factory=dict)
    drawer: Drawer = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.drawer = (
            TurnDrawer(self.game, self.seed, self.seen)
            if self.part.name == TURNS
            else QuestionDrawer(self.game, self.seed, self.part.count, maker_of(self.part))
        )

    @property
    def place(self) -> int:
        """The index of the current item, from 0."""
        return len(self.answers)

    @property
    def over(self) -> bool:
        """Whether everything has been answered."""
        return self.place >= self.part.count

    @property
    def seconds(self) -> float:
        """The seconds taken for the answers so far."""
        return sum(one.seconds for one in self.answers)

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(one.right for one in self.answers)

    @property
    def passed(self) -> bool:
        """Whether enough answers are right."""
        return self.right >= self.part.needed

    def asked(self, place: int) -> ExamQuestion:
        """Return the item at an index: the one that was answered there, or the one that the seed draws."""
        if place < len(self.answers):
            return self.drawer.again(self.answers[place].id)
        return self.drawer.at(place, [one.id for one in self.answers])

    def prepare(self) -> None:
        """Make the item after the current one in the background, while the learner thinks."""
        if self.place + 1 < self.part.count:
            self.drawer.prepare([*(one.id for one in self.answers), self.asked(self.place).id])


def maker_of(part: ExamPart) -> str:
    """Return the only maker used in a part; "" for all."""
    return REPAIRS_MAKER if part.name == REPAIRS else ""


def new_exam(game: str, grade: str, part: ExamPart, seen: frozenset[str] = frozenset()) -> Exam:
    """Return a part with new items."""
    return Exam(game, grade, part, random.SystemRandom().randrange(1, SEEDS), secrets.token_hex(6), seen)


def has_enough(game: str, part: ExamPart) -> bool:
    """Return True if a game has enough items for a part."""
    if part.name == TURNS:
        return has_enough_turns(game, part.count)
    return part.name == GAME or has_enough_questions(game, part.count, maker_of(part))


def parts_of(game: str, grade: str) -> tuple[ExamPart, ...]:
    """Return the parts of a grade for which a game has enough items."""
    return tuple(part for part in GRADES[grade] if has_enough(game, part))


def exam_lesson(game: str, grade: str = WHERE) -> str:
    """Return the name of an exam as a lesson in the log."""
    return f"{game}/{grade}"


def exam_switch(game: str) -> str:
    """Return the switch that records whether the exam of a game was passed at the player's grade."""
    return f"exam.{game}"


# The log.


def log_begin(who: str, exam: Exam) -> None:
    """Log that a part has begun. Raises ProgressError if the log cannot be written."""
    _frame(who, exam, "begun", {"part": exam.part.name})


def log_answer(who: str, exam: Exam, asked: ExamQuestion, given: GivenAnswer) -> None:
    """Add an answer and log it. Raises ProgressError if the log cannot be written."""
    exam.answers.append(given)
    _log_given(who, exam, asked, given, asked.clauses, asked.told_by(given.actions))


def log_odd(who: str, exam: Exam, asked: ExamQuestion, given: GivenAnswer) -> None:
    """Log that the learner calls a question odd, with the answer. Raises ProgressError if the log cannot be written."""
    _log_given(who, exam, asked, replace(given, verdict="odd"), asked.clauses, asked.told_by(given.actions))


def log_refused(who: str, exam: Exam, asked: ExamQuestion, tried: str, clauses: Iterable[str]) -> None:
    """Log a refused try in a turn, so that it still counts after a break.

    Raises ProgressError if the log cannot be written.
    """
    _log_given(who, exam, asked, GivenAnswer(exam.place, asked.id, "refused", (tried,), 0.0), clauses, {})


def _log_given(
    who: str, exam: Exam, asked: ExamQuestion, given: GivenAnswer, clauses: Iterable[str], beliefs: JudgedBeliefs
) -> None:
    progress.append_event(
        who,
        game=exam.game,
        lesson=exam_lesson(exam.game, exam.grade),
        step=given.id,
        kind=asked.step.kind,
        verdict=given.verdict,
        actions=given.actions,
        clauses=clauses,
        seconds=given.seconds,
        run=exam.run,
        place=given.place,
        **beliefs,
    )


def log_end(who: str, exam: Exam, facts: Mapping[str, object], clauses: Iterable[str]) -> None:
    """Log that a part is over, with the findings and the clauses to practise.

    Raises ProgressError if the log cannot be written.
    """
    counts = {"right": exam.right, "count": exam.part.count}
    _frame(who, exam, "over", {"part": exam.part.name, "passed": int(exam.passed), **counts, **facts}, clauses)


def log_game(who: str, game: str, grade: str, run: str, facts: Mapping[str, object], clauses: Iterable[str]) -> None:
    """Log the result of the full game played in a run. Raises ProgressError if the log cannot be written."""
    progress.append_event(
        who,
        game=game,
        lesson=exam_lesson(game, grade),
        step="",
        kind=KIND,
        verdict="over",
        actions=[f"{key}={value}" for key, value in {"part": GAME, **facts}.items()],
        clauses=tuple(clauses),
        run=run,
    )


def _frame(who: str, exam: Exam, verdict: str, facts: Mapping[str, object], clauses: Iterable[str] = ()) -> None:
    progress.append_event(
        who,
        game=exam.game,
        lesson=exam_lesson(exam.game, exam.grade),
        step="",
        kind=KIND,
        verdict=verdict,
        actions=[f"{key}={value}" for key, value in facts.items()],
        clauses=tuple(clauses),
        seed=exam.seed,
        run=exam.run,
        place=exam.place,
    )


def facts_of(event: Event) -> dict[str, str]:
    """Return the facts in an event that frames a part."""
    return dict(fact.partition("=")[::2] for fact in event.actions)


def unfinished_exam(events: Iterable[Event], game: str, grade: str, part: ExamPart) -> Exam | None:
    """Return a part in the state in which it was left; None if none can be resumed."""
    found: Exam | None = None
    events = list(events)
    for event in events:
        if event.lesson != exam_lesson(game, grade):
            continue
        if event.kind == KIND and facts_of(event).get("part") == part.name:
            met = seen_turns(events, game, event.run)
            found = Exam(game, grade, part, int(event.seed), event.run, met) if event.verdict == "begun" else None
        elif found is not None and event.run == found.run and event.verdict == "refused":
            found.refused.setdefault(event.place, []).extend(event.actions)
        elif found is not None and event.run == found.run:
            place = found.place
            found.answers.append(GivenAnswer(place, event.step, event.verdict, event.actions, event.seconds))
    if found is None or found.over or not all(found.drawer.can(one.id) for one in found.answers):
        return None
    return found


def seen_turns(events: Iterable[Event], game: str, but: str = "") -> frozenset[str]:
    """Return the ids of stored positions that the learner has met. but : a run to ignore."""
    return frozenset(
        event.step.rpartition("/")[2] for event in events if event.game == game and event.step and event.run != but
    )
