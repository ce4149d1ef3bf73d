"""What a teacher can do next about a clause: put a question to the class, or open the step that teaches it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.errors import TebikiError
from tutor.classroom import questions
from tutor.classroom.report import Report
from tutor.courses.loader import course_lessons
from tutor.coverage.taught_clauses import load_taught
from tutor.learners.learner_standing import question_targets
from tutor.navigation.links import has_page, page_link
from tutor.practice.starters import load_starters

ASK_PAGE = "classroom/ask.ipynb"
MOST_PARTS, MOST_KEPT = 4, 4
"""Maximum number of parts of a step, and of stored practice questions, that are examined to find a question."""


def question_about(report: Report, clause: str) -> str:
    """Return the id of a question whose answer rests on a clause, preferably one the class missed; or ""."""
    for id in _candidates(report, clause):
        try:
            found = questions.pose_question(id).question
        except TebikiError:
            continue
        if any(fact.clause == clause for verdict in found.verdicts for fact in verdict.facts):
            return id
    return ""


def _candidates(report: Report, clause: str) -> Iterator[str]:
    own = {one.id for one in questions.question_chapters(report.game)}
    for lesson, step in report.missed_in(clause):
        if lesson in own:
            yield from (f"{lesson}/{step}/{part}" for part in range(MOST_PARTS))
    about = question_targets(report.game).about
    kept = [
        one for one in load_starters(report.game).values() if clause in about.get(one.aim, ()) and clause in one.clauses
    ]
    yield from (f"{report.game}/{questions.PRACTICE}/{one.id}/0" for one in kept[:MOST_KEPT])


def step_about(game: str, clause: str) -> tuple[str, str] | None:
    """Return the step that teaches a clause, as (lesson, step); None if no lesson of the course does.

    Of several, the one in which the clause comes earliest among what it teaches, and then the one that teaches least.
    """
    own = {one.name for one in course_lessons(game)}
    found = []
    for name, clauses in load_taught(game).items():
        lesson, _, step = name.rpartition("/")
        if clause in clauses and f"{game}/{lesson}" in own:
            found.append((clauses.index(clause), len(clauses), f"{game}/{lesson}", step))
    return min(found)[2:] if found else None


def teaching_step(report: Report, clause: str) -> tuple[str, str]:
    """Return the text key and the address of the button for a clause: ask a question, open a step, or show the rule."""
    asked = question_about(report, clause) if has_page(ASK_PAGE) else ""
    if asked:
        return "ask", page_link(ASK_PAGE, question=asked)
    taught = step_about(report.game, clause)
    if taught is not None:
        lesson, step = taught
        pages = {one.name: one.page for one in course_lessons(report.game)}
        return "step", page_link(pages[lesson], step=step)
    return "rule", page_link(f"{report.game}/rulebook.ipynb", clause=clause)
