"""A lesson's answer reveals which misconceptions would have given it: their answers are those of the patched game."""

import pytest

from tutor import progress
from tutor.lessons import loader
from tutor.lessons.page import LessonPage
from tutor.lessons.profiles import NO_PROFILE, profile_step

ATTACKING = loader.read_lesson(loader.find_lesson("altaria/04_attacking"))
WORDS = loader.read_lesson(loader.find_lesson("altaria/00_words_on_units"))


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))


def test_the_answer_of_a_belief_is_that_of_the_patched_game():
    which = profile_step(WORDS, WORDS.step("out-of-sight"))
    assert set(which.beliefs) == {"M4", "M28"}
    assert set(which.right) < set(which.beliefs["M4"])
    assert which.options == 16
    foretold = profile_step(ATTACKING, ATTACKING.step("blocked"))
    assert foretold.beliefs["M10"][0] == "0: 2", "two cores would break"
    assert foretold.options == 3 * 4 * 2 * 2


def test_a_step_of_moves_tells_nothing():
    assert profile_step(ATTACKING, ATTACKING.step("heavy-first")) == NO_PROFILE


def test_what_is_asked_about_may_be_gone_by_a_belief():
    """A beaten character is face down; someone who believes it is destroyed has no answer to how it is placed."""
    lesson = loader.read_lesson(loader.find_lesson("chaos/06_check_timing"))
    of = 'face "Steady Hands Ishio"'
    asked = next(step for step in lesson.steps if any(part["of"] == of for part in step.get("parts", ())))
    found = profile_step(lesson, asked)
    assert found.right
    assert "M1" not in found.beliefs


def test_what_an_answer_tells_does_not_depend_on_the_order_of_the_marks():
    which = profile_step(WORDS, WORDS.step("out-of-sight"))
    assert which.told(which.beliefs["M4"][::-1])["agrees"] == ("M4",)
    assert which.told(which.right) == {"agrees": (), "differs": tuple(which.beliefs), "options": 16}


def test_the_log_of_a_lesson_says_it():
    page, step = LessonPage(WORDS), WORDS.step("out-of-sight")
    stage = page.stage_of(step)
    film = page.sessions[step.id]  # the film before the stop
    page._handle(stage, {"type": "command", "name": "skip", "stamp": film.stamp})
    run, which = page.sessions[step.id], profile_step(WORDS, step)
    for picks in (which.beliefs["M28"], which.right):
        run.answered(list(picks))
        run.check()
    wrong, right = progress.read_log(page.learner).events
    assert (wrong.verdict, wrong.agrees, wrong.differs, wrong.options) == ("wrong", ("M28",), ("M4",), 16)
    assert (right.verdict, right.agrees, set(right.differs)) == ("right", (), {"M4", "M28"})
