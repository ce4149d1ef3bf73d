"""What a card may be (chapter 2), and the refusal of one that says something the rules have no place for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engines.core.cards import Ability, Card
from engines.core.errors import DataError

UNIT, LOCATION, EQUIPMENT, MISSION, BATTLE, NOTHING = "unit", "location", "equipment", "mission", "battle", "unseen"
BUILDABLE = (UNIT, LOCATION, EQUIPMENT, MISSION)
"""The categories with a build cost (SW-2.3); Battle cards have a Force cost instead.

Units, Locations and Equipment stay in play, Missions and Battle cards are used once (SW-2.2).
"""

KINDS = ("space", "ground", "character")  # of units (SW-2.8) and of Locations (SW-2.10); the third as SW-R1 says
SIDES = ("light", "dark", "neutral")  # SW-2.1
WINDOWS = ("window_1", "window_2", "window_3", "window_4")

MOMENTS_OF_VERB = {
    "choose_dice": ("window_2",),
    "reroll": ("window_2",),
    "alter_damage": ("window_3",),
    "untap": WINDOWS,
    "retreat": WINDOWS,
}
"""Verbs that make sense only while a battle goes on: dice until they are counted, damage between count and blow."""

FIELDS_OF = {
    "kind": (UNIT, LOCATION),
    "version": (UNIT,),
    "identity": (UNIT,),
    "speed": (UNIT, EQUIPMENT),
    "power": (UNIT, EQUIPMENT),
    "health": (UNIT, EQUIPMENT),
    "equips": (EQUIPMENT,),
    "equip_points": (EQUIPMENT,),
    "equip_force": (EQUIPMENT,),
}
MOMENTS_OF = {
    UNIT: ("continuous", "command_start", "deployed", *WINDOWS),
    LOCATION: ("continuous", "command_start"),
    MISSION: ("mission",),
    BATTLE: WINDOWS,
    EQUIPMENT: (),
    NOTHING: (),
}


def check(card: Card) -> None:
    """Raise DataError, naming card and remedy, for a card that could not be played as it is written."""
    where, fields = f"card {card.name!r}", card.fields
    for name, categories in FIELDS_OF.items():
        if fields.get(name) and card.category not in categories:
            raise DataError(where, f"a {card.category} card has no {name}.", f"Only of: {', '.join(categories)}.")
    if card.category == UNIT:
        _check_unit(where, fields)
    if card.category == EQUIPMENT and (fields["equip_points"] is None) == (fields["equip_force"] is None):
        raise DataError(where, "needs one equip cost.", "Give it equip_points or equip_force (SW-8.7).")
    moments = [ability.when for ability in card.abilities]
    for moment in moments:
        if moment not in MOMENTS_OF[card.category]:
            possible = ", ".join(MOMENTS_OF[card.category]) or "none"
            raise DataError(
                where, f"a {card.category} card has no ability with when = {moment!r}.", f"Use: {possible}."
            )
        if moment in WINDOWS and moments.count(moment) > 1:
            raise DataError(where, f"has two abilities of {moment}.", "One ability a window.")
    if card.category in (BATTLE, MISSION) and len(moments) != 1:
        raise DataError(where, f"has {len(moments)} abilities.", "A card used once has one effect (SW-2.13, 2.15).")
    for ability in card.abilities:
        _check_ability(where, card, ability)


def _check_unit(where: str, fields: Mapping[str, Any]) -> None:
    if bool(fields["version"]) != bool(fields["identity"]):
        raise DataError(where, "has a version or an identity alone.", "A unique unit has both (SW-2.9).")
    if min(fields["speed"], fields["power"]) < 0 or fields["health"] < 1:
        raise DataError(where, "has a value that is too low.", "Speed and Power from 0, Health from 1.")


def _check_ability(where: str, card: Card, ability: Ability) -> None:
    place = f"{where}, ability {ability.when!r}"
    known: set[str] = set()
    for verb, arguments in ability.program:
        if (verb in ("bonus", "hits")) != (ability.when == "continuous"):
            raise DataError(place, f"cannot use the verb {verb!r}.", "bonus and hits are continuous, nothing else is.")
        if verb in MOMENTS_OF_VERB and ability.when not in MOMENTS_OF_VERB[verb]:
            possible = ", ".join(MOMENTS_OF_VERB[verb])
            raise DataError(place, f"cannot use the verb {verb!r}.", f"It works only in: {possible}.")
        _check_arguments(place, card, verb, arguments)
        wants = _wants(verb, arguments)
        if wants == "self" and card.category != UNIT:
            raise DataError(place, f"verb {verb!r} means a unit of its own.", "Only a unit has one.")
        if wants == "battling" and ability.when not in WINDOWS:
            raise DataError(place, f"verb {verb!r} means a battling unit.", "It works only in a window of a battle.")
        if wants not in ("", "self", "battling") and wants not in known:
            raise DataError(place, f"verb {verb!r} has no {wants} chosen.", "Choose it first.")
        if verb == "choose":  # the last choice is the one that counts
            known = known & {"dice"} | {arguments["what"]}
        elif verb == "choose_dice":
            known.add("dice")
    _check_conditions(place, card, ability)


def _check_arguments(place: str, card: Card, verb: str, arguments: Mapping[str, Any]) -> None:
    if verb == "choose" and arguments["kind"] and (arguments["what"] == "build" or arguments["retreated"]):
        raise DataError(place, "chooses by arena what lies in no arena.", "Leave `kind` out.")
    if verb == "choose" and arguments["retreated"] and arguments["what"] == "build":
        raise DataError(place, "chooses a retreated card under construction.", "Leave `retreated` out.")
    if verb == "gain" and arguments["who"] == "more_units" and not card.fields["kind"]:
        raise DataError(place, "gains by units in an arena it does not have.", 'Use who = "own".')
    if verb == "bonus" and arguments["units"] == "others" and card.category != UNIT:
        raise DataError(place, "means other units than itself.", 'Only a unit has others; use units = "all".')


def _wants(verb: str, arguments: Mapping[str, Any]) -> str:
    """Return what an instruction needs: "unit", "build" or "dice" chosen before, its own or a battling unit, or ""."""
    fixed = {"damage": "unit", "sabotage": "build", "reroll": "dice", "alter_damage": "battling"}
    if verb in fixed:
        return fixed[verb]
    which = str(arguments.get("unit", ""))
    return "unit" if which == "chosen" else which


def _check_conditions(place: str, card: Card, ability: Ability) -> None:
    requires = ability.requires
    in_window = ability.when in WINDOWS
    if requires.get("retreated") and (card.category != UNIT or not (in_window or ability.when == "command_start")):
        raise DataError(place, "cannot ask for `retreated`.", "Only a unit's command_start or window abilities can.")
    if requires.get("battling") and (card.category != UNIT or not in_window):
        raise DataError(place, "cannot ask for `battling`.", "Only a unit's window abilities can.")
    if requires.get("battling") and requires.get("retreated"):
        raise DataError(place, "asks for a battling unit that has retreated.", "Leave one out (SW-R22).")
    if requires.get("attacker") and requires.get("retreated"):
        raise DataError(place, "asks for an attacker that has retreated.", "Leave one out (SW-R22).")
    if requires.get("attacker") and not in_window:
        raise DataError(place, "cannot ask for `attacker`.", "Only effects of a window can.")
    if (requires.get("force") or requires.get("once")) and (card.category != UNIT or not in_window):
        raise DataError(place, "cannot ask for `force` or `once`.", "A Battle card has its cost in `cost`.")


def check_identities(cards: Iterable[Card]) -> None:
    """Raise DataError if the cards of one identity are not all of one kind (SW-R36)."""
    kinds: dict[str, str] = {}
    for card in cards:
        identity = card.fields.get("identity")
        if identity and kinds.setdefault(identity, card.fields["kind"]) != card.fields["kind"]:
            raise DataError(f"card {card.name!r}", f"identity {identity} has two kinds.", "Give them one (SW-R36).")
