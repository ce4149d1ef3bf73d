"""The right ten minutes: what a learner does next in a game, behind one button."""

from __future__ import annotations

from math import ceil
from typing import Any

from tutor.app.links import has_page, link, query
from tutor.courses import standing
from tutor.courses.loader import Course
from tutor.courses.standing import Place
from tutor.learners.choosing import SHARED
from tutor.learners.standing import Standing
from tutor.summary import Summary
from tutor.text import say

PRACTICE, PLAY = "practice.ipynb", "play.ipynb"
MARKS = 8
"""At most so many questions of one sort are drawn one by one."""


def today(course: Course, summary: Summary, known: Standing, language: str) -> dict[str, Any] | None:
    """Return the panel with the one button, None where there is nothing to do.

    It has `sort` (practice, lesson, puzzles or play), `badge`, `title`, `reasons`, `button`, `href` and `note`.

    First what is to be asked again, then the lesson that is begun or the next one; after the last lesson what is new
    in practice, and a whole game when nothing is left to ask.
    """
    here = standing.current(standing.places(course, summary))
    practice = known.questions > 0 and has_page(f"{course.game}/{PRACTICE}")
    if practice and (known.due or known.beliefs or here is None):
        return _questions(course.game, known, language)
    if here is not None:
        return _lesson(here, language)
    return _whole_game(course.game, language) if has_page(f"{course.game}/{PLAY}") else None


def told(key: str, language: str, **facts: Any) -> str:
    """Return words of the course page."""
    return say(f"course.{key}", language, **facts)


def _to(page: str, **options: Any) -> str:
    return link(page, lang=query().get("lang"), **options)


def _questions(game: str, known: Standing, language: str) -> dict[str, Any]:
    sorts = _sorts(known)
    reasons: list[dict[str, Any]] = [
        {"marks": [name] * min(count, MARKS), "text": told(f"reason_{name}", language, count=count)}
        for name, count in sorts.items()
        if count
    ]
    for reason in reasons:
        if reason["marks"][0] == "belief":
            reason["text"] += f": {known.beliefs[0].sentence}"
    return {
        "sort": "practice",
        "badge": told("today", language),
        "title": told("questions", language, count=known.questions, minutes=known.minutes),
        "reasons": reasons,
        "button": told("begin", language),
        "href": _to(f"{game}/{PRACTICE}"),
        "note": "",
    }


def _sorts(known: Standing) -> dict[str, int]:
    """Return how many of today's questions are for what is due, on a belief, and on what is new."""
    due = min(ceil(len(known.due) / SHARED), known.questions)
    belief = min(2 * len(known.beliefs), known.questions - due)
    return {"due": due, "belief": belief, "new": known.questions - due - belief}


def _lesson(here: Place, language: str) -> dict[str, Any]:
    begun = here.state == "begun"
    steps = here.part.lesson.steps
    place = told("step", language, place=steps.index(here.next) + 1, count=len(steps)) if begun else ""
    return {
        "sort": here.part.lesson.sort,
        "badge": place or told("today", language),
        "title": here.part.lesson.title,
        "reasons": [{"marks": [], "text": here.part.line}] if here.part.line else [],
        "button": told("go_on" if begun else "begin", language),
        "href": _to(here.part.lesson.page, step=here.next),
        "note": told("left_here" if begun else "about", language, minutes=here.minutes),
    }


def _whole_game(game: str, language: str) -> dict[str, Any]:
    return {
        "sort": "play",
        "badge": told("today", language),
        "title": told("all_done", language),
        "reasons": [],
        "button": told("play", language),
        "href": _to(f"{game}/{PLAY}"),
        "note": "",
    }
