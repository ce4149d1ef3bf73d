"""Refusals of actions at the wrong time: sentences for particular moments, game by game."""

import pytest

from engines.legal.reasons import timing_refusal
from engines.search.players import greedy_player
from tests.engines.play import GAMES, begin_game, positions

ASKED, OTHER = True, False

CASES = [
    ("altaria", "attack_cores", "BLOCK", OTHER, "ALT-11.1", "once this attack is over"),
    ("altaria", "block", "ATK_AMBUSH", OTHER, "ALT-12.4", "against the next attack"),
    ("altaria", "charge_altar", "MAIN", ASKED, "ALT-8.1", "in your next Charge Phase"),
    ("altaria", "summon", "PAY", ASKED, "ALT-10.3", "once you have decided which altar card to pay with"),
    ("chaos", "keep", "S6", OTHER, "CHA-6.5", "in a new game"),
    ("chaos", "attack", "M2", ASKED, "CHA-12.4", "in your own attack declaration"),
    ("dgrayman", "end_main_phase", "HAND_ADJUST", ASKED, "DGM-7.7", "in your next Main Phase"),
    ("dgrayman", "attack", "RESPONSE_CHOICE", OTHER, "DGM-10.1", "once this action is over"),
    ("dgrayman", "respond", "SKILL_NTP", OTHER, "DGM-12.3", "in the next action"),
    ("dgrayman", "guard", "SKILL_NTP", ASKED, "DGM-11.1", "against the next action"),
    ("kingdom_hearts", "join", "B3", ASKED, "KH-9.6", "in your next Battle"),
    ("kingdom_hearts", "challenge", "C2", ASKED, "KH-6.5", "in your next Challenge Time"),
    ("kingdom_hearts", "move", "B1", ASKED, "KH-7.2", "once this Battle is over"),
    ("star_wars", "end", "S7", ASKED, "SW-5.9", "in your own build step"),
    ("star_wars", "deploy", "S8", OTHER, "SW-5.9", "in your next placement turn"),
    ("star_wars", "battle", "U2", ASKED, "SW-9.7", "when you are asked whether your unit battles"),
]


@pytest.mark.parametrize(("name", "kind", "step", "asked", "clause", "repair"), CASES)
def test_the_clause_and_the_next_time(name, kind, step, asked, clause, repair):
    told = set()
    for state in positions(name):
        if state.step.name == step and state.result is None:
            seat = state.seat_to_act if asked else 1 - state.seat_to_act
            late = timing_refusal(state.game.kinds[kind], state, seat)
            told.add((late.clause, state.game.words.tell(late.repair)))
    assert (clause, repair) in told


@pytest.mark.parametrize("name", GAMES)
def test_after_the_end_the_result_is_told_with_its_clause(name):
    state, player = begin_game(name, 3), greedy_player(3)
    while state.result is None:
        state.apply(player(state))
    why, clause = state.result.text, state.result.clause
    assert state.game.moment(state, 0) == f"The game is over: {why}"
    for seat in (0, 1):
        for action in state.game.tries(state, seat)[:20]:
            [timing] = state.why_not(action, seat)
            assert timing[:3] == (clause, f"The game is over: {why}", "")


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_is_told_to_both_players(name):
    for state in positions(name)[::31]:
        if state.seat_to_act < 2 and state.result is None:
            asks = state.game.asks(state.step.name)
            assert state.game.moment(state, state.seat_to_act) == f"Your decision now: {asks}."
            assert state.game.moment(state, 1 - state.seat_to_act) == f"The rival decides now: {asks}."
