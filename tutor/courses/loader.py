"""Courses: which lessons a game has, in which order, and the game's pages that are not lessons.

`tutor/courses/<game>.toml` lists the parts in order, each with a line about it and the chapters of the rulebook that it
introduces. Without such a file the lesson files form the course, in the order of their numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engines.book.rulebook import read_toml
from engines.errors import DataError
from tutor.boards.presentation import FOLDER as LOOKS
from tutor.boards.presentation import load_look
from tutor.lessons.loader import FOLDER as LESSONS
from tutor.lessons.loader import minutes_of
from tutor.navigation.links import has_page

FOLDER = Path(__file__).parent
PAGES_BEHIND = ("mined", "practice", "exam")
"""The pages that follow the lessons on a game's path, if there is a notebook of that name."""
PART_ENTRIES = ("lesson", "line", "chapters")
RECALL, MOST_RECALLED = 3, 2
"""The level of steps that are recalled without help, and the maximum number of such steps with which a lesson may open.
"""


@dataclass(frozen=True, slots=True)
class LessonOutline:
    """A lesson as listed on pages: a `name` such as "altaria/04_attacking", its title, and its steps as in the file."""

    name: str
    title: str
    rows: tuple[dict[str, Any], ...]

    @property
    def steps(self) -> tuple[str, ...]:
        """The ids of its steps."""
        return tuple(row["id"] for row in self.rows)

    @property
    def sort(self) -> str:
        """The kind of page: "puzzles" if most of its steps are to be solved, otherwise "lesson"."""
        return "puzzles" if 2 * sum(row["kind"] == "solve" for row in self.rows) > len(self.rows) else "lesson"

    def minutes(self, done: Container[str] = ()) -> int:
        """Return the minutes that a newcomer needs for the steps not yet done."""
        return minutes_of(row for row in self.rows if row["id"] not in done)

    @property
    def page(self) -> str:
        """The path of its notebook."""
        return f"{self.name}.ipynb"


@dataclass(frozen=True, slots=True)
class CoursePart:
    """One part of a course: a lesson, a line about it, and the chapters of the rulebook that it introduces."""

    lesson: LessonOutline
    line: str = ""
    chapters: tuple[int, ...] = ()

    @property
    def sections(self) -> dict[str, tuple[str, ...]]:
        """The ids of its steps by purpose (recall, steps, checkout, game), for those purposes that occur.

        A lesson opens with steps that recall earlier lessons, and ends with the check-out (proved puzzles) and a short
        game.
        """
        rows = self.lesson.rows
        recalled = 0
        while recalled < MOST_RECALLED and rows[recalled].get("level") == RECALL:
            recalled += 1
        end = len(rows)
        while end and rows[end - 1]["kind"] == "play":
            end -= 1
        proved = end
        while proved and rows[proved - 1]["kind"] == "solve":
            proved -= 1
        proved = proved if self.lesson.sort == "lesson" else end
        steps = self.lesson.steps
        found = {
            "recall": steps[:recalled],
            "steps": steps[recalled:proved],
            "checkout": steps[proved:end],
            "game": steps[end:],
        }
        return {name: ids for name, ids in found.items() if ids}

    @property
    def game(self) -> str:
        """The title of its short game; "" if it has none."""
        return str(self.lesson.rows[-1]["title"]) if self.lesson.rows[-1]["kind"] == "play" else ""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game: its lessons in order, and the names of the pages that follow them."""

    game: str
    parts: tuple[CoursePart, ...]
    tail: tuple[str, ...]


def games_by_place() -> list[str]:
    """Return the names of all games that have a presentation, in the order of their `place`."""
    return sorted((path.stem for path in LOOKS.glob("*.toml")), key=lambda name: (load_look(name)["place"], name))


def course_lessons(game: str) -> list[LessonOutline]:
    """Return the lessons of a game that can be opened, in the order of its course."""
    return [part.lesson for part in load_course(game).parts]


@cache
def load_course(game: str) -> Course:
    """Return the course of a game: its lessons that have a notebook of the same name.

    Raises DataError, naming the file and entry, if the course lists a lesson twice or has an invalid entry.
    """
    found = {outline.name.split("/")[1]: outline for outline in _outlines(game)}
    rows = _rows(game)
    known = [row["lesson"] for row in rows]
    rows += [{"lesson": name} for name in found if name not in known]
    parts = tuple(
        CoursePart(found[row["lesson"]], row.get("line", ""), tuple(row.get("chapters", ())))
        for row in rows
        if row["lesson"] in found
    )
    tail = tuple(name for name in PAGES_BEHIND if name not in found and has_page(f"{game}/{name}.ipynb"))
    return Course(game, parts, tail)


def _rows(game: str) -> list[Mapping[str, Any]]:
    """Return the rows of a game's course file; [] if there is no file."""
    path = FOLDER / f"{game}.toml"
    if not path.exists():
        return []
    rows: list[Mapping[str, Any]] = read_toml(path).get("part", [])
    for number, row in enumerate(rows, 1):
        where = f"{path}, part {number}"
        for key in row:
            if key not in PART_ENTRIES:
                raise DataError(where, f"unknown entry {key!r}.", f"Known: {', '.join(PART_ENTRIES)}.")
        if not row.get("lesson"):
            raise DataError(where, "names no lesson.", "Say which with lesson = ...")
        if [other.get("lesson") for other in rows].count(row["lesson"]) > 1:
            raise DataError(where, f"lesson {row['lesson']!r} is named twice.", "Leave one of them out.")
    return rows


def _outlines(game: str) -> list[LessonOutline]:
    """Return the lessons of a game that have a notebook, in the order of their file names."""
    found = []
    for path in sorted((LESSONS / game).glob("*.toml")):
        if not has_page(f"{game}/{path.stem}.ipynb"):
            continue
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found.append(LessonOutline(f"{game}/{path.stem}", data["title"], tuple(data["step"])))
    return found
