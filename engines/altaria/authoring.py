"""Chapter 3 for authors: what a card file may contain, and which cards are refused because they could not work.

The shape of the data is checked when a card is read. This module checks its meaning: every ability has a moment at
which a card of its category works (ALT-3.16), every verb that needs an object has one, and every condition applies to
something, so that nothing is silently ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.altaria.cards import ATTRIBUTES, FORCE, KEYWORDS, MAGIC, NOTHING, UNIT, Face
from engines.altaria.effects import VERBS
from engines.altaria.state import AltariaState, Player
from engines.altaria.text import frame_text, render_card
from engines.altaria.ways import forbids_of, ways_of
from engines.book.cards import Ability, Card, CardRules, FieldRule, all_moments
from engines.book.toml_schema import Document
from engines.errors import DataError
from engines.legal.changed_figures import change_rules
from engines.legal.program_reading import is_list

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
MOMENTS_OF = {
    UNIT: ("summon", "attack", "destroyed", "rest", "continuous", "trigger"),
    MAGIC: ("use", "trigger"),
    FORCE: ("placed", "continuous", "main_start", "trigger"),
}
ENERGY, ALTAR = "face_up_energy", "upright_altar"
"""The names of the conditions that an ability may require."""
OBJECTS = dict.fromkeys(("destroy", "rest", "ready", "return", "modify"), "unit") | {"discard_force": "force"}
"""For each verb that needs a chosen object, the kind of object."""

FORMER = "discard"
"""What the verb for a chosen Force was called before. Since then, the word is about cards of a hand in every game."""


def modernise_row(row: Document) -> Document:
    """Return a row of a card file in which a Force that is chosen is put away by the present word."""
    abilities = row.get("ability")
    if not is_list(abilities):
        return row
    read = [_modernise_ability(one) for one in abilities]
    return {**row, "ability": read} if read != [*abilities] else row


def _modernise_ability(ability: object) -> object:
    if not isinstance(ability, Mapping) or not is_list(ability.get("do")):
        return ability
    return {**ability, "do": _rename_verb(ability["do"])}


def _rename_verb(do: Sequence[object]) -> list[object]:
    found, chosen = list[object](), False
    for one in do:
        found.append({"verb": "discard_force"} if chosen and one == {"verb": FORMER} else one)
        chosen = chosen or (isinstance(one, Mapping) and one.get("what") == FORCE)
    return found


CHANGES = change_rules(
    "continuous",
    ("power", "break_rank"),
    Player,
    play=("field",),
    bearers=(UNIT,),
    turn="turn_player",
    under_way=AltariaState.declaration["attack"],
)
CARD_RULES = CardRules(
    fields=FIELDS,
    required_by={UNIT: ("power", "break_rank")},
    moments=all_moments(MOMENTS_OF),
    verbs=VERBS.arguments(),
    requires={ENERGY: FieldRule(int, low=1), ALTAR: FieldRule(int, low=1)},
    render=render_card,
    modern=modernise_row,
    fields_of={"keywords": (UNIT,), "placement": (FORCE,)},
    moments_of=MOMENTS_OF,
    enters=("summon", "placed", "use"),
    changes=CHANGES,
    programs=ways_of(CHANGES),
    forbids=forbids_of(CHANGES),
    frame=frame_text,
)


def prepare_card(card: Card) -> None:
    """Compute `card.extra`, the card's Face. Raises DataError if the card could not work as written."""
    for what, remedy in find_problems(card) if card.category != NOTHING else ():
        raise DataError(f"card {card.name!r}", what, remedy)
    card.extra = Face(card)


def find_problems(card: Card) -> Iterator[tuple[str, str]]:
    """Yield (problem, remedy) for each fault in a card, both as sentences."""
    fields, moments = card.fields, [ability.when for ability in card.abilities]
    if set(fields["symbols"]) - set(ATTRIBUTES):
        letters = " ".join(ATTRIBUTES)
        yield f"symbols = {fields['symbols']!r}.", f"Use the letters {letters}, one for each symbol."
    placement = fields["placement"]
    if placement is not None and ([*placement] != ["altar"] or placement["altar"] not in ATTRIBUTES.values()):
        yield f"placement = {placement}.", 'Write, on a Force, placement = { altar = "green" } or another attribute.'
    for moment in ("use", "trigger"):
        if moments.count(moment) > 1:
            yield f"has {moments.count(moment)} abilities with when = {moment!r}.", "Write one with several verbs."
    if card.category == MAGIC and "use" not in moments:  # ALT-3.3
        yield "does nothing when it is used.", 'Add an ability with when = "use", or a text to carry out by hand.'
    for ability in card.abilities:
        yield from _conditions(card, ability)
        yield from _program(card, ability)


def _conditions(card: Card, ability: Ability) -> Iterator[tuple[str, str]]:
    allowed: tuple[str, ...] = (ENERGY, ALTAR)
    if ability.when in ("use", "rest", "trigger"):
        allowed = ()
    elif ability.when == "continuous":
        allowed = (ENERGY,) if card.category == UNIT else ()
    for condition in ability.requires:
        if condition not in allowed:
            yield f"an ability with when = {ability.when!r} has the condition {condition}.", "Leave it out."


def _program(card: Card, ability: Ability) -> Iterator[tuple[str, str]]:
    chosen = ""
    for verb, arguments in ability.program:
        if (verb == "bonus") != (ability.when == "continuous"):
            yield f"verb {verb!r} with when = {ability.when!r}.", "A bonus is continuous, and nothing else is."
        elif verb == "bonus" and (arguments["whose"] == "self") != (card.category == UNIT):
            yield f"a {card.category} gives a bonus to {arguments['whose']!r}.", "A unit to itself, a Force to others."
        elif verb == "choose":
            chosen = arguments["what"]
            if chosen == "force" and (arguments["max_power"] is not None or arguments["fatigued"]):
                yield "a Force is chosen by power or orientation.", "Leave that out."
        elif verb in OBJECTS and not arguments.get("all") and chosen != OBJECTS[verb]:
            yield f"verb {verb!r} has no {OBJECTS[verb]} to work on.", f"Choose a {OBJECTS[verb]} before it."
