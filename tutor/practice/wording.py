"""The words of questions: those of the lessons, the games and the pages, put together."""

from __future__ import annotations

import re

from engines.core.game import Game
from engines.core.state import State
from tutor.matches.phrases import plain
from tutor.practice.playouts import LEARNER

GAP = "…"
ANY = '"*"'


def phrase(text: str, game: Game) -> str:
    """Return an action as a title, a gap where its text has a star: "Attack cores with …"."""
    said = plain(text, game).replace("*", GAP)
    return said[:1].upper() + said[1:]


def title(words: str) -> str:
    """Return the words of a line as a title: its action, without what is chosen in it."""
    return words.partition("; ")[0]


def is_numbered(text: str) -> bool:
    """Return True if a text tells two cards of one name apart by a number, which nobody sees on the table."""
    return re.search(r'" \d', text) is not None


def moment(state: State, language: str = "en") -> str:
    """Return what is decided now and by whom: "You decide whether to attack."."""
    return state.game.moment(state, LEARNER, language)


def quoted(text: str) -> list[str]:
    """Return the names in quotes in a text."""
    return re.findall(r'"([^"]*)"', text)
