"""The rules text of a card, from the data that is carried out. Its phrases are words of the table `text`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engines.core.cards import Ability, Card
from engines.core.words import Say, Words
from engines.kingdom_hearts.authoring import EQUIPMENT, HERO, MAGIC, PLAYER

CHANGED = ("atk", "sup", "mag")
"""The values that an Equipment card changes."""


def render(card: Card, words: Words, timing: tuple[str, ...] = ()) -> list[str]:
    """Return the rules text of a card, line by line; timing : when a Magic card may be used."""
    say, fields = words.table("text"), card.fields
    return [*_lines(say, card, fields, timing), *(_ability(say, card, ability) for ability in card.abilities)] + (
        [say("printed", text=fields["printed_as"])] if fields.get("printed_as") else []
    )


def _lines(say: Say, card: Card, fields: Mapping[str, Any], timing: tuple[str, ...]) -> Iterator[str]:
    conditions = [
        say(f"condition.{name}", value=fields[name])
        for name in ("form_of", "hp_at_most", "total_at_least")
        if fields.get(name) is not None and fields[name] != ""
    ]
    if conditions:
        yield say("condition", conditions=f" {say('and')} ".join(conditions))
    if fields.get("bearers"):
        yield say("bearer", bearers=_bearers(say, fields))
    if card.category == EQUIPMENT:
        changes = [say(f"change.{name}", amount=f"+{fields[name]}") for name in CHANGED if fields[name]]
        yield f"{', '.join(changes)}."
    if fields.get("link"):
        yield say("link", names=", ".join(map(str, fields["link"])))
    if fields.get("bonus"):
        yield say("bonus", amount=f"+{fields['bonus']}")
    if card.category == MAGIC:
        yield say("timing", times=", ".join(say(f"time.{time}") for time in timing))


def _bearers(say: Say, fields: Mapping[str, Any]) -> str:
    """Return who may bear an Equipment card."""
    bearers = fields["bearers"]
    types = f" {say('or')} ".join(say(f"type.{word}") for word in bearers if word != HERO)
    found = [say("hero.named" if fields["bearer_name"] else "hero", name=fields["bearer_name"])] * (HERO in bearers)
    return f", {say('or')} ".join([*found, say("one_of", types=types)] if types else found)


def _ability(say: Say, card: Card, ability: Ability) -> str:
    text = ", ".join(_verb(say, verb, a) for verb, a in ability.program)
    key = "laid" if ability.when == "placed" and card.category == PLAYER else ability.when
    sentence = say(f"when.{key}", text=text)
    return f"{sentence[0].upper()}{sentence[1:]}"


def _verb(say: Say, verb: str, a: Mapping[str, Any]) -> str:
    """Return what an instruction says."""
    if verb == "choose":
        most = say("most", count=a["max_pow"]) if a["max_pow"] is not None else ""
        return say(f"choose.{a['what']}.{a['whose']}", most=most)
    return say(f"lose.{a['who']}" if verb == "lose" else verb, **a)
