"""Chapter 2 for authors: what a card file may contain, and which cards are refused because they break the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.book.cards import Ability, Card, CardRules, FieldRule, all_moments
from engines.errors import DataError
from engines.kingdom_hearts.cards import (
    ALLY,
    ATTACK,
    ATTRIBUTES_OF,
    DARK_NOBODY,
    EQUIPMENT,
    EVENT,
    HERO,
    MAGIC,
    MAGIC_ALLY,
    NOTHING,
    PLAYER,
    TECHNIQUE,
    TIMES,
    WORLD,
    Face,
)
from engines.kingdom_hearts.effects import VERBS
from engines.kingdom_hearts.old_cards import modernise_row
from engines.kingdom_hearts.state import KingdomHeartsState, Player
from engines.kingdom_hearts.text import frame_text, render_card
from engines.kingdom_hearts.ways import forbids_of, ways_of
from engines.legal.changed_figures import change_rules


class CardType(NamedTuple):
    """A type of card: its required and optional fields, and when its text can work."""

    needed: str = ""
    more: str = ""
    moments: str = ""


TYPES = {
    # Cards that stay on the field once placed (KH-2.1).
    PLAYER: CardType("atk mag", "level attribute hp form form_of hp_at_most", "placed called"),
    ALLY: CardType("level sup mag", "", "called"),
    MAGIC_ALLY: CardType("level sup mag", "", "called"),
    DARK_NOBODY: CardType("level attribute pow", "", "placed called"),
    EQUIPMENT: CardType("bearers", "level atk sup mag bearer_name"),
    WORLD: CardType("level app", "total_at_least", "continuous placed"),
    # Cards used once and then discarded (KH-2.2).
    MAGIC: CardType("level", "attribute bonus timing", "use"),
    ATTACK: CardType("bonus"),
    TECHNIQUE: CardType("link", "bonus", "use"),
    EVENT: CardType("number", "", "use"),
    NOTHING: CardType(),
}
FIELDS_OF = {
    name: tuple(word for word, kind in TYPES.items() if name in f"{kind.needed} {kind.more}".split())
    for name in dict.fromkeys(" ".join(f"{kind.needed} {kind.more}" for kind in TYPES.values()).split())
}
"""For each field, the types of card that may have it."""
MOMENTS_OF = {name: tuple(kind.moments.split()) for name, kind in TYPES.items()}
CONTINUOUS = ("attack_bonus", "pow_bonus")


_VALUE = FieldRule(int, low=0)
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

CHANGES = change_rules(
    "continuous",
    ("sup",),
    Player,
    play=("allies",),
    bearers=(ALLY, MAGIC_ALLY, DARK_NOBODY),
    turn="turn_player",
    under_way=KingdomHeartsState.declaration["fight"],
)
CARD_RULES = CardRules(
    fields=FIELDS,
    required_by={name: tuple(kind.needed.split()) for name, kind in TYPES.items()},
    moments=all_moments(MOMENTS_OF),
    verbs=VERBS.arguments(),
    requires={},
    render=render_card,
    modern=modernise_row,
    fields_of=FIELDS_OF,
    moments_of=MOMENTS_OF,
    enters=("placed", "called"),
    changes=CHANGES,
    programs=ways_of(CHANGES),
    forbids=forbids_of(CHANGES),
    frame=frame_text,
)


def prepare_card(card: Card) -> None:
    """Compute `card.extra`, the card's Face. Raises DataError if the card could not be played as written."""
    check_card(card)
    card.extra = Face(card)


def check_card(card: Card) -> None:
    """Raise DataError, with card and remedy, if the card could not be played as written."""
    where, fields = f"card {card.name!r}", card.fields
    attribute = fields.get("attribute")
    if attribute and attribute not in ATTRIBUTES_OF[card.category]:
        possible = ", ".join(ATTRIBUTES_OF[card.category])
        raise DataError(where, f"a {card.category} card is not {attribute!r}.", f"Use one of {possible}.")
    if card.category == PLAYER:
        _check_player(where, fields)
    if card.category == EQUIPMENT and fields["bearer_name"] and HERO not in fields["bearers"]:
        raise DataError(where, "names a hero that it cannot go on.", 'Put "hero" into bearers.')
    if HERO in (fields.get("bearers") or ()) and PLAYER in fields["bearers"]:
        raise DataError(where, "names the hero twice.", 'It is one of the "player" cards: leave "hero" out (KH-R58).')
    _check_abilities(where, card)


def _check_player(where: str, fields: Mapping[str, Any]) -> None:
    if bool(fields["form"]) != bool(fields["form_of"]):
        raise DataError(where, "has form or form_of alone.", "A Form Change names the hero it is laid on (KH-8.11).")
    if fields["hp_at_most"] is not None and not fields["form"]:
        raise DataError(where, "has hp_at_most.", "Only a Form Change has that condition.")
    if not fields["form"] and (fields["hp"] or 0) < 1:
        raise DataError(where, "needs heart points.", "Give it hp, 1 or more (KH-2.3).")


def _check_abilities(where: str, card: Card) -> None:
    moments = [ability.when for ability in card.abilities]
    for moment in moments:
        if moments.count(moment) > 1:
            raise DataError(where, f"has two abilities of {moment}.", "Put both into one (KH-17.6).")
    if card.category == EVENT and not moments:
        raise DataError(where, "does nothing.", "An Event is its effect (KH-2.15).")
    if card.category == PLAYER and "placed" in moments and not card.fields["form"]:
        raise DataError(where, "has an ability for being placed.", "Only a Form Change is placed on the hero.")
    if card.category == PLAYER and "called" in moments and card.fields["form"]:
        raise DataError(where, "has an ability for being called.", "A Form Change is never called (KH-R34).")
    for ability in card.abilities:
        _check_ability(where, card, ability)


def _check_ability(where: str, card: Card, ability: Ability) -> None:
    place, chosen = f"{where}, ability {ability.when!r}", False
    for verb, arguments in ability.program:
        if (verb in CONTINUOUS) != (ability.when == "continuous"):
            raise DataError(place, f"cannot use the verb {verb!r}.", f"{' and '.join(CONTINUOUS)} are continuous.")
        if verb == "destroy" and not chosen:
            raise DataError(place, "destroys nothing.", "Choose something first.")
        if verb == "weaken" and card.category != TECHNIQUE:
            raise DataError(place, "weakens obstacles.", "Only a Technique works in a Battle alone (KH-15.6).")
        if verb == "choose" and arguments["what"] == ALLY and arguments["max_pow"] is not None:
            raise DataError(place, "chooses an ally by POW.", "Leave max_pow out.")
        chosen = chosen or verb == "choose"
