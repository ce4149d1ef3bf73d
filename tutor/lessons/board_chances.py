"""The exact chances that a step shows beside the board (`chances`), computed by the solver over all rolls."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from tutor.lessons.goals import chance_of
from tutor.lessons.loader import ChanceRow, Lesson, Step, state_of
from tutor.messages import shapes
from tutor.text import format_message

if TYPE_CHECKING:
    from tutor.lessons.session import Session

LEARNER = 0


CHANCE_CACHE: WeakKeyDictionary[Session, list[tuple[str, Fraction]]] = WeakKeyDictionary()
"""Cache of the chances, by session, because a session is drawn many times."""


def count_chances(lesson: Lesson, step: Step) -> list[tuple[str, Fraction]]:
    """Return the `chances` rows of a step, each with its chance."""
    return [(row["row"], _chance(lesson, step, row)) for row in step.get("chances", ())]


def _chance(lesson: Lesson, step: Step, row: ChanceRow) -> Fraction:
    return chance_of(row["of"], state_of(lesson, step, row.get("change")), row["play"], LEARNER)


def chances_panel(run: Session) -> shapes.About | None:
    """Return the panel beside the board; None if the step has none.

    A watch step shows it from the start, as a worked example. Any other step shows it when it is done, since it would
    give the answer away.
    """
    if not run.step.get("chances") or not (run.done or run.step.kind == "watch"):
        return None
    if run not in CHANCE_CACHE:
        CHANCE_CACHE[run] = count_chances(run.lesson, run.step)
    rows: list[shapes.AboutRow] = [
        {"label": label, "text": chance_in_words(chance, run.language)} for label, chance in CHANCE_CACHE[run]
    ]
    title, text = (format_message(f"lesson.chances.{part}", run.language) for part in ("title", "text"))
    return {"title": title, "text": text, "rows": rows}


def chance_in_words(chance: Fraction, language: str) -> str:
    """Return a chance as a fraction and as a percentage, rounded half up."""
    percent = 100 * chance
    key = "even" if percent.denominator == 1 else "about"
    return format_message(f"lesson.chances.{key}", language, chance=chance, percent=int(percent + Fraction(1, 2)))
