"""Practice questions are fair: their text is about the intended card, and states what decides."""

from types import SimpleNamespace

import pytest

import engines
from engines.kernel.chance import RandomSource
from tutor.boards.presentation import load_look
from tutor.practice import maker_prediction, maker_which_cards, maker_why_not
from tutor.practice.makers import make_question
from tutor.practice.question import session_of


@pytest.mark.parametrize("aim", ["without:attack_cores.rank", "without:attack_cores.upright"])
def test_no_two_reasons_say_the_same(aim):
    """ "It is fatigued" beside "It is fatigued; a blocker must be upright" leaves one sentence less to choose from."""
    made = (make_question("altaria", "why", aim, seed) for seed in range(8))
    found = [[choice["text"] for choice in one.row["choice"]] for one in made if one is not None]
    assert found
    assert not [
        one for texts in found for one in texts for two in texts if one != two and maker_why_not.is_alike(one, two)
    ]
    assert maker_why_not.is_alike("It is fatigued.", "It is fatigued; a blocker must be upright.")


def test_a_pick_tells_for_which_card():
    """The place for a Force depends on the Force, which is in no zone at that moment."""
    found = (make_question("altaria", "which", "without:onto.placement", seed) for seed in range(101, 113))
    assert "Root Letter" in next(one for one in found if one is not None).row["text"]


def test_how_many_is_never_less_than_none():
    question = make_question("altaria", "predict", "M17", 101)
    assert all(str(one)[0] != "-" for part in question.row["parts"] for one in part["options"])


def test_beside_both_stand_the_names_of_the_two(monkeypatch):
    """An attacker and one of two guards fall: the unrelated guard is not offered beside "both"."""
    scene = SimpleNamespace(start=engines.load("dgrayman").new(seed=1), names=["Attacker", "Other guard"])
    monkeypatch.setattr(maker_prediction, "outcome_names", lambda of, start, happened: ["Attacker", "Guard"])
    monkeypatch.setattr(maker_prediction, "candidate_names", lambda of, scene: scene.names)
    run = SimpleNamespace(happened=[])
    offered = maker_prediction.prediction_options(
        "destroyed", maker_prediction.BOTH_NAMES, [], scene, RandomSource(1), run
    )
    assert {*offered} == {"both", "Attacker", "Guard"}
    assert "Other guard" in maker_prediction.prediction_options(
        "destroyed", "Attacker", [], scene, RandomSource(1), run
    )


@pytest.mark.parametrize("count", range(maker_which_cards.FEWEST, maker_which_cards.MOST + 1))
def test_about_half_of_the_things_are_wanted(count):
    wanted = [maker_which_cards.marks_wanted(share, count) for share in range(maker_which_cards.SHARES)]
    assert all(0 <= one <= count for one in wanted)
    assert {0, count} < {*wanted}, "none and all occur too"
    assert 0.5 <= sum(wanted) / len(wanted) / count <= 0.63, "fewer are found than wanted"


def test_as_many_things_are_right_as_were_drawn():
    """Otherwise "no" would be the better guess for every single thing."""
    found = [one for seed in range(101, 109) if (one := make_question("altaria", "which", "M4", seed)) is not None]
    assert len(found) > 2
    for question in found:
        count = question.options.bit_length() - 1
        share = RandomSource(question.seed).below(maker_which_cards.SHARES)
        assert len(question.right) == maker_which_cards.marks_wanted(share, count)


def test_a_foregone_number_is_neither_right_nor_offered(monkeypatch):
    monkeypatch.setitem(load_look("star_wars"), "foregone", ["force 4"])
    rules = engines.load("star_wars")
    assert maker_prediction.is_foregone("you.force", "4", rules)
    assert not maker_prediction.is_foregone("you.force", "3", rules)
    assert not maker_prediction.is_foregone("you.points", "4", rules)
    for seed in range(20):
        options = maker_prediction.add_near_numbers([3], RandomSource(seed), lambda number: number == 4)
        assert 4 not in options
        assert len({*options}) == 3


def test_what_a_log_leaves_out_before_its_first_line_is_on_the_table():
    found = (make_question("altaria", "spot", "pays_what_there_is", seed) for seed in range(101, 140))
    question = next(one for one in found if one is not None and isinstance(one.row["script"][0], dict))
    run = session_of(question, lambda verdict, facts: None)
    run.begin()
    assert run.scene()["turn"] == run.table.picture(run.lines[0].moment, 1)["turn"]
    assert run.scene()["players"] != run.table.scene(1)["players"]
