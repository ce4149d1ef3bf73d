"""Moves of several actions: one click on a card in hand opens a choice and makes its first pick."""

import pytest

import engines
from engines.kernel.state import State
from tutor.lessons import loader
from tutor.lessons.page import open_session
from tutor.lessons.replay import replay_answer
from tutor.matches import feedback
from tutor.matches.match import Match, Setup
from tutor.matches.playthrough import Playthrough
from tutor.matches.terminal import Terminal
from tutor.progress import Event

GAME = engines.load("kingdom_hearts")
LESSON = loader.read_lesson(loader.find_lesson("kingdom_hearts/02_battle"))
CHALLENGES = loader.read_lesson(loader.find_lesson("kingdom_hearts/03_challenge"))
CLEAR = ["battle", 'join "Gorro"']


def before_attack_cards(*hand: str, step: str = "B3") -> State:
    you = {"deck": 30, "hand": [*hand, "Gorro"], "worlds": ["Lantern Quay", "Cogwheel Bazaar"]}
    return GAME.position(
        {"turn": 7, "step": step, "you": you | {"obstacles": ["Blank Lancer"]}, "rival": {"deck": 30, "hand": 4}}
    )


@pytest.mark.parametrize("step", ["B3", "C2"])
def test_a_card_that_may_be_picked_is_clicked_at_once_and_ends_the_choice_if_it_is_the_only_one(step):
    table = Playthrough(before_attack_cards("Quick Flare", step=step))
    card = [move for move in table.moves() if move.text == 'attack "Quick Flare"']
    assert [(move.source, move.target) for move in card] == [("0.hand.0", None)]
    assert not [move for move in table.moves() if move.kind == "attack"]  # no button that only opens the choice
    table.play(card[0].actions)
    assert not table.state.step.pick
    assert table.state.fight.used[0]
    assert table.undo()
    assert table.state.step.name == step


def test_of_two_cards_the_second_may_follow_or_be_left():
    table = Playthrough(before_attack_cards("Quick Flare", "Broad Flare"))
    table.play(table.moves()[0].actions)
    assert table.state.step.name == "ATTACKS"
    assert [move.text for move in table.moves()] == ['attach "Broad Flare"', "enough"]
    table.play(table.moves()[0].actions)
    assert table.state.step.name == "B4"


def test_the_terminal_offers_the_cards_by_number():
    match = Match(Setup("kingdom_hearts", *list(GAME.decks)[:2], "quick", seed=3))
    match.table = Playthrough(before_attack_cards("Quick Flare", "Broad Flare"))
    lines: list[str] = []
    terminal = Terminal(match, out=lines.append)
    assert terminal.options() == ['attack "Quick Flare"', 'attack "Broad Flare"', "skip"]
    assert terminal.read_actions("attack Quick Flare") == terminal.read_actions("1")
    terminal.hint()
    assert any(f"{number}, {text}" in line for line in lines for number, text in enumerate(terminal.options(), 1))
    terminal.handle("2")
    assert terminal.options() == ['attach "Quick Flare"', "enough"]
    terminal.handle("1")
    assert not match.table.state.step.pick


def test_a_hint_names_the_card_that_is_best_to_begin_with():
    match = Match(Setup("kingdom_hearts", *list(GAME.decks)[:2], "quick", seed=3))
    match.table = Playthrough(before_attack_cards("Quick Flare", "Broad Flare"))
    lines: list[str] = []
    Terminal(match, out=lines.append).hint()
    assert lines[0].endswith('2, attack "Broad Flare".')
    said, marks = feedback.advice_feedback(match)
    assert said["title"].endswith("Use Broad Flare")
    assert marks == {"0.hand.1": "lit"}


def test_a_log_that_has_an_action_and_its_picks_apart_is_played_again():
    lesson = loader.read_lesson(loader.find_lesson("kingdom_hearts/04_allies_magic_equipment"))
    step = lesson.step("band-on-band")
    for cards in (['attack "Quick Flare"'], ["attack", 'attach "Quick Flare"', "enough"]):
        done = ["battle", "skip", *cards, 'move "Glass Dunes"']
        event = Event("", "me", lesson.game.name, lesson.name, step.id, step.kind, "right", tuple(done))
        assert replay_answer(event).verdict == "right", cards


def test_a_step_speaks_of_all_picks_as_one_action():
    run = open_session(LESSON, LESSON.step("clear-the-way"))
    for text in [*CLEAR, 'attack "Quick Flare"']:
        run.act(next(at for at, move in enumerate(run.table.moves()) if move.text == text))
    assert run.said[:3] == ["attack", 'attach "Quick Flare"', "enough"]
    assert run.moves_made()[-1] == 'attack "Quick Flare"'


def told(run) -> str:
    return " ".join(fact["fact"] for fact in run.feedback["facts"]) if run.feedback else ""


def made(run, *texts: str) -> None:
    for text in texts:
        run.act(next(at for at, move in enumerate(run.table.moves()) if move.text == text))


def test_what_the_rival_did_before_one_is_asked_again_is_told():
    run = open_session(LESSON, CHALLENGES.step("all-hands"))
    made(run, 'join "Gorro"')
    assert run.table.yours
    assert "The rival does nothing." in told(run)


def test_a_refutation_says_what_it_played_for_the_learner():
    run = open_session(LESSON, LESSON.step("clear-the-way"))
    made(run, "battle", "skip")
    assert run.lost
    assert "Played on for you as well as can be: use Quick Flare." in run.feedback["tried"]
