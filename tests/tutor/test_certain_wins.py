"""Certain wins: found from what the player sees alone, and asked about before a move lets them go."""

from __future__ import annotations

import random
from functools import cache

import pytest

import engines
from engines.kernel.chance import RandomSource
from engines.search.players import STRENGTHS
from tests.tutor.test_match import game_of
from tutor.boards.presentation import load_look
from tutor.controllers.board import Board
from tutor.matches import feedback
from tutor.matches.advice import offered_picks
from tutor.matches.asking_first import ask_first
from tutor.matches.certain_wins import CertainWin, find_certain_win, lets_win_go
from tutor.matches.lookahead import imagine_deal
from tutor.matches.looking_back import missed_moments
from tutor.matches.why_advised import count_weighed, find_reason
from tutor.text import format_message

GAMES_WITH_PROOFS = ("altaria", "dgrayman")
"""Games in which play between bots soon comes to wins that can be proved in one turn."""


@cache
def match_with_win(name):
    """Return a match at a decision at which a win is certain and some move lets it go, and that move."""
    for seed in range(12):
        match, player = game_of(name), STRENGTHS["quick"](seed)
        while not match.over:
            state = match.table.state
            if find_certain_win(state, 0) is not None:
                for action in state.actions:
                    if lets_win_go(state, 0, (action,)):
                        return match, action
            match.play((player(state),))
    raise AssertionError("no such decision")


@pytest.mark.parametrize("name", GAMES_WITH_PROOFS)
def test_a_certain_win_is_won_against_any_replies(name):
    match, _ = match_with_win(name)
    for seed in range(8):
        draw, state = random.Random(seed), imagine_deal(match.table.state, 0, RandomSource(seed))
        turn = state.turn
        while state.result is None:
            if state.seat_to_act == 0:
                win = find_certain_win(state, 0, limit=20_000)
                assert win is not None
                state.apply(win.first)
            else:
                state.apply(draw.choice(state.actions))
            assert state.result is not None or state.turn == turn
        assert state.result.winner == 0


@pytest.mark.parametrize("name", GAMES_WITH_PROOFS)
def test_a_win_does_not_hang_on_what_is_hidden(name):
    match, action = match_with_win(name)
    here = find_certain_win(match.table.state, 0)
    for seed in range(8):
        deal = imagine_deal(match.table.state, 0, RandomSource(seed))
        assert find_certain_win(deal, 0) == here
        assert lets_win_go(deal, 0, (action,))


@pytest.mark.parametrize("name", GAMES_WITH_PROOFS)
def test_a_move_that_lets_a_win_go_is_asked_about_once(name):
    match, action = match_with_win(name)
    match = match.bare_copy()
    match.warns = False
    assert ask_first(match, (action,), "en") is None
    match.warns = True
    asked = ask_first(match, (action,), "en")
    assert asked is not None
    losing = match.losing_line((action,))
    if losing is None:
        assert asked.note["title"] == format_message("play.win_there", "en")
        assert ask_first(match, (action,), "en") is None
    win = find_certain_win(match.table.state, 0)
    assert ask_first(match, (win.first,), "en") is None


def test_the_board_asks_and_takes_either_answer():
    match, action = match_with_win("dgrayman")
    board = Board(match.bare_copy(), "en")
    before = board.match.table.state
    board._play((action,))
    assert board.match.table.state is before
    assert [one["name"] for one in board.stage.scene["answers"]] == ["take_back", "do_anyway"]
    assert board.stage.coach["feedback"]["title"] == format_message("play.win_there", "en")
    board._command("do_anyway")
    assert board.match.table.state is not before


@pytest.mark.parametrize("name", GAMES_WITH_PROOFS)
def test_a_hint_gives_a_certain_win_with_its_moves(name):
    match, _ = match_with_win(name)
    advice, win = match.advise(), find_certain_win(match.table.state, 0)
    assert (advice.action, advice.win) == (win.first, win.moves)
    said, _ = feedback.explain_advice(match, advice)
    assert len(said["facts"]) == 1
    assert said["facts"][0]["fact"].startswith("It wins this turn")


def test_a_hint_makes_the_pick_of_the_win_that_it_found(monkeypatch):
    match, player = game_of("kingdom_hearts"), STRENGTHS["quick"](1)
    while True:
        table = match.table
        found = {made[0]: offered_picks(table, made[0]) for _, made in table.choices() if len(made) > 1}
        first = next((one for one, picks in found.items() if len(picks) > 1), None)
        if first is not None:
            break
        match.play((player(table.state),))
    for pick in found[first]:
        win = CertainWin(first, [(0, first), (0, pick)], ())
        monkeypatch.setattr("tutor.matches.advice.find_certain_win", lambda state, seat, win=win: win)
        assert match.advise().actions == (first, pick)


def test_a_win_whose_moves_are_only_picks_is_no_moment_to_look_back_at(monkeypatch):
    match, player = game_of("altaria"), STRENGTHS["quick"](1)
    while not match.over:
        match.play((player(match.table.state),))
    action = match.table.history[-1].state.actions[0]
    for moves in ((), ("end",)):
        win = CertainWin(action, [(0, action)], moves)
        monkeypatch.setattr("tutor.matches.looking_back.prove_win", lambda solver, state, seat, win=win: win)
        assert [one.moves for one in missed_moments(match.table, 1)] == ([moves] if moves else [])


@pytest.mark.parametrize("name", sorted(engines.names()))
def test_what_a_hint_counts_is_there_in_every_game(name):
    match, player, seen = game_of(name), STRENGTHS["quick"](2), set()
    rows = load_look(name)["weighed"]
    for _ in range(60):
        if match.over:
            break
        state = match.table.state
        seen |= {(at, side) for at, row in enumerate(rows) for side in (0, 1) if count_weighed(state, row, side)}
        match.play((player(state),))
    assert {at for at, _ in seen} == set(range(len(rows)))


def test_a_placed_card_is_the_reason_for_placing_it():
    match = game_of("dgrayman")
    while match.table.state.step.name != "CHAR_CHOICE":
        match.play((match.table.state.actions[0],))
    state = match.table.state
    assert state.actions[0][0] == "place"
    assert state.actions[-1][0] == "end_character_phase"
    why = find_reason(state, 0, state.actions[0], state.actions[-1], RandomSource(1))
    assert (why.key, why.word) == ("yours", "cards on the field")


@pytest.mark.sample("altaria", "dgrayman")
@pytest.mark.parametrize("name", sorted(engines.names()))
def test_a_reason_is_what_the_play_outs_show(name):
    match, player, keys = game_of(name), STRENGTHS["beginner"](4), set()
    for number in range(12):
        if match.over:
            break
        state = match.table.state
        if state.turn and len(state.actions) > 1:
            one, two = state.actions[0], state.actions[-1]
            why = find_reason(state, 0, one, two, RandomSource(number))
            keys.add(why.key)
            assert why == find_reason(imagine_deal(state, 0, RandomSource(99)), 0, one, two, RandomSource(number))
            assert {
                "saves": why.after_other - why.after >= 4,
                "wins": why.after - why.after_other >= 4,
                "yours": why.means[0] > why.means[1],
                "rivals": why.means[0] < why.means[1],
                "same": not why.word,
            }[why.key]
        match.play((player(state),))
    assert keys
