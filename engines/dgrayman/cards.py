"""Chapter 2: cards. What a card file may say, the rules text rendered from it, and what the engine precomputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.cards import Ability, Card, CardRules, FieldRule
from engines.core.verbs import Verbs
from engines.dgrayman.authoring import (
    CHARACTER,
    CHARACTERS,
    DOUBLES,
    ICONS,
    NOTHING,
    SKILL,
    SPECIAL,
    SPECIAL_DOUBLES,
    TIMINGS,
    check,
)

ATTACK, SEARCH, DRAW, RECOVER, GUARD, INTERCEPT = (1 << place for place in range(6))
BITS = dict(zip(ICONS, (ATTACK, SEARCH, DRAW, RECOVER, GUARD, INTERCEPT), strict=True))

UNSEEN = 0
"""The placeholder for a card of the rival that nobody in a lesson has seen; in a proof it may turn out to be any."""
BLANK = 1
"""The placeholder for an unseen card of the learner's own deck: it can do nothing, so no proof rests on a draw."""


SURE = ("draw", "gain", "protect")
"""Verbs that always have an effect (DGM-12.7)."""


class Face:
    """What the engine reads off a card again and again, worked out once (`Card.extra`)."""

    def __init__(self, card: Card) -> None:
        get = card.fields.get
        self.category = card.category
        self.names: tuple[str, ...] = tuple(sorted(get("characters") or ()))  # the units it is of (DGM-2.9, 2.14)
        self.name: str = self.names[0] if self.names else ""
        self.is_character = card.category in CHARACTERS
        # What its copies in a deck are counted by: versions of a name together, Special cards apart (DGM-R8, DGM-R9).
        self.counts_as = (card.category, " & ".join(self.names) if self.is_character else card.name)
        self.special = card.category in (SPECIAL, SPECIAL_DOUBLES)
        self.doubles = card.category in (DOUBLES, SPECIAL_DOUBLES)
        self.icons = sum(BITS[icon] for icon in get("icons") or ())
        self.power: int = get("power") or 0  # of a Special card: none printed (DGM-2.6)
        self.rank: int = get("rank") or 0
        timing = get("timing") or TIMINGS  # without a mark both are allowed (DGM-R28)
        self.is_skill = card.category == SKILL
        self.main = self.is_skill and "main" in timing
        self.response = self.is_skill and "response" in timing
        verbs = [(verb, a) for ability in card.abilities for verb, a in ability.program]
        self.always = any(verb in SURE or a.get("card") == "user" for verb, a in verbs)
        self.attack_only = any(ability.requires.get("attack") for ability in card.abilities)
        self.bonuses: tuple[tuple[int, int], ...] = tuple(
            (ability.requires.get("units", 0), arguments["power"])
            for ability in card.abilities
            if ability.when == "continuous"
            for _, arguments in ability.program
        )


def most_copies(face: Face, copies: int) -> int:
    """Return how many alike a deck may hold: one Special or Special Doubles card, else `copies` (DGM-1.3 to 1.5)."""
    return 1 if face.special else copies


def prepare(card: Card) -> None:
    """Work out `card.extra`, the card's Face. Raises DataError for a card that could not be played."""
    if card.category != NOTHING:
        check(card)
    card.extra = Face(card)


def placeholders() -> list[Card]:
    """Return the two placeholders for unseen cards."""
    return [Card(UNSEEN, "?", NOTHING, {}, (), unseen=True), Card(BLANK, "??", NOTHING, {}, (), unseen=True)]


# The rules text, from the same data.


def render(card: Card) -> list[str]:
    """Return the rules text of a card, line by line, from its data."""
    return [_ability_text(card, ability) for ability in card.abilities]


def _ability_text(card: Card, ability: Ability) -> str:
    text = ". ".join(_capital(str(_TEXTS[verb](arguments))) for verb, arguments in ability.program)
    requires = ability.requires
    if ability.when == "use":
        timing = card.fields["timing"] or TIMINGS
        mark = " / ".join(word.capitalize() for word in timing)
        return f"**{mark}{' (Attack only)' if requires.get('attack') else ''}:** {text}."
    text = text[0].lower() + text[1:]
    if requires.get("behind"):
        text = f"if you have fewer Search Points than your opponent, {text}"
    if ability.when == "continuous":
        units = requires.get("units", 0)
        return _capital(f"while you have {units} or more units, {text}." if units else f"{text}.")
    opening = (
        "When this card is placed from your hand" if ability.when == "placed" else "At the end of your Start Phase"
    )
    return f"{opening}, {text}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _choose_text(a: Mapping[str, Any]) -> str:
    if a["what"] == "unit":
        return "choose another unit of yours that is inactive and has a card in the Standby Zone"
    zone = {"own": "your", "rival": "the opponent's", "any": "either"}[a["whose"]]
    return f"choose one Character card in {zone} Action Zone"


def _modify_text(a: Mapping[str, Any]) -> str:
    whose = {"user": "the user", "chosen": "it"}[a["card"]]
    until = "this action" if a["until"] == "action" else "the turn"
    floor = " (not below 0)" if a["power"] < 0 else ""
    return f"{whose} has power {a['power']:+d} until the end of {until}{floor}"


def _draw_text(a: Mapping[str, Any]) -> str:
    return f"draw {_counted(a['count'], 'card')}{', one after the other' if a['count'] > 1 else ''}"


_TEXTS: dict[str, Any] = {
    "choose": _choose_text,
    "ready": lambda a: "make it active",
    "return": lambda a: "return it to its owner's hand",
    "modify": _modify_text,
    "protect": lambda a: "the user cannot be destroyed by the comparison of this action",
    "negate": lambda a: "negate the Intercept made against this action of yours",
    "draw": _draw_text,
    "discard": lambda a: f"your opponent discards {_counted(a['count'], 'card')} of their choice from hand",
    "gain": lambda a: f"gain {_counted(a['count'], 'Search Point')}",
    "bonus": lambda a: f"this card has power {a['power']:+d}",
}


# What a card file may say.


def card_rules(verbs: Verbs) -> CardRules:
    """Return what a card file may say, with the verbs of the effects."""
    return CardRules(
        fields={
            "id": FieldRule(str),
            "name": FieldRule(str, True),
            "japanese": FieldRule(str, default=""),
            "category": FieldRule(str, True, (*CHARACTERS, SKILL)),
            "characters": FieldRule(list, True),
            "icons": FieldRule(list, False, ICONS, ()),
            "power": FieldRule(int, low=0),
            "rank": FieldRule(int, low=0),
            "timing": FieldRule(list, False, TIMINGS, ()),
            "flavour": FieldRule(str, default=""),
        },
        required_by={CHARACTER: ("power", "rank"), DOUBLES: ("power", "rank"), SKILL: ("rank",)},  # DGM-2.2, 2.3
        moments=("use", "placed", "start", "continuous"),
        verbs=verbs.arguments(),
        requires={"attack": FieldRule(bool), "behind": FieldRule(bool), "units": FieldRule(int, low=1)},
        render=render,
    )
