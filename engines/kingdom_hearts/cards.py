"""Chapter 2: cards. What a card file may say, the rules text rendered from it, and what the engine precomputes.

Each type prints its own values (KH-2.3 to 2.15). Most cards have a level (KH-2.17); what it means differs with the
type, and each test that asks for it says so (KH-8.2).
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.cards import Card, CardRules, FieldRule
from engines.core.words import Words
from engines.kingdom_hearts import text
from engines.kingdom_hearts.authoring import (
    ALLY,
    ATTACK,
    ATTRIBUTES_OF,
    BATTLE,
    CHALLENGE,
    DARK_NOBODY,
    EVENT,
    HERO,
    LIGHT,
    MAGIC,
    MAGIC_ALLY,
    MAGIC_ATTACK,
    NAMED_ONCE,
    NOTHING,
    PLAYER,
    TIMES,
    TYPES,
    check,
)
from engines.kingdom_hearts.old_cards import modern

UNSEEN = 0
"""The placeholder for a card that nobody has seen. In a proof it may turn out to be any in the rival's hand; for the
player for whom the proof is made it can do nothing, so that no proof rests on a draw."""


class Face:
    """What the engine reads off a card again and again, worked out once (`Card.extra`).

    A value that is not printed counts as 0 (KH-4.8, KH-R50).
    """

    def __init__(self, card: Card) -> None:
        get = card.fields.get
        self.category = card.category
        self.is_attack = card.category == ATTACK
        self.is_dark_nobody = card.category == DARK_NOBODY
        self.named_once = card.category in NAMED_ONCE
        self.printed: str = get("printed") or card.name
        self.level: int = get("level") or 0
        self.unit = (EVENT, get("number")) if card.category == EVENT else (self.printed, get("level"))  # KH-1.4 to 1.6
        self.attribute: str = get("attribute") or (LIGHT if card.category == PLAYER else "")
        self.atk: int = get("atk") or 0
        self.sup: int = get("sup") or 0
        self.mag: int = get("mag") or 0
        self.pow: int = get("pow") or 0
        self.hp: int = get("hp") or 0
        self.app: int = get("app") or 0
        self.bonus: int = get("bonus") or 0
        self.form = bool(get("form"))
        self.form_of: str = get("form_of") or ""
        self.hp_at_most: int | None = get("hp_at_most")
        self.bearers = frozenset(get("bearers") or ())
        self.bearer_name: str = get("bearer_name") or ""
        self.link: tuple[str, ...] = get("link") or ()
        self.total_at_least: int = get("total_at_least") or 0
        self.timing = frozenset(_timing(card))
        self.moments = {ability.when: place for place, ability in enumerate(card.abilities)}
        always = [part for ability in card.abilities if ability.when == "continuous" for part in ability.program]
        self.attack_bonus: int = sum(a["count"] for verb, a in always if verb == "attack_bonus")
        self.pow_bonus: int = sum(a["count"] for verb, a in always if verb == "pow_bonus")


def _timing(card: Card) -> tuple[str, ...]:
    """Return when a Magic card may be used: as printed, else in fights only if it attacks, else always (KH-R9)."""
    if card.category != MAGIC:
        return ()
    printed = card.fields.get("timing")
    attacks = card.fields.get("attribute") == MAGIC_ATTACK or card.fields.get("bonus")
    return tuple(printed) if printed else (BATTLE, CHALLENGE) if attacks else TIMES


def prepare(card: Card) -> None:
    """Work out `card.extra`, the card's Face. Raises DataError for a card that could not be played."""
    check(card)
    card.extra = Face(card)


def placeholders() -> list[Card]:
    """Return the placeholder for unseen cards."""
    return [Card(UNSEEN, "?", NOTHING, {}, (), unseen=True)]


# What a card file may say.

_COUNT = FieldRule(int, True, low=1)
_VALUE = FieldRule(int, low=0)
_CHOICE = {
    "what": FieldRule(str, True, ("obstacle", ALLY)),
    "whose": FieldRule(str, True, ("own", "rival")),
    "max_pow": FieldRule(int, low=0),
}
MOMENTS = ("continuous", "placed", "called", "use")


def render(card: Card, words: Words) -> list[str]:
    """Return the rules text of a card, line by line."""
    return text.render(card, words, _timing(card))


_EACH = {"count": _COUNT}
VERBS: dict[str, Mapping[str, FieldRule]] = {
    **dict.fromkeys(("draw", "gain", "weaken", "attack_bonus"), _EACH),
    "lose": _EACH | {"who": FieldRule(str, True, ("own", "rival", "each"))},
    "choose": _CHOICE,
    "destroy": {},
    "pow_bonus": _EACH | {"of": FieldRule(str, True, (DARK_NOBODY,))},
}
"""The verbs and their arguments."""

CARD_RULES = CardRules(
    fields={
        **dict.fromkeys(("id", "printed", "printed_as"), FieldRule(str)),
        **dict.fromkeys(("japanese", "form_of", "bearer_name", "number", "flavour"), FieldRule(str, default="")),
        **dict.fromkeys(("atk", "sup", "mag", "pow", "hp", "app", "bonus", "hp_at_most", "total_at_least"), _VALUE),
        "name": FieldRule(str, True),
        "category": FieldRule(str, True, tuple(name for name in TYPES if name != NOTHING)),
        "level": _VALUE,
        "attribute": FieldRule(str, False, tuple(word for words in ATTRIBUTES_OF.values() for word in words)),
        "form": FieldRule(bool, default=False),
        "bearers": FieldRule(list, False, (HERO, ALLY, MAGIC_ALLY, PLAYER, DARK_NOBODY), ()),
        "link": FieldRule(list, default=()),
        "timing": FieldRule(list, False, TIMES, ()),
    },
    required_by={name: tuple(kind.needed.split()) for name, kind in TYPES.items()},
    moments=MOMENTS,
    verbs=VERBS,
    requires={},
    render=render,
    modern=modern,
)
