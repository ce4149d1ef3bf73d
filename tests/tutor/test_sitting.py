"""An interrupted practice sitting is resumed from the log."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from tutor import progress
from tutor.courses.shown_rules import first_step_about
from tutor.learners.choosing import SITTING
from tutor.learners.learner_log import LogLearner
from tutor.learners.model import model_of
from tutor.practice import sitting as sittings
from tutor.practice.page import open_practice
from tutor.practice.sitting import Sitting, resume_sitting
from tutor.text import format_message

GAME = "altaria"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)


@pytest.fixture(scope="module")
def questions():
    """The questions of one sitting, in order."""
    sitting, found = Sitting(GAME, 8), []
    while len(found) < 3:
        found.append(sitting.next(model_of([]), found[-1] if found else None))
        sitting.answered.append(sittings.AnsweredQuestion(found[-1], True))
    return found


def log(questions, *verdicts):
    """Write first answers to questions; return the learner's model."""
    who = progress.learner_id()
    for at, verdict in enumerate(verdicts):
        question, id = questions[at % len(questions)], questions[at].id if at < len(questions) else f"which/gone/{at}"
        told = {"game": GAME, "lesson": f"{GAME}/practice", "step": id, "clauses": question.clauses}
        progress.append_event(who, **told, kind="which", verdict=verdict)
    return LogLearner(who).model


@pytest.mark.slow
def test_a_sitting_goes_on_with_the_questions_answered_so_far(questions):
    model = log(questions, "right", "wrong")
    sitting = resume_sitting(Sitting(GAME, 9), model)
    assert [one.question.id for one in sitting.answered] == [one.id for one in questions[:2]]
    assert [one.right for one in sitting.answered] == [True, False]
    page = open_practice(GAME)
    assert 3 <= page.length <= SITTING, "as many as there are about what two answers have met"
    assert page.coach["place"] == format_message("practice.place", "en", place=3, count=page.length)
    assert page.coach["feedback"]["title"] == format_message("practice.resumed", "en")
    assert [one["state"] for one in page._bar().get("steps", [{"state": "done"}] * 2)[:2]] == ["done"] * 2


def test_a_missed_rule_comes_back_three_questions_later_with_other_cards(questions):
    missed = questions[0]
    sitting = Sitting(GAME, 8)
    assert len({one.aim for one in questions}) == 3
    for one in questions:
        assert len(sitting.answered) == 3 or sitting.missed_to_return(None) is None, "not at once"
        sitting.answered.append(sittings.AnsweredQuestion(one, one is not missed))
    again = sitting.next(model_of([]))
    assert again.aim == missed.aim
    assert {*again.cards} != {*missed.cards}
    assert again.key not in {one.key for one in questions}
    sitting.answered.append(sittings.AnsweredQuestion(again, True))
    assert sitting.missed_to_return(None) is None, "it was asked about since, and others were right"


def test_a_rule_that_was_right_does_not_come_back(questions):
    sitting = Sitting(GAME, 3, answered=[sittings.AnsweredQuestion(one, True) for one in questions])
    assert sitting.missed_to_return(None) is None


def test_after_a_pause_a_new_sitting_begins(questions, monkeypatch):
    model = log(questions, "right", "wrong")
    monkeypatch.setattr(sittings, "present_moment", lambda: datetime.now(UTC) + timedelta(minutes=40))
    assert resume_sitting(Sitting(GAME, 9), model).answered == []


def test_after_its_end_a_new_sitting_begins(questions):
    model = log(questions, *["right"] * SITTING)
    assert len(model.now_sitting(datetime.now(UTC))) == SITTING
    assert resume_sitting(Sitting(GAME, 9), model).answered == []


def test_a_question_that_cannot_be_made_any_more_is_no_part_of_it(questions):
    model = log(questions, "right", "right", "wrong", "right")
    assert len(resume_sitting(Sitting(GAME, 9), model).answered) == 3


def test_who_has_asked_for_certain_questions_gets_them(questions):
    log(questions, "right")
    assert open_practice(GAME, seed=4).sitting.answered == []


@pytest.mark.slow
def test_after_a_miss_there_is_the_way_to_the_step_that_tells_it(monkeypatch):
    from tutor.coverage.taught_clauses import load_taught
    from tutor.navigation import links

    monkeypatch.setattr("tutor.practice.page.is_in_app", lambda: True)
    monkeypatch.setattr(links, "is_in_app", lambda: True)
    page = open_practice(GAME, seed=2)
    controls = {one["name"]: one for one in page.coach["controls"]}
    assert "step" not in controls, "it would tell the answer"
    page._judged("wrong", {})
    page._draw()
    (way,) = [one for one in page.coach["controls"] if one["name"] == "step"]
    lesson, step = re.search(rf"{GAME}/(\w+)\.ipynb\?step=([\w-]+)", way["href"]).groups()
    assert set(page.question.clauses) & set(load_taught(GAME)[f"{lesson}/{step}"])
    assert not way["primary"]
    page.go_on()
    page._judged("right", {})
    page._draw()
    assert "step" not in [one["name"] for one in page.coach["controls"]]


def test_a_clause_that_no_step_tells_leads_nowhere():
    assert first_step_about(GAME, ["ALT-99.9"]) is None


def test_a_maker_that_has_asked_half_of_a_sitting_asks_no_more(questions):
    first, model = questions[0], model_of([])
    sitting = Sitting(GAME, 3, answered=[sittings.AnsweredQuestion(first, True)] * (SITTING // 2))
    assert sitting.makers_used_up(None) == {first.maker}
    found = sitting.next(model)
    assert found is not None
    assert found.maker != first.maker
