"""A step without a clause: how its answer changes, and how its events change."""

import copy

import pytest

import engines
from engines.book.rulebook import read_toml
from engines.variants import counter_rules
from tutor.coverage import answers, kept_dependence
from tutor.coverage.answers import step_dependence
from tutor.coverage.route import CourseRoute, PathStep
from tutor.coverage.steps import cover_step
from tutor.lessons.loader import find_lesson, lesson_of, read_lesson

PATH = find_lesson("altaria/04_attacking")
DATA = read_toml(PATH)
for row in DATA["step"]:  # the author's additions are not tested here
    row.pop("shows", None), row.pop("asks", None)


def step_of(id, **entries):
    data = copy.deepcopy(DATA)
    next(row for row in data["step"] if row["id"] == id).update(entries)
    lesson = lesson_of(data, PATH)
    return lesson, lesson.step(id)


FEW = (
    "without:attack_cores.upright",
    "without:attack_cores.not_new",
    "without:attack_cores.rank",
    "without:attack_unit.target_fatigued",
    "parameter:cores+1",
    "skips:BREAK",
    "M7",
    "attacker_readied",
    "M16",
    "no_haste",
)
"""The counter-rules tried here; all of them would take too long."""


@pytest.fixture(autouse=True)
def few(tmp_path, monkeypatch):
    """A few counter-rules, and no stored results."""
    found = counter_rules.by_id(engines.load("altaria"))
    monkeypatch.setattr(answers, "counter_rules", lambda game: [found[id] for id in FEW])
    monkeypatch.setattr(kept_dependence, "FOLDER", tmp_path)


def test_the_clauses_without_which_another_answer_would_be_right():
    found = step_dependence(*step_of("who-may-attack"))
    assert {"ALT-4.3", "ALT-4.5", "ALT-11.6", "ALT-14.1"} <= {*found.clauses}  # Haste lets the Sprinter attack
    assert {"ALT-11.8", "ALT-13.2"} <= {*found.indifferent}  # neither an attack on a unit nor a break is asked about
    assert found.seen == (), "nothing happens"


def test_the_clauses_without_which_a_film_would_be_another():
    found = step_dependence(*step_of("two-cores"))
    assert {"ALT-13.1", "ALT-13.2"} <= {*found.seen}
    assert "ALT-14.1" not in found.seen
    assert found.clauses == ()


def test_a_position_that_would_be_another_one_says_nothing():
    data = copy.deepcopy(DATA)
    data["step"] = [next(row for row in data["step"] if row["id"] == "two-cores")]
    data["base"]["rival"].pop("cores", None)
    data["step"][0]["position"]["rival"] = {"hand": 3}  # as many cores as at the beginning of a game
    lesson = lesson_of(data, PATH)
    found = step_dependence(lesson, lesson.steps[0])
    assert "ALT-13.2" in found.seen
    assert "ALT-5.2" not in found.seen


def test_what_was_found_is_kept_until_the_step_is_written_otherwise():
    lesson, step = step_of("who-may-attack")
    assert kept_dependence.kept_row(lesson, step) is None
    assert kept_dependence.update_kept("altaria", [(lesson, step)]) == 1
    assert kept_dependence.update_kept("altaria", [(lesson, step)]) == 0
    found = kept_dependence.kept_row(lesson, step)
    assert found is not None
    assert {*found.clauses} == {*step_dependence(lesson, step).clauses}
    assert kept_dependence.kept_row(*step_of("who-may-attack", title="Other words")) == found
    assert kept_dependence.kept_row(*step_of("who-may-attack", legal='attack "*" -> core 1')) is None


def test_a_clause_that_decides_is_asked_of_somebody_who_has_met_it():
    lesson, step = step_of("who-may-attack")
    kept_dependence.update_kept("altaria", [(lesson, step)])
    place = PathStep(lesson, step, cover_step(lesson, step))
    assert "ALT-14.1" in place.covered.rests
    assert "ALT-14.1" not in CourseRoute("altaria", (place,)).asked()
    told = step_of("two-cores", shows=["ALT-14.1"])
    before = PathStep(*told, cover_step(*told))
    assert CourseRoute("altaria", (before, place)).asked()["ALT-14.1"] is place


def test_a_goal_does_not_rest_on_what_makes_no_difference():
    lesson, step = step_of("try-the-upright")
    assert "ALT-12.11" in cover_step(lesson, step).asks
    kept_dependence.update_kept("altaria", [(lesson, step)])
    assert "ALT-12.11" not in cover_step(lesson, step).asks  # it makes no difference here whether damage remains
    assert "ALT-11.8" in cover_step(lesson, step).asks


def test_every_decision_on_the_way_to_a_goal_counts(monkeypatch):
    found = counter_rules.by_id(engines.load("altaria"))
    monkeypatch.setattr(answers, "counter_rules", lambda game: [found["without:stop_aiming.all_chosen"], found["M7"]])
    lesson, step = step_of("point-at-two")  # the first decision is who attacks; which cores comes later
    known = step_dependence(lesson, step)
    assert "ALT-13.2" in known.indifferent
    assert "ALT-13.2" in known.seen


def test_a_word_of_the_author_alone_is_marked_as_such():
    lesson, step = step_of("who-may-attack", asks=["ALT-13.2", "ALT-4.5"])
    place = PathStep(lesson, step, cover_step(lesson, step))
    assert place.covered.said == ("ALT-13.2",)
    better = PathStep(*(told := step_of("two-cores", asks=["ALT-4.5"])), cover_step(*told))
    assert CourseRoute("altaria", (better, place)).asked()["ALT-4.5"] is place, (
        "a step that is known to ask it comes first"
    )


def test_a_goal_that_cannot_be_reached_without_a_clause_is_decided_by_it(monkeypatch):
    found = counter_rules.by_id(engines.load("altaria"))
    monkeypatch.setattr(answers, "counter_rules", lambda game: [found["three_units"]])
    lesson = read_lesson(find_lesson("altaria/02_a_turn"))
    assert (
        "ALT-5.11" in step_dependence(lesson, lesson.step("once-and-often")).clauses
    )  # the way to the goal has a fourth unit
