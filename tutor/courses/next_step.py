"""Chooses what the learner should do next in a game, in about ten minutes, behind one button."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from tutor.courses import course_standing
from tutor.courses.course_standing import DueQuestions, PartStanding
from tutor.courses.loader import Course
from tutor.navigation.links import has_page, page_link
from tutor.summary import Summary
from tutor.text import format_message

PRACTICE, PLAY = "practice.ipynb", "play.ipynb"


class AskingReason(TypedDict):
    """A reason for asking questions: a mark for each question, and a line of text."""

    marks: list[str]
    text: str


class NextPanel(TypedDict):
    """What to do next, with one button.

    sort : practice, lesson, puzzles or play. game : the game's title, if the page covers several games.
    """

    sort: str
    badge: str
    title: str
    reasons: list[AskingReason]
    button: str
    href: str
    note: str
    game: NotRequired[str]


def next_panel(course: Course, summary: Summary, asked: DueQuestions, language: str) -> NextPanel | None:
    """Return the panel with the one button; None if there is nothing to do.

    Due questions come first, then the current or next lesson; after the last lesson, questions about new rules, and a
    full game if there is nothing left to ask. The note says what will be due tomorrow.
    """
    panel = _today(course, summary, asked, language)
    if panel is not None and asked.tomorrow:
        coming = course_text("tomorrow", language, count=asked.tomorrow)
        panel["note"] = f"{panel['note']} · {coming}" if panel["note"] else coming
    return panel


def _today(course: Course, summary: Summary, asked: DueQuestions, language: str) -> NextPanel | None:
    here = course_standing.current_part(course_standing.part_standings(course, summary))
    practice = asked.count > 0 and has_page(f"{course.game}/{PRACTICE}")
    if practice and (asked.due or asked.belief or here is None):
        return _questions(course.game, asked, language)
    if here is not None:
        return _lesson(here, language)
    return _whole_game(course.game, language) if has_page(f"{course.game}/{PLAY}") else None


def course_text(key: str, language: str, **facts: object) -> str:
    """Return one of the course page's texts, by key."""
    return format_message(f"course.{key}", language, **facts)


def _questions(game: str, asked: DueQuestions, language: str) -> NextPanel:
    sorts = {"due": asked.due, "belief": asked.belief, "new": asked.new}
    reasons: list[AskingReason] = [
        {
            "marks": [name] * count,
            "text": course_text(f"reason_{name}", language, count=count)
            + (f": {asked.belief_says}" if name == "belief" and asked.belief_says else ""),
        }
        for name, count in sorts.items()
        if count
    ]
    key = "questions" if asked.count > 1 else "question"
    return {
        "sort": "practice",
        "badge": course_text("today", language),
        "title": course_text(key, language, count=asked.count, minutes=_minutes(asked.minutes, language)),
        "reasons": reasons,
        "button": course_text("begin", language),
        "href": page_link(f"{game}/{PRACTICE}"),
        "note": "",
    }


def _minutes(count: int, language: str) -> str:
    return course_text("one_minute" if count == 1 else "some_minutes", language, count=count)


def _lesson(here: PartStanding, language: str) -> NextPanel:
    begun = here.state == "begun"
    steps = here.part.lesson.steps
    place = course_text("step", language, place=steps.index(here.next) + 1, count=len(steps)) if begun else ""
    return {
        "sort": here.part.lesson.sort,
        "badge": place or course_text("today", language),
        "title": here.part.lesson.title,
        "reasons": [{"marks": [], "text": here.part.line}] if here.part.line else [],
        "button": course_text("go_on" if begun else "begin", language),
        "href": page_link(here.part.lesson.page, step=here.next),
        "note": course_text("left_here" if begun else "about", language, minutes=here.minutes),
    }


def _whole_game(game: str, language: str) -> NextPanel:
    return {
        "sort": "play",
        "badge": course_text("today", language),
        "title": course_text("all_done", language),
        "reasons": [],
        "button": course_text("play", language),
        "href": page_link(f"{game}/{PLAY}"),
        "note": "",
    }
