"""The strengths of the computer players, tested against each other with both decks in both seats."""

import pytest

import engines
from engines.checking.scenarios import ScenarioRun, scenarios_of
from engines.kernel.chance import RandomSource
from engines.kernel.state import NATURE
from engines.search.players import (
    STRENGTHS,
    attacks_of,
    evaluate_by_rollouts,
    is_answer,
    lower_bound_of_gain,
    monte_carlo_player,
    sensible_actions,
)
from tests.engines.play import data

GAMES = engines.names()


def wins(name, stronger, weaker, games):
    """Return how many games a player of one strength wins against one of another. A draw counts as half a win."""
    game, won = engines.load(name), 0.0
    decks = tuple(game.decks)[:2]
    for number in range(games):
        seat = number % 2
        state = game.new(decks=decks if number % 4 < 2 else decks[::-1], seed=number // 4)
        players = [STRENGTHS[stronger if side == seat else weaker](number + 1000 * side) for side in (0, 1)]
        while state.result is None:
            state.apply(players[max(state.seat_to_act, 0)](state))
        winner = state.result.winner
        won += 0.5 if winner is None else winner == seat
    return won


def good_answers(name):
    """Yield the states of hand-made positions (the scenarios) in which an answer looks better than declining."""
    game = engines.load(name)
    for scenario in scenarios_of(name):
        if "deck" in scenario.data:
            continue
        run = ScenarioRun(scenario, game)
        for number in range(len(scenario.steps)):
            state = run.state
            if state.result is None and state.step.passing and is_answer(state) and state.seat_to_act != NATURE:
                points = [game.rules.heuristic(state, action) for action in state.actions]
                if sensible_actions(state, points)[0][0] != state.step.passing:
                    yield state.copy()
            run.step(number)


@pytest.mark.parametrize("name", GAMES)
def test_a_beginner_always_answers_where_an_answer_looks_good_and_a_newcomer_mostly(name):
    taken, kept, asked = set(), 0, 0
    for state in good_answers(name):
        for _ in range(6):
            action = STRENGTHS["beginner"](asked)(state)
            assert action[0] != state.step.passing, (state.step.name, state.actions)
            taken.add(action[0])
            kept += STRENGTHS["newcomer"](asked)(state)[0] != state.step.passing
            asked += 1
    assert {*data(name)["answers"]} <= taken
    assert asked * 2 / 3 < kept < asked


@pytest.mark.parametrize("name", GAMES)
def test_the_newcomer_attacks_in_every_turn_it_can(name):
    turns = 0
    for seed in range(6):
        could, did = turns_with_attacks(name, seed)
        assert did == could
        turns += len(could)
    assert turns


def turns_with_attacks(name, seed):
    """Return the turns of a game in which the newcomer could begin an attack or battle, and those in which it did."""
    game = engines.load(name)
    state, players = game.new(seed=seed), (STRENGTHS["newcomer"](seed), STRENGTHS["quick"](seed))
    could, did = set(), set()
    while state.result is None:
        seat = state.seat_to_act
        attacks = attacks_of(state) if seat == 0 else []
        action = players[max(seat, 0)](state)
        could |= {state.turn} if attacks else set()
        did |= {state.turn} if action in attacks else set()
        state.apply(action)
    return could, did


def test_the_newcomer_keeps_its_army_in_the_field():
    game, retreats = engines.load("star_wars"), []
    for seed in range(8):
        state, players = game.new(seed=seed), (STRENGTHS["newcomer"](seed), STRENGTHS["quick"](seed))
        while state.result is None:
            seat = state.seat_to_act
            action = players[max(seat, 0)](state)
            if seat == 0 and action[0] == "retreat":
                retreats.append(game.rules.heuristic(state, action))
            state.apply(action)
    assert all(points > 0 for points in retreats), "only a unit that something can heal"


@pytest.mark.sample("dgrayman-*")
@pytest.mark.slow
@pytest.mark.parametrize(("name", "games"), [("altaria", 20), ("dgrayman", 12), ("kingdom_hearts", 8), ("chaos", 4)])
def test_the_careful_player_beats_the_greedy_one(name, games):
    assert wins(name, "careful", "quick", games) > games / 2


def test_a_gain_counts_only_beyond_chance():
    assert lower_bound_of_gain([0.5, 0.6], [0.5, 0.6]) == 0
    assert lower_bound_of_gain([0.9, 0.9, 0.9], [0.5, 0.5, 0.5]) > 0.3
    assert lower_bound_of_gain([1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.9]) < 0


def test_what_looks_best_stays_first_unless_another_is_surely_better():
    state = engines.load("altaria").new(seed=3)
    while len(state.actions) < 3:
        state.apply(state.actions[0])
    looks = {action: state.game.rules.heuristic(state, action) for action in state.actions}
    evaluated = evaluate_by_rollouts(state, RandomSource(1), deals=4, turns=1, width=3)
    assert 1 < len(evaluated) <= 3
    assert evaluated[0].gain > 0 or looks[evaluated[0].action] == max(looks.values())
    assert [one.gain for one in evaluated] == sorted((one.gain for one in evaluated), reverse=True)
    assert all(0 <= one.value <= 1 for one in evaluated)
    chosen = monte_carlo_player(1, deals=4, width=3)(state)
    assert chosen == evaluated[0].action if evaluated[0].gain > 0 else looks[chosen] == max(looks.values())


def test_two_careful_players_do_not_throw_the_same_sign_for_ever():
    """Rock, paper, scissors decides who begins, and all signs look equally good."""
    state = engines.load("altaria").new(seed=1)
    players = [monte_carlo_player(seed, deals=2, width=3) for seed in (1, 2)]
    for _ in range(60):
        if state.turn:
            break
        seat = state.seat_to_act
        state.apply(state.actions[0] if seat == NATURE else players[seat](state))
    assert state.turn
