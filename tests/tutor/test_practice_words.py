"""The texts of practice questions: the card concerned, reasons for unmarked options, owners in lines."""

import re
from fractions import Fraction

import pytest

import engines
from engines.book.toml_schema import SEAT_NAMES
from tests.tutor.test_practice import answers, judged, right_picks
from tutor.practice import maker_prediction, playouts, wording
from tutor.practice.makers import make_question
from tutor.practice.playouts import is_beginning, is_dealt
from tutor.practice.question import session_of
from tutor.text import format_message

GAME = engines.load("star_wars")
SEEDS = range(101, 125)


def some(maker, aim, count=2):
    """Return the first questions by a maker about an aim; fail if there are not enough."""
    found = []
    for seed in SEEDS:
        question = make_question(GAME, maker, aim, seed)
        if question is not None:
            found.append(question)
        if len(found) == count:
            return found
    raise AssertionError(f"{maker} has too few questions about {aim}: {len(found)}")


def feedback_of(question, picks):
    """Return the feedback on an answer."""
    run = session_of(question)
    run.handle({"type": "answer", "stamp": run.stamp, "picks": picks})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    return run.feedback


def test_a_right_answer_says_why_the_others_are_left():
    for question in some("which", "without:complete.counters"):
        assert question.row["title"] in question.row["text"]
        run = session_of(question)
        left = {name for _, name, action in run.items() if not run.legal(action)}
        told = feedback_of(question, right_picks(question, list(answers(question))))
        assert {fact["head"] for fact in told["facts"]} <= {
            format_message("lesson.which.left", "en", name=name) for name in left
        }
        assert bool(told["facts"]) == bool(left)
        assert len({fact["fact"] for fact in told["facts"]}) == len(told["facts"])


def test_a_log_is_the_learners():
    """Reasons against a line address the learner ("You have ..."), even if the rival's line is explained."""
    for question in some("spot", "without:complete.counters"):
        run = session_of(question)
        assert {line.speaker for line in run.lines} == {SEAT_NAMES["you"]}
        wrong = next(at for at, text in enumerate(question.row["script"]) if text != question.right[0])
        run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(wrong)]})
        told = [fact["fact"] for fact in run.feedback["facts"]]
        assert len(told) == len({*told})


def test_how_many_dice_a_stack_rolls_is_asked_before_they_lie():
    question = some("predict", "M17", 1)[0]
    part = question.row["parts"][0]
    assert part["of"].startswith("dice ")
    assert format_message("practice.nobody", "en") in question.row["text"]
    state = session_of(question).table.state
    name = wording.quoted_names(part["of"])[0]
    assert question.right == (f"0: {GAME.rules.value(state, None, 'power', name)}",)
    assert judged(question, {"0": question.right[0].removeprefix("0: ")})[0] == "right"
    assert int(question.beliefs["M17"][0].removeprefix("0: ")) > int(question.right[0].removeprefix("0: "))


def test_who_believes_that_a_tapped_unit_does_not_roll_counts_no_dice():
    question = some("predict", "M13", 6)
    counted = [one for one in question if one.row["parts"][0]["of"].startswith("dice ")]
    assert all(one.beliefs["M13"] == ("0: 0",) for one in counted)


@pytest.mark.parametrize("side", ["you", "rival"])
def test_what_a_side_holds_is_asked_with_a_verb(side):
    """ "Your arenas then?" could mean those with a unit in them."""
    assert "hold" in maker_prediction.ask_in_words(f"{side}.arenas", GAME, "en")
    assert maker_prediction.ask_in_words(f"{side}.arenas", GAME, "ja") != maker_prediction.ask_in_words(
        f"{side}.arenas", GAME, "en"
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hint_asks_for_nothing_that_the_game_does_not_have(language):
    """In this game new cards need not wait, and no answer depends on it."""
    assert not re.search(r"\bnew\b|新し", format_message("practice.spot.nudge", language))


def test_a_chance_does_not_stand_alone_among_never_and_always():
    for question in some("odds", "M2", 2):
        chances = [Fraction(one) for one in question.row["parts"][0]["options"]]
        assert len([one for one in chances if 0 < one < 1]) >= 3
        assert len({*chances}) == len(chances)


def test_the_setup_is_asked_about_once_there_are_hands():
    (question,) = some("which", "without:deploy.fits", 1)
    state = session_of(question).table.state
    assert is_beginning(state)
    assert is_dealt(state)
    assert not list(state.game.rules.plausible(state))


def test_a_game_that_is_over_is_asked_who_has_won():
    asked = [
        (question, [part["of"] for part in question.row["parts"]]) for question in some("predict", "battle_first", 4)
    ]
    assert any("winner" in parts for _, parts in asked)
    for question, parts in asked:
        assert parts == ["winner"] or "winner" not in parts
        assert "winner" not in parts or question.right in (("0: you",), ("0: rival",)), (
            "no winner is nearly always right"
        )


def test_where_something_is_paid_the_card_its_text_and_what_is_given_can_be_read():
    game = engines.load("chaos")
    states = (one.state for number in range(12) for one in playouts.play_out(game, number))
    told = [wording.tell_moment(state) for state in states if state.step.name == "PAY" and wording.card_at_work(state)]
    assert told
    for text in told:
        assert "The card: " in text
        assert re.search(r"It says: .*⟨", text), text
        assert re.search(r" \d of \d\.$", text), text
