"""What every step of a course tells, kept as one file a game: pages need it, and it takes seconds to find it out.

A step tells what it shows and what it asks for: of that the verdict has said it.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from pathlib import Path

from tutor.coverage.route import Place, route
from tutor.files import write_whole

FOLDER = Path(__file__).parent / "taught"


def path_of(game: str) -> Path:
    """Return the file of a game."""
    return FOLDER / f"{game}.json"


@functools.cache
def taught(game: str) -> dict[str, tuple[str, ...]]:
    """Return the clauses that each step of a game's course tells, by "lesson/step"; {} if none are kept."""
    path = path_of(game)
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {name: tuple(clauses.split()) for name, clauses in found.items()}


def told_by(place: Place) -> tuple[str, ...]:
    """Return the clauses that a step tells."""
    return tuple(dict.fromkeys((*place.covered.shows, *place.covered.asks)))


def text_of(places: Iterable[Place]) -> str:
    """Return the file of some steps."""
    rows = {str(place): " ".join(told_by(place)) for place in places}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(clauses)}" for name, clauses in sorted(rows.items()))
    return f"{{\n{lines}\n}}\n"


def write(game: str) -> None:
    """Find out what the steps of a game's course tell, and keep it."""
    write_whole(path_of(game), text_of(route(game).places))
    taught.cache_clear()
