"""The measurements of the learner model, on a small scale: real questions, and a few fixed simulated learners."""

import json
import re
from random import Random
from statistics import fmean

import pytest

import engines
from benchmarks import learners
from benchmarks.questions import find_several_forms, question_row, questions_file
from tests.tiers import number_of
from tutor.learners.choosing import QuestionAim
from tutor.learners.simulated import QuestionBank, QuestionProfile, event_of_answer
from tutor.practice.makers import make_question
from tutor.practice.survey import load_several_forms, makers_of

GAME = "altaria"
REMADE = 40
"""One stored question in this many is remade."""


def test_a_question_that_is_made_is_one_that_can_be_asked():
    question = make_question(GAME, "which", "M4", 101)
    id, aim, clauses, right, beliefs, options = question_row(question)
    told = {name: tuple(own) for name, own in beliefs.items()}
    one = QuestionProfile(id, aim, tuple(clauses), tuple(right), told, options)
    assert len(one.answers()) == options
    assert one.right in one.answers()
    assert one.told()["M4"] in one.answers()
    event = event_of_answer(one, one.told()["M4"], learners.BEGIN, GAME)
    assert (event.verdict, event.agrees) == ("wrong", question.agreeing(event.actions))


@pytest.mark.parametrize("game", engines.names())
def test_stored_questions_are_those_that_the_makers_make_today(game):
    """Makers have changed if not: `python -m benchmarks.questions GAME`."""
    rows = [json.loads(line) for line in questions_file(game).read_text(encoding="utf-8").splitlines()]
    ids = [row[0] for row in rows]
    assert len({*ids}) == len(ids)
    for row in sorted(rows, key=lambda row: number_of(row[0]))[::REMADE]:
        maker, aim, seed = row[0].split("/")
        assert maker in makers_of(game, aim), row[0]
        question = make_question(game, maker, aim, int(seed))
        assert question is not None, row[0]
        assert question_row(question) == row


@pytest.mark.parametrize("game", engines.names())
def test_a_belief_of_several_forms_is_one_that_stored_questions_tell_by_two_makers(game):
    assert {*load_several_forms()[game]} == {*find_several_forms(game)}


def test_a_sitting_about_one_belief_changes_the_form_of_question():
    """As in practice, a maker that has not asked yet comes before one that has."""
    profiles = [QuestionProfile(f"{maker}/M1/{n}", "M1", (), ("a",), {}, 3) for maker in "ab" for n in range(5)]
    bank, source = QuestionBank.of(profiles), Random(1)
    for used, wanted in ((("a",), "b"), (("a", "b"), "a"), (("b", "a"), "b")):
        picked = bank.pick(QuestionAim(("M1",), "", "open", False, used), set(), source)
        assert picked.id.startswith(wanted)


def test_believers_are_found():
    ids = learners.tellable_beliefs(GAME)
    assert len(ids) >= 18
    runs = [learners._believer(GAME, id, True, seed) for id in ids for seed in range(2)]
    assert fmean(run.found is not None for run in runs) >= 0.85  # from few runs; docs/learners.md has the real figure


@pytest.mark.slow
@pytest.mark.parametrize("sort", ["knows", "half", "guesses"])
def test_who_believes_nothing_false_is_not_accused(sort):
    runs = [learners.run_innocent(GAME, sort, learners.QUESTIONS, seed) for seed in range(3)]
    assert sum(run.found is not None for run in runs) == 0


def test_who_forgets_keeps_the_clauses_alive():
    days = learners.run_life(GAME, 40, 3)
    assert fmean(day.alive for day in days) >= learners.ALIVE
    assert max(day.minutes for day in days) < learners.MINUTES
    assert days[-1].met > 60


def test_a_section_takes_the_place_of_the_one_about_its_game_and_leaves_the_others():
    first = learners.update_page("", ["## One\n\nas measured before\n", "## Two\n\ntwo\n"])
    then = learners.update_page(first, ["## One\n\nas measured now\n", "## Three\n\nthree\n"])
    assert [part.partition("\n")[0] for part in then.split("\n## ")[1:]] == ["One", "Two", "Three"]
    assert "as measured now" in then
    assert "as measured before" not in then
    assert learners.update_page(then, []) == then


@pytest.mark.parametrize(
    ("hits", "of", "limits", "verdict"),
    [
        (0, 240, {"most": 0.02}, "yes"),
        (2, 240, {"most": 0.02}, "yes, not sure"),
        (9, 240, {"most": 0.02}, "**no**, not sure"),
        (30, 240, {"most": 0.02}, "**no**"),
        (72, 90, {"least": 0.95}, "**no**"),
        (88, 90, {"least": 0.95}, "yes, not sure"),
        (5, 10, {}, ""),
    ],
)
def test_a_demand_is_surely_met_only_if_the_whole_interval_meets_it(hits, of, limits, verdict):
    assert learners.share_row("what", [n < hits for n in range(of)], **limits).verdict == verdict


def test_the_page_says_where_an_interval_reaches_beyond_the_demand():
    lines = re.findall(
        r"\| ([\d.]+)% \(([\d.]+)% to ([\d.]+)%.*?\| at (least|most) (\d+)% \| (.*) \|", learners.RESULTS.read_text()
    )
    assert len(lines) >= 40
    for value, low, high, way, bound, verdict in lines:
        both = [
            (share >= float(bound)) if way == "least" else (share <= float(bound)) for share in map(float, (low, high))
        ]
        assert ("not sure" in verdict) == (both[0] != both[1]), (value, verdict)
