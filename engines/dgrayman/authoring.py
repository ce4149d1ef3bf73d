"""Chapter 2 for authors: what a card file may contain, and which cards are refused because they break the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.book.cards import Ability, Card, CardRules, FieldRule, all_moments
from engines.dgrayman.cards import (
    CHARACTER,
    CHARACTERS,
    DOUBLES,
    ICONS,
    NOTHING,
    SKILL,
    SPECIAL,
    SPECIAL_DOUBLES,
    TIMINGS,
    Face,
)
from engines.dgrayman.effects import VERBS
from engines.dgrayman.state import ZONES, DGraymanState, Player
from engines.dgrayman.text import frame_text, render_card
from engines.dgrayman.ways import forbids_of, ways_of
from engines.errors import raise_first_fault
from engines.legal.changed_figures import change_rules

FIELDS_OF = {**dict.fromkeys(("icons", "power"), CHARACTERS), "timing": (SKILL,)}
"""For each field, the categories of cards that may have it (DGM-2.2, 12.7)."""

NEEDS_CHOICE = {"ready": "unit", "return": "card"}
MOMENTS_OF = {
    CHARACTER: ("placed", "start", "searches", "wins", "continuous"),
    DOUBLES: ("placed", "start", "searches", "wins", "continuous"),
    SPECIAL: (),
    SPECIAL_DOUBLES: (),
    SKILL: ("use",),
    NOTHING: (),
}
OF_A_SKILL = ("choose", "ready", "return", "modify", "protect", "negate")
"""Verbs that only a Skill card can use, because it is announced with its choices and used by a card."""

CONDITIONS_OF = {"use": ("attack",), "placed": ("behind",), "start": ("behind",), "continuous": ("units",)}


CHANGES = change_rules(
    "continuous",
    ("power",),
    Player,
    play=ZONES,
    bearers=(CHARACTER, DOUBLES),
    turn="turn_player",
    under_way=DGraymanState.declaration["declared"],
)
CARD_RULES = CardRules(
    fields={
        "id": FieldRule(str),
        "name": FieldRule(str, True),
        "japanese": FieldRule(str, default=""),
        "category": FieldRule(str, True, (*CHARACTERS, SKILL)),
        "characters": FieldRule(list, True),
        "icons": FieldRule(list, False, ICONS, ()),
        "power": FieldRule(int, low=0),
        "rank": FieldRule(int, low=0),
        "timing": FieldRule(list, False, TIMINGS, ()),
        "flavour": FieldRule(str, default=""),
    },
    required_by={CHARACTER: ("power", "rank"), DOUBLES: ("power", "rank"), SKILL: ("rank",)},  # DGM-2.2, 2.3
    moments=all_moments(MOMENTS_OF),
    verbs=VERBS.arguments(),
    requires={"attack": FieldRule(bool), "behind": FieldRule(bool), "units": FieldRule(int, low=1)},
    render=render_card,
    fields_of=FIELDS_OF,
    moments_of=MOMENTS_OF,
    enters=("placed",),
    changes=CHANGES,
    programs=ways_of(CHANGES),
    forbids=forbids_of(CHANGES),
    frame=frame_text,
)


def prepare_card(card: Card) -> None:
    """Compute `card.extra`, the card's Face. Raises DataError if the card could not be played as written."""
    if card.category != NOTHING:
        check_card(card)
    card.extra = Face(card)


def check_card(card: Card) -> None:
    """Raise DataError, with card and remedy, if the card could not be played as written."""
    where, fields, skill = f"card {card.name!r}", card.fields, card.category == SKILL
    names = list(fields["characters"])
    pair, special = card.category in (DOUBLES, SPECIAL_DOUBLES), card.category in (SPECIAL, SPECIAL_DOUBLES)
    one_or_two, called = "A Doubles card shows two, any other card one (DGM-2.9, 2.14).", " & ".join(names)
    figures = fields["icons"] or fields["power"] is not None
    raise_first_fault(
        where,
        (
            any(not name.strip() or "&" in name for name in names),
            f"characters = {list(fields['characters'])!r}.",
            "Write names in quotes, without '&'.",
        ),
        (len({*names}) != 1 + pair or len(names) > 2, f"names {len(names)} characters.", one_or_two),
        (pair and card.name != called, "is not called after its characters.", f"Call it {called!r} (DGM-2.9)."),
        (
            special and (figures or fields["rank"] or card.abilities),
            "is Special, but has icons, power, rank or text.",
            "Leave them out (DGM-2.6, 2.11).",
        ),
        (skill and len(card.abilities) != 1, f"has {len(card.abilities)} abilities.", "A Skill card has one effect."),
    )
    for ability in card.abilities:
        _check_ability(f"{where}, ability {ability.when!r}", card, ability)


def _check_ability(place: str, card: Card, ability: Ability) -> None:
    asked = [*ability.requires]
    unknown = [condition for condition in asked if condition not in CONDITIONS_OF[ability.when]]
    program, verbs = ability.program, [verb for verb, _ in ability.program]
    strange = next((verb for verb in verbs if (verb == "bonus") != (ability.when == "continuous")), "")
    skills = next((verb for verb in verbs if verb in OF_A_SKILL and card.category != SKILL), "")
    choices = [arguments for verb, arguments in program if verb == "choose"]
    chosen = choices[0]["what"] if choices else ""
    wanted = [(verb, wants) for verb, arguments in program if (wants := _wants(verb, arguments))]
    unmet = [(verb, wants) for verb, wants in wanted if wants != chosen] or [("", "")]
    own = chosen == "unit" and choices[0]["whose"] != "any"
    during = any(verb == "modify" and a["until"] == "action" for verb, a in program) or ability.requires.get("attack")
    within = (during or {"protect", "negate"} & {*verbs}) and card.fields["timing"] != ("response",)
    raise_first_fault(
        place,
        (unknown, f"cannot ask for `{', '.join(unknown)}`.", "See the head of the card file."),
        (strange, f"cannot use the verb {strange!r}.", "bonus is continuous, nothing else is."),
        (skills, f"cannot use the verb {skills!r}.", "Only a Skill card can."),
        ("choose" in verbs[1:], "chooses too late or twice.", "One choice, announced at the start (DGM-9.8)."),
        (unmet[0][0], f"verb {unmet[0][0]!r} has no {unmet[0][1]} chosen.", "Choose it first."),
        (own, "chooses a unit of somebody.", "It is always an own one: leave `whose` out."),
        (chosen and not wanted, "chooses something and does nothing with it.", "Leave the choice out."),
        (within, "is about an action under way.", 'Give the card timing = ["response"] (DGM-12.7).'),
    )


def _wants(verb: str, arguments: Mapping[str, Any]) -> str:
    """Return the kind of object that must be chosen before an instruction: "card", "unit", or "" for none."""
    if verb == "modify":
        return "card" if arguments["card"] == "chosen" else ""
    return NEEDS_CHOICE.get(verb, "")
