"""The rules text of a card, rendered from the data that the engine carries out (ALT-3.7); phrases are under `text`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.book.cards import Ability, Card
from engines.book.words import Say, Words


def render_card(card: Card, words: Words) -> list[str]:
    """Return the rules text of a card, line by line: keywords first."""
    say = words.table("text")
    lines = [say(f"keyword.{word}") for word in card.fields.get("keywords") or ()]
    placement = card.fields.get("placement")
    if placement:
        lines.append(say("place", altar=placement.get("altar")))
    return lines + [_ability(say, ability) for ability in card.abilities]


def _ability(say: Say, ability: Ability) -> str:
    text = "; ".join(render_instruction(say, verb, a) for verb, a in ability.program).replace(
        f"{say('may')}; ", f"{say('may')} "
    )
    return _with_moment(say, ability, text)


def frame_text(card: Card, ability: Ability, text: str, words: Words) -> str:
    """Return a text written in the shared effect language, preceded by its moment and its conditions."""
    return _with_moment(words.table("text"), ability, text)


def _with_moment(say: Say, ability: Ability, text: str) -> str:
    conditions = f" {say('and')} ".join(say(f"if.{name}", count=count) for name, count in ability.requires.items())
    if ability.when == "continuous":
        return say("while", conditions=conditions, text=text) if conditions else say("active", text=text)
    done = say("if", conditions=conditions, text=text) if conditions else text
    key = f"when.{ability.when}"
    return say(key, text=done, sentence=f"{text[0].upper()}{text[1:]}")


def render_instruction(say: Say, verb: str, a: Mapping[str, Any]) -> str:
    """Return the text of an instruction."""
    key, facts = verb, dict(a)
    if verb == "choose":
        key = f"choose.{a['what']}.{a['whose']}"
        facts["fatigued"] = say("fatigued") if a["fatigued"] else ""
        facts["most"] = say("most", count=a["max_power"]) if a["max_power"] is not None else ""
    elif verb == "draw":
        key = f"draw.{a['whose']}{'' if a['count'] == 1 else '.several'}"
    elif verb == "modify":
        parts = [say(f"change.{name}", amount=f"{a[name]:+d}") for name in ("power", "rank") if a[name]]
        parts += [a["keyword"]] if a["keyword"] else []
        key, facts["changes"] = f"modify.{a['all'] or 'it'}", f" {say('and')} ".join(parts)
    elif verb == "bonus":
        key, facts["change"] = f"bonus.{a['whose']}", say("change.power", amount=f"{a['power']:+d}")
    elif verb == "take_core":
        key, facts["to"] = f"take_core.{a['whose']}", say(f"zone.{a['to']}")
    elif verb == "top_to_energy":
        key = f"top_to_energy.{a['face']}{'.fatigued' if a['fatigued'] else ''}"
    elif a.get("all"):
        key, facts["them"] = f"{verb}.all", say(f"all.{a['all']}")
    return say(key, **facts)
