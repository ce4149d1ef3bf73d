"""Star Wars TCG: positions that no game can reach are refused, and figures have limits."""

import pytest

import engines
from engines.errors import DataError

GAME = engines.load("star_wars")


@pytest.mark.parametrize(
    ("player", "problem"),
    [
        ({"force": 1_000_000_000}, "force is 1000000000"),
        ({"points": 1_000_000_000}, "points is 1000000000"),
        ({"force": -1}, "It must be 0 or more"),
        ({"space": ["Dawnwing Scout, damage 1000000000"]}, "damage 1000000000"),
        ({"construction": ["Dawnwing Scout, build 1000000000"]}, "build 1000000000"),
        ({"space": ["Dawnwing Scout, power +1000000000"]}, "power 1000000000"),
        ({"space": ["Dawnwing Scout, power in battle +1000000000"]}, "power in battle 1000000000"),
        ({"space": ["Dawnwing Scout, damage 3"]}, "'Dawnwing Scout' has 3 damage"),
        ({"character": ["Oren Vash A", "Oren Vash B"]}, "Oren Vash A and Oren Vash B are there"),
        ({"character": ["Oren Vash A"], "retreated": ["Oren Vash B"]}, "Oren Vash A and Oren Vash B are there"),
        ({"hand": ["Shade Raider"]}, "'Shade Raider' is a dark card"),
    ],
)
def test_a_position_that_no_game_can_reach_is_refused(player, problem):
    with pytest.raises(DataError, match=problem):
        GAME.position({"P1": player})


def test_a_number_on_a_card_has_a_bound():
    row = {"name": "Odd One", "category": "mission", "cost": 1_000_000_000, "ability": [{"when": "mission", "do": []}]}
    with pytest.raises(DataError, match="999 or less"):
        GAME.with_cards([row], "test")


def test_a_card_under_construction_may_be_of_a_character_in_play():
    state = GAME.position({"P1": {"character": ["Oren Vash A"], "construction": ["Oren Vash B, build 1"]}})
    assert 'complete "Oren Vash B" beneath' in [state.text(action) for action in state.legal_actions()]


def test_light_is_told_that_the_opening_bid_is_never_its_own():
    state = engines.load("star_wars").position('step = "C4"\nP1.force = 3\nP2.force = 3')
    for seat in (0, 1):
        reasons = state.why_not(("bid", 2), seat)
        light = seat != state.dark
        assert ("Light" in reasons[0].fact) == light, reasons
        assert bool(reasons[-1].repair) != light, reasons
