"""The rules text of a card, rendered from the data that the engine carries out.

Its phrases are in the word files, under `text`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.book.cards import Ability, Card
from engines.book.words import Say, Words
from engines.star_wars.cards import COUNTED, EQUIPMENT, FIGHTS, ROLLED, UNIT, USE_TIMES, WINDOWS

Arguments = Mapping[str, Any]


def render_card(card: Card, words: Words) -> list[str]:
    """Return the rules text of a card, line by line."""
    say, fields, lines = words.table("text"), card.fields, []
    if card.category == EQUIPMENT:
        cost = "force" if fields["equip_points"] is None else "points"
        kinds = say("or").join(kind.capitalize() for kind in fields["equips"] or ())
        count = fields[f"equip_{cost}"] or 0
        lines = [say(f"equip_cost.{cost}", count=count, kinds=kinds), say("equipment", changes=render_changes(fields))]
    if fields["identity"]:
        lines = [say("unique", identity=fields["identity"].capitalize())]
    return lines + [_ability(say, card, ability) for ability in card.abilities]


def render_changes(arguments: Arguments) -> str:
    """Return changes of values in words."""
    order = ("power", "speed", "health")
    return ", ".join(f"{name.capitalize()} {arguments[name]:+d}" for name in order if arguments.get(name))


def _ability(say: Say, card: Card, ability: Ability) -> str:
    parts = [render_verb(say, card, ability, verb, arguments) for verb, arguments in ability.program]
    return _with_opening(
        say, card, ability, say("and").join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
    )


def frame_text(card: Card, ability: Ability, text: str, words: Words) -> str:
    """Return a text written in the shared effect language, preceded by its moment and what it requires."""
    return _with_opening(words.table("text"), card, ability, text)


def _with_opening(say: Say, card: Card, ability: Ability, text: str) -> str:
    requires, opening = ability.requires, _opening(say, card, ability)
    if requires.get("force"):
        opening += f"{', ' if opening else ''}{say('opening.pay', force=requires['force'])}"
    if requires.get("attacker"):
        text = say(f"attacker.{card.category}", text=text)
    sentence = f"**{opening}:** {text}." if opening else f"{text[0].upper()}{text[1:]}."
    return sentence + "".join(say(word) for word in ("once", "again") if requires.get(word))


def _opening(say: Say, card: Card, ability: Ability) -> str:
    requires, when = ability.requires, ability.when
    opening = ""
    if when in WINDOWS:
        opening = say("opening.window", number=when[-1])
    elif when in ("command_start", "deployed", "discarded", "battle_end", *FIGHTS, ROLLED, COUNTED, *USE_TIMES):
        opening = say(f"opening.{when}")
    elif requires.get("possible"):
        opening = say("opening.possible")
    if requires.get("retreated"):
        opening += say("opening.retreated")
    elif when == "command_start" and card.category == UNIT:
        opening += say("opening.arena", kind=card.fields["kind"].capitalize())
    if requires.get("defender"):
        return opening + say("opening.defender")
    return opening + (say("opening.battling") if requires.get("battling") else "")


def render_verb(say: Say, card: Card, ability: Ability, verb: str, a: Arguments) -> str:
    """Return the text of one instruction: a verb with its arguments."""
    facts: dict[str, Any] = {
        **a,
        "changes": render_changes(a),
        "kind": str(a.get("kind") or card.fields["kind"]).capitalize(),
    }
    if "unit" in a:
        facts["it"] = say(f"it.{a['unit']}")
    return say(_key(say, ability, verb, a, facts, card), **facts)


def _key(say: Say, ability: Ability, verb: str, a: Arguments, facts: dict[str, Any], card: Card) -> str:
    """Return the key of a verb's phrase, and add to `facts` those that only this phrase uses."""
    if verb == "choose":
        facts["whose"] = say(f"whose.{a['whose']}")
        which = ".retreated" if a["retreated"] else ".arena" if a["kind"] else ""
        return "choose.build" if a["what"] == "build" else f"choose.unit{which}"
    if verb in ("choose_dice", "reroll"):
        counts = [arguments["count"] for other, arguments in ability.program if other == "choose_dice"]
        several = "any" if verb == "choose_dice" and counts[0] is None else "several"
        if a.get("whose") == "rival":
            return f"choose_dice.rival.{'one' if 1 in counts else several}"
        return f"{verb}.{'one' if 1 in counts else several}"
    if verb == "alter_damage":
        facts["it"] = say("it.self" if card.category == UNIT else "it.battling")
        facts["amount"] = say(f"amount.{'more' if a['count'] > 0 else 'less'}", count=abs(a["count"]))
    if verb == "bonus":
        facts["fast"] = say("fast", min_speed=a["min_speed"]) if a["min_speed"] else ""
    variant = {"heal": "one" if a.get("count") == 1 else "several"}.get(verb)
    variant = variant or {"gain": "who", "modify": "until", "alter_damage": "due", "bonus": "units"}.get(verb, "")
    return f"{verb}.{a.get(variant, variant)}" if variant else verb
