"""What a class answered, predicted and handed in, as the class report shows it."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TypedDict

from engines.errors import DataError
from tutor.class_server.members import members_in
from tutor.classroom.asking import JOURNAL_NAME, AskedQuestion, AskingState
from tutor.classroom.claims import fill_figures
from tutor.classroom.class_work import ClassWork, HandedWork, class_folder
from tutor.classroom.hand_ins import display_name
from tutor.classroom.lesson_plans import Prediction, read_plan
from tutor.classroom.predictions import find_outcome, prediction_options
from tutor.navigation.links import has_page, page_link
from tutor.text import format_message

PAGES_OF_KINDS = {"design": "classroom/own_game.ipynb", "card": "classroom/card.ipynb"}
"""The page that opens what is handed in, by its kind."""


class GivenAnswer(TypedDict):
    """An answer, the number of learners who gave it, and whether it is right; None if that is not known."""

    text: str
    count: int
    right: bool | None


class AnsweredQuestion(TypedDict):
    """A question with the answers to it. title : where it comes from. n : the number of answers.

    raised : how many of them were cards raised in the room. late : how many predicted while the outcomes were open;
    they are not among the answers.
    """

    title: str
    ask: str
    n: int
    raised: int
    late: int
    answers: list[GivenAnswer]


class HandedFile(TypedDict):
    """A file that was handed in. at : its index among the files that the page has shown.

    time : when, "" if it was not recorded. open : the page that opens it, "" if there is none.
    """

    at: int
    name: str
    title: str
    time: str
    open: str


class HandedGroup(TypedDict):
    """What was handed in of one kind, or of one lesson plan: from how many of the class, and who has not."""

    title: str
    count: str
    missing: list[str]
    files: list[HandedFile]


NamedWork = tuple[str, HandedWork]
"""What was handed in, with the name of the member."""


def asked_questions(folder: Path) -> list[AnsweredQuestion]:
    """Return the questions put to a class that were closed, with the answers of their last round."""
    return [_asked(one) for one in AskingState(folder / JOURNAL_NAME).asked if not one.rounds[-1].open]


def _asked(one: AskedQuestion) -> AnsweredQuestion:
    counts = one.rounds[-1].counts()
    right = one.told["right"] or None if one.told else None
    answers: list[GivenAnswer] = [
        {"text": text, "count": count, "right": None if right is None else _is_right(one, letter, right)}
        for text, (letter, count) in zip(one.shown["choices"] or [*counts], counts.items(), strict=True)
    ]
    shown = one.shown
    return {
        "title": str(shown.get("title", "")),
        "ask": str(shown.get("ask", "")),
        "n": counts.total(),
        "raised": one.rounds[-1].raised,
        "late": 0,
        "answers": answers,
    }


def _is_right(one: AskedQuestion, name: str, right: str) -> bool:
    """Return True if an answer is right: its letter is among the right ones, or it is the right number."""
    return name == right if one.shown.get("numeric") else name in right


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
    right = find_outcome(row, language).right
    answers: list[GivenAnswer] = [
        {"text": one.text, "count": counts[one.id], "right": one.id in right}
        for one in prediction_options(row, language)
    ]
    return {
        "title": title,
        "ask": fill_figures(row["ask"]),
        "n": counts.total(),
        "raised": 0,
        "late": 0,
        "answers": answers,
    }


def handed_works(folder: Path, work: ClassWork) -> Iterator[NamedWork]:
    """Yield what members of a class have handed in, each with the member's name; in the order of names."""
    names = {member.log: member.name for member in members_in(folder).values()}
    yield from sorted((names[one.who], one) for one in work.handed.values() if one.who in names)


def named_file(name: str, work: HandedWork) -> str:
    """Return a file name that says whose work it is: "merry_otter_catch_up.txt"."""
    return display_name(f"{name.lower().replace(' ', '_')}_{work.file}")


def zip_works(works: Iterable[NamedWork]) -> bytes:
    """Return an archive with everything that was handed in, each file named after its member."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for number, (name, work) in enumerate(works):
            there = named_file(name, work)
            info = zipfile.ZipInfo(there if there not in file.namelist() else f"{number}_{there}")
            file.writestr(info, work.text, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def _groups(folder: Path, work: ClassWork, language: str, shown: list[NamedWork]) -> list[HandedGroup]:
    everybody = {member.name for member in members_in(folder).values() if not member.left}
    found: dict[tuple[str, str], list[HandedFile]] = {}
    for name, one in handed_works(folder, work):
        if (name, one) not in shown:
            shown.append((name, one))
        page = PAGES_OF_KINDS.get(one.kind, "")
        may_open = page and class_folder() == folder and has_page(page)
        found.setdefault((one.kind, one.title if one.kind == "plan" else ""), []).append(
            {
                "at": shown.index((name, one)),
                "name": name,
                "title": "" if one.kind == "plan" else one.title,
                "time": f"{datetime.fromtimestamp(one.at):%Y-%m-%d %H:%M}" if one.at else "",
                "open": page_link(page, handed=one.address) if may_open else "",
            }
        )
    groups: list[HandedGroup] = []
    for (kind, title), files in found.items():
        names = {file["name"] for file in files}
        heading = format_message(f"class_work.{kind}", language) + (f": {title}" if title else "")
        count = format_message("report.work_count", language, count=len(names), all=len(everybody))
        groups.append({"title": heading, "count": count, "missing": sorted(everybody - names), "files": files})
    return groups


def class_findings(folder: Path, language: str, shown: list[NamedWork]) -> dict[str, object] | None:
    """Return what the members of the class in a folder answered, predicted and handed in; None if there is nothing.

    shown : the files listed by the page so far. New ones are appended, so that every file keeps its index.
    """
    work = ClassWork(folder)
    found = {
        "asked": asked_questions(folder),
        "predicted": planned_predictions(work, language),
        "handed": _groups(folder, work, language, shown),
    }
    return found if any(found.values()) else None
