"""Questions for a class without a board: predictions of lesson plans, and questions that a teacher types."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from engines.errors import DataError
from tutor.classroom.asking import LETTERS, AnswerVerdict, ClassQuestion, VerdictFact
from tutor.classroom.claims import fill_figures
from tutor.classroom.lesson_plans import PLAN_ORDER, Prediction, list_plans, read_plan
from tutor.classroom.predictions import OutcomeRow, PredictionOutcome, find_outcome, prediction_options
from tutor.classroom.questions import ListedQuestion, QuestionChapter

PLANS = "plans"
"""The place of lesson plans in the list of questions, where other places are games."""
TYPED = "typed"
"""The first part of the ids of typed questions; the rest makes them unique, since two pages may ask in turn."""
LONGEST_ASK, LONGEST_CHOICE = 240, 120


@dataclass(frozen=True, slots=True)
class PlainQuestion:
    """A question that no board shows and nothing is played for."""

    question: ClassQuestion


def plan_chapters() -> list[QuestionChapter]:
    """Return a chapter for each lesson plan."""
    return [QuestionChapter(f"{PLANS}/{plan.name}", plan["title"]) for plan in list_plans()]


def plan_questions(chapter: str) -> list[ListedQuestion]:
    """Return the predictions of a plan that can be asked, in order."""
    plan = read_plan(chapter.removeprefix(f"{PLANS}/"))
    return [
        ListedQuestion(f"{PLANS}/{plan.name}/{row['id']}", plan["title"], fill_figures(row["ask"]), _choices(row))
        for row in plan.rows("predict")
        if len(_choices(row)) <= len(LETTERS)
    ]


def _choices(row: Prediction) -> tuple[str, ...]:
    return tuple(option.text for option in prediction_options(row))


def pose_prediction(id: str) -> PlainQuestion:
    """Return the question about a prediction with this id in the list. Raises DataError if there is none."""
    _, name, at = (*id.split("/"), "", "")[:3]
    rows = {row["id"]: row for row in read_plan(name).rows("predict")} if name in PLAN_ORDER else {}
    if at not in rows:
        raise DataError("ask", f"there is no question {id[:80]!r}.", "Choose one of the list.")
    row, title = rows[at], read_plan(name)["title"]
    found = find_outcome(row)
    verdicts = tuple(_verdict(option.id in found.right, found) for option in found.options)
    return PlainQuestion(ClassQuestion(id, "", title, "", fill_figures(row["ask"]), _choices(row), verdicts))


def _verdict(right: bool, found: PredictionOutcome) -> AnswerVerdict:
    """Return the engine's verdict on an answer to a prediction, with the rows of the outcome as reasons."""
    return AnswerVerdict(right, "", tuple(_fact(row) for row in found.rows), found.note)


def _fact(row: OutcomeRow) -> VerdictFact:
    return VerdictFact(f"{row.title}: {row.text}", next(iter(row.clauses), ""))


def is_typed(id: str) -> bool:
    """Return True for the id of a typed question."""
    return id.partition("/")[0] == TYPED


def pose_typed(ask: str, choices: list[str], right: str = "", id: str = "") -> PlainQuestion:
    """Return a typed question; empty answers are left out.

    Raises DataError if the question has no text or fewer than two answers. right : the letter of the right answer, ""
    if none. id : the id of a question asked before, "" for a new one.
    """
    known = [(letter, _clean(text, LONGEST_CHOICE)) for letter, text in zip(LETTERS, choices, strict=False)]
    given = [(letter, text) for letter, text in known if text]
    said = _clean(ask, LONGEST_ASK)
    if not said or len(given) < 2:
        raise DataError("ask", "a question needs a text and two answers.", "Fill them in.")
    verdicts = tuple(AnswerVerdict(letter == right, "") for letter, _ in given)
    id = id or f"{TYPED}/{secrets.token_hex(8)}"
    return PlainQuestion(ClassQuestion(id, "", "", "", said, tuple(text for _, text in given), verdicts))


def _clean(text: str, longest: int) -> str:
    """Return a typed text as one line of at most `longest` characters, with "?" for what UTF-8 cannot express."""
    return " ".join(text.encode("utf-8", "replace").decode().split())[:longest]
