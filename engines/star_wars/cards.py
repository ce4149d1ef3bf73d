"""Chapter 2: cards, their categories, and the data that the engine precomputes about them."""

from __future__ import annotations

from engines.book.cards import Card

UNIT, LOCATION, EQUIPMENT, MISSION, BATTLE, NOTHING = "unit", "location", "equipment", "mission", "battle", "unseen"
BUILDABLE = (UNIT, LOCATION, EQUIPMENT, MISSION)
"""The categories that have a build cost (SW-2.3). Battle cards have a Force cost instead.

Units, Locations and Equipment stay in play; Missions and Battle cards are used once (SW-2.2).
"""

KINDS = ("space", "ground", "character")  # of units (SW-2.8) and of Locations (SW-2.10); on the third see SW-R1
SIDES = ("light", "dark", "neutral")  # SW-2.1
USE_TIMES = ("build_step", "acts")
"""The moments outside a battle at which a unit's text may be used: its player's build step, and instead of a battle."""
FIGHTS = ("attacks", "attacked", "damages", "destroys")
"""The moments of a battling unit's texts: it attacks, it is attacked, it has dealt damage, it has destroyed a unit."""
ROLLED = "dice_rolled"
"""The moment of texts that work by themselves once the dice of a battle have been rolled."""
COUNTED = "hits_counted"
"""The moment of texts that work by themselves once the hits of a battle are counted."""
WINDOWS = ("window_1", "window_2", "window_3", "window_4")

SPEED, POWER, HEALTH = range(3)
VALUES = ("speed", "power", "health")
DICE = "dice"
"""The figure by which texts change what each die of a unit shows, for counting hits."""
STACK_BONUS = (10, 1, 1)
"""The bonus of each card beneath to the top card's Speed, Power and Health (SW-11.11)."""

UNSEEN = 0
"""The placeholder for an unseen card of the rival; in a proof it may turn out to be any card."""
BLANK = 1
"""The placeholder for an unseen card of the learner's own deck. It can do nothing, so no proof depends on a draw."""

Static = tuple[bool, int, int, int, int]
"""A continuous bonus: (whether it affects all units, the arena, the minimum printed Speed, the value, the amount)."""


class Face:
    """The data that the engine precomputes about a card (`Card.extra`)."""

    def __init__(self, card: Card) -> None:
        get = card.fields.get
        self.category = card.category
        self.buildable = card.category in BUILDABLE
        self.cost: int = get("cost") or 0  # a blank box is 0 (SW-2.11, 2.14)
        self.kind: int = KINDS.index(get("kind")) if get("kind") else -1
        self.side: str = get("side") or "neutral"
        self.identity: str = get("identity") or ""  # unique if there is one (SW-11.1, 2.9)
        self.print = (get("printed") or card.name, get("version") or "")  # SW-R3, SW-R36
        self.values = (get("speed") or 0, get("power") or 0, get("health") or 0)
        self.equips = frozenset(KINDS.index(kind) for kind in get("equips") or ())
        self.equip_points: int = get("equip_points") or 0
        self.equip_force: int = get("equip_force") or 0
        self.moments: dict[str, tuple[int, ...]] = {}
        for place, ability in enumerate(card.abilities):
            self.moments[ability.when] = (*self.moments.get(ability.when, ()), place)
        always = [one for ability in card.abilities if ability.when == "continuous" for one in ability.program]
        self.statics: tuple[Static, ...] = tuple(
            (a["units"] == "all", KINDS.index(a["kind"]), a["min_speed"], value, a[name])
            for verb, a in always
            if verb == "bonus"
            for value, name in enumerate(VALUES)
            if a[name]
        )
        self.hits = tuple((KINDS.index(a["kind"]), a["face"]) for verb, a in always if verb == "hits")
