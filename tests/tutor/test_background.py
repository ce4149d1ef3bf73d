"""Questions made ahead without threads: by a helper, which is another Python, or in this one."""

import pickle
import threading
from functools import partial

import pytest

from tutor.courses.drawing import QuestionDrawer
from tutor.practice import background
from tutor.practice.background import BackgroundValue
from tutor.practice.page import open_practice
from tutor.practice.sitting import Sitting

GAME = "altaria"


class LateHelper:
    """A helper that does its work only when a test says so."""

    def __init__(self):
        self.begun, self.stopped = [], []

    def begin_work(self, work, tell):
        self.begun.append((work, tell))
        return partial(self.stopped.append, len(self.begun) - 1)

    def finish(self, at=-1):
        work, tell = self.begun[at]
        tell(pickle.dumps(pickle.loads(work)()))


@pytest.fixture(autouse=True)
def no_threads(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)


@pytest.fixture
def helper(monkeypatch):
    helper = LateHelper()
    monkeypatch.setattr(background, "helpers", [helper])
    return helper


def test_a_helper_makes_the_value_and_it_is_waited_for(helper):
    value, heard = BackgroundValue(partial(int, "7")), []
    value.when_ready(lambda: heard.append(value.take()))
    assert not value.ready
    assert heard == []
    helper.finish()
    assert heard == [7]
    value.when_ready(lambda: heard.append("at once"))
    assert heard == [7, "at once"]


def test_a_value_that_is_taken_too_early_is_made_here(helper):
    value = BackgroundValue(partial(int, "7"))
    assert value.take() == 7
    assert helper.stopped == [0]


def test_a_value_that_the_helper_cannot_make_is_made_here(helper):
    value, heard = BackgroundValue(partial(int, "7")), []
    value.when_ready(lambda: heard.append(value.take()))
    helper.begun[0][1](None)
    assert heard == [7]


def test_a_value_that_is_not_needed_is_not_waited_for(helper):
    value, heard = BackgroundValue(partial(int, "7")), []
    value.when_ready(lambda: heard.append("no"))
    value.stop_work()
    assert helper.stopped == [0]
    helper.finish()
    assert heard == []


def test_work_that_cannot_be_handed_over_is_done_here(helper):
    value = BackgroundValue(lambda: 7)
    assert helper.begun == []
    assert value.take() == 7


def test_practice_says_that_a_question_is_being_made_until_it_is_there(helper):
    page = open_practice(GAME, seed=1)
    same = Sitting(GAME, 1).next(page.model)
    assert page.question.id == same.id
    page._judged("wrong", {"actions": ()})
    assert 0 in helper.stopped, "what follows an answer depends on it"
    page._arrived_from_page({"type": "command", "name": "next"})
    [coming, *_] = page.coach["controls"]
    assert (coming["name"], coming["enabled"]) == ("coming", False)
    assert page.question.id == same.id
    helper.finish(1)
    assert page.question.id != same.id
    assert "coming" not in [control["name"] for control in page.coach["controls"]]


def test_an_exam_takes_the_question_that_a_helper_has_made(helper, monkeypatch):
    expected = QuestionDrawer(GAME, 5, 2).at(0, ()).id
    drawer = QuestionDrawer(GAME, 5, 2)
    drawer.prepare(())
    helper.finish()
    monkeypatch.setattr("tutor.courses.drawing.makers.remake_question", None)  # it has been made already
    assert drawer.at(0, ()).id == expected
