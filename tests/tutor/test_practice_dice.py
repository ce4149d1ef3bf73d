"""Practice in a game with dice: exact chances, and scenes that begin after the roll."""

from fractions import Fraction

import pytest

import engines
from engines.variants.counter_rules import by_id
from tutor.beliefs.continuations import continue_play
from tutor.practice import maker_chance
from tutor.practice.makers import make_question
from tutor.practice.playouts import play_out
from tutor.practice.question import session_of
from tutor.practice.scenes import play_scene, scenes_of

GAME = engines.load("star_wars")
FIGHT = 'battle "Dawnwing Scout" -> "Gloom Darter"'


@pytest.mark.parametrize(
    ("belief", "destroyed", "lost"),
    [
        ("", "1/4", "1/4"),
        ("M2", "1/4", "0"),
        ("M13", "1/4", "0"),
        ("M15", "1", "1"),
        ("M16", "1", "1"),
        ("M20", "1/4", "3/16"),
        ("five_and_six", "1/9", "1/9"),
    ],
)
def test_a_chance_is_exact_by_the_rule_and_by_a_counter_rule(belief, destroyed, lost):
    at = {"step": "A7", "arena": "space", "turn": 5}
    mine, theirs = ["Dawnwing Scout, damage 1"], ["Gloom Darter, tapped"]
    state = GAME.position({**at, "P1": {"space": mine}, "P2": {"space": theirs}})
    other = by_id(GAME)[belief].patched() if belief else None
    assert maker_chance.exact_chance(state, FIGHT, 'rival.space lacks "Gloom Darter"', other) == Fraction(destroyed)
    assert maker_chance.exact_chance(state, FIGHT, 'you.space lacks "Dawnwing Scout"', other) == Fraction(lost)


def test_every_face_counts_where_numbers_are_added_up():
    at = {"step": "A7", "arena": "space", "turn": 5}
    state = GAME.position({**at, "P1": {"space": ["Dawnwing Scout"]}, "P2": {"space": ["Gloom Darter, tapped"]}})
    of = 'you.space lacks "Dawnwing Scout"'
    assert maker_chance.exact_chance(state, FIGHT, of, by_id(GAME)["M16"].patched()) == Fraction(
        35, 36
    )  # all but 1 and 1
    assert maker_chance.exact_chance(state, FIGHT, of) == 0


@pytest.mark.parametrize(("belief", "damage"), [("", 1), ("M2", 0), ("M13", 0)])
def test_dice_of_a_defender_that_does_not_fight_back_count_for_nothing_where_they_lie_already(belief, damage):
    battle = {"attacker": "Hired Skirmishers", "defender": "Shade Raider", "dice": [[5, 1], [6]]}
    at = {"step": "U4", "arena": "ground", "battle": battle}
    state = GAME.position({**at, "P1": {"ground": ["Hired Skirmishers"]}, "P2": {"ground": ["Shade Raider, tapped"]}})
    found = continue_play(state, ["pass"], by_id(GAME)[belief].patched() if belief else None, "battle over")
    ends = [GAME.rules.value(found.state, None, "damage", name) for name in ("Shade Raider", "Hired Skirmishers")]
    assert ends == [1, damage]


@pytest.mark.slow
def test_a_question_about_a_chance_is_judged_by_it():
    question = make_question(GAME, "odds", "M2", 101)
    part = question.row["parts"][0]
    assert part["of"].startswith("chance ")
    assert question.right[0].removeprefix("0: ") in part["options"]
    assert question.beliefs["M2"] != question.right
    for answer, right in ((question.right, True), (question.beliefs["M2"], False)):
        heard = []
        run = session_of(question, lambda verdict, facts, heard=heard: heard.append(verdict))
        run.handle({"type": "answer", "picks": {"0": answer[0].removeprefix("0: ")}, "stamp": run.stamp})
        run.handle({"type": "command", "name": "check", "stamp": run.stamp})
        assert (heard[-1] == "right") is right


@pytest.mark.slow
def test_a_scene_may_begin_when_the_dice_lie():
    found = [scene for number in range(6) for scene in scenes_of(play_out(GAME, number)) if scene.lie]
    assert found
    for scene in found:
        assert scene.start.battle.dice != ((), ())
        assert scene.names
        assert "The dice lie" in scene.told("en")
        run = play_scene(scene)
        assert run is not None
        assert run.lines
