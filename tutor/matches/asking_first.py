"""Asks before a move of a learner that loses the game, or that lets a certain win go."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tutor.matches import feedback
from tutor.messages import shapes
from tutor.text import format_message

if TYPE_CHECKING:
    from engines.kernel.state import Action
    from tutor.matches.match import Match


class AskedFirst(NamedTuple):
    """What is said before a move: the question, with all its facts, and the note beside it."""

    said: shapes.Feedback
    note: shapes.Feedback


def ask_first(match: Match, actions: tuple[Action, ...], language: str) -> AskedFirst | None:
    """Return what a learner is asked before a move; None if the move can be made at once.

    A move and a position are asked about only once.
    """
    losing = match.warning(actions)
    if losing is not None:
        said = feedback.losing_warning(match, actions, losing, language)
        return AskedFirst(said, feedback.warning_note(said, language))
    if not match.win_let_go(actions):
        return None
    move = feedback.speak_move(match.table.state, actions)
    facts = [_plain_fact(format_message(f"play.{key}", language)) for key in ("lets_go_text", "win_there_text")]
    said = {"tone": "wrong", "title": format_message("play.lets_go", language, move=move), "facts": facts}
    note: shapes.Feedback = {**said, "title": format_message("play.win_there", language), "facts": facts[1:]}
    return AskedFirst(said, note)


def _plain_fact(text: str) -> shapes.Fact:
    return {"fact": text, "clause": "", "clause_text": "", "repair": ""}
