"""What D.Gray-man's question about a mulligan advises, held against play-outs of the same deals."""

import random
from statistics import fmean

import pytest

from engines.search.players import greedy_player
from tutor.boards.presentation import load_look
from tutor.sets.decks import game_with_decks

GAME = game_with_decks("dgrayman")
DEALS = range(600)
QUESTIONS = ("MULLIGAN_FIRST", "MULLIGAN_SECOND")


def play(deal, question, choice):
    """Return the number of characters in the hand of the player asked, and whether that player wins."""
    one, two = (GAME.decks[id].cards for id in random.Random(deal).sample(list(GAME.decks), 2))
    state = GAME.new(decks=(one, two), seed=deal)
    while state.decision.step != question:
        state.apply(("keep",))
    me = state.seat_to_act
    hand = [state.faces[card] for card in state.players[me].hand]
    characters = {face.names[0] for face in hand if face.is_character and not face.special and not face.doubles}
    state.apply((choice,))
    players = [greedy_player(2 * deal + seat) for seat in (0, 1)]
    while state.result is None:
        state.apply(players[state.seat_to_act](state))
    return len(characters), state.result[0] == me


@pytest.fixture(scope="module", params=QUESTIONS)
def gains(request):
    """By the number of characters in a hand: what keeping it gains over a mulligan, for every deal of any two decks."""
    found = {}
    for deal in DEALS:
        (count, kept), (_, new) = play(deal, request.param, "keep"), play(deal, request.param, "mulligan")
        found.setdefault(count, []).append(kept - new)
    return found


def test_three_characters_are_worth_keeping(gains):
    assert fmean(gain for count, of in gains.items() if count >= 3 for gain in of) > 0.05


def test_with_fewer_a_new_hand_wins_more_often(gains):
    assert fmean(gain for count, of in gains.items() if count < 3 for gain in of) < -0.05


@pytest.mark.parametrize("step", QUESTIONS)
def test_the_question_says_so(step):
    said = load_look("dgrayman")["question"][step]["text"]
    assert "Count the different names on your Character cards, without Special and Doubles cards" in said
    assert "With three or more, keep the hand" in said
