"""The rules text of a card, from the data that is carried out. Its phrases are words of the table `text`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.cards import Ability, Card
from engines.core.words import Say, Words
from engines.star_wars.cards import EQUIPMENT, UNIT, WINDOWS

ORDER = ("power", "speed", "health")
"""The order in which changes of values are said."""


def render(card: Card, words: Words) -> list[str]:
    """Return the rules text of a card, line by line."""
    say = words.table("text")
    lines = _equipment(say, card.fields) if card.category == EQUIPMENT else []
    return lines + [_ability(say, card, ability) for ability in card.abilities]


def _equipment(say: Say, fields: Mapping[str, Any]) -> list[str]:
    points, force = fields["equip_points"], fields["equip_force"]
    price = say("points", count=points) if points is not None else say("force", count=force or 0)
    kinds = f" {say('or')} ".join(say(f"kind.{kind}") for kind in fields["equips"] or ())
    return [say("equip", price=price, kinds=kinds), f"{_changes(say, fields)}."]


def _changes(say: Say, a: Mapping[str, Any]) -> str:
    return ", ".join(say(f"value.{name}", amount=f"{a[name]:+d}") for name in ORDER if a.get(name))


def _ability(say: Say, card: Card, ability: Ability) -> str:
    requires = ability.requires
    one_die = any(verb == "choose_dice" and a["count"] == 1 for verb, a in ability.program)
    parts = [_verb(say, card, verb, a, one_die) for verb, a in ability.program]
    text = f" {say('and')} ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
    if requires.get("attacker"):
        text = say(f"attacker.{'this' if card.category == UNIT else 'your'}", text=text)
    opening = _opening(say, card, ability)
    sentence = say("opened", opening=opening, text=text) if opening else f"{text[0].upper()}{text[1:]}."
    return sentence + (f" {say('once')}" if requires.get("once") else "")


def _opening(say: Say, card: Card, ability: Ability) -> str:
    requires, when = ability.requires, ability.when
    if when in WINDOWS:
        opening = say("window", number=when[-1])
    else:
        opening = say(f"when.{when}") if when in ("command_start", "deployed") else ""
    if requires.get("retreated"):
        opening += say("retreated_only")
    elif when == "command_start" and card.category == UNIT:
        opening += say("in_arena", kind=say(f"kind.{card.fields['kind']}"))
    opening += say("battling") if requires.get("battling") else ""
    if requires.get("force"):
        opening += (", " if opening else "") + say("pay", force=requires["force"])
    return opening


def _verb(say: Say, card: Card, verb: str, a: Mapping[str, Any], one_die: bool) -> str:
    """Return what an instruction says."""
    key, facts, kind = verb, dict(a), a.get("kind")
    facts["kind"] = say(f"kind.{kind}") if kind else ""
    if verb == "choose":
        key = f"choose.{a['what']}.{a['whose']}"
        facts["place"] = say("place", kind=facts["kind"]) if kind else ""
        facts["retreated"] = say("retreated") if a["retreated"] else ""
    elif verb == "choose_dice":
        key += ".any" if a["count"] is None else "" if a["count"] == 1 else ".several"
    elif verb == "reroll":
        key += ".it" if one_die else ".each"
    elif verb == "bonus":
        key = f"bonus.{a['units']}"
        facts |= {"changes": _changes(say, a), "fast": say("fast", speed=a["min_speed"]) if a["min_speed"] else ""}
    elif verb == "heal":
        key = f"heal.{a['unit']}{'.several' if a['count'] > 1 else ''}"
    elif verb == "gain":
        arena = card.fields.get("kind")
        key, facts["arena"] = f"gain.{a['who']}", say(f"kind.{arena}") if arena else ""
    elif verb == "modify":
        key, facts["changes"] = f"modify.{a['until']}", _changes(say, a)
        facts["whose"] = say(f"it.{a['unit']}")
    elif verb == "alter_damage":
        key = f"alter_damage.{a['due']}.{'more' if a['count'] > 0 else 'less'}"
        facts |= {"count": abs(a["count"]), "whose": say(f"it.{'self' if card.category == UNIT else 'battling'}")}
    return say(key, **facts)
