"""A question of an exam, generated or a lesson step; its answers are put into words and replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engines.errors import DataError
from tutor.lessons import answering, foretelling, spotting
from tutor.lessons.loader import Lesson, Step, find_lesson, read_lesson
from tutor.lessons.own_turn import TurnStep
from tutor.lessons.page import open_session
from tutor.lessons.profiles import profile_step, right_answer
from tutor.lessons.repairing import RepairStep
from tutor.lessons.replay import CLICKS_BY_KIND
from tutor.lessons.session import LEARNER, Session
from tutor.lessons.verdicts import JudgedBeliefs, VerdictListener
from tutor.matches.phrases import words_for_notation
from tutor.practice.deciding_clauses import deciding_clauses
from tutor.practice.maker_own_turn import lesson_with_turn, whole_turns
from tutor.practice.question import Question, lesson_with
from tutor.puzzles.puzzle import Puzzle
from tutor.text import format_message

KINDS = ("which", "predict", "why", "order", "spot", "repair")
"""The kinds of step that an exam asks. Growing games are left out: their texts refer to what happened earlier in the
game."""
STEP_PREFIX, TURN_PREFIX = "step", "turn"
"""The first part of the id of a question that is a lesson step, or a whole turn."""


@dataclass(frozen=True, slots=True)
class ExamQuestion:
    """A question: its id, the lesson and step that a session shows and judges, and the practice question, if any.

    turn : the stored position, if the question is a whole turn.
    """

    id: str
    lesson: Lesson
    step: Step
    question: Question | None = None
    turn: Puzzle | None = None

    def session(self, listener: VerdictListener | None = None) -> Session:
        """Return a session of the question."""
        return open_session(self.lesson, self.step, listener)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses on which the right answer depends."""
        if self.question is not None:
            return self.question.clauses
        if self.turn is not None:
            return self.turn.clauses
        run = self.session()
        return tuple(run.rests_on() or run.rule_hint())

    @property
    def told(self) -> tuple[str, ...]:
        """The clauses that decide the question, as shown in a report."""
        return deciding_clauses(self.question) if self.question is not None else self.clauses

    @property
    def right(self) -> tuple[str, ...]:
        """The right answer, in the form of the log; for a whole turn, one line of play to its goal."""
        if self.turn is not None:
            return tuple(text for seat, text in self.turn.line if seat == LEARNER)
        return right_answer(self.lesson, self.step) or ()

    def told_by(self, actions: Sequence[str]) -> JudgedBeliefs:
        """Return which beliefs an answer agrees with or contradicts, as entries of an event."""
        if self.turn is not None:
            return {}
        if self.question is None:
            return profile_step(self.lesson, self.step).told(actions) if actions else {}
        run = self.session()
        answer = tuple(actions)
        if isinstance(run, answering.WhichStep):  # the question lists marks in the order of the table
            answer = tuple(ref for ref, _, _ in run.items() if ref in actions)
        return {
            "agrees": self.question.agreeing(answer),
            "differs": self.question.differing(answer) if answer else (),
            "options": self.question.options,
            "form": self.question.form,
        }


def from_practice(question: Question) -> ExamQuestion:
    """Turn a practice question into a question of an exam."""
    lesson = lesson_with(question, name="exam")
    return ExamQuestion(question.id, lesson, lesson.steps[0], question)


@cache
def from_lesson_step(id: str) -> ExamQuestion:
    """Turn a lesson step into a question of an exam. Raises DataError if the lesson or step is unknown."""
    name, _, step = id.removeprefix(f"{STEP_PREFIX}/").rpartition("/")
    lesson = read_lesson(find_lesson(name))
    return ExamQuestion(id, lesson, lesson.step(step))


@cache
def from_turn(game: str, id: str) -> ExamQuestion:
    """Turn a stored position into a whole turn of an exam. Raises DataError if it does not exist."""
    puzzle = next((one for one in whole_turns(game) if one.id == id), None)
    if puzzle is None:
        raise DataError("exam", f"there is no turn {id!r}.", "Begin this part again.")
    lesson = lesson_with_turn(puzzle)
    return ExamQuestion(f"{TURN_PREFIX}/{id}", lesson, lesson.steps[0], turn=puzzle)


# Answers in words, and replayed.


def replay_answer_to(asked: ExamQuestion, actions: Sequence[str]) -> Session:
    """Replay an answer and return its session with the verdict; without an answer, return a new session."""
    run = asked.session()
    if isinstance(run, TurnStep):
        return run
    ways = next(ways for kind, ways in CLICKS_BY_KIND.items() if isinstance(run, kind))
    picks = ways(run, tuple(actions)) if actions else []
    if picks:
        run.answered(picks[0])
        if not run.feedback:
            run.check()
    return run


def clauses_to_tell(asked: ExamQuestion, run: Session, right: bool) -> Sequence[str]:
    """Return the clauses that a report shows with an answer; for a wrong answer, those that contradict it.

    run : the session in which the answer was replayed. For predictions and marks, which have several parts, clauses
    that only decide parts answered correctly are left out.
    """
    if right or not isinstance(run, foretelling.PredictStep | answering.WhichStep) or not run.feedback:
        return asked.told
    return [fact["clause"] for fact in run.feedback.get("facts", ()) if fact.get("clause")] or asked.told


def answer_in_words(run: Session, actions: Sequence[str]) -> str:
    """Describe a logged answer for the learner; "" if there is none."""
    if not actions:
        return ""
    if isinstance(run, TurnStep):
        return "; ".join(words_for_notation(text, run.lesson.game) for text in actions)
    if isinstance(run, answering.WhichStep):
        names = {ref: name for ref, name, _ in run.items()}
        return ", ".join(names.get(ref, ref) for ref in actions)
    if isinstance(run, RepairStep):
        return "; ".join(actions)
    if isinstance(run, foretelling.PredictStep):
        parts = run.step.get("parts")
        rows = [text.partition(": ") for text in actions]
        return " ".join(
            f"{parts[int(at)]['ask']} {run.words_of(parts[int(at)]['of'], option)}." for at, _, option in rows
        )
    if isinstance(run, foretelling.OrderStep):
        lines = run.step.get("lines")
        return " · ".join(f"{at}. {lines[int(one)]['text']}" for at, one in enumerate(actions, 1))
    if isinstance(run, spotting.SpotStep):
        return format_message("lesson.spot.line", run.language, number=run.texts().index(actions[0]) + 1)
    return actions[0]
