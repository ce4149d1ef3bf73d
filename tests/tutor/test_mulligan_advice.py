"""What D.Gray-man's question about a mulligan advises, held against play-outs of the same deals."""

from statistics import fmean

import pytest

import engines
from engines.search.players import greedy_player
from tutor.boards.presentation import load_look

GAME = engines.load("dgrayman")
DEALS = range(600)


def play(deal, choice):
    """Return the number of characters in the first player's hand, and whether this player wins after the choice."""
    one, two = list(GAME.decks.values())[:: 1 if deal % 2 else -1]
    state = GAME.new(decks=(one.cards, two.cards), seed=deal)
    me = state.seat_to_act
    hand = [state.faces[card] for card in state.players[me].hand]
    characters = {face.names[0] for face in hand if face.is_character and not face.special and not face.doubles}
    state.apply((choice,))
    players = [greedy_player(2 * deal + seat) for seat in (0, 1)]
    while state.result is None:
        state.apply(players[state.seat_to_act](state))
    return len(characters), state.result[0] == me


@pytest.fixture(scope="module")
def gains():
    """By the number of characters in a hand: what keeping it gains over a mulligan, for every deal."""
    found = {}
    for deal in DEALS:
        (count, kept), (_, new) = play(deal, "keep"), play(deal, "mulligan")
        found.setdefault(count, []).append(kept - new)
    return found


def test_three_characters_are_worth_keeping(gains):
    assert fmean(gain for count, of in gains.items() if count >= 3 for gain in of) > 0.05


def test_with_fewer_a_new_hand_wins_more_often(gains):
    assert fmean(gain for count, of in gains.items() if count < 3 for gain in of) < -0.05


@pytest.mark.parametrize("step", ["MULLIGAN_FIRST", "MULLIGAN_SECOND"])
def test_the_question_says_so(step):
    assert "Keep a hand with three different characters or more" in load_look("dgrayman")["question"][step]["text"]
