"""The rules text of a card, rendered from the data that the engine carries out with the words of the table `text`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.book.cards import Ability, Card
from engines.book.words import Say, Words
from engines.dgrayman.cards import DOUBLES, SEARCH_POINTS, SKILL, SPECIAL, SPECIAL_DOUBLES, TIMINGS


def render_card(card: Card, words: Words) -> list[str]:
    """Return the rules text of a card, line by line."""
    say = words.table("text")
    return [*_unit(say, words, card), *(_ability(say, card, ability) for ability in card.abilities)]


def _unit(say: Say, words: Words, card: Card) -> list[str]:
    """Return the text about a card's unit: who can use a Skill card (DGM-12.1), whom a Doubles card links (DGM-14.4).

    For a Special card it also says how its power and the points of its Search are computed (DGM-2.7, 2.8).
    """
    names = words.listed(card.fields["characters"])
    lines = [say("only", unit=names)] if card.category == SKILL else []
    if card.category in (DOUBLES, SPECIAL_DOUBLES):
        lines.append(say("doubles", units=names))
    if card.category in (SPECIAL, SPECIAL_DOUBLES):
        lines += [say("special", unit=names), say("special.search", count=SEARCH_POINTS)]
    return lines


def _ability(say: Say, card: Card, ability: Ability) -> str:
    return _with_moment(say, card, ability, [_verb(say, verb, a) for verb, a in ability.program])


def frame_text(card: Card, ability: Ability, text: str, words: Words) -> str:
    """Return a text written in the shared effect language, preceded by its moment and what it requires."""
    return _with_moment(words.table("text"), card, ability, [text])


def _with_moment(say: Say, card: Card, ability: Ability, sentences: list[str]) -> str:
    requires = ability.requires
    if ability.when == "use":
        timing = " / ".join(say(f"timing.{name}") for name in card.fields["timing"] or TIMINGS)
        key = "use.attack" if requires.get("attack") else "use"
        return say(key, timing=timing, text=". ".join(map(_capital, sentences)))
    text = ". ".join([sentences[0], *map(_capital, sentences[1:])])
    if requires.get("behind"):
        text = say("behind", text=text)
    if ability.when != "continuous":
        return say(ability.when, text=text)
    return say("while", units=requires["units"], text=text) if requires.get("units") else f"{_capital(text)}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _verb(say: Say, verb: str, a: Mapping[str, Any]) -> str:
    """Return the text of an instruction."""
    key, facts = verb, dict(a)
    if verb == "choose":
        key = f"choose.{a['what']}"
        facts["zone"] = say(f"zone.{a['whose']}") if a["what"] != "unit" else ""
    elif verb == "modify":
        facts |= {"it": say(f"it.{a['card']}"), "until": say(f"until.{a['until']}"), "power": f"{a['power']:+d}"}
        key += ".less" if a["power"] < 0 else ""
    elif verb == "bonus":
        facts["power"] = f"{a['power']:+d}"
    elif verb == "draw" and a["count"] > 1:
        key += ".several"
    return say(key, **facts)
