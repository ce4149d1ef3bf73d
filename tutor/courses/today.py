"""The right ten minutes: what a learner does next in a game, behind one button."""

from __future__ import annotations

from typing import Any

from tutor.app.links import has_page, link, query
from tutor.courses import standing
from tutor.courses.loader import Course
from tutor.progress import Summary
from tutor.text import say


def today(course: Course, summary: Summary, language: str) -> dict[str, Any] | None:
    """Return the panel with the one button: `badge`, `title`, `reasons`, `button`, `href`, `note`; None without any.

    A lesson that is begun comes first, then the next one; after the last lesson a whole game.
    """

    def told(key: str, **facts: Any) -> str:
        return say(f"course.{key}", language, **facts)

    def to(page: str, **options: Any) -> str:
        return link(page, lang=query().get("lang"), **options)

    here = standing.current(standing.places(course, summary))
    if here is None:
        page = f"{course.game}/play.ipynb"
        if not has_page(page):
            return None
        return {
            "badge": told("today"),
            "title": told("all_done"),
            "reasons": [],
            "button": told("play"),
            "href": to(page),
            "note": "",
        }
    begun = here.state == "begun"
    steps = here.part.lesson.steps
    return {
        "badge": told("step", place=steps.index(here.next) + 1, count=len(steps)) if begun else told("today"),
        "title": here.part.lesson.title,
        "reasons": [{"marks": [], "text": here.part.line}] if here.part.line else [],
        "button": told("go_on" if begun else "begin"),
        "href": to(here.part.lesson.page, step=here.next),
        "note": told("left_here" if begun else "about", minutes=here.minutes),
    }
