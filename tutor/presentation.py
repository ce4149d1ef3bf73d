"""How a game looks: zones, pictures, questions and titles, read from `tutor/games/<game>.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import engines
from engines.core.cards import Card
from engines.core.game import Game

FOLDER = Path(__file__).with_name("games")
Look = dict[str, Any]


@cache
def look(name: str) -> Look:
    """Return the presentation of the game called `name`."""
    data: Look = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return data


def playable() -> list[str]:
    """Return the games with an engine whose table can be drawn (`table = true` in their presentation)."""
    return [name for name in engines.names() if (FOLDER / f"{name}.toml").exists() and look(name).get("table", False)]


def attributes(game: str, card: Card) -> list[str]:
    """Return the signs of a card's attributes, one for each printed symbol."""
    letters = {row["letter"]: name for name, row in look(game)["attributes"].items()}
    return [letters[letter] for letter in card.fields.get("symbols") or ""]


def face(game: str, card: Card) -> dict[str, Any]:
    """Return what the browser needs to draw a card: names, cost, attributes, picture, rules text, figures."""
    view, fields = look(game), card.fields
    names = attributes(game, card)
    emblems, species = view["emblems"], fields.get("species") or ""
    category = view["categories"][card.category]
    kind = " · ".join(
        part for part in (category["title"], f"{species} {fields.get('species_japanese') or ''}".strip()) if part
    )
    keywords = fields.get("keywords") or ()
    return {
        "name": card.name,
        "ja": card.japanese,
        "cost": str(fields.get("cost", "")),
        "attributes": names,
        "hue": view["attributes"][names[0]]["hue"] if names else "grey",
        "emblem": emblems.get(species) or emblems.get(card.category) or emblems["other"],
        "category": category["title"],
        "type": kind,
        "tab": keywords[0] if keywords else "",
        "rules": list(card.rules_text),
        "figures": [
            {"sign": row["sign"], "value": fields[row["field"]], "word": row["word"]}
            for row in view["figure"]
            if fields.get(row["field"]) is not None
        ],
    }


def faces(game: Game, names: set[str]) -> dict[str, Any]:
    """Return the faces of the cards with these names."""
    return {
        name: face(game.name, game.cards[game.by_name[name]])
        for name in sorted(names)
        if name in game.by_name and name != "?"
    }
