"""A whole game with texts in the language of all games: the board shows what they ask for."""

import random
import re

import pytest

import engines
from engines.book.card_program_text import render_program
from engines.book.words import InLanguage
from engines.designs.set_files import read_set
from engines.legal.program_questions import label_of_choice, question_of_text
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
    first = ("Choose ", "Discard ", "Take ", "Put 1 on ")
    assert all(move["label"].startswith(first) and '"' not in move["label"] for move in moves)


def text_asked(do, position):
    """Return a Star Wars match in which the text of a Mission asks its player something."""
    row = {"name": "Sent", "category": "mission", "cost": 1, "ability": [{"when": "mission", "do": do}]}
    game = engines.load("star_wars").with_cards([row], "mine.toml")
    state = game.position({"step": "C4", "P1": {"construction": ["Sent, build 1"], **position}})
    state.apply(("complete", 0))
    return state


CHOOSES = {"verb": "choose", "of": {"zone": "discard"}}
ASKED = [
    (
        [{"verb": "choose", "zones": ["space", "ground"]}],
        {},
        (["Choose the Space arena", "Choose the Ground arena"], "Choose the Space arena or the Ground arena."),
        (
            ["スペース・アリーナを選ぶ", "グラウンド・アリーナを選ぶ"],
            "スペース・アリーナまたはグラウンド・アリーナを選んでください。",
        ),
    ),
    (
        [CHOOSES, {"verb": "move", "what": "it", "to": "hand"}],
        {"discard": ["Arc Blade", "Beacon Guard"]},
        (
            ["Choose Arc Blade in your discard pile", "Choose Beacon Guard in your discard pile"],
            "Choose 1 card in your discard pile.",
        ),
        (
            ["あなたの廃棄パイルの{0}を選ぶ", "あなたの廃棄パイルの{1}を選ぶ"],
            "自分の廃棄パイルのカード1枚を選んでください。",
        ),
    ),
    (
        [{"verb": "draw", "count": 2, "up_to": True}],
        {"deck": 5},
        (["Draw a card", "Draw no more"], "Do you draw a card? You may draw up to 2."),
        (["カードを1枚引く", "引かない"], "カードを引きますか？ 2枚まで引けます。"),
    ),
]


@pytest.mark.parametrize(("do", "position", "english", "japanese"), ASKED)
def test_buttons_say_what_one_chooses_and_both_languages_ask(do, position, english, japanese):
    state = text_asked(do, position)
    words = state.game.words
    names = [words.term(f"card.{name}", "ja") for name in ("Arc Blade", "Beacon Guard")]
    for language, (labels, title) in (("en", english), ("ja", japanese)):
        with InLanguage(language):
            shown = [label_of_choice(state, action, 0) for action in state.actions]
            assert shown == [one.format(*names) for one in labels]
            assert question_of_text(state)[0] == title
            assert question_of_text(state)[1].count("Sent") == 1


def test_a_japanese_board_asks_in_japanese():
    match = stopped("star_wars")
    question = Board(match, "ja").stage.scene["question"]
    assert "ください" in question["title"] or "か？" in question["title"]
    assert not re.search(r"\b(?:choose|discard|card|your|the)\b", question["title"] + question["text"])


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
