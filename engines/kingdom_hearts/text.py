"""The rules text of a card, rendered from the data that the engine carries out with the words of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.book.cards import Ability, Card
from engines.book.words import Say, Words
from engines.kingdom_hearts.cards import EQUIPMENT, HERO, MAGIC, MAGIC_ALLY, PLAYER, timing_of


def render_card(card: Card, words: Words) -> list[str]:
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
        lines.append(say("printed.timing", value=", ".join(word.capitalize() for word in timing_of(card))))
    if card.category == MAGIC_ALLY:
        lines.append(say("printed.leaves"))  # KH-11.14
    lines += [_ability_text(say, card, ability) for ability in card.abilities]
    return [*lines, say("printed.as", value=fields["printed_as"])] if fields["printed_as"] else lines


def bearer_words(say: Say, fields: Mapping[str, Any]) -> str:
    """Return the cards that can bear the Equipment, in words."""
    bearers, found = fields["bearers"], []
    if HERO in bearers:
        found.append(say("bearer.named" if fields["bearer_name"] else "bearer.hero", name=fields["bearer_name"]))
    types = f" {say('part.or')} ".join(say(f"type.{word}") for word in bearers if word != HERO)
    return f", {say('part.or')} ".join([*found, say("bearer.types", types=types)] if types else found)


def wanted_words(say: Say, arguments: Mapping[str, Any]) -> str:
    """Return the object that an effect asks for, in words addressed to its user."""
    pow = "" if arguments["max_pow"] is None else ".pow"
    return say(f"wanted.{arguments['what']}.{arguments['whose']}{pow}", most=arguments["max_pow"])


def _ability_text(say: Say, card: Card, ability: Ability) -> str:
    texts = [_verb_text(say, verb, arguments) for verb, arguments in ability.program]
    return _with_moment(say, card, ability, ", ".join(texts))


def frame_text(card: Card, ability: Ability, text: str, words: Words) -> str:
    """Return a text written in the shared effect language, preceded by its moment."""
    return _with_moment(words.say, card, ability, text)


def _with_moment(say: Say, card: Card, ability: Ability, text: str) -> str:
    on_hero = ".hero" if card.category == PLAYER and ability.when == "placed" else ""
    sentence = say(f"ability.{ability.when}{on_hero}", text=text)
    return f"{sentence[0].upper()}{sentence[1:]}"


def _verb_text(say: Say, verb: str, arguments: Mapping[str, Any]) -> str:
    who = f".{arguments['who']}" if "who" in arguments else ""
    return say(f"verb.{verb}{who}", wanted=wanted_words(say, arguments) if verb == "choose" else "", **arguments)
