"""Numbers that a house rule may change: another value has the stated effect, the standard value the printed one."""

from collections import Counter

import pytest

import engines
from engines.search.players import random_player
from engines.star_wars.values import hit_faces

DRAWN = {"altaria": "ALT-7.5", "chaos": "CHA-7.4", "dgrayman": "DGM-7.3", "star_wars": "SW-6.6"}


def played(name, seed=3, until=None, **changes):
    """Return a game played at random to its end, or until `until` is true, with all its events."""
    state = engines.load(name).variant(**changes).new(seed=seed, listen=True)
    player = random_player(seed)
    while state.result is None and not (until and until(state)):
        state.apply(player(state))
    return state


@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("name", DRAWN)
def test_so_many_cards_are_drawn_in_a_turn(name, count):
    state = played(name, until=lambda state: state.turn > 4, draws=count)
    draws = Counter(event.clause for event in state.events if event.kind == "drew")[DRAWN[name]]
    drawing = {"altaria": 4, "chaos": 4, "dgrayman": 4, "star_wars": 2 * 5}[name]  # by the first decision of turn 5
    if state.result is not None:
        drawing = {"star_wars": 2 * state.turn}.get(name, drawing)
    assert draws == count * drawing


@pytest.mark.parametrize("name", DRAWN)
def test_one_card_a_turn_is_the_printed_rule(name):
    assert engines.load(name).parameters["draws"] == 1


def test_a_deck_that_is_too_short_for_the_draw_loses():
    state = played("chaos", draws=5, opening_hand=10)
    assert state.result.clause in ("CHA-17.1", "CHA-17.2")


def test_a_draw_that_empties_the_deck_ends_the_game_at_once():
    for name in ("altaria", "dgrayman"):
        state = played(name, draws=5)
        assert state.result is not None


@pytest.mark.parametrize("step", [1, 5])
def test_points_give_the_rival_a_card_at_every_multiple(step):
    state = played("dgrayman", points_to_draw=step)
    gains = [event.facts for event in state.events if event.kind == "gained"]
    won = engines.load("dgrayman").parameters["points_to_win"]
    due = sum(one["points"] // step - (one["points"] - one["count"]) // step for one in gains if one["points"] < won)
    drawn = sum(event.kind == "drew" and event.clause == "DGM-15.2" for event in state.events)
    assert due > 0
    assert drawn == due


@pytest.mark.parametrize("loss", [1, 4])
def test_the_loser_of_a_challenge_loses_so_many_points(loss):
    state = played("kingdom_hearts", challenge_loss=loss)
    lost = [event.facts["count"] for event in state.events if event.clause == "KH-10.13" and event.kind == "lost_hp"]
    assert lost
    assert {*lost} == {loss}


@pytest.mark.parametrize("lowest", [2, 4, 6])
def test_numbers_from_so_many_on_are_hits(lowest):
    state = engines.load("star_wars").variant(hit_from=lowest).new(seed=1)
    assert hit_faces(state, 0) == {*range(lowest, 7)}
