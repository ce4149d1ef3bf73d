"""Chapter 2: cards. What a card file may say, the rules text rendered from it, and what the engine precomputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.cards import Ability, Card, CardRules, FieldRule
from engines.star_wars.authoring import (
    BATTLE,
    BUILDABLE,
    EQUIPMENT,
    KINDS,
    LOCATION,
    MISSION,
    NOTHING,
    SIDES,
    UNIT,
    WINDOWS,
    check,
)

SPEED, POWER, HEALTH = range(3)
VALUES = ("speed", "power", "health")
STACK_BONUS = (10, 1, 1)
"""What each card beneath adds to the top card's Speed, Power and Health (SW-11.11)."""

UNSEEN = 0
"""The placeholder for a card of the rival that nobody in a lesson has seen; in a proof it may turn out to be any."""
BLANK = 1
"""The placeholder for an unseen card of the learner's own deck: it can do nothing, so no proof rests on a draw."""
Static = tuple[bool, int, int, int, int]
"""(of all units, the arena, the least printed Speed, the value, the amount) of one continuous bonus."""


class Face:
    """What the engine reads off a card again and again, worked out once (`Card.extra`)."""

    __slots__ = (
        "buildable",
        "category",
        "cost",
        "equip_force",
        "equip_points",
        "equips",
        "hits",
        "identity",
        "kind",
        "moments",
        "print",
        "side",
        "statics",
        "values",
    )

    def __init__(self, card: Card) -> None:
        get = card.fields.get
        self.category = card.category
        self.buildable = card.category in BUILDABLE
        self.cost: int = get("cost") or 0  # a blank box is 0 (SW-2.11, 2.14)
        self.kind: int = KINDS.index(get("kind")) if get("kind") else -1
        self.side: str = get("side") or "neutral"
        self.identity: str = get("identity") or ""  # unique: one in play (SW-11.1, 2.9)
        self.print = (get("printed") or card.name, get("version") or "")  # SW-R3, SW-R36
        self.values = (get("speed") or 0, get("power") or 0, get("health") or 0)
        self.equips = frozenset(KINDS.index(kind) for kind in get("equips") or ())
        self.equip_points: int = get("equip_points") or 0
        self.equip_force: int = get("equip_force") or 0
        self.moments: dict[str, tuple[int, ...]] = {}
        for place, ability in enumerate(card.abilities):
            self.moments[ability.when] = (*self.moments.get(ability.when, ()), place)
        always = [
            instruction for ability in card.abilities if ability.when == "continuous" for instruction in ability.program
        ]
        self.statics: tuple[Static, ...] = tuple(
            (a["units"] == "all", KINDS.index(a["kind"]), a["min_speed"], value, a[name])
            for verb, a in always
            if verb == "bonus"
            for value, name in enumerate(VALUES)
            if a[name]
        )
        self.hits = tuple((KINDS.index(a["kind"]), a["face"]) for verb, a in always if verb == "hits")


def prepare(card: Card) -> None:
    """Work out `card.extra`, the card's Face. Raises DataError for a card that could not be played."""
    check(card)
    card.extra = Face(card)


def placeholders() -> list[Card]:
    """Return the two placeholders for unseen cards."""
    return [Card(UNSEEN, "?", NOTHING, {}, (), unseen=True), Card(BLANK, "??", NOTHING, {}, (), unseen=True)]


# What a card file may say.

_KIND = FieldRule(str, False, KINDS)
_WHO = FieldRule(str, True, ("battling", "chosen", "self"))
_COUNT = FieldRule(int, True, low=1)
VERBS: dict[str, dict[str, FieldRule]] = {
    "choose": {
        "what": FieldRule(str, True, ("unit", "build")),
        "whose": FieldRule(str, True, ("own", "rival")),
        "kind": _KIND,
        "retreated": FieldRule(bool, default=False),
    },
    "choose_dice": {"count": FieldRule(int, low=1)},
    "reroll": {},
    "damage": {"count": _COUNT},
    "heal": {"count": _COUNT, "unit": FieldRule(str, True, ("chosen", "self"))},
    "sabotage": {"count": _COUNT},
    "draw": {"count": _COUNT},
    "gain": {"force": _COUNT, "who": FieldRule(str, True, ("own", "more_units"))},
    "modify": {
        "unit": _WHO,
        "speed": FieldRule(int, default=0),
        "power": FieldRule(int, default=0),
        "health": FieldRule(int, default=0),
        "until": FieldRule(str, True, ("battle", "turn")),
    },
    "alter_damage": {"due": FieldRule(str, True, ("dealt", "taken")), "count": FieldRule(int, True)},
    "untap": {"unit": FieldRule(str, True, ("battling",))},
    "retreat": {"unit": FieldRule(str, True, ("battling",))},
    "bonus": {
        "units": FieldRule(str, True, ("others", "all")),
        "kind": FieldRule(str, True, KINDS),
        "min_speed": FieldRule(int, default=0),
        "speed": FieldRule(int, default=0),
        "power": FieldRule(int, default=0),
        "health": FieldRule(int, default=0),
    },
    "hits": {"face": FieldRule(int, True, (1, 2, 3)), "kind": FieldRule(str, True, KINDS)},
}
MOMENTS = ("continuous", "command_start", "deployed", "mission", *WINDOWS)
REQUIRES = {
    "retreated": FieldRule(bool),
    "battling": FieldRule(bool),
    "attacker": FieldRule(bool),
    "force": FieldRule(int, low=1),
    "once": FieldRule(str, False, ("battle",)),
}


# The rules text, from the same data.


def render(card: Card) -> list[str]:
    """Return the rules text of a card, line by line, from its data."""
    lines = []
    if card.category == EQUIPMENT:
        lines = _equipment_text(card.fields)
    return lines + [_ability_text(card, ability) for ability in card.abilities]


def _equipment_text(fields: Mapping[str, Any]) -> list[str]:
    points, force = fields["equip_points"], fields["equip_force"]
    price = _counted(points, "build point") if points is not None else _counted(force or 0, "Force point")
    kinds = " or ".join(kind.capitalize() for kind in fields["equips"] or ())
    return [f"**Equip cost:** {price}. {kinds} units.", f"{_changes(fields)}."]


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _changes(arguments: Mapping[str, Any]) -> str:
    order = ("power", "speed", "health")
    return ", ".join(f"{name.capitalize()} {arguments[name]:+d}" for name in order if arguments.get(name))


def _ability_text(card: Card, ability: Ability) -> str:
    one_die = any(verb == "choose_dice" and arguments["count"] == 1 for verb, arguments in ability.program)
    again = {"again": "it" if one_die else "each of them once"}
    parts = [_verb_text(card, verb, {**arguments, **again}) for verb, arguments in ability.program]
    text = " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
    requires = ability.requires
    opening = _opening(card, ability)
    if requires.get("force"):
        opening += f"{', ' if opening else ''}pay {requires['force']} Force"
    if requires.get("attacker"):
        whose = "this" if card.category == UNIT else "your"
        text = f"if {whose} unit was the attacker in this battle and is still in its arena, {text}"
    sentence = f"**{opening}:** {text}." if opening else f"{text[0].upper()}{text[1:]}."
    return sentence + (" Once per battle." if requires.get("once") else "")


def _opening(card: Card, ability: Ability) -> str:
    requires = ability.requires
    if ability.when in WINDOWS:
        opening = f"Window {ability.when[-1]}"
    else:
        opening = {
            "continuous": "",
            "command_start": "Command start",
            "deployed": "When this unit is deployed by completing its build",
            "mission": "",
        }[ability.when]
    if requires.get("retreated"):
        opening += ", works only in the build zone"
    elif ability.when == "command_start" and card.category == UNIT:
        opening += f", in the {card.fields['kind'].capitalize()} arena"
    if requires.get("battling"):
        opening += ", while this unit is battling"
    return opening


def _verb_text(card: Card, verb: str, arguments: Mapping[str, Any]) -> str:
    return str(_TEXTS[verb](card, arguments))


def _choose_text(card: Card, a: Mapping[str, Any]) -> str:
    owner = "your" if a["whose"] == "own" else "the rival's"
    if a["what"] == "build":
        return f"choose one of {owner} cards under construction"
    place = f" in the {a['kind'].capitalize()} arena" if a["kind"] else ""
    return f"choose one of {owner} {'retreated ' if a['retreated'] else ''}units{place}"


def _dice_text(card: Card, a: Mapping[str, Any]) -> str:
    if a["count"] is None:
        return "choose any number of your dice of this battle"
    return f"choose {'1 die' if a['count'] == 1 else str(a['count']) + ' dice'} you rolled"


def _modify_text(card: Card, a: Mapping[str, Any]) -> str:
    whose = {"battling": "your battling unit", "chosen": "it", "self": "this unit"}[a["unit"]]
    return f"{whose} has {_changes(a)} {'in this battle' if a['until'] == 'battle' else 'this turn'}"


def _alter_text(card: Card, a: Mapping[str, Any]) -> str:
    amount = f"{abs(a['count'])} {'more' if a['count'] > 0 else 'less (not below 0)'}"
    whose = "this unit" if card.category == UNIT else "your battling unit"
    done = "deals" if a["due"] == "dealt" else "is about to take"
    return f"the damage {whose} {done} is {amount}"


def _bonus_text(card: Card, a: Mapping[str, Any]) -> str:
    units = "your other units" if a["units"] == "others" else "every unit"
    fast = f" with printed Speed {a['min_speed']} or more" if a["min_speed"] else ""
    has = "have" if a["units"] == "others" else "has"
    return f"{units} in the {a['kind'].capitalize()} arena{fast} {has} {_changes(a)}"


def _gain_text(card: Card, a: Mapping[str, Any]) -> str:
    points = _counted(a["force"], "Force point")
    if a["who"] == "own":
        return f"you gain {points}"
    arena = str(card.fields.get("kind") or "").capitalize()
    return f"the player with more units in the {arena} arena gains {points} (equal: nobody)"


_TEXTS: dict[str, Any] = {
    "choose": _choose_text,
    "choose_dice": _dice_text,
    "reroll": lambda card, a: f"reroll {a['again']}",
    "damage": lambda card, a: f"put {_counted(a['count'], 'damage counter')} on it",
    "heal": lambda card, a: (
        f"remove {'up to ' if a['count'] > 1 else ''}{_counted(a['count'], 'damage counter')} from "
        f"{'this unit' if a['unit'] == 'self' else 'it'}"
    ),
    "sabotage": lambda card, a: f"remove up to {_counted(a['count'], 'build counter')} from it",
    "draw": lambda card, a: f"draw {_counted(a['count'], 'card')}",
    "gain": _gain_text,
    "modify": _modify_text,
    "alter_damage": _alter_text,
    "untap": lambda card, a: "untap it",
    "retreat": lambda card, a: (
        "move your battling unit to your build zone, face up and tapped, with its stack, damage and Equipment"
    ),
    "bonus": _bonus_text,
    "hits": lambda card, a: (
        f"in battles in the {a['kind'].capitalize()} arena dice showing {a['face']} also count as hits (both sides)"
    ),
}

CARD_RULES = CardRules(
    fields={
        "id": FieldRule(str),
        "name": FieldRule(str, True),
        "printed": FieldRule(str),
        "japanese": FieldRule(str, default=""),
        "category": FieldRule(str, True, (*BUILDABLE, BATTLE)),
        "side": FieldRule(str, False, SIDES, "neutral"),
        "kind": FieldRule(str, False, KINDS),
        "version": FieldRule(str),
        "identity": FieldRule(str),
        "cost": FieldRule(int, low=0),
        "speed": FieldRule(int),
        "power": FieldRule(int),
        "health": FieldRule(int),
        "equips": FieldRule(list, False, KINDS, ()),
        "equip_points": FieldRule(int, low=0),
        "equip_force": FieldRule(int, low=0),
        "flavour": FieldRule(str, default=""),
    },
    required_by={
        UNIT: ("kind", "cost", "speed", "power", "health"),  # SW-2.4
        LOCATION: ("kind",),
        EQUIPMENT: ("cost", "equips"),  # SW-2.12
        MISSION: ("cost",),
    },
    moments=MOMENTS,
    verbs=VERBS,
    requires=REQUIRES,
    render=render,
)
