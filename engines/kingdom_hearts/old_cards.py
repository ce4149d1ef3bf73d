"""Chapter 19: older cards, which are read as if worded today. A row of the card file may use the old wording.

The rules were revised, but the words on older cards were not. An old row keeps its printed wording; `modernise_row`
turns it into a modern row before anything else reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.kingdom_hearts.cards import (
    DARK,
    DARK_HEARTLESS,
    DARK_NOBODY,
    DARK_VILLAINS,
    LIGHT,
    MAGIC,
    MAGIC_ALLY,
    MAGIC_ATTACK,
    PLAYER,
    WORLD,
)

OLD_TYPES = {
    "heartless": (DARK_NOBODY, DARK_HEARTLESS),  # KH-19.6
    "villains": (DARK_NOBODY, DARK_VILLAINS),  # KH-19.7
    "magic_summon": (MAGIC_ALLY, None),  # KH-19.4
}
FAMILIES = ("fire", "blizzard", "thunder")
"""The old families of attack spells (KH-19.5)."""
OLD_ENEMIES = "heartless_villains"
"""The term for the enemies in the text of an old World; it now means all Dark·Nobody cards (KH-19.8)."""


def modernise_row(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row of the card file with every older wording modernised (KH-19.2 to 19.8).

    A modern row is returned unchanged. The entry `printed_as` has the old printed wording.
    """
    category = row.get("category")
    if isinstance(category, str) and category in OLD_TYPES:
        return _old_type(row, category)
    if category == PLAYER and "attribute" not in row:
        read = {key: value for key, value in row.items() if key != "old_dark"}
        attribute = DARK if row.get("old_dark") is True else LIGHT
        return read | {"attribute": attribute, "printed_as": f"no attribute (it counts as {attribute.capitalize()})"}
    if category == MAGIC and row.get("family") in FAMILIES and "attribute" not in row:
        read = {key: value for key, value in row.items() if key != "family"}
        return read | {"attribute": MAGIC_ATTACK, "printed_as": f"{row['family'].capitalize()} family, no attribute"}
    if category == WORLD:
        return _old_world(row)
    return row


def _old_type(row: Mapping[str, Any], category: str) -> Mapping[str, Any]:
    today, attribute = OLD_TYPES[category]
    printed = category.replace("_", "/").title()
    read = {**row, "category": today, "printed_as": f"type {printed}"}
    if attribute is not None:
        read["attribute"] = attribute
        if "hp" in read:
            read["printed_as"] += f", HP {read['hp']} (it counts as POW)"
            read["pow"] = read.pop("hp")
    return read


def _old_world(row: Mapping[str, Any]) -> Mapping[str, Any]:
    abilities, old = [], False
    for ability in row["ability"] if isinstance(row.get("ability"), list) else ():
        program = ability.get("do") if isinstance(ability, dict) else None
        if isinstance(program, list):
            found = [isinstance(part, dict) and part.get("of") == OLD_ENEMIES for part in program]
            old = old or any(found)
            read = [part | {"of": DARK_NOBODY} if was else part for part, was in zip(program, found, strict=True)]
            ability = {**ability, "do": read}
        abilities.append(ability)
    return {**row, "ability": abilities, "printed_as": "Heartless and Villains in its text"} if old else row
