"""Sets: cards and decks that a user adds to a game.

A set has two halves. The rows are what an engine reads of its cards: name, category, figures, abilities. What is merely
printed on them (text, number, further entries) stays in `printed` and never enters a game, position or log.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engines.book.cards import Card, Deck
from engines.book.toml_schema import Document
from engines.errors import DataError

LOOK_ALIKES = {
    ",": "\u201a",
    '"': "\u201d",
    ";": "\uff1b",
    "#": "\uff03",
    "->": "\u2192",
    " + ": " \uff0b ",
    " with ": " w\u0456th ",
    " over ": " \u043ever ",
}
"""Signs that have a meaning in moves and positions, and the similar-looking signs that replace them in card names."""

TYPED = {"\u201a": ",", "\uff1b": ";", "\uff03": "#", "\uff0b": "+", "\u0456": "i", "\u043e": "o"}
"""The keyboard equivalents of these replacements, so that a card is found by a name typed on a keyboard."""


@dataclass(frozen=True)
class PrintedCard:
    """The printed part of a card in a set, which no engine uses: its name as printed, its text, and further entries.

    by_program : whether the engine carries out any of the card's abilities.
    """

    name: str
    text: str = ""
    more: Mapping[str, object] = field(default_factory=dict)
    by_program: bool = False


@dataclass(frozen=True)
class CardSet:
    """Cards and decks for one game.

    id : its name in files and logs. title : its name on pages. where : the file it was read from. rows : the cards as
    the engine reads them. decks : its decks, whose ids in a game begin with that of the set, see `deck_id`. uses : the
    ids of other sets whose cards the decks need. printed : the printed parts of its cards, by the card name that the
    engine uses.
    """

    id: str
    game: str
    title: str
    where: str
    rows: tuple[Document, ...] = ()
    decks: tuple[Deck, ...] = ()
    uses: tuple[str, ...] = ()
    printed: Mapping[str, PrintedCard] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """A short hash of the playable part of the set: its cards and its decks."""
        told = (self.game, self.rows, [(deck.id, deck.cards) for deck in self.decks], self.uses)
        written = json.dumps(told, ensure_ascii=False, sort_keys=True)
        return hashlib.blake2b(written.encode(), digest_size=5).hexdigest()

    def deck_id(self, id: str) -> str:
        """Return the id that a deck of this set has in a game: "attack/bounty" for deck "bounty" of set "attack"."""
        return f"{self.id}/{id}"

    def lines_on(self, card: Card) -> tuple[str, ...]:
        """Return the lines shown for a card of this set: the printed text, then what the program carries out."""
        printed = self.printed.get(card.name)
        if printed is None or not printed.text:
            return card.rules_text
        before = "" if printed.by_program else "Not played: "
        return (f"{before}\u201c{printed.text}\u201d", *card.rules_text)

    def is_missing(self, game: str, there: Iterable[CardSet]) -> bool:
        """Return True if this set can be added to a game with the sets `there`, False if the game already has it.

        Raises DataError if the set is for another game, its id is taken by a different set, or its decks need a set
        that is not there.
        """
        known = {one.id: one for one in there}
        if self.game != game:
            raise DataError(self.where, f"is a set for {self.game!r}, not for {game!r}.", "Use it with that game.")
        if self.id in known:
            if known[self.id].digest != self.digest:
                raise DataError(self.where, f"there is another set {self.id!r}.", "Give one of them another id.")
            return False
        needed = next((id for id in self.uses if id not in known), None)
        if needed is not None:
            raise DataError(self.where, f"its decks need the set {needed!r}.", "Bring that set too.")
        return True

    @property
    def unplayed(self) -> list[str]:
        """The names of cards that have a printed text, but no ability that the engine carries out."""
        return [name for name, card in self.printed.items() if card.text and not card.by_program]


def playable_name(name: str) -> str:
    """Return the name of a card in the form that moves and positions can contain.

    Signs that have a meaning there are replaced by similar-looking ones.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    for sign, alike in LOOK_ALIKES.items():
        name = name.replace(sign, alike)
    return name
