"""Lesson plans: a 45-minute lesson, written once; the teacher's and the student's notebooks are made from it.

A plan is a TOML file in the folder plans. Content that a student must not read (the teacher's words, expected answers,
common problems) is in entries that `for_student` removes, so it cannot reach a student's notebook.

>>> [plan.name for plan in list_plans()][:1]
['resources']
>>> read_plan("resources").for_student().rows("explain")[0].get("answer") is None
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict, overload

from engines.book.rulebook import read_toml
from engines.errors import DataError, did_you_mean

PLANS_FOLDER = Path(__file__).with_name("plans")
PLAN_ORDER = (
    "resources",
    "tempo",
    "interaction",
    "catch_up",
    "chance_and_skill",
    "hidden_information",
    "learning_curve",
    "own_game",
)
"""The plans in the order of a course of lessons."""

LESSON_MINUTES = 45
HEADINGS = (
    "objectives",
    "minutes",
    "say",
    "play",
    "predict",
    "run",
    "explain",
    "share",
    "notice",
    "try",
    "extend",
    "answers",
    "wrong",
    "sheet",
)
"""The parts of every plan, in order."""
TEACHER_PARTS = ("say", "answers", "wrong")
"""Parts that only the teacher's notebook has."""
LATER_PARTS = ("notice", "try", "extend")
"""Parts that reveal the outcome, or hint at it; students receive them after predicting."""
MINUTE_PARTS = ("begin", "play", "predict", "run", "explain", "share", "close")
"""The activities of a lesson for which minutes are planned."""


class PlannedMinutes(TypedDict, total=False):
    """An activity of the lesson: what the teacher does and says."""

    part: str
    minutes: int
    do: str
    say: list[str]


class PlannedPlay(TypedDict, total=False):
    """A game or a step of a lesson to be played."""

    title: str
    text: str
    lesson: str
    step: str
    game: str
    seed: int
    bot: str
    seat: str


Prediction = TypedDict(
    "Prediction",
    {"id": str, "ask": str, "by": str, "way": str, "pick": str, "is": str, "untold": bool, "puzzle": str, "side": str,
     "cause": str, "game": str, "changes": dict[str, int], "why": str},
    total=False,
)  # fmt: skip
"""A prediction; the module `predictions` describes the possible subjects."""


class PlannedExplanation(TypedDict, total=False):
    """A question to explain, with the expected answer and the claims behind it; or just a topic to discuss."""

    id: str
    ask: str
    answer: str
    holds: list[str]
    talk: bool


class PlannedTrouble(TypedDict, total=False):
    """A common problem, and its remedy."""

    what: str
    do: str


class NotebookCell(TypedDict, total=False):
    """A cell with code in a part of the notebook."""

    part: str
    text: str
    code: str


TABLE_ROWS: Mapping[str, type] = {
    "minute": PlannedMinutes,
    "play": PlannedPlay,
    "predict": Prediction,
    "explain": PlannedExplanation,
    "wrong": PlannedTrouble,
    "cell": NotebookCell,
}
"""The rows of each table."""
KNOWN_ENTRIES: Mapping[str, tuple[str, ...]] = {
    "": ("title", "question", "text", "needs", "homework", "homework_lessons", "without", "count", "own_prediction",
         "sentence", "ways", "objectives", "share", "notice", "try", "extend",
         "minute", "play", "predict", "explain", "wrong", "cell"),
    **{table: tuple(row.__annotations__) for table, row in TABLE_ROWS.items()},
}  # fmt: skip
"""The entries allowed in each table."""
HIDDEN_FROM_STUDENTS: Mapping[str, tuple[str, ...]] = {
    "": ("needs", "wrong", "homework", "homework_lessons", "without"),
    "minute": ("say",),
    "predict": ("why",),
    "explain": ("answer", "holds", "talk"),
}
"""The entries removed for students, for each table."""


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """A lesson plan. name : its file. data : its entries. teacher : whether the teacher's entries are included."""

    name: str
    data: Mapping[str, Any]
    teacher: bool = True

    def __getitem__(self, key: str) -> Any:
        """Return an entry; "" if it is missing."""
        return self.data.get(key, "")

    @overload
    def rows(self, table: Literal["minute"]) -> list[PlannedMinutes]: ...
    @overload
    def rows(self, table: Literal["play"]) -> list[PlannedPlay]: ...
    @overload
    def rows(self, table: Literal["predict"]) -> list[Prediction]: ...
    @overload
    def rows(self, table: Literal["explain"]) -> list[PlannedExplanation]: ...
    @overload
    def rows(self, table: Literal["wrong"]) -> list[PlannedTrouble]: ...
    @overload
    def rows(self, table: Literal["cell"]) -> list[NotebookCell]: ...
    def rows(self, table: str) -> Sequence[object]:
        """Return the rows of a table: "minute", "play", "predict", "explain", "wrong" or "cell"."""
        return list(self.data.get(table, ()))

    def headings(self) -> tuple[str, ...]:
        """Return the parts of the notebook, in order."""
        return HEADINGS if self.teacher else tuple(one for one in HEADINGS if one not in TEACHER_PARTS)

    def for_student(self) -> LessonPlan:
        """Return the plan without the teacher's entries."""
        data: dict[str, Any] = {}
        for key, value in self.data.items():
            if key in HIDDEN_FROM_STUDENTS[""]:
                continue
            hidden = HIDDEN_FROM_STUDENTS.get(key, ())
            listed = key in KNOWN_ENTRIES
            data[key] = [{k: v for k, v in row.items() if k not in hidden} for row in value] if listed else value
        return LessonPlan(self.name, data, teacher=False)


def list_plans() -> list[LessonPlan]:
    """Return all plans in order, in the teacher's version."""
    return [read_plan(name) for name in PLAN_ORDER if (PLANS_FOLDER / f"{name}.toml").exists()]


def read_plan(name: str) -> LessonPlan:
    """Read a plan in the teacher's version. Raises DataError if it is unknown or invalid."""
    path = PLANS_FOLDER / f"{name}.toml"
    if name not in PLAN_ORDER or not path.exists():
        known = [one for one in PLAN_ORDER if (PLANS_FOLDER / f"{one}.toml").exists()]
        raise DataError("lesson plan", f"there is no plan {name!r}.", did_you_mean(name, known))
    data = read_toml(path)
    _check(data, path)
    return LessonPlan(name, data)


def _check(data: Mapping[str, Any], path: Path) -> None:
    for table, known in KNOWN_ENTRIES.items():
        for number, row in enumerate(data.get(table, ()) if table else (data,)):
            where = f"{path}, {table} {number + 1}" if table else str(path)
            unknown = [key for key in row if key not in known]
            if unknown:
                raise DataError(where, f"unknown entry {unknown[0]!r}.", f"Known: {', '.join(known)}.")
    parts = [row["part"] for row in data["minute"]]
    if [part for part in parts if part not in MINUTE_PARTS]:
        raise DataError(str(path), f"the parts are {parts}.", f"Known: {', '.join(MINUTE_PARTS)}.")
    total = sum(row["minutes"] for row in data["minute"])
    if total != LESSON_MINUTES:
        raise DataError(str(path), f"the minutes add up to {total}.", f"A lesson has {LESSON_MINUTES}.")
    for row in data["explain"]:
        if bool(row.get("holds")) == bool(row.get("talk")):
            what = f"the answer to {row['id']} is neither held nor a talking point, or both."
            raise DataError(str(path), what, "Give `holds` with claims, or `talk = true`.")
