"""Results from trying the counter-rules on steps, stored in one file per game because they take seconds per step."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from tutor.coverage.answers import StepDependence, step_dependence
from tutor.files import write_whole
from tutor.lessons.loader import Lesson, Step

FOLDER = Path(__file__).parent / "decided"


def kept_name(lesson: Lesson, step: Step) -> str:
    """Return the name under which a step is stored."""
    return f"{lesson.path.stem}/{step.id}"


def step_digest(step: Step) -> str:
    """Return a digest that changes with anything in a step's text, except its prose."""
    said = {key: value for key, value in step.data.items() if key not in PROSE_ENTRIES}
    text = json.dumps([said, step.position], sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:10]


PROSE_ENTRIES = ("title", "text", "goal", "nudge", "after", "seconds", "level", "meets", "shows", "asks", "say")
"""Entries of a step that do not affect the result."""


def kept_path(game: str) -> Path:
    """Return the file with a game's results."""
    return FOLDER / f"{game}.json"


@functools.cache
def _kept(path: Path, stamp: int) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def kept_rows(game: str) -> dict[str, dict[str, str]]:
    """Return the stored results of a game, by the names of steps."""
    path = kept_path(game)
    return _kept(path, path.stat().st_mtime_ns) if path.exists() else {}


def kept_row(lesson: Lesson, step: Step) -> StepDependence | None:
    """Return the stored result of a step; None if there is none, or if the step has changed since it was stored."""
    row = kept_rows(lesson.path.parent.name).get(kept_name(lesson, step))
    if row is None or row["of"] != step_digest(step):
        return None
    return StepDependence(*(tuple(row[key].split()) for key in ("decides", "same", "seen")))


def make_kept_row(lesson: Lesson, step: Step) -> dict[str, str]:
    """Find out what a step depends on, and return it in the form that is stored."""
    now = step_dependence(lesson, step)
    lists = {"decides": now.clauses, "same": now.indifferent, "seen": now.seen}
    return {"of": step_digest(step)} | {key: " ".join(sorted(clauses)) for key, clauses in lists.items()}


def update_kept(game: str, steps: Iterable[tuple[Lesson, Step]], anew: bool = False) -> int:
    """Compute and store missing results, or all results with `anew`; return the number of steps examined."""
    before, after, count = kept_rows(game), dict[str, dict[str, str]](), 0
    for lesson, step in steps:
        name = kept_name(lesson, step)
        if anew or kept_row(lesson, step) is None:
            after[name], count = make_kept_row(lesson, step), count + 1
        else:
            after[name] = before[name]
    if after != before:
        lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(after.items()))
        write_whole(kept_path(game), f"{{\n{lines}\n}}\n")
    return count
