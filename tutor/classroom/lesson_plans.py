"""Lesson plans: a lesson of 45 minutes, written once, from which the teacher's and the student's notebook come.

A plan is a file in `plans`. What a student must not read (what the teacher says, expected answers, what goes wrong)
stands in entries that `student` leaves out, so that it cannot get into a student's notebook.

>>> [plan.name for plan in plans()][:1]
['resources']
>>> read("resources").for_student().rows("explain")[0].get("answer") is None
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict, overload

from engines.book.rulebook import read_toml
from engines.errors import DataError

FOLDER = Path(__file__).with_name("plans")
ORDER = (
    "resources",
    "tempo",
    "interaction",
    "catch_up",
    "chance_and_skill",
    "hidden_information",
    "learning_curve",
    "own_game",
)
"""The plans in the order in which a course of lessons would take them."""

MINUTES = 45
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
"""The parts of every plan, in their order."""
TEACHERS = ("say", "answers", "wrong")
"""Parts that only the teacher's notebook has."""
LATER = ("notice", "try", "extend")
"""Parts that tell what turns out, or nearly: students are sent them when they have predicted."""
PARTS = ("begin", "play", "predict", "run", "explain", "share", "close")
"""What the minutes are spent on."""


class Minute(TypedDict, total=False):
    """A part of the lesson, and what is done and said in it."""

    part: str
    minutes: int
    do: str
    say: list[str]


class Played(TypedDict, total=False):
    """What is played: a step of a lesson, or a game."""

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
"""What is predicted; `predictions` says what it may be about."""


class Explanation(TypedDict, total=False):
    """What is explained, the expected answer, and the claims it rests on; or it is only talked about."""

    id: str
    ask: str
    answer: str
    holds: list[str]
    talk: bool


class Trouble(TypedDict, total=False):
    """What goes wrong, and what to do then."""

    what: str
    do: str


class Cell(TypedDict, total=False):
    """A cell with code in a part of the notebook."""

    part: str
    text: str
    code: str


ROWS: Mapping[str, type] = {
    "minute": Minute,
    "play": Played,
    "predict": Prediction,
    "explain": Explanation,
    "wrong": Trouble,
    "cell": Cell,
}
"""The rows of each table."""
ENTRIES: Mapping[str, tuple[str, ...]] = {
    "": ("title", "question", "text", "needs", "count", "sentence", "ways", "objectives", "share", "notice", "try",
         "extend", "minute", "play", "predict", "explain", "wrong", "cell"),
    **{table: tuple(row.__annotations__) for table, row in ROWS.items()},
}  # fmt: skip
"""What may be written, by table."""
HIDDEN: Mapping[str, tuple[str, ...]] = {
    "": ("needs", "wrong"),
    "minute": ("say",),
    "predict": ("why",),
    "explain": ("answer", "holds", "talk"),
}
"""What is left out for students, by table."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A lesson plan. name : of its file. data : what stands in it. teacher : whether the teacher's entries are in."""

    name: str
    data: Mapping[str, Any]
    teacher: bool = True

    def __getitem__(self, key: str) -> Any:
        """Return an entry; an empty text for one that is not there."""
        return self.data.get(key, "")

    @overload
    def rows(self, table: Literal["minute"]) -> list[Minute]: ...
    @overload
    def rows(self, table: Literal["play"]) -> list[Played]: ...
    @overload
    def rows(self, table: Literal["predict"]) -> list[Prediction]: ...
    @overload
    def rows(self, table: Literal["explain"]) -> list[Explanation]: ...
    @overload
    def rows(self, table: Literal["wrong"]) -> list[Trouble]: ...
    @overload
    def rows(self, table: Literal["cell"]) -> list[Cell]: ...
    def rows(self, table: str) -> Sequence[object]:
        """Return the rows of a table: "minute", "play", "predict", "explain", "wrong" or "cell"."""
        return list(self.data.get(table, ()))

    def headings(self) -> tuple[str, ...]:
        """Return the parts that the notebook has, in their order."""
        return HEADINGS if self.teacher else tuple(one for one in HEADINGS if one not in TEACHERS)

    def for_student(self) -> Plan:
        """Return the plan without what only a teacher may read."""
        data: dict[str, Any] = {}
        for key, value in self.data.items():
            if key in HIDDEN[""]:
                continue
            hidden = HIDDEN.get(key, ())
            listed = key in ENTRIES
            data[key] = [{k: v for k, v in row.items() if k not in hidden} for row in value] if listed else value
        return Plan(self.name, data, teacher=False)


def plans() -> list[Plan]:
    """Return the plans that there are, in their order, as the teacher has them."""
    return [read(name) for name in ORDER if (FOLDER / f"{name}.toml").exists()]


def read(name: str) -> Plan:
    """Return a plan as the teacher has it. Raises DataError for an unknown one, or for one that is written wrongly."""
    path = FOLDER / f"{name}.toml"
    if name not in ORDER or not path.exists():
        known = ", ".join(one for one in ORDER if (FOLDER / f"{one}.toml").exists())
        raise DataError("lesson plan", f"there is no plan {name!r}.", f"Plans: {known}.")
    data = read_toml(path)
    _check(data, path)
    return Plan(name, data)


def _check(data: Mapping[str, Any], path: Path) -> None:
    for table, known in ENTRIES.items():
        for number, row in enumerate(data.get(table, ()) if table else (data,)):
            where = f"{path}, {table} {number + 1}" if table else str(path)
            unknown = [key for key in row if key not in known]
            if unknown:
                raise DataError(where, f"unknown entry {unknown[0]!r}.", f"Known: {', '.join(known)}.")
    parts = [row["part"] for row in data["minute"]]
    if [part for part in parts if part not in PARTS]:
        raise DataError(str(path), f"the parts are {parts}.", f"Known: {', '.join(PARTS)}.")
    total = sum(row["minutes"] for row in data["minute"])
    if total != MINUTES:
        raise DataError(str(path), f"the minutes add up to {total}.", f"A lesson has {MINUTES}.")
    for row in data["explain"]:
        if bool(row.get("holds")) == bool(row.get("talk")):
            what = f"the answer to {row['id']} is neither held nor a talking point, or both."
            raise DataError(str(path), what, "Give `holds` with claims, or `talk = true`.")
