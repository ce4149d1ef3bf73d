"""Sets of cards for tests of card texts: rows of units, games with them, and the faults found in them."""

import engines
from engines.designs.set_files import find_set, read_set

UNIT = {"category": "unit", "kind": "ground", "cost": 4, "speed": 50, "power": 3, "health": 5}


def unit_row(name, *abilities, **more):
    """Return the row of a Ground unit of Star Wars."""
    row = {"name": name, **UNIT, **more, "ability": [*abilities]}
    return {key: value for key, value in row.items() if value != []}


def mission_row(ability, **more):
    """Return the row of a Mission of Star Wars with one text."""
    return {"name": "Sent", "category": "mission", "cost": 1, "ability": [{"when": "mission", **ability}], **more}


def document_of(*cards, name="star_wars", **more):
    """Return a set with these cards. more : further entries of the set."""
    return {"game": name, "set": "mine", "card": [*cards], **more}


def game_of(*cards, **more):
    """Return the game with these cards."""
    document = document_of(*cards, **more)
    return engines.load(document["game"]).with_set(read_set(document, "mine.toml"))


def faults_of(*cards, **more):
    """Return the faults of a set with these cards, each with its remedy."""
    return [f"{one.what} {one.remedy}" for one in find_set(document_of(*cards, **more), "mine.toml").faults]
