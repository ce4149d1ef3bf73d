"""A presentation derived from a game's declarations, for games without a file in `tutor/games/`.

It is sufficient for playing on the board.
"""

from __future__ import annotations

from typing import Any

from engines.declare.scalar_fields import Field, Number
from engines.declare.zone_fields import OWNER, Cards, OneCard, Pile, Records
from engines.game import Game

ZoneField = Field[Any, Any]
"""A zone or figure of a player, whatever it contains."""

SIGNS = ("shield", "diamond", "drop", "spark")
HUES = ("green", "blue", "yellow", "red", "purple", "white")


def derive_look(game: Game) -> dict[str, object]:
    """Return the presentation of a game whose state is declared, in the form of a file in `tutor/games/`."""
    say = game.words.find
    habits = game.rules.habits
    assert habits is not None  # called only for games with a declared state
    zones = habits.kind.zones_of_players
    categories = list(dict.fromkeys(card.category for card in game.cards if not card.unseen))
    kinds: dict[str, list[str]] = {}
    for kind in game.kinds.values():
        if kind.zone and kind.tries:
            kinds.setdefault(zones[kind.zone].written, []).append(kind.name)
    return {
        "table": True,
        "derived": True,
        "title": game.title,
        "line": say("game.line"),
        "hue": "grey",
        "emblem": "lantern",
        "minutes_game": 10,
        "loud": [],
        "attributes": {},
        "hues": {name: HUES[at % len(HUES)] for at, name in enumerate(categories)},
        "categories": {name: {"title": say(f"category.{name}") or name.capitalize()} for name in categories},
        "figure": [
            {"field": name, "sign": SIGNS[at % len(SIGNS)], "word": name.replace("_", " "), "blank": 0}
            for at, name in enumerate(name for name, rule in game.card_rules.fields.items() if rule.type is int)
        ],
        "score": [
            {
                "field": one.written,
                "sign": "sun",
                "word": zone_title(game, one).lower(),
                "one": (say(f"zone.{one.written}.one") or _one(zone_title(game, one))).lower(),
            }
            for one in zones.values()
            if isinstance(one, Number) and one.show
        ],
        "zone": zone_rows(game, list(zones.values())),
        "tries": kinds,
        "refused": {
            kind.name: f"You can't {kind.label[:1].lower()}{kind.label[1:]} {{name}}"
            for kind in game.kinds.values()
            if kind.zone and not isinstance(zones[kind.zone], Records) and "{" not in kind.label
        },
        "question": {
            step.name: {"title": step.title, "text": question_sentence(say(f"step.{step.name}.asks"))}
            for step in game.flow.steps.values()
            if step.ask is not None
        },
    }


def _one(title: str) -> str:
    """Return the singular of a title, if it is a regular plural whose singular is not among the game's words.

    >>> _one("Points"), _one("Moss"), _one("Force")
    ('Point', 'Moss', 'Force')
    """
    return title[:-1] if title.endswith("s") and not title.endswith(("ss", "us", "is")) else title


def question_sentence(asks: str) -> str:
    """Return the question of a step as a sentence; "" if the step asks nothing."""
    return f"Decide {asks}." if asks else ""


def zone_title(game: Game, field: ZoneField) -> str:
    """Return the title of a player's zone or figure: from the game's words, otherwise the field's name."""
    written = field.written or field.name
    return game.words.find(f"zone.{written}") or written.replace("_", " ").capitalize()


SLOTS = ("field", "resource-1", "resource-2", "side")
"""Slots for zones of open cards, in order of preference: the middle of the table, the rows below it, its edge."""


def zone_rows(game: Game, zones: list[ZoneField]) -> list[dict[str, str]]:
    """Return a row for each of a player's zones: its titles, slot and size on the board.

    Cards in play are placed in the middle, piles at the edge.
    """
    cards = [one for one in zones if isinstance(one, Cards | Records | OneCard)]
    hands = [one for one in cards if isinstance(one, Cards) and one.sees == OWNER][:1]  # the others are in view
    piles: list[ZoneField] = [one for one in cards if isinstance(one, Pile)]
    laid = [one for one in cards if isinstance(one, Records | OneCard)]
    rest = [one for one in cards if one not in (*hands, *piles, *laid)]
    if laid and rest:  # the last zone of cards that have no function is a pile, such as a discard pile
        piles.append(rest.pop())
    slots = {id(one): SLOTS[min(at, len(SLOTS) - 1)] for at, one in enumerate((*laid, *rest))}
    slots |= {id(one): f"pile-{at}" for at, one in enumerate(piles, 1)} | {id(one): "hand" for one in hands}
    sizes = {"field": "S", "hand": "M"}
    return [
        {
            "id": one.written,
            "role": one.written,
            "title": zone_title(game, one),
            "slot": slots[id(one)],
            "size": sizes.get(slots[id(one)], "XS"),
            "one": f"{zone_title(game, one).lower()} card",
        }
        for one in cards
    ]
