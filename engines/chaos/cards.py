"""Chapters 2 and 3: cards, their categories, and the data that the engine precomputes about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engines.book.cards import Card, Program
from engines.kernel.watch import index_of

CHARACTER, EVENT, SET, EXTRA, LANDSCAPE, NOTHING = "character", "event", "set", "extra", "landscape", "unseen"
MAIN_DECK = (CHARACTER, EVENT, SET)
"""The categories of a main deck (CHA-1.2); the others belong to the Extra deck (CHA-1.3, 1.4)."""

FIGHTERS = (CHARACTER, EXTRA)
"""The categories with ATK and END (CHA-2.11); a landscape Extra card has none (CHA-3.6)."""

ATTRIBUTES = ("earth", "water", "fire", "wind", "light", "dark", "none")  # CHA-2.3
GENDERS = ("female", "male", "none")  # CHA-2.2, CHA-R60
SKILLS = ("pierce", "first_attack", "first_defense", "target_select", "reflect")
"""The five skills (CHA-15.1). Having a skill twice has no further effect (CHA-R55)."""

PIERCE, FIRST_ATTACK, FIRST_DEFENSE, TARGET_SELECT, REFLECT = SKILLS

UNSEEN = 0
"""The placeholder for an unseen card of the rival; in a proof it may turn out to be any card."""
BLANK = 1
"""The placeholder for an unseen card of the learner's own deck. It can do nothing, so no proof depends on a draw."""
NO_CARD = -1


TEXT = "text"
"""Stands for the first choice of a text in the shared effect language.

`engines.legal.card_programs` decides whether such a text can be used.
"""


class Cost(NamedTuple):
    """A cost (CHA-9.1): numbers of hand cards, deck cards, characters to Rest and Friends to discard, and `turn`.

    turn : 1 to Rest the character whose ability it is, 2 to Reverse it (CHA-R24), 0 for neither.
    """

    hand: int = 0
    deck: int = 0
    rest: int = 0
    friend: int = 0
    turn: int = 0


class Condition(NamedTuple):
    """A condition, which must hold but is not paid (CHA-9.2).

    The condition is a number of cards in the waiting room, or a face-up character with a trait.
    """

    waiting: int = 0
    trait: str = ""


class Face:
    """The data that the engine precomputes about a card (`Card.extra`)."""

    def __init__(self, card: Card) -> None:
        get = card.fields.get
        self.category = card.category  # CHA-2.1, 3.1 to 3.6
        self.attribute: str = get("attribute") or "none"
        self.names = frozenset(get("names") or ())  # CHA-2.5
        self.traits = frozenset(get("traits") or ())  # CHA-2.7
        self.atk: int = get("atk") or 0  # CHA-2.11
        self.end: int = get("end") or 0
        self.atk_mod: int = get("atk_mod") or 0  # CHA-2.12
        self.end_mod: int = get("end_mod") or 0
        self.skills = frozenset(get("skills") or ())
        self.grants = frozenset(get("grants") or ())
        self.icons = frozenset(get("icons") or ())  # CHA-2.10
        self.label: tuple[str, ...] = tuple(get("label") or ())
        self.after: str = get("after") or ""
        self.only: str = get("only_attribute") or ""
        self.cost, self.condition = _cost(card.fields), _condition(card.fields)
        places = {ability.when: place for place, ability in enumerate(card.abilities)}
        self.main, self.battle, self.use = (places.get(moment, -1) for moment in ("main", "battle", "use"))
        self.plain = not any(self.cost) and self.condition is None  # without cost or condition
        self.costs = tuple(_cost(ability.requires) for ability in card.abilities)
        self.conditions = tuple(_condition(ability.requires) for ability in card.abilities)
        self.free = tuple(not any(cost) and not need for cost, need in zip(self.costs, self.conditions, strict=True))
        self.asks = tuple((TEXT, {}) if one.does else _first_choice(one.program) for one in card.abilities)
        self.programs = tuple(ability.program for ability in card.abilities)
        self.once = tuple((f"used {a.when}", 1) if a.requires.get("once") else None for a in card.abilities)
        self.statics: tuple[tuple[int, int, str], ...] = tuple(
            (a["atk"], a["end"], a["each_trait"])
            for ability in card.abilities
            if ability.when == "static"
            for _, a in ability.program
        )
        self.weak = self.end_mod < 0 or (self.category in FIGHTERS and self.end <= 0)  # can fall undamaged


def _first_choice(program: Program) -> tuple[str, Mapping[str, Any]] | None:
    """Return the first choice that an effect requires (CHA-R57); None if something optional comes before it."""
    for verb, arguments in program:
        if verb in ("may", "if"):
            return None
        if verb in ("choose", "choose_cards"):
            return verb, arguments
    return None


def _cost(fields: Mapping[str, Any]) -> Cost:
    turn = 1 if fields.get("rest_this") else 2 if fields.get("reverse_this") else 0
    hand, deck, rest, friend = (fields.get(f"pay_{name}") or 0 for name in ("hand", "deck", "rest", "friend"))
    return Cost(hand, deck, rest, friend, turn)


def _condition(fields: Mapping[str, Any]) -> Condition | None:
    waiting, trait = fields.get("needs_waiting") or 0, fields.get("needs_trait") or ""
    return Condition(waiting, trait) if waiting or trait else None


EVENT_MOMENTS = ("enters", "falls", "attacks", "wins", "used")
"""The moments that are events of a character."""


class Index:
    """A game's cards, indexed by their possible uses. It is computed once.

    events : for each icon, the Events with it. usable : for each icon, four entries: those Events; by card, the index
    of the ability with that icon; for each card, whether it is such an Event; for each card, whether it has such an
    ability (the last entry of these lists is for NO_CARD). watching, lying : for each moment, the cards that watch for
    it, and the landscape cards among them. offering : of these landscape cards, those whose effects are all optional
    ("you may"). lying_open : of the landscape cards, those that also work face-up.
    both : the moments for which some card watches in both players' turns. weak : the cards with which a character may
    fall without damage. sharing : for each card, the cards that share a Name with it. listed : for each card, the cards
    that have a Name in its label. labelled : for each card, one set for each Name in its label: the cards that have it.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        faces: list[tuple[int, Face]] = [(card.number, card.extra) for card in cards]
        self.characters = frozenset(card for card, face in faces if face.category == CHARACTER)
        self.extras = frozenset(card for card, face in faces if face.category == EXTRA)
        self.weak = frozenset(card for card, face in faces if face.weak)
        self.sets = frozenset(card for card, face in faces if face.category == SET)
        self.sharing, self.listed = (
            [frozenset(card for card, face in faces if not face.names.isdisjoint(names)) for names in lists]
            for lists in ([face.names for _, face in faces], [face.label for _, face in faces])
        )
        self.labelled = [
            [frozenset(card for card, face in faces if name in face.names) for name in bearer.label]
            for _, bearer in faces
        ]
        icons = ("main", "battle")
        self.events = {icon: frozenset(card for card, face in faces if icon in face.icons) for icon in icons}
        places = [[(card, getattr(face, icon)) for card, face in faces] for icon in icons]
        able = {icon: {card: at for card, at in places[n] if at >= 0} for n, icon in enumerate(icons)}
        numbers = [*range(len(cards)), NO_CARD]
        self.usable = {
            icon: (
                self.events[icon],
                able[icon],
                [card in self.events[icon] for card in numbers],
                [card in able[icon] for card in numbers],
            )
            for icon in icons
        }
        self.watching = {moment: frozenset(there) for moment, there in index_of(cards).items()}
        self.lying: dict[str, tuple[int, ...]] = {}
        for card in cards:
            if card.category == LANDSCAPE:
                for ability in card.abilities:
                    self.lying[ability.when] = (*self.lying.get(ability.when, ()), card.number)
        self.lying_open = {
            moment: tuple(number for number in lying if cards[number].fields["works_face_up"])
            for moment, lying in self.lying.items()
        }
        self.offering = {
            moment: tuple(number for number in lying if _offers(cards[number], moment))
            for moment, lying in self.lying.items()
        }
        abilities = [ability for card in cards for ability in card.abilities]
        self.both = {ability.when for ability in abilities if ability.requires.get("whose") == "all"}


def _offers(card: Card, moment: str) -> bool:
    """Return True if a card's abilities of a moment all begin with "you may".

    Abilities that are marked as optional as a whole count too.
    """
    return all(
        ability.may or (bool(ability.program) and ability.program[0][0] == "may")
        for ability in card.abilities
        if ability.when == moment
    )
