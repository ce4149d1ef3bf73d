"""After a first wrong answer: one smaller question about the fact that decides, and then the same question once more.

About what is allowed, it is the question of a requirement ("Is the Guard fatigued?", `[ask]` in a game's words); about
what will happen, see `smaller_prediction`. It is answered with yes or no, counts for nothing and is not logged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from engines.kernel.state import Action, State
from tutor.boards.presentation import load_look
from tutor.messages import shapes
from tutor.messages.clicks import Picks
from tutor.text import format_message

if TYPE_CHECKING:
    from tutor.lessons.session import Session

ITEM = "smaller"
YES, NO = "yes", "no"


class SmallerQuestion(NamedTuple):
    """A question about one fact, and whether the answer is yes."""

    ask: str
    holds: bool


def ask_about_action(
    state: State, seat: int, action: Action, language: str = "en", needs: Iterable[str] = ()
) -> SmallerQuestion | None:
    """Return the question of the first requirement that an action does not meet and that has a question.

    For a legal action it is that of the first requirement that learners may think is not met. Return None if no
    requirement has a question. needs : the requirements to ask about before these.
    """
    doubted = load_look(state.game.name).get("doubted_needs", ())
    checks = state.explain(action, seat)
    failing = [check.requirement for check in checks if not check.met]
    names = failing or [check.requirement for check in checks if check.requirement in doubted]
    for name in dict.fromkeys([*needs, *names]):
        asked = state.game.ask_whether_met(state, action, name, seat, language)
        if asked is not None:
            return SmallerQuestion(*asked)
    return None


def ask_about_first(state: State, seat: int, actions: Iterable[Action], language: str = "en") -> SmallerQuestion | None:
    """Return the smaller question about the first of some actions that has one; None if none has."""
    asked = (ask_about_action(state, seat, action, language) for action in actions)
    return next((one for one in asked if one is not None), None)


def check_answer(run: Session) -> None:
    """Judge the answer of a step; after a first wrong one, ask a smaller question instead of explaining it."""
    if run.smaller is not None:
        return
    asked = run.smaller_question() if run.asks_smaller and not run.was_smaller else None
    run.looks_again = False
    run.check()
    if asked is None or run.feedback is None or run.feedback["tone"] != "wrong":
        return
    run.smaller, run.was_smaller, run.looks_again = asked, True, True
    run.answer_again()
    run.beside, run.lit, run.ghost = None, {}, None
    run.feedback = run.info(format_message("lesson.smaller.first", run.language)) | {"tone": "wrong"}


def answer_smaller(run: Session, picks: Picks) -> None:
    """Say whether the answer to the smaller question is right, and open the step's own question again."""
    asked, given = run.smaller, picks.get(ITEM) if isinstance(picks, dict) else None
    if asked is None or given not in (YES, NO):
        return
    key = "right" if (given == YES) == asked.holds else "wrong"
    answer = format_message(f"lesson.smaller.{YES if asked.holds else NO}", run.language)
    told = format_message(f"lesson.smaller.told_{key}", run.language, answer=answer)
    run.smaller, run.feedback = None, run.info(told)


def smaller_choices(run: Session) -> shapes.Choices | None:
    """Return the smaller question with its two answers; None if none is open."""
    if run.smaller is None:
        return None
    options: list[shapes.Option] = [
        {"id": one, "text": format_message(f"lesson.smaller.{one}", run.language), "state": ""} for one in (YES, NO)
    ]
    item: shapes.Item = {"id": ITEM, "text": "", "ask": run.smaller.ask, "options": options, "note": ""}
    return {"mode": "parts", "title": format_message("lesson.smaller.title", run.language), "items": [item]}
