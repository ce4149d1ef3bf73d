"""The contents of a card file (chapter 2), and the cards that are refused because they could not be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engines.book.cards import Ability, Card, CardRules, FieldRule, all_moments
from engines.errors import DataError
from engines.legal.changed_figures import change_rules
from engines.star_wars.cards import (
    BATTLE,
    BUILDABLE,
    COUNTED,
    DICE,
    EQUIPMENT,
    FIGHTS,
    KINDS,
    LOCATION,
    MISSION,
    ROLLED,
    SIDES,
    UNIT,
    USE_TIMES,
    VALUES,
    WINDOWS,
    Face,
)
from engines.star_wars.state import ARENAS, Player, StarWarsState, own_dice
from engines.star_wars.text import frame_text, render_card
from engines.star_wars.verbs import VERBS
from engines.star_wars.ways import forbids_of, ways_of

FIELDS = {
    "name": FieldRule(str, True),
    "category": FieldRule(str, True, (*BUILDABLE, BATTLE)),
    "side": FieldRule(str, False, SIDES, "neutral"),
    "kind": FieldRule(str, False, KINDS),
    "equips": FieldRule(list, False, KINDS, ()),
    **dict.fromkeys(("id", "printed", "version", "identity"), FieldRule(str)),
    **dict.fromkeys(("japanese", "flavour"), FieldRule(str, default="")),
    **dict.fromkeys(("cost", "equip_points", "equip_force"), FieldRule(int, low=0)),
    **dict.fromkeys(("speed", "power", "health"), FieldRule(int)),
}
REQUIRED_BY = {
    UNIT: ("kind", "cost", "speed", "power", "health"),  # SW-2.4
    LOCATION: ("kind",),
    EQUIPMENT: ("cost", "equips"),  # SW-2.12
    MISSION: ("cost",),
}
FIELDS_OF = {
    **dict.fromkeys(("version", "identity"), (UNIT,)),
    **dict.fromkeys(("speed", "power", "health"), (UNIT, EQUIPMENT)),
    **dict.fromkeys(("equips", "equip_points", "equip_force"), (EQUIPMENT,)),
    "kind": (UNIT, LOCATION),
}
"""For each field, the categories of cards that may have it."""
MOMENTS_OF = {
    UNIT: (
        "continuous",
        "command_start",
        "deployed",
        "discarded",
        "battle_end",
        *FIGHTS,
        ROLLED,
        COUNTED,
        *USE_TIMES,
        *WINDOWS,
    ),
    LOCATION: ("continuous", "command_start", USE_TIMES[0]),
    MISSION: ("mission",),
    BATTLE: WINDOWS,
    EQUIPMENT: (),
}
MOMENTS = all_moments(MOMENTS_OF)
REQUIRES = {
    "retreated": FieldRule(bool),
    "battling": FieldRule(bool),
    "attacker": FieldRule(bool),
    "defender": FieldRule(bool),
    "possible": FieldRule(bool),
    "force": FieldRule(int, low=1),
    "once": FieldRule(str, False, ("battle",)),
    "again": FieldRule(bool),
}

MOMENTS_OF_VERB = {
    **dict.fromkeys(("bonus", "hits"), ("continuous",)),
    **dict.fromkeys(("choose_dice", "reroll"), ("window_2",)),
    **dict.fromkeys(("untap", "retreat"), WINDOWS),
    "alter_damage": ("window_3",),
    "intercept": ("window_1",),
}
"""For a verb that works only at some moments, those moments: dice matter until they are counted, damage after that."""
NEEDS = {
    "damage": "unit",
    "sabotage": "build",
    "advance": "build",
    "intercept": "self",
    "reroll": "dice",
    "alter_damage": "battling",
}
"""For a verb that needs something, what it needs: a previous choice, or a battling unit.

With an argument `unit`, that argument decides instead.
"""

# Cards that could not be played as written.


def prepare_card(card: Card) -> None:
    """Compute `card.extra`, the card's Face. Raises DataError, with card and remedy, if the card could not work."""
    where, fields = f"card {card.name!r}", card.fields
    if card.category == UNIT and bool(fields["version"]) != bool(fields["identity"]):
        raise DataError(where, "has a version or an identity alone.", "A unique unit has both (SW-2.9).")
    if card.category == UNIT and (min(fields["speed"], fields["power"]) < 0 or fields["health"] < 1):
        raise DataError(where, "has a value that is too low.", "Speed and Power from 0, Health from 1.")
    if card.category == EQUIPMENT and (fields["equip_points"] is None) == (fields["equip_force"] is None):
        raise DataError(where, "needs one equip cost.", "Give it equip_points or equip_force (SW-8.7).")
    moments = [ability.when for ability in card.abilities]
    for moment in moments:
        if moment in (*USE_TIMES, *WINDOWS) and moments.count(moment) > 1:
            raise DataError(where, f"has two abilities of {moment}.", "One ability a window.")
    if card.category in (BATTLE, MISSION) and len(moments) != 1:
        raise DataError(where, f"has {len(moments)} abilities.", "A card used once has one effect (SW-2.13, 2.15).")
    for ability in card.abilities:
        _check_program(f"{where}, ability {ability.when!r}", card, ability)
        _check_conditions(f"{where}, ability {ability.when!r}", card, ability)
    card.extra = Face(card)


def _check_program(place: str, card: Card, ability: Ability) -> None:
    known: set[str] = set()
    for verb, arguments in ability.program:
        moments = MOMENTS_OF_VERB.get(verb, MOMENTS[1:])
        if ability.when not in moments:
            possible = ", ".join(moments)
            raise DataError(place, f"cannot use the verb {verb!r}.", f"It works only in: {possible}.")
        _check_arguments(place, card, verb, arguments)
        wants = {"chosen": "unit"}.get(arguments.get("unit", ""), arguments.get("unit")) or NEEDS.get(verb, "")
        if wants == "self" and card.category != UNIT:
            raise DataError(place, f"verb {verb!r} means a unit of its own.", "Only a unit has one.")
        if wants == "battling" and ability.when not in WINDOWS:
            raise DataError(place, f"verb {verb!r} means a battling unit.", "It works only in a window of a battle.")
        if wants not in ("", "self", "battling") and wants not in known:
            raise DataError(place, f"verb {verb!r} has no {wants} chosen.", "Choose it first.")
        if verb == "choose":  # only the last choice counts
            known = known & {"dice"} | {arguments["what"]}
        elif verb == "choose_dice":
            known.add("dice")


def _check_arguments(place: str, card: Card, verb: str, arguments: Mapping[str, Any]) -> None:
    if verb == "choose" and arguments["kind"] and (arguments["what"] == "build" or arguments["retreated"]):
        raise DataError(place, "chooses by arena what lies in no arena.", "Leave `kind` out.")
    if verb == "choose" and arguments["retreated"] and arguments["what"] == "build":
        raise DataError(place, "chooses a retreated card under construction.", "Leave `retreated` out.")
    if verb == "gain" and arguments["who"] == "more_units" and not card.fields["kind"]:
        raise DataError(place, "gains by units in an arena it does not have.", 'Use who = "own".')
    if verb == "bonus" and arguments["units"] == "others" and card.category != UNIT:
        raise DataError(place, "means other units than itself.", 'Only a unit has others; use units = "all".')


def _check_conditions(place: str, card: Card, ability: Ability) -> None:
    requires, in_window = ability.requires, ability.when in WINDOWS
    if requires.get("retreated") and (card.category != UNIT or not (in_window or ability.when == "command_start")):
        raise DataError(place, "cannot ask for `retreated`.", "Only a unit's command_start or window abilities can.")
    if requires.get("battling") and (card.category != UNIT or not in_window):
        raise DataError(place, "cannot ask for `battling`.", "Only a unit's window abilities can.")
    if requires.get("retreated") and (requires.get("battling") or requires.get("attacker")):
        which = "a battling unit" if requires.get("battling") else "an attacker"
        raise DataError(place, f"asks for {which} that has retreated.", "Leave one out (SW-R22).")
    if requires.get("attacker") and not in_window:
        raise DataError(place, "cannot ask for `attacker`.", "Only effects of a window can.")
    if requires.get("defender") and (card.category != UNIT or not in_window):
        raise DataError(place, "cannot ask for `defender`.", "Only a unit's window abilities can.")
    if requires.get("possible") and (card.category != MISSION or not ability.does):
        raise DataError(place, "cannot ask for `possible`.", "Only a Mission in the language of all games can.")
    if requires.get("again") and requires.get("once"):
        raise DataError(place, "asks for `once` and `again`.", "Leave one out (SW-R24).")
    if any(requires.get(name) for name in ("force", "once", "again")) and (card.category != UNIT or not in_window):
        raise DataError(place, "cannot ask for `force`, `once` or `again`.", "A Battle card has its cost in `cost`.")


def check_cards(cards: Iterable[Card]) -> None:
    """Raise DataError if two cards of the same identity have different kinds (SW-R36)."""
    kinds: dict[str, str] = {}
    for card in cards:
        identity = card.fields.get("identity")
        if identity and kinds.setdefault(identity, card.fields["kind"]) != card.fields["kind"]:
            raise DataError(f"card {card.name!r}", f"identity {identity} has two kinds.", "Give them one (SW-R36).")


CHANGES = change_rules(
    "continuous",
    (*VALUES, DICE),
    Player,
    play=ARENAS,
    bearers=(UNIT, LOCATION),
    works=(*ARENAS, "locations"),
    steady=("health",),
    under_way=StarWarsState.declaration["battle"],
    dice=own_dice,
    unmarked=(DICE,),
    costs=("construction", "hand"),
)
CARD_RULES = CardRules(
    fields=FIELDS,
    required_by=REQUIRED_BY,
    moments=MOMENTS,
    verbs=VERBS.arguments(),
    requires=REQUIRES,
    render=render_card,
    fields_of=FIELDS_OF,
    moments_of=MOMENTS_OF,
    enters=("deployed",),
    changes=CHANGES,
    programs=ways_of(CHANGES),
    forbids=forbids_of(CHANGES),
    frame=frame_text,
)
