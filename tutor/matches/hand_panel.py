"""The texts shown while a card text is carried out by hand: whose card it is, the text, and how to make free moves."""

from __future__ import annotations

from typing import Any

from engines.errors import DataError
from engines.kernel.programs import ByHand
from tutor.matches.free_move_events import printed_text
from tutor.matches.match import Match
from tutor.messages import shapes
from tutor.text import format_message


def ask_by_hand(match: Match, language: str) -> shapes.Question:
    """Return the question shown while a card text is carried out by hand: the card, and its text."""
    local: Any = match.table.state.procedure_locals
    assert isinstance(local, ByHand)
    if not local.name:
        return {
            "title": format_message("hand.called_title", language),
            "text": format_message("hand.called_text", language),
        }
    key = "hand.text" if local.seat == match.table.viewer else "hand.rivals_text"
    return {
        "title": format_message("hand.title", language, card=local.name),
        "text": format_message(key, language, text=printed_text(match.game, local.name)),
    }


def explain_by_hand(match: Match, language: str) -> shapes.Feedback:
    """Return the panel beside the table: the text, and how free moves are made."""
    asked = ask_by_hand(match, language)
    how = format_message("hand.how", language)
    return {"tone": "info", "title": asked["title"], "facts": [{"fact": asked["text"]}], "say": how, "stays": True}


def refuse_by_hand(error: DataError) -> shapes.Feedback:
    """Return why a free move cannot be made, and what would work."""
    what = f"{error.what[:1].upper()}{error.what[1:]}"
    return {"tone": "info", "title": what, "facts": [], "say": error.remedy}
