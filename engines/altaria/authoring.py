"""Chapter 3 for authors: what a card may say beyond the shape of its data, so that nothing on it is ignored.

The shape is checked when a card is read; here its meaning is: that its abilities work where such a card works
(ALT-3.16), that what they do has an object, and that its conditions are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.core.cards import Ability, Card
from engines.core.errors import DataError

ATTRIBUTE_NAMES = ("red", "blue", "yellow", "green", "white", "purple")
MOMENTS_OF = {
    "unit": ("summon", "attack", "destroyed", "rest", "continuous", "trigger"),
    "magic": ("use", "trigger"),
    "force": ("placed", "continuous", "main_start", "trigger"),
}
FIELDS_OF = {"keywords": ("unit",), "placement": ("force",)}
"""The categories that may have a field."""
OBJECTS = {"destroy": "unit", "rest": "unit", "ready": "unit", "return": "unit", "modify": "unit", "discard": "force"}
"""The verbs that need a chosen object, and of which kind."""


def check_card(card: Card) -> None:
    """Raise DataError for the first thing on a card that could not be carried out."""
    for what, remedy in problems(card):
        raise DataError(f"card {card.name!r}", what, remedy)


def problems(card: Card) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a card, each with its remedy."""
    fields, moments = card.fields, [ability.when for ability in card.abilities]
    if set(fields["symbols"]) - set("RUYGWP"):
        yield f"symbols = {fields['symbols']!r}.", "Use the letters R U Y G W P, one for each symbol."
    if fields["keywords"] and card.category not in FIELDS_OF["keywords"]:
        yield "has keywords.", "Only units have them."
    placement = fields["placement"]
    if placement is not None and (
        card.category not in FIELDS_OF["placement"]
        or [*placement] != ["altar"]
        or placement["altar"] not in ATTRIBUTE_NAMES
    ):
        yield f"placement = {placement}.", 'Write, on a Force, placement = { altar = "green" } or another attribute.'
    for moment in ("use", "trigger"):
        if moments.count(moment) > 1:
            yield f"has {moments.count(moment)} abilities with when = {moment!r}.", "Write one with several verbs."
    for ability in card.abilities:
        if ability.when not in MOMENTS_OF[card.category]:
            yield f"a {card.category} has no ability with when = {ability.when!r}.", _use(MOMENTS_OF[card.category])
        yield from _conditions(card, ability)
        yield from _program(card, ability)


def _conditions(card: Card, ability: Ability) -> Iterator[tuple[str, str]]:
    allowed: tuple[str, ...] = ("face_up_energy", "upright_altar")
    if ability.when in ("use", "rest", "trigger"):
        allowed = ()
    elif ability.when == "continuous":
        allowed = ("face_up_energy",) if card.category == "unit" else ()
    for condition in ability.requires:
        if condition not in allowed:
            yield f"an ability with when = {ability.when!r} has the condition {condition}.", "Leave it out."


def _program(card: Card, ability: Ability) -> Iterator[tuple[str, str]]:
    chosen = ""
    for verb, arguments in ability.program:
        if (verb == "bonus") != (ability.when == "continuous"):
            yield f"verb {verb!r} with when = {ability.when!r}.", "A bonus is continuous, and nothing else is."
        elif verb == "bonus" and (arguments["whose"] == "self") != (card.category == "unit"):
            yield f"a {card.category} gives a bonus to {arguments['whose']!r}.", "A unit to itself, a Force to others."
        elif verb == "choose":
            chosen = arguments["what"]
            if chosen == "force" and (arguments["max_power"] is not None or arguments["fatigued"]):
                yield "a Force is chosen by power or orientation.", "Leave that out."
        elif verb in OBJECTS and not arguments.get("all") and chosen != OBJECTS[verb]:
            yield f"verb {verb!r} has no {OBJECTS[verb]} to work on.", f"Choose a {OBJECTS[verb]} before it."


def _use(words: tuple[str, ...]) -> str:
    return f"Use {', '.join(words)}."
