"""What reads badly in a question is not asked, or is said otherwise: passes in a row, routine, long texts."""

import pytest

import engines
from engines.core.state import Event
from tutor.boards.presentation import look
from tutor.lessons.loader import LONGEST_TEXT
from tutor.practice import order, playouts, starters, which, wording
from tutor.practice.making import make
from tutor.practice.playouts import LEARNER
from tutor.practice.question import session_of
from tutor.practice.scenes import Line, Scene, without_passes
from tutor.text import say

CHAOS = engines.load("chaos")


def passed(seat, words="Pass"):
    """Return a pass in a window."""
    return Line("pass", words, seat, True, window=True)


def test_passes_in_several_windows_are_told_as_nobody_using_anything():
    attack = Line("attack", "Attack with A", 1, False)
    lines = (attack, passed(0), passed(1), passed(0, "Pass (Third ability step)"))
    assert without_passes(lines) == ((attack,), True)
    told = Scene(CHAOS.new(seed=1), lines).told("en")
    assert told == f"The rival: attack with A. {say('practice.nobody', 'en')}"


def test_passes_in_one_window_are_told():
    attack = Line("attack", "Attack with A", 1, False)
    lines = (attack, passed(0), passed(1))
    assert without_passes(lines) == (lines, False)
    assert Scene(CHAOS.new(seed=1), lines).told("en") == "The rival: attack with A. You: pass. The rival: pass."


def test_a_question_who_is_asked_next_tells_every_pass():
    lines = (Line("attack", "Attack with A", 1, False), passed(0), passed(1), passed(0, "Pass (Third ability step)"))
    assert "(Third ability step)" in Scene(CHAOS.new(seed=1), lines).told("en", to_the_end=False)


def test_what_happens_again_and_again_is_no_line_of_an_order():
    state = CHAOS.new(seed=1)
    recurring = look("chaos")["recurring"]
    assert recurring
    events = [Event(kind, "CHA-16.4", LEARNER, {"count": 1}, False, "C1") for kind in recurring]
    assert order.sentences(state, events, "en") == []


@pytest.mark.parametrize("aim", ["M4", "M27", "without:attack.attacks_begin", "without:turn_up.face_down"])
def test_of_two_cards_some_but_not_all_are_right(aim):
    for seed in range(101, 105):
        question = make(CHAOS, "which", aim, seed)
        if question is not None and question.row["kind"] == "which":
            assert question.options >= 2**which.FEWEST or question.right
            assert question.options >= 2**which.FEWEST or len(question.right) < which.LEAST


@pytest.mark.parametrize("aim", ["without:rest.pays", "without:pay.pays", "without:choose.right_face"])
def test_a_question_about_a_card_with_a_long_text_can_be_shown(aim):
    for seed in (101, 102):
        question = make(CHAOS, "which", aim, seed)
        if question is not None:
            assert session_of(question).step.get("text")


def test_of_a_long_text_only_the_cost_is_told():
    states = (one.state for number in range(12) for one in playouts.play_out(CHAOS, number))
    paying = [state for state in states if state.step.name == "PAY" and wording.at_work(state)]
    assert paying
    for state in paying:
        told = wording.moment(state, "en", "word " * 13)
        assert len(told.split()) + 13 <= LONGEST_TEXT
        assert "⟨" in told


@pytest.mark.parametrize("count", [1, 2])
def test_of_a_single_answer_it_is_not_said_that_all_of_it_came_true(count):
    kept = [one for one in starters.starters("star_wars").values() if one.maker == "predict"]
    question = next(one for one in kept if len(one.row["parts"]) == count)
    run = session_of(question)
    run.handle({"type": "answer", "stamp": run.stamp, "picks": dict(one.split(": ", 1) for one in question.right)})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    word = "right_one" if count == 1 else "right"
    assert run.feedback["title"] == say(f"lesson.predict.{word}", "en")
