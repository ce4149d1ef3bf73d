"""How much the second best option costs: games whose truth is known, and decisions of real ones."""

import random

import pytest

from engines.kernel.chance import RandomSource
from tutor.compare import second_best
from tutor.compare.second_best import COSTLY, SecondBest, costly_shares, measure_cost
from tutor.sets.decks import game_with_decks


def options_of(best, cost, source):
    """Return winning chances of two to eight options in any order, the second best `cost` below the best."""
    chances = [best, best - cost]
    while len(chances) < source.randrange(2, 9):
        chances.append(max(0.0, chances[-1] - source.choice([0, 0.02, 0.1]) * source.random()))
    return source.sample(chances, len(chances))


def player(chances, source):
    """Return a function that plays options with known chances; half of the luck of a deal is common to all."""

    def play(options, deals):
        found = []
        for _ in range(deals):
            luck = source.random()
            found.append([float((luck if source.random() < 0.5 else source.random()) < chances[at]) for at in options])
        return found

    return play


def measure_known(best, costs, seed, decisions=100):
    """Return the shares measured in decisions that have these costs in turn."""
    source = random.Random(seed)
    found = []
    for number in range(decisions):
        chances = options_of(best, costs[number % len(costs)], source)
        found.append(measure_cost(len(chances), player(chances, source)))
    return costly_shares(found)


@pytest.mark.sample("far-*")
@pytest.mark.parametrize("best", [0.5, 0.9])
@pytest.mark.parametrize("costs", [[0, 0, 0, 0.1, 0.3], [0.0, 0.02, 0.08, 0.2]], ids=["far", "near"])
def test_shares_of_a_game_whose_truth_is_known(best, costs):
    found = measure_known(best, costs, 3)
    for id, least in COSTLY.items():
        truth = sum(cost > least for cost in costs) / len(costs)
        one = found[id]
        assert one.n == 100
        assert one.low <= truth <= one.high
        assert abs(one.value - truth) < 0.1


def test_equal_options_do_not_look_costly():
    found = measure_known(0.5, [0], 4)
    assert found["over_5"].value <= 0.06
    assert found["over_15"].value < 0.001


def test_the_cost_of_one_decision():
    sure = measure_cost(3, lambda options, deals: [[float(at == 2) for at in options]] * deals)
    assert sure.cost == 1.0
    same = measure_cost(8, lambda options, deals: [[1.0 for _ in options]] * deals)
    assert same.cost == 0.0
    assert 0 < same.error < 0.005  # the next deal may always tell them apart


def test_a_cost_below_its_error_may_be_any_size_up_to_it():
    unsure = [SecondBest(0.0, 0.05, 0.05)] * 40
    sure = [SecondBest(0.0, 0.003, 0.003)] * 40
    assert costly_shares(unsure)["over_5"].value > costly_shares(sure)["over_5"].value


@pytest.mark.parametrize("name", ["altaria", "star_wars"])
def test_a_decision_is_a_choice_after_the_set_up(name):
    game = game_with_decks(name)
    ids = [deck.id for deck in second_best.pairs_to_measure(game)[0]]
    drawn = [second_best.draw_decision(game, ids, seed) for seed in range(4)]
    assert all(len(state.actions) > 1 and state.turn > 0 for state in drawn)
    first = drawn[0]
    results = second_best.play_options(first, first.seat_to_act, first.actions[:2], RandomSource(1))
    assert len(results) == 2
    assert {*results} <= {0.0, 0.5, 1.0}
