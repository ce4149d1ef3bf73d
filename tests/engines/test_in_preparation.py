"""Engines in preparation: whole games end, every scenario passes. The laws wait until the game is listed."""

import pytest

import engines
from engines.core import audit, scenarios
from engines.core.players import greedy_player, random_player
from tests.engines.test_audit import FOLDER

READY_SOON = engines.IN_PREPARATION
ALL = [
    pytest.param(name, scenario, id=f"{name}/{scenario.name}")
    for name in READY_SOON
    for scenario in scenarios.of_game(name)
]


def test_they_are_not_listed():
    assert not set(READY_SOON) & set(engines.names())
    assert set(READY_SOON) <= set(engines.folders())


@pytest.mark.parametrize("name", READY_SOON)
@pytest.mark.parametrize("player", [random_player, greedy_player])
def test_whole_games_end(name, player):
    for seed in range(30):
        state, choose = engines.load(name).new(seed=seed), player(seed)
        while state.result is None:
            state.apply(choose(state))
        assert state.game.rulebook.clause(state.result.clause)


@pytest.mark.parametrize(("name", "scenario"), ALL)
def test_scenario(name, scenario):
    scenarios.check(scenario, engines.load(name))


@pytest.mark.parametrize("name", READY_SOON)
def test_code_and_rulebook_name_the_same_clauses(name):
    book = engines.load(name).rulebook
    assert audit.unnamed(book, FOLDER / name) == []
    assert audit.unknown(book, FOLDER / name) == []
