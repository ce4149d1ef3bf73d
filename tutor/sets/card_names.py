"""Finds the card that a typed name means, regardless of spelling details; similar names are only suggested."""

from __future__ import annotations

import difflib
import re
import unicodedata
from typing import NamedTuple

from engines.book.card_sets import playable_name
from engines.game import Game

NEAR, MOST_NEAR = 0.72, 3
_SIGNS = str.maketrans(
    {"‘": "'", "’": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "‐": "-", "−": "-"}
)


class NameFound(NamedTuple):
    """The card that a typed name means, "" if none.

    exact : whether the name is written as on the card. near : names that may be meant, the most similar first.
    """

    name: str
    exact: bool = True
    near: tuple[str, ...] = ()


class CardNames:
    """The names of all cards of a game, in the spellings that people use."""

    def __init__(self, game: Game) -> None:
        self.exact: dict[str, str] = {}
        self.plain: list[dict[str, set[str]]] = [{}, {}, {}]
        printed = {name: one.name for added in game.card_sets for name, one in added.printed.items()}
        for card in game.cards:
            if card.unseen:
                continue
            self.exact[card.name] = card.name
            written = {card.name, printed.get(card.name, card.name), *card.names.values()}
            own = card.fields.get("printed")
            for one in (*written, *([own] if isinstance(own, str) else [])):
                for names, key in zip(self.plain, _ways(one), strict=True):
                    names.setdefault(key, set()).add(card.name)

    def find(self, name: str) -> NameFound:
        """Look up a typed card name: return the card it means, or the most similar names."""
        known = self.exact.get(playable_name(name))
        if known:
            return NameFound(known)
        for names, key in zip(self.plain, _ways(name), strict=True):
            fits = names.get(key, set()) if key else set()
            if len(fits) == 1:
                return NameFound(next(iter(fits)), False)
            if fits:
                return NameFound("", False, tuple(sorted(fits))[:MOST_NEAR])
        close = difflib.get_close_matches(_ways(name)[0], list(self.plain[0]), MOST_NEAR, NEAR)
        return NameFound("", False, tuple(dict.fromkeys(sorted(self.plain[0][key])[0] for key in close)))


def _ways(name: str) -> tuple[str, str, str]:
    """Return three simplified spellings of a name.

    These are lower case with plain quotes, only letters and digits, and the same without "(ABC) 12".

    >>> _ways("Séance Keeper (ABC) 12")[2]
    'seancekeeper'
    """
    alike = " ".join(unicodedata.normalize("NFKC", name).translate(_SIGNS).casefold().split())
    bare = re.sub(r"\s*(\([^()]*\)|\[[^\[\]]*\])(\s+\S{1,8})?$", "", alike)
    return alike, _letters(alike), _letters(bare)


def _letters(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in apart if sign.isalnum())
