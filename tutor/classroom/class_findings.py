"""What a class answered, predicted and handed in, as the class report shows it."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypedDict

from engines.errors import DataError
from tutor.class_server.members import members_in
from tutor.classroom.asking import JOURNAL_NAME, AskedQuestion, AskingState
from tutor.classroom.claims import fill_figures
from tutor.classroom.class_work import ClassWork, HandedWork
from tutor.classroom.lesson_plans import Prediction, read_plan
from tutor.classroom.predictions import find_outcome, prediction_options
from tutor.text import format_message


class GivenAnswer(TypedDict):
    """An answer, the number of learners who gave it, and whether it is right; None if that is not known."""

    text: str
    count: int
    right: bool | None


class AnsweredQuestion(TypedDict):
    """A question with the answers to it. title : where it comes from. n : the number of answers.

    late : how many predicted while the outcomes were open; they are not among the answers.
    """

    title: str
    ask: str
    n: int
    late: int
    answers: list[GivenAnswer]


class HandedFile(TypedDict):
    """A file that was handed in: its index among the files shown by the page, the learner's name, kind and title."""

    at: int
    name: str
    kind: str
    title: str


def asked_questions(folder: Path) -> list[AnsweredQuestion]:
    """Return the questions put to a class that were closed, with the answers of their last round."""
    return [_asked(one) for one in AskingState(folder / JOURNAL_NAME).asked if not one.rounds[-1].open]


def _asked(one: AskedQuestion) -> AnsweredQuestion:
    counts = one.rounds[-1].counts()
    right = one.told["right"] or None if one.told else None
    answers: list[GivenAnswer] = [
        {"text": text, "count": count, "right": None if right is None else letter in right}
        for text, (letter, count) in zip(one.shown["choices"], counts.items(), strict=True)
    ]
    shown = one.shown
    return {
        "title": str(shown.get("title", "")),
        "ask": str(shown.get("ask", "")),
        "n": counts.total(),
        "late": 0,
        "answers": answers,
    }


def planned_predictions(work: ClassWork, language: str) -> list[AnsweredQuestion]:
    """Return the predictions of lesson plans that learners of a class have made."""
    found = []
    for name, given in work.predictions.items():
        with contextlib.suppress(DataError):  # a plan that no longer exists
            plan, late = read_plan(name), len(work.late_of(name))
            found += [_predicted(plan["title"], row, given, language) | {"late": late} for row in plan.rows("predict")]
    return [one for one in found if one["n"] or one["late"]]


def _predicted(title: str, row: Prediction, given: Mapping[str, Mapping[str, str]], language: str) -> AnsweredQuestion:
    counts = Counter(picks[row["id"]] for picks in given.values() if row["id"] in picks)
    right = () if "changes" in row else find_outcome(row, language).right  # a changed rule would have to be played
    answers: list[GivenAnswer] = [
        {"text": one.text, "count": counts[one.id], "right": one.id in right if right else None}
        for one in prediction_options(row, language)
    ]
    return {"title": title, "ask": fill_figures(row["ask"]), "n": counts.total(), "late": 0, "answers": answers}


def handed_works(folder: Path, work: ClassWork) -> Iterator[tuple[str, HandedWork]]:
    """Yield what members of a class have handed in, each with the member's name; in the order of names."""
    names = {member.log: member.name for member in members_in(folder).values()}
    yield from sorted((names[one.who], one) for one in work.handed.values() if one.who in names)


def class_findings(folder: Path, language: str, shown: list[HandedWork]) -> dict[str, object] | None:
    """Return what the members of the class in a folder answered, predicted and handed in; None if there is nothing.

    shown : the files listed by the page so far. New ones are appended, so that every file keeps its index.
    """
    work = ClassWork(folder)
    handed: list[HandedFile] = []
    for name, one in handed_works(folder, work):
        if one not in shown:
            shown.append(one)
        kind = format_message(f"class_work.{one.kind}", language)
        handed.append({"at": shown.index(one), "name": name, "kind": kind, "title": one.title})
    found = {"asked": asked_questions(folder), "predicted": planned_predictions(work, language), "handed": handed}
    return found if any(found.values()) else None
