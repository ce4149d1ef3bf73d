"""A whole game with texts in the language of all games: the board shows what they ask for."""

import random

import pytest

import engines
from engines.book.card_program_text import render_program
from engines.designs.set_files import read_set
from engines.legal.program_rows import CHOICE, TAKE
from tests.engines.play import GAMES
from tests.engines.test_card_programs import deck_of_texts
from tutor.controllers.board import Board
from tutor.matches.match import Match, Setup
from tutor.matches.terminal import Terminal


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
    assert all(move["label"].startswith("Choose ") and '"' not in move["label"] for move in moves)


FIRST_WORDS = ("Choose 1", "Choose 2", "From your deck", "Do you want to pay", "Do you draw")


@pytest.mark.sample("altaria", "chaos")
@pytest.mark.parametrize("name", GAMES)
def test_every_question_of_a_text_is_asked_in_its_words(name):
    game, asked, answered = engines.load(name), [], 0
    decks = list(game.decks)
    for seed in range(40):
        if answered and all(any(title.startswith(first) for title in asked) for first in FIRST_WORDS):
            break
        own = game.with_set(read_set(deck_of_texts(name, decks[0], seed), "mine.toml"))
        rng = random.Random(seed)
        chosen = ("mine/one", decks[1]) if seed % 2 else (decks[1], "mine/one")
        match = Match(Setup(name, *chosen, "quick", "rules", seed), own)
        for _ in range(150):
            if match.over:
                break
            state = match.table.state
            if state.step.name == CHOICE:
                local, scene = state.procedure_locals, match.table.scene(0)
                card = state.game.cards[local.card]
                text = render_program(own.card_rules.programs, card.abilities[local.ability], own.words)
                assert f"{text[1:]}.\u201d" in scene["question"]["text"]
                assert card.name in scene["question"]["text"]
                assert ("The rival's" in scene["question"]["text"]) == (local.seat != 0)
                assert scene["question"]["title"] in scene["now"]
                answered += local.seat != 0
                asked.append(scene["question"]["title"])
            match.play(rng.choice(match.table.choices())[1])
    assert [first for first in FIRST_WORDS if not any(title.startswith(first) for title in asked)] == []
    assert answered


def test_the_terminal_asks_in_the_words_of_the_text():
    printed = []
    terminal = Terminal(match := stopped("star_wars"), "en", out=printed.append)
    terminal.show()
    question = match.table.scene(0)["question"]
    assert any(line.startswith(f"{question['title']} {question['text']}") for line in printed)
