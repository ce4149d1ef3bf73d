"""Chapter 2: cards, their categories, and the data that the engine precomputes about them.

Each type prints its own values (KH-2.3 to 2.15). Most cards have a level (KH-2.17). Its meaning depends on the type;
each test of a level says which one applies (KH-8.2).
"""

from __future__ import annotations

from engines.book.cards import Card

PLAYER, ALLY, MAGIC_ALLY, DARK_NOBODY = "player", "ally", "magic_ally", "dark_nobody"
EQUIPMENT, WORLD = "equipment", "world"
MAGIC, ATTACK, TECHNIQUE, EVENT = "magic", "attack", "technique", "event"
NOTHING = "unseen"
NAMED_ONCE = (PLAYER, ALLY, MAGIC_ALLY)
"""The types whose names may occur only once on a side (KH-17.1). Dark·Nobody cards are exempt (KH-17.3)."""

LIGHT, DARK, XIII = "light", "dark", "xiii"
DARK_HEARTLESS, DARK_VILLAINS, NOBODY = "dark_heartless", "dark_villains", "nobody"
MAGIC_ATTACK = "magic_attack"
ATTRIBUTES_OF = {
    PLAYER: (LIGHT, DARK, XIII),  # KH-2.4
    DARK_NOBODY: (DARK_HEARTLESS, DARK_VILLAINS, NOBODY),  # KH-2.8
    MAGIC: (MAGIC_ATTACK,),
}
ACTION, BATTLE, CHALLENGE = "action", "battle", "challenge"
TIMES = (ACTION, BATTLE, CHALLENGE)
HERO = "hero"

UNSEEN = 0
"""The placeholder for an unseen card.

In a proof, an unseen card in the rival's hand may turn out to be any card. In the prover's hand it can do nothing, so
that no proof depends on a draw.
"""


class Face:
    """The data that the engine precomputes about a card (`Card.extra`).

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
        self.power_a_support = 2  # KH-11.16
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
        self.timing = frozenset(timing_of(card))
        self.moments = {ability.when: place for place, ability in enumerate(card.abilities)}
        always = [part for ability in card.abilities if ability.when == "continuous" for part in ability.program]
        self.attack_bonus: int = sum(a["count"] for verb, a in always if verb == "attack_bonus")
        self.pow_bonus: int = sum(a["count"] for verb, a in always if verb == "pow_bonus")

    def suits_bearer(self, bearer: Face) -> bool:
        """Return True if this Equipment lists the type of `bearer` as a possible bearer (KH-15.3, 15.4)."""
        return bearer.category in self.bearers


def timing_of(card: Card) -> tuple[str, ...]:
    """Return the times at which a Magic card may be used (KH-R9); () for any other card.

    They are the printed ones, if any. Otherwise a card that attacks may be used only in fights, any other always.
    """
    if card.category != MAGIC:
        return ()
    printed = card.fields.get("timing")
    attacks = card.fields.get("attribute") == MAGIC_ATTACK or card.fields.get("bonus")
    return tuple(printed) if printed else (BATTLE, CHALLENGE) if attacks else TIMES
