"""What a card file may say; what of it could not be played `authoring` refuses."""

from __future__ import annotations

from engines.chaos.authoring import CHARACTER, EVENT, EXTRA, LANDSCAPE, SET
from engines.chaos.cards import ATTRIBUTES, GENDERS, MOMENTS, SKILLS
from engines.chaos.text import render
from engines.chaos.verbs import VERBS
from engines.core.cards import CardRules, FieldRule

COSTS = {name: FieldRule(int, low=1) for name in ("pay_hand", "pay_deck")} | {
    name: FieldRule(int, False, (1,)) for name in ("pay_rest", "pay_friend")
}
CONDITIONS = {"needs_waiting": FieldRule(int, low=1), "needs_trait": FieldRule(str)}
REQUIRES = {
    **COSTS,
    **CONDITIONS,
    "rest_this": FieldRule(bool),
    "reverse_this": FieldRule(bool),
    "once": FieldRule(bool),
    "whose": FieldRule(str, False, ("this", "friend", "own", "rival", "all")),
}

CARD_RULES = CardRules(
    fields={
        "id": FieldRule(str),
        "name": FieldRule(str, True),
        "printed": FieldRule(str),
        "japanese": FieldRule(str, default=""),
        "category": FieldRule(str, True, (CHARACTER, EVENT, SET, EXTRA, LANDSCAPE)),
        "attribute": FieldRule(str, False, ATTRIBUTES),
        "gender": FieldRule(str, False, GENDERS),
        "names": FieldRule(list, default=()),
        "traits": FieldRule(list, default=()),
        "title": FieldRule(str, default=""),
        "atk": FieldRule(int, low=0),
        "end": FieldRule(int, low=1),
        "atk_mod": FieldRule(int),
        "end_mod": FieldRule(int),
        "skills": FieldRule(list, False, SKILLS, ()),
        "grants": FieldRule(list, False, SKILLS, ()),
        "icons": FieldRule(list, False, ("main", "battle"), ()),
        "label": FieldRule(list, default=()),
        "after": FieldRule(str, False, ("backyard",)),
        "only_attribute": FieldRule(str, False, ATTRIBUTES),
        **COSTS,
        **CONDITIONS,
        "flavour": FieldRule(str, default=""),
    },
    required_by={
        CHARACTER: ("names", "atk", "end", "atk_mod", "end_mod"),  # CHA-2.5, 2.11, 2.12
        EXTRA: ("names", "label", "atk", "end", "atk_mod", "end_mod"),
        SET: ("atk_mod", "end_mod"),
        EVENT: ("icons",),
    },
    moments=MOMENTS,
    verbs=VERBS.arguments(),
    requires=REQUIRES,
    render=render,
)
