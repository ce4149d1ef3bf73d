"""Make it legal: a refused action, changes of the table that the engine judges, and whether fewer changes would do."""

from functools import cache

import pytest

from engines.kernel.chance import RandomSource
from tutor.learners.choosing import QuestionAim
from tutor.lessons.repairing import apply_edits
from tutor.practice import makers, survey
from tutor.practice.maker_make_legal import FEWEST_WRONG, MAKE_LEGAL
from tutor.practice.question import session_of
from tutor.practice.sitting import AnsweredQuestion, Sitting


@cache
def question(game):
    """Return a question of a game; its aims determine which."""
    aims = survey.load_survey()[game][MAKE_LEGAL.name]
    return next(
        one for aim in aims for seed in (1, 2, 3) if (one := makers.make_question(game, MAKE_LEGAL.name, aim, seed))
    )


def change(run, *numbers):
    run.handle({"type": "answer", "stamp": run.stamp, "picks": [str(number) for number in numbers]})


def check(run):
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})


@pytest.mark.sample("altaria")
@pytest.mark.parametrize("game", [name for name, able in survey.load_survey().items() if able.get(MAKE_LEGAL.name)])
def test_one_change_makes_it_legal_and_most_do_not(game):
    run = session_of(question(game))
    assert run.reasons(run.table.state), "it is refused as it is"
    right = {number for [number] in run.smallest()}
    count = len(run.step.get("changes"))
    assert 1 <= len(right) <= count - FEWEST_WRONG
    texts = [one["text"] for one in run.step.get("changes")]
    assert len({*texts}) == count
    for number in range(count):
        heard = []
        again = session_of(question(game), lambda verdict, facts, heard=heard: heard.append((verdict, facts)))
        change(again, number)
        assert again.changed.state.canonical_key() != again.table.state.canonical_key()
        check(again)
        [(verdict, facts)] = heard
        assert verdict == ("right" if number in right else "wrong")
        assert facts["actions"] == [texts[number]]
        assert again.feedback["title"] == (
            "Allowed now. One change was enough." if number in right else "Still refused."
        )


def test_more_changes_than_needed_are_allowed_but_not_the_answer():
    heard = []
    run = session_of(question("altaria"), lambda verdict, facts: heard.append(verdict))
    [first, *_] = run.smallest()
    both = next(
        (*first, other)
        for other in range(len(run.step.get("changes")))
        if other not in first and run.allows((*first, other)) and (other,) not in run.smallest()
    )
    change(run, *both)
    check(run)
    assert run.feedback["title"] == "Allowed, with 2 changes. 1 is enough: take one back."
    assert not heard
    change(run, *first)
    check(run)
    assert heard == ["right"]


def test_the_board_shows_the_table_as_changed_and_reset_takes_it_back():
    run = session_of(question("altaria"))
    before = run.stage()["scene"]["players"]
    check(run)
    assert run.feedback["title"] == "Change something first."
    change(run, *run.smallest()[0])
    assert run.stage()["scene"]["players"] != before
    assert not run.stage()["scene"]["moves"]
    run.handle({"type": "command", "stamp": run.stamp, "name": "reset"})
    assert run.stage()["scene"]["players"] == before


def test_edits_replace_entries_of_a_copy():
    document = {"you": {"field": ["A", "B, fatigued"]}, "step": "MAIN"}
    changed = apply_edits(document, [{"at": ("you", "field", 1), "to": "B"}, {"at": ("step",), "to": "ATTACK"}])
    assert changed == {"you": {"field": ["A", "B"]}, "step": "ATTACK"}
    assert document["you"]["field"][1] == "B, fatigued"


def test_a_sitting_asks_first_for_what_is_done_on_the_board_until_that_is_half():
    sitting = Sitting("altaria", 3)
    aims = [aim for aim in survey.load_survey()["altaria"]["own_turn"] if len(survey.makers_of("altaria", aim)) > 3][:2]
    wanted = QuestionAim(tuple(aims), "", "more", False, ())
    assert sitting.wants_production(None)
    first = next(sitting.made(wanted, RandomSource(1), production=True))
    assert first.maker in makers.PRODUCTIVE
    sitting.answered.append(AnsweredQuestion(first, True))
    assert not sitting.wants_production(None)
