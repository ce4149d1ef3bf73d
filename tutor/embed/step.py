"""A user's own lesson step in any notebook: written and played as in a lesson, but not stored as progress."""

from __future__ import annotations

from pathlib import Path

from engines.errors import DataError, TebikiError
from tutor.boards.stage import Stage
from tutor.embed.reading import read_document
from tutor.lessons.loader import LESSON_ENTRIES, Lesson, lesson_of
from tutor.lessons.page import LessonPage

OWN_STEP = "my step"


def own_lesson(toml: str | Path) -> Lesson:
    """Return a lesson from a text or a file: a whole lesson, or a single step with its game.

    Raises DataError, giving the file (or "step"), step, entry and remedy, if it is invalid.
    """
    data, where = read_document(toml, "step")
    if "step" not in data:
        shared = {key: value for key, value in data.items() if key in LESSON_ENTRIES and key != "title"}
        step = {key: value for key, value in data.items() if key not in shared}
        data = shared | {"step": [{"id": OWN_STEP, "title": OWN_STEP} | step]}
    data.setdefault("title", OWN_STEP)
    return lesson_of(data, Path(where))


def open_step(toml: str | Path, id: str | None = None) -> Stage:
    """Return your own lesson step, played as in a lesson; it does not count as progress.

    >>> tutor.step("my_step.toml")

    Parameters
    ----------
    toml
        The text or the path of a file as described in `docs/lessons.md`: a lesson, or the entries of one step preceded
        by `game = "..."`.
    id
        The step of a lesson; by default the first.

    Raises
    ------
    DataError
        If it has an error; the message gives the file, the step, the entry and the remedy.
    """
    lesson = own_lesson(toml)
    step = lesson.steps[0] if id is None else lesson.step(id)
    try:
        return LessonPage(lesson, keep=False).stage_of(step)
    except TebikiError as error:
        if step.where in str(error):
            raise
        raise DataError(step.where, str(error), "See docs/lessons.md.") from error
    except Exception as error:  # an error in an entry that the loader does not check
        what = f"cannot be opened ({type(error).__name__}: {error})."
        raise DataError(step.where, what, "Compare it with docs/lessons.md; `tebiki check FILE` says more.") from error
