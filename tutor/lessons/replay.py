"""A logged do or solve step, played again: the engine must allow what the log says, and it must come out as told."""

from __future__ import annotations

from functools import cache

from engines.core.errors import TebikiError
from tutor.lessons.loader import FOLDER, Lesson, read
from tutor.lessons.page import session
from tutor.lessons.playing import Do
from tutor.progress import ANSWERS, Event

JUDGED = (*ANSWERS, "refused")


def plays(event: Event) -> bool:
    """Return False for an event that its lesson step and the engine contradict.

    True also for what cannot be played again: another kind of step, or one that is not here.
    """
    return _plays(event.lesson, event.step, event.verdict, event.actions, int(event.seed))


@cache
def _plays(name: str, id: str, verdict: str, actions: tuple[str, ...], seed: int) -> bool:
    lesson = _lesson(name)
    if lesson is None or verdict not in JUDGED:
        return True
    step = next((step for step in lesson.steps if step.id == id), None)
    if step is None or step.kind not in ("do", "solve"):
        return True
    run = session(lesson, step, seed=seed)
    assert isinstance(run, Do)
    *moves, last = (*actions, "") if verdict != "refused" else actions or ("",)
    try:
        return all(made(run, text) for text in moves) and came_out(run, verdict, last)
    except TebikiError:
        return False


@cache
def _lesson(name: str) -> Lesson | None:
    path = next((path for path in FOLDER.glob("*/*.toml") if f"{path.parent.name}/{path.stem}" == name), None)
    return read(path) if path else None


def made(run: Do, text: str) -> bool:
    """Make the move that `text` means, with all answers; False if it is none here."""
    number = next((at for at, move in enumerate(run.table.moves()) if move.text == text), None)
    if number is None or run.lost or run.done:
        return False
    run.act(number)
    return True


def came_out(run: Do, verdict: str, tried: str) -> bool:
    """Return True if the step stands as the verdict says."""
    if verdict == "refused":
        attempt = run.table.read_try(tried)
        return attempt is not None and bool(attempt.reasons)
    return run.lost if verdict == "wrong" else run.done or run.reached
