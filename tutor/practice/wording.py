"""The words of questions: those of the lessons, the games and the pages, put together."""

from __future__ import annotations

import re

from engines.core.game import Game
from engines.core.state import State
from tutor.matches import feedback
from tutor.practice.playouts import LEARNER

GAP = "…"
ANY = '"*"'


def phrase(text: str, game: Game) -> str:
    """Return an action as a title, a gap where its text has a star: "Attack cores with …"."""
    said = "; ".join(spoken(part, game) for part in text.split("; ")).replace("*", GAP)
    return said[:1].upper() + said[1:]


def spoken(text: str, game: Game) -> str:
    """Return an action in the game's own phrase, or in its notation if that would lose a word."""
    said = feedback.plain(text, game)
    return said if tells_all(text, said) else feedback.plain(text)


def is_numbered(text: str) -> bool:
    """Return True if a text tells two cards of one name apart by a number, which nobody sees on the table."""
    return re.search(r'" \d', text) is not None


def tells_all(text: str, said: str) -> bool:
    """Return True if no name and no word behind the last name has got lost in the game's own phrase."""
    names = re.findall(r'"([^"]*)"', text)
    behind = text.rpartition('"')[2].split() if "->" not in text and names else []
    return all(name in said for name in names) and all(word in said for word in behind)


def moment(state: State, language: str = "en") -> str:
    """Return what is decided now and by whom: "You decide whether to attack."."""
    return state.game.moment(state, LEARNER, language)


def quoted(text: str) -> list[str]:
    """Return the names in quotes in a text."""
    return re.findall(r'"([^"]*)"', text)
