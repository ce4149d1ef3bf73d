"""The rows of an exam report: each answer with its verdict, the right answer, and the clauses behind it."""

from __future__ import annotations

from collections.abc import Iterable

from engines.errors import DataError
from engines.game import Game
from tutor.courses.exam import Exam, GivenAnswer
from tutor.courses.exam_question import answer_in_words, clauses_to_tell, replay_answer_to
from tutor.matches import feedback
from tutor.text import end_sentence, format_message

MOST_CLAUSES, MOST_TO_PRACTISE = 4, 12
"""Maximum number of clauses shown with an answer, and on the printed sheet."""


def is_here(exam: Exam, given: GivenAnswer) -> bool:
    """Return True if the question of an answer can still be made.

    It may be gone if the exam was begun with older code.
    """
    try:
        return bool(exam.drawer.again(given.id))
    except DataError:
        return False


def told_clauses(game: Game, ids: Iterable[str]) -> list[dict[str, str]]:
    """Return clauses with their ids, titles and texts, each once, at most MOST_TO_PRACTISE."""
    known = feedback.known_entries(game, list(dict.fromkeys(ids)))
    return [
        {"id": one["id"], "title": end_sentence(one["title"]), "text": one["text"]} for one in known[:MOST_TO_PRACTISE]
    ]


def missed_clauses(exam: Exam) -> tuple[str, ...]:
    """Return the clauses of the answers that were wrong, each once."""
    wrong = [one for one in exam.answers if not one.right and is_here(exam, one)]
    found = (id for one in wrong for id in exam.drawer.again(one.id).told[:MOST_CLAUSES])
    return tuple(dict.fromkeys(found))


def report_row(exam: Exam, given: GivenAnswer, language: str) -> dict[str, object]:
    """Return the row of the report about an answer."""

    def say(key: str) -> str:
        return format_message(f"exam.{key}", language)

    asked = exam.drawer.again(given.id)
    run = replay_answer_to(asked, given.actions)
    return {
        "place": given.place,
        "right": given.right,
        "word": say("right" if given.right else "missed"),
        "kind": format_message(f"lesson.kind.{asked.step.kind}", language),
        "title": asked.step.get("title"),
        "text": asked.step.get("text"),
        "goal": asked.step.get("goal"),
        "answer": answer_in_words(run, given.actions) or say("nothing" if given.right else "no_answer"),
        "solution": "" if given.right else answer_in_words(run, asked.right) or say("nothing"),
        "clauses": told_clauses(run.lesson.game, clauses_to_tell(asked, run, given.right))[:MOST_CLAUSES],
    }
