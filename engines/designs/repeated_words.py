"""Printed texts that only repeat what a card has anyway: its keywords, and what the game says about them.

Such a text needs no player to carry it out, because the engine already plays the keyword.
"""

from __future__ import annotations

import re
import unicodedata

from engines.book.card_text import spell_out_name
from engines.book.cards import Card
from engines.game import Game

BRACKETS = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]")
"""A reminder in brackets, which says nothing new."""
BETWEEN = re.compile(r"[.,;:/|。、・;\n]+|\band\b")
"""What separates one keyword from the next."""


def fold_word(word: str) -> str:
    """Return a word as it is compared: without capitals, wide letters, signs and spaces.

    >>> fold_word(" Break-Rank ") == fold_word("ＢＲＥＡＫ　ＲＡＮＫ")
    True
    """
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", word).casefold())


def repeats_keywords(game: Game, card: Card, text: str) -> bool:
    """Return True if every part of a text is a keyword that the card declares, or the game's own line about it."""
    known = {fold_word(word) for word in _declared(game, card)}
    lines = {fold_word(line) for line in card.rules_text}
    plain = text.replace("**", "")
    if not known or fold_word(plain) in lines:
        return bool(known)
    parts = [fold_word(part) for part in BETWEEN.split(BRACKETS.sub(" ", plain))]
    said = [part for part in parts if part]
    return bool(said) and all(part in known for part in said)


def _declared(game: Game, card: Card) -> list[str]:
    """Return the words of the card's keywords, in every language that the game has."""
    found = []
    for name, rule in game.card_rules.fields.items():
        if rule.type is not list or not rule.allowed:
            continue
        for value in card.fields.get(name) or ():
            found += [str(value), spell_out_name(str(value))]
            found += [game.words.term(f"term.{value}", language) for language in game.words.languages]
    for one in card.defined:
        number = card.keywords.get(one["name"], 0)
        for word in (one["name"], one.get("japanese", "")) if number else ():
            found += [word, f"{word} {number}"] if word else []
    return [word for word in found if word]
