"""Practice questions are fair: their text is about the intended card, and states what decides."""

from types import SimpleNamespace

import pytest

import engines
from engines.kernel.chance import RandomSource
from tutor.practice import maker_prediction, maker_why_not
from tutor.practice.makers import make_question


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
    assert "Root Letter" in make_question("altaria", "which", "without:onto.placement", 103).row["text"]


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
