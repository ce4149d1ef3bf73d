"""Chapter 3: cards, their categories, and the data that the engine precomputes about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.book.cards import Card, Program
from engines.kernel.state import Action

ATTRIBUTES = {"R": "red", "U": "blue", "Y": "yellow", "G": "green", "W": "white", "P": "purple"}  # ALT-3.10
BITS = {letter: 1 << place for place, letter in enumerate(ATTRIBUTES)}
BIT_OF = {name: BITS[letter] for letter, name in ATTRIBUTES.items()}
KEYWORDS = ("Haste", "Infiltrate", "Ward", "Resonance", "Lurk", "Grudge", "Bulwark", "Ambush")
HASTE, INFILTRATE, WARD, RESONANCE, LURK, GRUDGE, BULWARK, AMBUSH = 1, 2, 4, 8, 16, 32, 64, 128
KEYWORD_BITS = {word: 1 << place for place, word in enumerate(KEYWORDS)}

UNSEEN = 0
"""The number of the placeholder for an unseen card, which comes first in the card list."""

# A Unit enters the battlefield, a Magic is used once, a Force is placed on an altar card (ALT-3.1 to 3.4).
UNIT, MAGIC, FORCE, NOTHING = "unit", "magic", "force", "unseen"
PLAYS = {UNIT: "summon", MAGIC: "activate", FORCE: "place", NOTHING: ""}


TEXT: Mapping[str, Any] = {"what": "text"}
"""Stands for the first choice of a text in the shared effect language.

`engines.legal.card_programs` decides whether such a text can be used.
"""


class Face:
    """The data that the engine precomputes about a card (`Card.extra`).

    It has the cost, symbols with their attributes, species, power and break rank as printed (ALT-3.5, 3.9, 3.13, 3.14,
    3.15); the indices of the abilities by their moments (ALT-3.7); and the actions that play the card in the Main Phase
    (ALT-10.3 to 10.5) and that charge it (ALT-8.2, 8.3).
    """

    __slots__ = (
        "attributes",
        "charges",
        "colours",
        "continuous",
        "cost",
        "first_choices",
        "further_symbols",
        "keywords",
        "moments",
        "placement",
        "play",
        "power",
        "rank",
        "resting",
        "species",
        "symbols",
    )

    def __init__(self, card: Card) -> None:
        get = card.fields.get
        self.cost: int = get("cost") or 0
        self.symbols = tuple(BITS[letter] for letter in get("symbols") or "")  # ALT-3.9
        self.further_symbols = self.symbols[1:]
        self.attributes = sum(set(self.symbols))
        self.colours = len(set(self.symbols))
        self.power: int = get("power") or 0
        self.rank: int = get("break_rank") or 0
        self.species: str = get("species") or ""
        self.keywords = sum(KEYWORD_BITS[word] for word in get("keywords") or ())
        self.moments: dict[str, tuple[int, ...]] = {}
        for place, ability in enumerate(card.abilities):
            self.moments[ability.when] = (*self.moments.get(ability.when, ()), place)
        self.resting = self.moments.get("rest", ())
        self.first_choices = [TEXT if ability.does else first_choice(ability.program) for ability in card.abilities]
        placement = get("placement")
        self.placement: int = BIT_OF[placement["altar"]] if placement else 0
        number = card.number
        self.play: Action = (PLAYS[card.category], number)
        self.charges: tuple[Action, ...] = (
            ("charge_altar", number),
            ("charge_energy", number, "up"),
            ("charge_energy", number, "down"),
        )
        # for each continuous ability: the side whose units it affects, the power it adds, and the face-up energy it
        # needs
        self.continuous = tuple(
            (arguments["whose"], arguments["power"], ability.requires.get("face_up_energy", 0))
            for ability in card.abilities
            if ability.when == "continuous"
            for verb, arguments in ability.program
            if verb == "bonus"
        )


def first_choice(program: Program) -> Mapping[str, Any] | None:
    """Return the arguments of the first choice that a program requires; None if it requires none (ALT-R37).

    A choice after a "may" is not required, since it can be declined.
    """
    for verb, arguments in program:
        if verb in ("choose", "may"):
            return arguments if verb == "choose" else None
    return None
