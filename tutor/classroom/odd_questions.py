"""The questions that students called odd, as the class report shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engines.errors import TebikiError
from tutor.classroom.questions import PRACTICE, pose_question
from tutor.classroom.report import Report, Student
from tutor.classroom.teaching_steps import ASK_PAGE
from tutor.courses.loader import course_lessons
from tutor.event_log import EXAM_NAMES, Event
from tutor.learners.item_figures import MADE_LESSONS
from tutor.lessons.loader import Lesson, Step
from tutor.lessons.replay import step_of
from tutor.navigation.links import has_page, page_link

MOST_SHOWN = 20
"""Maximum number of questions listed; a practice question must be generated to be named."""
STEP_PREFIX = "step/"
"""The first part of the id of a lesson step that an exam asks."""


class OddQuestion(NamedTuple):
    """A question that students called odd.

    event : one of their reports. names : their pseudonyms. right : how many of them had answered it correctly.
    """

    event: Event
    names: tuple[str, ...]
    right: int


def odd_questions(report: Report) -> list[OddQuestion]:
    """Return the questions that students of a class called odd, those reported by most students first."""
    found: dict[tuple[str, str], dict[str, tuple[Event, bool]]] = {}
    for student in report.counted:
        for event in called_odd(student):
            found.setdefault(place_of_question(event), {})[student.name] = (event, was_right(student, event))
    every = []
    for by_name in found.values():
        events, right = zip(*by_name.values(), strict=True)
        every.append(OddQuestion(events[0], tuple(sorted(by_name)), sum(right)))
    return sorted(every, key=lambda one: (-len(one.names), place_of_question(one.event)))


def called_odd(student: Student) -> list[Event]:
    """Return the events with which a student called questions odd."""
    return [event for _, event in student.events if event.verdict == "odd"]


def place_of_question(event: Event) -> tuple[str, str]:
    """Return the lesson and step of a question, which are the same in practice and in an exam."""
    if is_made(event) and not event.step.startswith(STEP_PREFIX):
        return PRACTICE, event.step
    lesson, _, id = event.step.removeprefix(STEP_PREFIX).rpartition("/")
    return (lesson, id) if lesson and is_made(event) else (event.lesson, event.step)


def is_made(event: Event) -> bool:
    """Return True for questions of practice and of exams."""
    return event.lesson.rpartition("/")[2] in MADE_LESSONS


def was_right(student: Student, odd: Event) -> bool:
    """Return True if the student had answered the question right before calling it odd."""
    answers = [
        event.verdict
        for _, event in student.events
        if (event.lesson, event.step, event.actions) == (odd.lesson, odd.step, odd.actions)
        and event.verdict in ("right", "wrong")
    ]
    return answers[-1:] == ["right"]


def describe_odd_questions(report: Report, say: Callable[..., str]) -> list[dict[str, str]]:
    """Return the rows of the report about questions that were called odd.

    say : returns a text of the report's page, by key.
    """
    return [describe_question(one, report, say) for one in odd_questions(report)[:MOST_SHOWN]]


def describe_question(one: OddQuestion, report: Report, say: Callable[..., str]) -> dict[str, str]:
    """Return a row: where the question is asked, who called it odd, and where it can be looked at."""
    title, to = name_question(one.event, say), link_to_question(one.event, report)
    count = len(one.names)
    told = say("odd_one" if count == 1 else "odd_many", count=count, names=", ".join(one.names))
    told += " " + say("odd_right", right=one.right, count=count)
    return {"title": title, "text": told, "to": to, "button": say("odd_look") if to else ""}


def name_question(event: Event, say: Callable[..., str]) -> str:
    """Return where a question is asked, in a teacher's words."""
    found = find_step(event)
    name = event.lesson.rpartition("/")[2]
    where = "exam" if name in EXAM_NAMES else "practice" if is_made(event) else ""
    if found is None:
        return say("odd_changed", where=say(f"odd_{where}")) if where else say("elsewhere")
    lesson, step = found
    title = step.get("title") or step.id
    if where:
        return f"{say(f'odd_{where}')}: {title}"
    return say("place", lesson=lesson.title, number=step.number, title=title)


def find_step(event: Event) -> tuple[Lesson, Step] | None:
    """Return the lesson and step of a question; None if it is no longer asked in this form."""
    try:
        return step_of(event)
    except TebikiError:
        return None


def can_be_posed(id: str) -> bool:
    """Return True if this question can be put to a class."""
    try:
        pose_question(id)
    except TebikiError:
        return False
    return True


def link_to_question(event: Event, report: Report) -> str:
    """Return the address at which a teacher can look at a question; "" if there is none."""
    if find_step(event) is None:
        return ""
    lesson, step = place_of_question(event)
    if lesson == PRACTICE:
        id = f"{report.game}/{PRACTICE}/{step}/0"
        return page_link(ASK_PAGE, question=id) if has_page(ASK_PAGE) and can_be_posed(id) else ""
    pages = {one.name: one.page for one in course_lessons(report.game)}
    return page_link(pages[lesson], step=step) if lesson in pages else ""
