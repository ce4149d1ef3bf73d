"""Chapters 2 and 3 for authors: what a card file may contain, and which cards are refused as they break the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engines.book.cards import Ability, Card, CardRules, FieldRule, all_moments
from engines.book.words import Words
from engines.chaos.cards import (
    ATTRIBUTES,
    CHARACTER,
    EVENT,
    EVENT_MOMENTS,
    EXTRA,
    FIGHTERS,
    GENDERS,
    LANDSCAPE,
    MAIN_DECK,
    NOTHING,
    SET,
    SKILLS,
    Face,
)
from engines.chaos.state import AREAS, ChaosState, Player
from engines.chaos.text import frame_text, render_card
from engines.chaos.verbs import VERBS
from engines.chaos.ways import forbids_of, ways_of
from engines.errors import DataError
from engines.legal.changed_figures import change_rules

say = Words(Path(__file__).parent).table("text")
PHASES = ("beginning_start", "main_start", "battle_start", "end_start", "turn_end")
FIELDS_OF = {
    **dict.fromkeys(("gender", "traits", "atk", "end", "skills"), FIGHTERS),
    "names": MAIN_DECK + FIGHTERS,  # any card in hand that has the Name will do (CHA-R17)
    **dict.fromkeys(("atk_mod", "end_mod"), (*FIGHTERS, SET)),  # CHA-2.12
    **dict.fromkeys(("grants", "only_attribute"), (SET,)),
    **dict.fromkeys(("icons", "after"), (EVENT,)),
    "label": (EXTRA,),
    "works_face_up": (LANDSCAPE,),
}
MOMENTS_OF = {
    **dict.fromkeys(FIGHTERS, ("static", "main", "battle", *PHASES, *EVENT_MOMENTS)),
    EVENT: ("use",),
    SET: (),  # CHA-R58
    LANDSCAPE: (*PHASES, *EVENT_MOMENTS),  # CHA-R52
}
COSTS = {name: FieldRule(int, low=1) for name in ("pay_hand", "pay_deck")} | {
    name: FieldRule(int, False, (1,)) for name in ("pay_rest", "pay_friend")
}
CONDITIONS = {"needs_waiting": FieldRule(int, low=1), "needs_trait": FieldRule(str)}
REQUIRES = {
    **COSTS,
    **CONDITIONS,
    **dict.fromkeys(("rest_this", "reverse_this", "once"), FieldRule(bool)),
    "whose": FieldRule(str, False, ("this", "friend", "own", "rival", "all")),
}

CHANGES = change_rules(
    "static",
    ("atk", "end"),
    Player,
    play=AREAS,
    bearers=FIGHTERS,
    steady=("end",),
    face="up",
    turn="turn_player",
    under_way=ChaosState.declaration["battle"],
)
CARD_RULES = CardRules(
    fields={
        "id": FieldRule(str),
        "name": FieldRule(str, True),
        "printed": FieldRule(str),
        "category": FieldRule(str, True, (*MAIN_DECK, EXTRA, LANDSCAPE)),
        "attribute": FieldRule(str, False, ATTRIBUTES),
        "gender": FieldRule(str, False, GENDERS),
        **dict.fromkeys(("names", "traits", "label"), FieldRule(list, default=())),
        **dict.fromkeys(("japanese", "title", "flavour"), FieldRule(str, default="")),
        "atk": FieldRule(int, low=0),
        "end": FieldRule(int, low=1),
        **dict.fromkeys(("atk_mod", "end_mod"), FieldRule(int)),
        **dict.fromkeys(("skills", "grants"), FieldRule(list, False, SKILLS, ())),
        "icons": FieldRule(list, False, ("main", "battle"), ()),
        "after": FieldRule(str, False, ("backyard",)),
        "only_attribute": FieldRule(str, False, ATTRIBUTES),
        "works_face_up": FieldRule(bool),
        **COSTS,
        **CONDITIONS,
    },
    required_by={
        CHARACTER: ("names", "atk", "end", "atk_mod", "end_mod"),  # CHA-2.5, 2.11, 2.12
        EXTRA: ("names", "label", "atk", "end", "atk_mod", "end_mod"),
        SET: ("atk_mod", "end_mod"),
        EVENT: ("icons",),
    },
    moments=all_moments(MOMENTS_OF),
    verbs=VERBS.arguments(),
    requires=REQUIRES,
    render=render_card,
    fields_of=FIELDS_OF,
    moments_of=MOMENTS_OF,
    enters=("enters",),
    changes=CHANGES,
    programs=ways_of(CHANGES),
    forbids=forbids_of(CHANGES),
    frame=frame_text,
)

# Cards that could not be played as written.

ONCE_EACH = ("main", "battle", "use")
PAID = (*COSTS, *CONDITIONS)
MARKS_OF_POSITIONS = (",", '"', " + ", " with ", " over ", "#")

Problem = tuple[str, Any, Mapping[str, Any]]
"""A possible problem: the key of its message (in `text.refused`), whether the card has it, and the facts."""


def prepare_card(card: Card) -> None:
    """Compute `card.extra`, the card's Face. Raises DataError if the card could not be played as written."""
    if card.category != NOTHING:
        check_card(card)
    card.extra = Face(card)


def check_card(card: Card) -> None:
    """Raise DataError, with card and remedy, if the card could not be played as written."""
    where = f"card {card.name!r}"
    refuse_problems(where, problems_of_card(card))
    for ability in card.abilities:
        refuse_problems(f"{where}, ability {ability.when!r}", problems_of_ability(card, ability))
        refuse_problems(f"{where}, ability {ability.when!r}", problems_of_program(card, ability))


def refuse_problems(where: str, problems: Iterable[Problem]) -> None:
    """Raise DataError for the first problem that is present."""
    for key, wrong, facts in problems:
        if wrong:
            raise DataError(where, say(f"refused.{key}", **facts), say(f"refused.{key}.remedy", **facts))


def problems_of_card(card: Card) -> Iterator[Problem]:
    """Yield possible problems with the fields and the moments of a card."""
    fields, kind, moments = card.fields, card.category, [ability.when for ability in card.abilities]
    yield "mark", any(mark in card.name for mark in MARKS_OF_POSITIONS), {}
    for name in ("names", "traits", "label"):
        yield "text", not all(isinstance(part, str) and part for part in fields.get(name) or ()), {"name": name}
    yield "two_characters", fields["pay_rest"] and fields["pay_friend"], {}
    if kind in FIGHTERS:
        yield "nameless", not fields["names"], {}
        yield "falls", fields["end"] + min(0, fields["end_mod"]) < 1, {}
    if kind == EXTRA:
        count = len(fields["label"])
        yield "label", not 1 <= count <= 3 or len(set(fields["label"])) < count, {"count": count}
    for when in moments:
        yield "twice", when in ONCE_EACH and moments.count(when) > 1, {"when": when}
    yield "event", kind == EVENT and (len(moments) != 1 or not fields["icons"]), {}
    yield "paid", kind == LANDSCAPE and any(fields.get(name) for name in PAID), {}
    yield "landscape", kind == LANDSCAPE and not moments, {}


def problems_of_ability(card: Card, ability: Ability) -> Iterator[Problem]:
    """Yield possible problems with the requirements and triggers of an ability."""
    get, when = ability.requires.get, ability.when
    for name in (*PAID, "rest_this", "reverse_this", "once"):
        yield "asks", get(name) and when not in ("main", "battle"), {"name": name}
    yield "turns", get("rest_this") and get("reverse_this"), {}
    yield "two_characters", get("pay_rest") and get("pay_friend"), {}
    whose, event = get("whose"), when in EVENT_MOMENTS
    yield "turn", when in PHASES and whose not in (None, "own", "all"), {"whose": whose}
    yield "itself", event and card.category == LANDSCAPE and whose in (None, "this"), {}
    yield "watches", whose is not None and when not in PHASES and not event, {}


def problems_of_program(card: Card, ability: Ability) -> Iterator[Problem]:
    """Yield possible problems with the program of an ability, verb by verb."""
    known = {"this"} if card.category in FIGHTERS else set()
    known |= {"subject"} if ability.when in EVENT_MOMENTS else set()
    for at, (verb, a) in enumerate(ability.program):
        yield "verb", (verb == "bonus") != (ability.when == "static"), {"verb": verb}
        yield "ends", verb == "may" and at + 1 == len(ability.program), {}
        yield "turned", verb == "spend" and card.category != LANDSCAPE, {}
        yield "condition", verb == "if" and not any(a.values()), {}
        yield "row", verb == "if" and a["front_row"] and "this" not in known, {}
        yield "many", verb == "choose_cards" and a["up_to"] and a["count"] > 9, {}
        wants = a.get("unit", "cards" if verb == "recover" else "")
        yield "wants", wants and wants not in known, {"verb": verb, "wants": wants}
        known |= {"choose": {"chosen"}, "choose_cards": {"cards"}}.get(verb, set())
