"""Chapter 3: cards. What a card file may say, the rules text rendered from it, and what the engine precomputes."""

from __future__ import annotations

from typing import Any

from engines.altaria.authoring import check_card
from engines.core.cards import Ability, Card, CardRules, FieldRule
from engines.core.verbs import Verbs

ATTRIBUTES = {"R": "red", "U": "blue", "Y": "yellow", "G": "green", "W": "white", "P": "purple"}  # ALT-3.10
BITS = {letter: 1 << place for place, letter in enumerate(ATTRIBUTES)}
KEYWORDS = ("Haste", "Infiltrate", "Ward", "Resonance", "Lurk", "Grudge", "Bulwark", "Ambush")
HASTE, INFILTRATE, WARD, RESONANCE, LURK, GRUDGE, BULWARK, AMBUSH = (1 << place for place in range(8))
KEYWORD_BITS = {word: 1 << place for place, word in enumerate(KEYWORDS)}

UNSEEN = 0
"""The number of the placeholder for a card that nobody in a lesson has seen; it stands first in the card list."""

# A Unit goes onto the battlefield, a Magic is used once, a Force lies on an altar card (ALT-3.1 to 3.4).
UNIT, MAGIC, FORCE, NOTHING = "unit", "magic", "force", "unseen"


class Face:
    """What the engine reads off a card again and again, worked out once (`Card.extra`).

    Cost, symbols and their attributes, species, power and break rank as printed (ALT-3.5, 3.9, 3.13, 3.14, 3.15),
    and the places of its abilities by the moment they work (ALT-3.7).
    """

    __slots__ = (
        "attributes",
        "colours",
        "continuous",
        "cost",
        "keywords",
        "moments",
        "power",
        "rank",
        "species",
        "symbols",
    )

    def __init__(self, card: Card) -> None:
        get = card.fields.get
        self.cost: int = get("cost") or 0
        self.symbols = tuple(BITS[letter] for letter in get("symbols") or "")  # ALT-3.9
        self.attributes = sum(set(self.symbols))
        self.colours = len(set(self.symbols))
        self.power: int = get("power") or 0
        self.rank: int = get("break_rank") or 0
        self.species: str = get("species") or ""
        self.keywords = sum(KEYWORD_BITS[word] for word in get("keywords") or ())
        self.moments: dict[str, tuple[int, ...]] = {}
        for place, ability in enumerate(card.abilities):
            self.moments[ability.when] = (*self.moments.get(ability.when, ()), place)
        # (whose units, power, face-up energy needed) of each continuous ability
        self.continuous = tuple(
            (arguments["whose"], arguments["power"], ability.requires.get("face_up_energy", 0))
            for ability in card.abilities
            if ability.when == "continuous"
            for verb, arguments in ability.program
            if verb == "bonus"
        )


def prepare(card: Card) -> None:
    """Work out `card.extra`, the card's Face. Raises DataError for a card that could not be carried out."""
    if card.category != NOTHING:
        check_card(card)
    card.extra = Face(card)


def unseen_card() -> Card:
    """Return the placeholder for an unseen card: it can do nothing."""
    return Card(UNSEEN, "?", NOTHING, {}, (), unseen=True)


MOMENTS = ("summon", "attack", "destroyed", "rest", "continuous", "use", "trigger", "placed", "main_start")
REQUIRES = {"face_up_energy": FieldRule(int, low=1), "upright_altar": FieldRule(int, low=1)}

_OPENING = {
    "summon": "On summon",
    "attack": "On attack",
    "destroyed": "When destroyed",
    "rest": "Rest this unit",
    "trigger": "Core Trigger",
    "placed": "On placement",
    "use": "",
}
_EXPLAINED = {
    "Haste": "May attack in the turn it is summoned.",
    "Infiltrate": "Its attacks cannot be blocked.",
    "Ward": "Rival units' effects cannot choose it.",
    "Resonance": "+1 break rank while you have another unit of its species.",
    "Lurk": "Cannot be chosen for an attack.",
    "Grudge": "After its battle, the unit it battled is destroyed.",
    "Bulwark": "Rest this unit to stop an attack and battle the attacker.",
    "Ambush": "May be summoned when a rival's unit attacks or blocks.",
}


def render(card: Card) -> list[str]:
    """Return the rules text of a card, line by line, from its data (keywords first, in bold marks)."""
    lines = [f"**{word}.** {_EXPLAINED[word]}" for word in card.fields.get("keywords") or ()]
    placement = card.fields.get("placement")
    if placement:
        lines.append(f"**Place** only on a {placement.get('altar')} altar card.")
    return lines + [_ability_text(ability) for ability in card.abilities]


def _ability_text(ability: Ability) -> str:
    done = _sentence([_verb_text(verb, arguments) for verb, arguments in ability.program])
    lower = done[0].lower() + done[1:]
    conditions = " and ".join(_CONDITIONS[word].format(needed) for word, needed in ability.requires.items())
    if ability.when == "continuous":
        return f"While {conditions}, {lower}" if conditions else f"**Active:** {lower}"
    conditions = f"if {conditions}, " if conditions else ""
    if ability.when == "main_start":
        return f"**Active:** at the start of your Main Phase, {conditions}{lower}"
    opening = _OPENING[ability.when]
    return f"**{opening}:** {conditions}{lower}" if opening else done


_CONDITIONS = {
    "face_up_energy": "{} or more of your energy cards are face up",
    "upright_altar": "{} or more of your altar cards are upright",
}


def _sentence(parts: list[str]) -> str:
    text = "; ".join(parts).replace("you may; ", "you may ")
    return text[0].upper() + text[1:] + "."


def _verb_text(verb: str, arguments: Any) -> str:
    if verb == "choose":
        whose = "one of your" if arguments["whose"] == "own" else "a rival's"
        if arguments["what"] == "force":
            return f"choose {whose} {'Forces' if arguments['whose'] == 'own' else 'Force'}"
        noun = "units" if arguments["whose"] == "own" else "unit"
        tired = "fatigued " if arguments["fatigued"] else ""
        most = f" with power {arguments['max_power']} or less" if arguments["max_power"] is not None else ""
        return f"choose {whose} {tired}{noun}{most}"
    if verb == "draw":
        who = {"own": "draw", "rival": "the rival draws", "both": "both players draw"}[arguments["whose"]]
        return f"{who} a card" if arguments["count"] == 1 else f"{who} {arguments['count']} cards"
    if verb == "modify":
        parts = [f"{arguments['power']:+d} power"] if arguments["power"] else []
        parts += [f"{arguments['rank']:+d} break rank"] if arguments["rank"] else []
        parts += [arguments["keyword"]] if arguments["keyword"] else []
        all_of = {"own": "your units get", "rival": "the rival's units get", "both": "all units get"}
        return f"{all_of.get(arguments['all'], 'it gets')} {' and '.join(parts)} until end of turn"
    if verb == "bonus":
        whose = {"own": "your units have", "rival": "the rival's units have", "self": "this unit has"}[
            arguments["whose"]
        ]
        return f"{whose} {arguments['power']:+d} power"
    if verb == "take_core":
        taken = {
            "own": "your first core goes",
            "rival": "the rival's first core goes",
            "both": "each player's first core goes",
        }
        return f"{taken[arguments['whose']]} to its owner's {arguments['to']}"
    if verb == "top_to_energy":
        return f"the top card of your deck goes to your Energy Zone, face {arguments['face']}" + (
            " and fatigued" if arguments["fatigued"] else ""
        )
    if arguments.get("all"):
        it = {"own": "all your units", "rival": "all the rival's units", "both": "all units"}[arguments["all"]]
        owners = " to their owners' hands" if verb == "return" else ""
        return f"{verb} {it}{owners}"
    return {
        "refill": "put your graveyard under your deck",
        "destroy": "destroy it",
        "rest": "rest it",
        "ready": "ready it",
        "return": "return it to its owner's hand",
        "discard": "put it into its owner's graveyard",
        "win": "you win the game",
        "may": "you may",
    }[verb]


def card_rules(verbs: Verbs) -> CardRules:
    """Return what a card file may say; the verbs are declared where they are carried out (chapter 15)."""
    return CardRules(
        fields=FIELDS,
        required_by={UNIT: ("power", "break_rank")},
        moments=MOMENTS,
        verbs=verbs.arguments(),
        requires=REQUIRES,
        render=render,
    )


FIELDS = {
    "id": FieldRule(str),
    "name": FieldRule(str, True),
    "japanese": FieldRule(str, default=""),
    "category": FieldRule(str, True, (UNIT, MAGIC, FORCE)),  # ALT-3.1
    "cost": FieldRule(int, True, low=0),
    "symbols": FieldRule(str, default=""),
    "species": FieldRule(str, default=""),
    "power": FieldRule(int, low=0),
    "break_rank": FieldRule(int, low=0),
    "rarity": FieldRule(str, False, ("R", "T", "E", "L", "M"), "R"),
    "tribe": FieldRule(str, default=""),
    "flavour": FieldRule(str, default=""),
    "keywords": FieldRule(list, False, KEYWORDS, ()),
    "placement": FieldRule(dict),
}
