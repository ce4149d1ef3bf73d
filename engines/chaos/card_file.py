"""What a card file may say; what of it could not be played `authoring` refuses."""

from __future__ import annotations

from engines.chaos.authoring import CHARACTER, EVENT, EXTRA, FIELDS_OF, LANDSCAPE, MOMENTS_OF, SET
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
    **dict.fromkeys(("rest_this", "reverse_this", "once"), FieldRule(bool)),
    "whose": FieldRule(str, False, ("this", "friend", "own", "rival", "all")),
}

CARD_RULES = CardRules(
    fields={
        "id": FieldRule(str),
        "name": FieldRule(str, True),
        "printed": FieldRule(str),
        "category": FieldRule(str, True, (CHARACTER, EVENT, SET, EXTRA, LANDSCAPE)),
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
        **COSTS,
        **CONDITIONS,
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
    fields_of=FIELDS_OF,
    moments_of=MOMENTS_OF,
)
