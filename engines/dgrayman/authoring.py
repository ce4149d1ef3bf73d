"""What a card may be (chapter 2), and the refusal of one that says something the rules have no place for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.cards import Ability, Card
from engines.core.errors import DataError

CHARACTER, SPECIAL, DOUBLES, SPECIAL_DOUBLES = "character", "special", "doubles", "special_doubles"
SKILL, NOTHING = "skill", "unseen"
CHARACTERS = (CHARACTER, SPECIAL, DOUBLES, SPECIAL_DOUBLES)
"""The permanent cards, which stay on the field; Skill cards are momentary, used once (DGM-2.1)."""

ICONS = ("attack", "search", "draw", "recover", "guard", "intercept")
"""The six actions (DGM-2.5): four of the own turn, two of the opponent's."""

TIMINGS = ("main", "response")
NEEDS_CHOICE = {"ready": "unit", "return": "card"}
MOMENTS_OF = {
    CHARACTER: ("placed", "start", "continuous"),
    DOUBLES: ("placed", "start", "continuous"),
    SPECIAL: (),
    SPECIAL_DOUBLES: (),
    SKILL: ("use",),
    NOTHING: (),
}
OF_A_SKILL = ("choose", "ready", "return", "modify", "protect", "negate")
"""Verbs that only a Skill card can use: it is announced with its choices, and has a card that uses it."""

CONDITIONS_OF = {"use": ("attack",), "placed": ("behind",), "start": ("behind",), "continuous": ("units",)}


def check(card: Card) -> None:
    """Raise DataError, naming card and remedy, for a card that could not be played as it is written."""
    where, fields = f"card {card.name!r}", card.fields
    names = fields["characters"]
    if any(not isinstance(name, str) or not name.strip() or "&" in name for name in names):
        raise DataError(where, f"characters = {list(names)!r}.", "Write names in quotes, without '&'.")
    if len(set(names)) != (2 if card.category in (DOUBLES, SPECIAL_DOUBLES) else 1) or len(names) > 2:
        raise DataError(
            where, f"names {len(names)} characters.", "A Doubles card shows two, any other card one (DGM-2.9, 2.14)."
        )
    if card.category in (DOUBLES, SPECIAL_DOUBLES) and card.name != " & ".join(names):
        raise DataError(where, "is not called after its characters.", f"Call it {' & '.join(names)!r} (DGM-2.9).")
    if card.category in (SPECIAL, SPECIAL_DOUBLES):
        _check_blank(where, card)
    if card.category == SKILL and (fields["icons"] or fields["power"] is not None):
        raise DataError(where, "has icons or power.", "Only Character cards have them (DGM-2.2).")
    if card.category != SKILL and fields["timing"]:
        raise DataError(where, "has a timing.", "Only Skill cards have one (DGM-12.7).")
    if card.category == SKILL and len(card.abilities) != 1:
        raise DataError(where, f"has {len(card.abilities)} abilities.", "A Skill card has one effect.")
    for ability in card.abilities:
        _check_ability(where, card, ability)


def _check_blank(where: str, card: Card) -> None:
    """A Special card shows an illustration and a name, nothing else (DGM-2.6, 2.11)."""
    fields = card.fields
    if fields["icons"] or fields["power"] is not None or fields["rank"] or card.abilities:
        raise DataError(where, "is Special, but has icons, power, rank or text.", "Leave them out (DGM-2.6).")


def _check_ability(where: str, card: Card, ability: Ability) -> None:
    place = f"{where}, ability {ability.when!r}"
    if ability.when not in MOMENTS_OF[card.category]:
        possible = ", ".join(MOMENTS_OF[card.category]) or "none"
        raise DataError(place, f"a {card.category} card has no such ability.", f"Use: {possible}.")
    for condition in ability.requires:
        if condition not in CONDITIONS_OF[ability.when]:
            raise DataError(place, f"cannot ask for `{condition}`.", "See the head of the card file.")
    chosen, begun, needed = "", False, False
    for verb, arguments in ability.program:
        if (verb == "bonus") != (ability.when == "continuous"):
            raise DataError(place, f"cannot use the verb {verb!r}.", "bonus is continuous, nothing else is.")
        if verb in OF_A_SKILL and card.category != SKILL:
            raise DataError(place, f"cannot use the verb {verb!r}.", "Only a Skill card can.")
        if verb == "choose" and (begun or chosen):
            raise DataError(place, "chooses too late or twice.", "One choice, announced at the start (DGM-9.8).")
        wants = _wants(verb, arguments)
        if wants and wants != chosen:
            raise DataError(place, f"verb {verb!r} has no {wants} chosen.", "Choose it first.")
        needed = needed or bool(wants)
        if verb == "choose":
            chosen = arguments["what"]
            if chosen == "unit" and arguments["whose"] != "any":
                raise DataError(place, "chooses a unit of somebody.", "It is always an own one: leave `whose` out.")
        else:
            begun = True
    if chosen and not needed:
        raise DataError(place, "chooses something and does nothing with it.", "Leave the choice out.")
    _check_timing(place, card, ability)


def _wants(verb: str, arguments: Mapping[str, Any]) -> str:
    """Return what must have been chosen before an instruction: "card", "unit" or ""."""
    if verb == "modify":
        return "card" if arguments["card"] == "chosen" else ""
    return NEEDS_CHOICE.get(verb, "")


def _check_timing(place: str, card: Card, ability: Ability) -> None:
    verbs = [verb for verb, _ in ability.program]
    during = any(verb == "modify" and a["until"] == "action" for verb, a in ability.program)
    within = during or "protect" in verbs or "negate" in verbs or ability.requires.get("attack")
    if within and card.fields["timing"] != ("response",):
        raise DataError(place, "is about an action under way.", 'Give the card timing = ["response"] (DGM-12.7).')
