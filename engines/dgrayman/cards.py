"""Chapter 2: cards, their categories, and the data that the engine precomputes about them."""

from __future__ import annotations

from engines.book.cards import Card

CHARACTER, SPECIAL, DOUBLES, SPECIAL_DOUBLES = "character", "special", "doubles", "special_doubles"
SKILL, NOTHING = "skill", "unseen"
CHARACTERS = (CHARACTER, SPECIAL, DOUBLES, SPECIAL_DOUBLES)
"""The categories of permanent cards, which stay on the field. Skill cards are momentary: used once (DGM-2.1)."""

ICONS = ("attack", "search", "draw", "recover", "guard", "intercept")
"""The six actions (DGM-2.5): four in the player's own turn, two in the opponent's."""

TIMINGS = ("main", "response")
SEARCH_POINTS = 3
"""The points of a normal Search; with a Special card, the points for each Search card of its unit (DGM-10.4, 10.5)."""

ATTACK, SEARCH, DRAW, RECOVER, GUARD, INTERCEPT = 1, 2, 4, 8, 16, 32
BITS = dict(zip(ICONS, (ATTACK, SEARCH, DRAW, RECOVER, GUARD, INTERCEPT), strict=True))

UNSEEN = 0
"""The placeholder for an unseen card of the rival; in a proof it may turn out to be any card."""
BLANK = 1
"""The placeholder for an unseen card of the learner's own deck. It can do nothing, so no proof depends on a draw."""


SURE = ("draw", "gain", "protect")
"""Verbs that always have an effect (DGM-12.7)."""


class Face:
    """The data that the engine precomputes about a card (`Card.extra`)."""

    def __init__(self, card: Card) -> None:
        get = card.fields.get
        self.category = card.category
        self.names: tuple[str, ...] = tuple(sorted(get("characters") or ()))  # the units it belongs to (DGM-2.9, 2.14)
        self.name: str = self.names[0] if self.names else ""
        self.is_character = card.category in CHARACTERS
        # The key by which copies in a deck are counted: all versions of a name together, Special cards separately
        # (DGM-R8, DGM-R9).
        self.counts_as = (card.category, " & ".join(self.names) if self.is_character else card.name)
        self.special = card.category in (SPECIAL, SPECIAL_DOUBLES)
        self.single = self.special  # a deck may contain only one of these (DGM-1.4, 1.5)
        self.doubles = card.category in (DOUBLES, SPECIAL_DOUBLES)
        self.icons = sum(BITS[icon] for icon in get("icons") or ())
        self.power: int = get("power") or 0  # a Special card has none printed (DGM-2.6)
        self.rank: int = get("rank") or 0
        timing = get("timing") or TIMINGS  # a Skill card without a timing mark may be used at both times (DGM-R28)
        self.is_skill = card.category == SKILL
        self.main = self.is_skill and "main" in timing
        self.response = self.is_skill and "response" in timing
        verbs = [(verb, a) for ability in card.abilities for verb, a in ability.program]
        self.always = any(verb in SURE or a.get("card") == "user" for verb, a in verbs)
        self.has_text = any(ability.does for ability in card.abilities)
        self.attack_only = any(ability.requires.get("attack") for ability in card.abilities)
        self.bonuses: tuple[tuple[int, int], ...] = tuple(
            (ability.requires.get("units", 0), arguments["power"])
            for ability in card.abilities
            if ability.when == "continuous"
            for _, arguments in ability.program
        )


def most_copies(face: Face, copies: int) -> int:
    """Return the maximum number of copies of a card in a deck (DGM-1.3 to 1.5).

    The maximum is 1 for a Special or Special Doubles card, otherwise `copies`.
    """
    return 1 if face.single else copies
