"""Scenes of questions are told clearly: what nobody uses, when it is asked about, what belongs together."""

import pytest

import engines
from engines.core.chance import Source
from tutor.lessons.loader import FIGHTS
from tutor.practice import predict, wording
from tutor.practice.making import make
from tutor.practice.question import session_of
from tutor.text import say

GAME = engines.load("kingdom_hearts")


@pytest.mark.parametrize("believed", [4, 6])
def test_the_right_number_is_not_always_the_middle_one(believed):
    places = [predict.with_near([5, believed], Source(seed)).index(5) for seed in range(60)]
    assert 15 < places.count(1) < 45
    assert all(len({*predict.with_near([0, 1], Source(seed))}) == 3 for seed in range(9))
    assert all(min(predict.with_near([0, 1], Source(seed))) == 0 for seed in range(9))


def test_of_a_fight_it_is_asked_how_things_stand_after_it():
    """ "Right after that" could be in the middle of it."""
    question = next(one for seed in range(5, 30) if (one := make(GAME, "predict", "M18", seed)))
    assert say("practice.moment.fight over", "en") in question.row["goal"]
    assert "fight over" in FIGHTS


def test_that_nobody_uses_anything_more_is_said_where_windows_go_by():
    question = make(GAME, "predict", "M4", 5013)
    assert question.row["script"] == ["challenge"]
    assert question.row["text"].endswith(say("practice.nobody", "en"))


def test_what_is_chosen_after_a_fight_is_no_part_of_it():
    """ "Let Pim join; discard Twin Lanterns" reads as if joining asked for it."""
    question = make(GAME, "order", "parameter:hand-1", 5012)
    assert not [line for line in question.row["script"] if line.startswith(("join", "challenge")) and "discard" in line]
    assert "discard 3 × Twin Lanterns and 2 × Briar Hunt" in question.row["text"]


def test_actions_in_a_row_that_differ_in_the_name_are_told_as_one():
    assert wording.gathered('skip; discard "A"; discard "B"; discard "A"') == 'skip; discard "2 × A" "B"'
    assert wording.gathered('deal 2 to "A"; deal 2 to "B"') == 'deal 2 to "A"; deal 2 to "B"'


def test_a_step_that_is_passed_over_gives_its_own_title():
    question = make(GAME, "order", "skips:D0", 5042)
    assert question.row["title"] == GAME.flow.steps["C0"].title


def test_a_count_that_several_events_make_is_explained_by_their_rule():
    """ "You draw Glass Dunes" is no reason for six cards in the hand."""
    question = make(GAME, "predict", "M15", 5002)
    run = session_of(question)
    wrong = next(str(one) for one in question.row["parts"][0]["options"] if f"0: {one}" not in question.right)
    run.handle({"type": "answer", "stamp": run.stamp, "picks": {"0": wrong}})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    assert run.feedback["facts"][0]["fact"] == GAME.rulebook.clause("KH-6.3").text
