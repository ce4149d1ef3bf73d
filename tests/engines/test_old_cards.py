"""Older cards are read as if worded today: the row as printed and the modern row make the same card."""

import pytest

import engines
from engines.errors import DataError

GAME = engines.load("kingdom_hearts")
POW_TEXT = {"when": "continuous", "do": [{"verb": "pow_bonus", "count": 1}]}


def read(row):
    """Return the card in a row, without the entry that has the printed wording."""
    card = GAME.with_cards([{"name": "Odd One", **row}], "test").cards[-1]
    fields = {key: value for key, value in card.fields.items() if key != "printed_as"}
    return card.category, fields, card.abilities


def of(enemies):
    return [{**POW_TEXT, "do": [{**POW_TEXT["do"][0], "of": enemies}]}]


PLAYER = {"category": "player", "level": 1, "atk": 2, "mag": 2, "hp": 6}
SPELL = {"category": "magic", "level": 1, "bonus": 2}
WORLD = {"category": "world", "level": 3, "app": 2}


@pytest.mark.parametrize(
    ("old", "today"),
    [
        (PLAYER, PLAYER | {"attribute": "light"}),
        (PLAYER | {"old_dark": True}, PLAYER | {"attribute": "dark"}),
        (
            {"category": "heartless", "level": 1, "hp": 2},
            {"category": "dark_nobody", "attribute": "dark_heartless", "level": 1, "pow": 2},
        ),
        (
            {"category": "villains", "level": 2, "hp": 4},
            {"category": "dark_nobody", "attribute": "dark_villains", "level": 2, "pow": 4},
        ),
        (
            {"category": "magic_summon", "level": 3, "sup": 5, "mag": 0},
            {"category": "magic_ally", "level": 3, "sup": 5, "mag": 0},
        ),
        (SPELL | {"family": "fire"}, SPELL | {"attribute": "magic_attack"}),
        (SPELL | {"family": "blizzard"}, SPELL | {"attribute": "magic_attack"}),
        (SPELL | {"family": "thunder"}, SPELL | {"attribute": "magic_attack"}),
        (WORLD | {"ability": of("heartless_villains")}, WORLD | {"ability": of("dark_nobody")}),
    ],
)
def test_an_old_card_is_the_same_card(old, today):
    assert read(old) == read(today)


@pytest.mark.parametrize("name", ["Lio", "Gloomling", "Lady Nettle", "Tide Colossus", "Spark", "Glass Dunes"])
def test_the_card_tells_how_it_was_printed(name):
    card = GAME.cards[GAME.by_name[name]]
    assert card.rules_text[-1].startswith("Printed: ")


def test_what_an_old_card_prints_is_told_with_what_it_counts_as():
    told = {name: GAME.cards[GAME.by_name[name]].rules_text[-1] for name in ("Lio", "Gloomling")}
    assert told["Lio"] == "Printed: no attribute (it counts as Light), as on older cards."
    assert told["Gloomling"] == "Printed: type Heartless, HP 2 (it counts as POW), as on older cards."


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (SPELL | {"family": "water"}, "family"),
        (PLAYER | {"attribute": "light", "old_dark": True}, "old_dark"),
        ({"category": "heartless", "level": 1}, "pow"),
        ({"category": "villains", "level": 1, "hp": "four"}, "pow"),
    ],
)
def test_an_old_card_that_says_something_else_is_refused(row, problem):
    with pytest.raises(DataError, match=problem):
        read(row)
