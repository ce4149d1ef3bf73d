"""The clauses that each step of a course teaches, stored in one file per game because computing them takes too long.

A step teaches what it shows, and what it tests, because the verdict states that.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from pathlib import Path

from tutor.coverage.route import PathStep, course_route
from tutor.files import write_whole

FOLDER = Path(__file__).parent / "taught"


def taught_path(game: str) -> Path:
    """Return the file with what a game's steps teach."""
    return FOLDER / f"{game}.json"


@functools.cache
def load_taught(game: str) -> dict[str, tuple[str, ...]]:
    """Return the clauses that each step of a game's course teaches, by "lesson/step"; {} if none are stored."""
    path = taught_path(game)
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {name: tuple(clauses.split()) for name, clauses in found.items()}


def clauses_told_by(place: PathStep) -> tuple[str, ...]:
    """Return the clauses that a step teaches."""
    return tuple(dict.fromkeys((*place.covered.shows, *place.covered.asks)))


def format_taught(places: Iterable[PathStep]) -> str:
    """Format the file for these steps."""
    rows = {str(place): " ".join(clauses_told_by(place)) for place in places}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(clauses)}" for name, clauses in sorted(rows.items()))
    return f"{{\n{lines}\n}}\n"


def save_taught(game: str) -> None:
    """Find out what the steps of a game's course teach, and store that."""
    write_whole(taught_path(game), format_taught(course_route(game).places))
    load_taught.cache_clear()
