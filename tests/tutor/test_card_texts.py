"""A whole game with texts in the language of all games: the board shows what they ask for."""

import random

import pytest

import engines
from engines.designs.set_files import read_set
from engines.legal.program_rows import CHOICE, TAKE
from tests.engines.test_card_programs import deck_of_texts
from tutor.controllers.board import Board
from tutor.matches.match import Match, Setup


def stopped(name):
    """Return a game in which a text asks the learner for a card."""
    game = engines.load(name)
    decks = list(game.decks)
    own = game.with_set(read_set(deck_of_texts(name, decks[0], 1), "mine.toml"))
    for seed in range(20):
        rng = random.Random(seed)
        match = Match(Setup(name, "mine/one", decks[1], "quick", "rules", seed), own)
        for _ in range(120):
            state = match.table.state
            if match.over or (state.step.name == CHOICE and state.actions[0][0] == TAKE):
                break
            match.play(rng.choice(match.table.choices())[1])
        if not match.over and match.table.state.step.name == CHOICE:
            return match
    raise AssertionError("no text has asked for a card")


@pytest.mark.parametrize("name", ["star_wars", "kingdom_hearts"])
def test_the_board_offers_the_cards_that_a_text_asks_for(name):
    match = stopped(name)
    taken = [action for action in match.table.state.actions if action[0] == TAKE]
    moves = [move for move in Board(match, "en").stage.scene["moves"] if move["kind"] == TAKE]
    assert {move["text"] for move in moves} == {match.table.state.text(action) for action in taken}
    assert all(move["label"].startswith("Take ") and '"' not in move["label"] for move in moves)
