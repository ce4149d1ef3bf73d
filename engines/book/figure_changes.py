"""Continuous changes of figures as data: which cards change, by how much, and under which conditions.

[[card.ability]]
when = "continuous"
if = [{ count = { zone = "discard", whose = "own", category = "unit" }, min = 2 }]
do = [{ verb = "change", of = { whose = "own", other = true, category = "unit" }, power = 1 }]

A filter (`of`, `count`, `be`) selects cards. It may specify the player, the zone, any entry of a card, and any mark of
a card in play; a card must satisfy all of them. A game declares its figures and zones as `ChangeRules`; everything else
here is the same for all games. `engines.legal.changed_figures` applies the changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engines.book.toml_schema import Document

CHANGE = "change"
"""The verb of a continuous change."""
GIVE, TAKE = "give", "take"
"""The verbs by which a text gives a keyword to cards, and takes it from them."""
WHOSE = ("own", "rival", "both")
SIDES = ("own", "rival")
KEYWORD, TARGETING = "keyword", "target"
"""The entries of a filter for a keyword that a card has now, and for the card that it attacks."""
ANY, NOT = "any", "not"
"""The entries of a filter for several filters of which one must fit, and for one that must not fit."""
DID = "did"
"""The entry of a filter or condition for what has been done this turn."""
FILTER_WORDS = ("whose", "zone", "other", "role", KEYWORD, TARGETING, ANY, NOT, DID)
"""The entries of a filter that are neither entries of a card nor marks."""
CONDITIONS = ("count", "turn", "of", "dice", DID)
IT = "it"
"""The card that was chosen last."""
CHOSEN = "chosen"
"""The zone of a filter that was chosen last."""
OWN_NUMBER = "number"
"""The number that stands behind a keyword, in the abilities of its definition."""
SET = "set"
"""The entry with which a card's own figure becomes a number instead of being added to."""
COST = "cost"
"""The figure of cards that are not in play yet: what they cost."""
ATTACKER, ATTACKED = "attacker", "target"
"""The roles of the cards in an attack, in games in which a filter may ask whom a card attacks."""
NOT_ASKED = ("id", "flavour", "japanese", "title", "rarity", "printed_as")
"""Entries of cards that filters may not use."""
LARGEST = 99
"""The largest number allowed in a change."""

MARK, CHOICE, NUMBER = "mark", "choice", "number"


class CardMark(NamedTuple):
    """A mark that a filter may use: how it is written, its index in the record, and its words.

    kind : MARK (true or false), CHOICE (one of the words) or NUMBER. cards(value) : the attached cards, if the mark is
    their number; None if the mark is itself a number.
    """

    kind: str
    at: int
    words: tuple[str, ...] = ()
    cards: Callable[[Any], Iterable[int]] | None = None


class PartOfList(NamedTuple):
    """The part of a longer list that is a zone: the attribute of the list, and the first and last index."""

    of: str
    first: int
    last: int


class Place(NamedTuple):
    """A zone as filters know it: its attribute, whether both players see its cards, and the card's index in a record.

    card_at : -1 for a zone of plain cards. id_at : the index of the id in a record, -1 for cards that have none.
    is_list : False for a place of one card, and for a zone whose value is not a list. area : the part of a longer list
    that the zone is; None for a zone with a list of its own.
    """

    attribute: str
    is_open: bool
    card_at: int = -1
    id_at: int = -1
    marks: Mapping[str, CardMark] = {}
    is_list: bool = True
    area: PartOfList | None = None


@dataclass(frozen=True)
class ChangeRules:
    """A game's declaration of continuous changes.

    moment : the moment of abilities that work all the time. figures : the figures that can change. places : the zones,
    by their names in positions. play : the zones whose cards have these figures. works : the zones in which a card's
    text works. steady : the figures that may depend only on which cards are in play. face : the mark that is true for a
    face-up card; "" if all cards in play are face-up. roles : the roles of cards in an attack or action under way.
    bearers : the categories whose texts can change figures. turn : the attribute of a state that holds the turn player;
    "" in a game without one. further : entries of cards that a set adds, with their types. keywords : the definitions
    of the keywords that sets add, by name. dice(state, seat) : the dice that a player has rolled; None in a game
    without dice. unmarked : the figures whose changes for a while are not marked on the cards, but kept by
    `engines.legal.lasting`. costs : the zones in which cards await being paid for, if texts may change their cost.
    """

    moment: str
    figures: tuple[str, ...]
    places: Mapping[str, Place]
    play: tuple[str, ...]
    works: tuple[str, ...]
    bearers: tuple[str, ...]
    steady: tuple[str, ...] = ()
    face: str = ""
    turn: str = ""
    roles: tuple[str, ...] = ()
    further: Mapping[str, type] = field(default_factory=dict)
    keywords: Mapping[str, Document] = field(default_factory=dict)
    dice: Callable[[Any, int], Sequence[int]] | None = None
    unmarked: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()

    def zones_of(self, one: Document, usual: Sequence[str]) -> tuple[str, ...]:
        """Return the zones that a filter gives; `usual` if it gives none."""
        named = one.get("zone")
        if named == CHOSEN and CHOSEN not in self.places:
            return self.play
        return tuple(usual) if named is None else tuple(named) if isinstance(named, list | tuple) else (named,)

    @property
    def usual_of_self(self) -> tuple[str, ...]:
        """The zones in which a text asks what its own card is, if it gives none: those in play where texts work."""
        return tuple(zone for zone in self.works if zone in self.play) or self.works

    def marks_in(self, zones: Sequence[str]) -> dict[str, CardMark]:
        """Return the marks that are common to the cards of all these zones."""
        first, *others = [self.places[zone].marks for zone in zones] or [{}]
        return {name: mark for name, mark in first.items() if all(name in other for other in others)}


ChangeFault = tuple[tuple[str | int, ...], str, str]
"""A fault: the entry as a path within the ability, what is wrong, and the remedy."""


def has_changes(ability: Document) -> bool:
    """Return True if an ability of a card file changes figures, or gives or takes keywords."""
    do = ability.get("do")
    verbs = (CHANGE, GIVE, TAKE)
    return isinstance(do, list | tuple) and any(isinstance(one, Mapping) and one.get("verb") in verbs for one in do)


def figure_of_keyword(name: str) -> str:
    """Return the figure whose changes are those of a keyword: how often a card has it, or the number behind it."""
    return f"keyword {name}"
