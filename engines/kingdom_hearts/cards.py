"""Chapter 2: cards. What a card file may say, the rules text rendered from it, and what the engine precomputes.

Each type prints its own values (KH-2.3 to 2.15). Most cards have a level (KH-2.17); what it means differs with the
type, and each test that asks for it says so (KH-8.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.cards import Ability, Card, CardRules, FieldRule
from engines.core.verbs import Verbs
from engines.core.words import Say, Words
from engines.kingdom_hearts.authoring import (
    ALLY,
    ATTACK,
    ATTRIBUTES_OF,
    BATTLE,
    CHALLENGE,
    DARK_NOBODY,
    EQUIPMENT,
    EVENT,
    FIELDS_OF,
    HERO,
    LIGHT,
    MAGIC,
    MAGIC_ALLY,
    MAGIC_ATTACK,
    MOMENTS_OF,
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

_VALUE = FieldRule(int, low=0)
MOMENTS = ("continuous", "placed", "called", "use")


# The rules text, from the same data; its words stand in the catalogue.


def render(card: Card, words: Words) -> list[str]:
    """Return the rules text of a card, line by line, from its data."""
    say, fields = words.say, card.fields
    lines = [say("printed.name", value=fields["printed"])] if fields["printed"] not in (None, "", card.name) else []
    asked = [name for name in ("form_of", "hp_at_most", "total_at_least") if fields[name] not in (None, "", 0)]
    if asked:
        conditions = f" {say('part.and')} ".join(say(f"printed.{name}", value=fields[name]) for name in asked)
        lines.append(say("printed.condition", value=conditions))
    if card.category == EQUIPMENT:
        changes = (f"{name.upper()} +{fields[name]}" for name in ("atk", "sup", "mag") if fields[name])
        lines += [say("printed.bearers", value=bearer_words(say, fields)), f"{', '.join(changes)}."]
    if fields["link"]:
        lines.append(say("printed.link", value=", ".join(map(str, fields["link"]))))
    if fields["bonus"]:
        lines.append(say("printed.bonus", value=fields["bonus"]))
    if card.category == MAGIC:
        lines.append(say("printed.timing", value=", ".join(word.capitalize() for word in _timing(card))))
    lines += [_ability_text(say, card, ability) for ability in card.abilities]
    return [*lines, say("printed.as", value=fields["printed_as"])] if fields["printed_as"] else lines


def bearer_words(say: Say, fields: Mapping[str, Any]) -> str:
    """Return which cards Equipment can go on."""
    bearers, found = fields["bearers"], []
    if HERO in bearers:
        found.append(say("bearer.named" if fields["bearer_name"] else "bearer.hero", name=fields["bearer_name"]))
    types = f" {say('part.or')} ".join(say(f"type.{word}") for word in bearers if word != HERO)
    return f", {say('part.or')} ".join([*found, say("bearer.types", types=types)] if types else found)


def wanted_words(say: Say, arguments: Mapping[str, Any]) -> str:
    """Return what an effect asks for, as its user says it."""
    pow = "" if arguments["max_pow"] is None else ".pow"
    return say(f"wanted.{arguments['what']}.{arguments['whose']}{pow}", most=arguments["max_pow"])


def _ability_text(say: Say, card: Card, ability: Ability) -> str:
    texts = [_verb_text(say, verb, arguments) for verb, arguments in ability.program]
    on_hero = ".hero" if card.category == PLAYER and ability.when == "placed" else ""
    sentence = say(f"ability.{ability.when}{on_hero}", text=", ".join(texts))
    return f"{sentence[0].upper()}{sentence[1:]}"


def _verb_text(say: Say, verb: str, arguments: Mapping[str, Any]) -> str:
    who = f".{arguments['who']}" if "who" in arguments else ""
    return say(f"verb.{verb}{who}", wanted=wanted_words(say, arguments) if verb == "choose" else "", **arguments)


def card_rules(verbs: Verbs) -> CardRules:
    """Return what a card file may say; the verbs are declared where they are carried out (KH-17.6)."""
    required = {name: tuple(kind.needed.split()) for name, kind in TYPES.items()}
    return CardRules(FIELDS, required, MOMENTS, verbs.arguments(), {}, render, modern, FIELDS_OF, MOMENTS_OF)


FIELDS = {
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
}
"""The fields of cards."""
