"""The position of the right answer in a lesson step: shuffled for each learner, and judged the same way in a replay."""

from collections import Counter
from functools import cache

import pytest

from tutor import progress
from tutor.lessons import answer_places, loader
from tutor.lessons.page import LessonPage, open_session
from tutor.lessons.replay import is_consistent

LESSONS = [loader.read_lesson(path) for path in sorted(loader.FOLDER.glob("*/*.toml"))]
WHY, SPOT = (
    [(lesson, step) for lesson in LESSONS for step in lesson.steps if step.kind == kind] for kind in ("why", "spot")
)
LEARNERS = ("Ana", "Bo", "Cy", "Dee", "Eli", "Flo")


@cache
def place_of(name, learner):
    """Return, for each "why" step, the position of its right answer, and the number of answers."""
    places = []
    for lesson, step in WHY:
        run = open_session(lesson, step, seed=answer_places.derive_seed(learner, lesson.name, step))
        shown = [item["id"] for item in run.coach()["choices"]["items"]]
        assert sorted(shown, key=int) == [str(at) for at in range(len(shown))]
        places.append((shown.index(str(run.solution())), len(shown)))
    return places


def test_the_right_reason_stands_in_each_place_equally_often():
    places = [one for learner in LEARNERS for one in place_of("why", learner)]
    for count in {count for _, count in places}:
        at = Counter(place for place, of in places if of == count)
        expected = sum(at.values()) / count
        if expected >= 20:
            assert set(at) == set(range(count))
            assert max(at.values()) <= 1.3 * expected, at


def test_two_learners_see_different_orders_and_one_learner_always_the_same():
    assert place_of("why", "Ana") != place_of("why", "Bo")
    lesson, step = WHY[0]
    seed = answer_places.derive_seed("Ana", lesson.name, step)
    run, again = (open_session(lesson, step, seed=seed) for _ in range(2))
    before = run.coach()["choices"]["items"]
    assert before == again.coach()["choices"]["items"]
    run.reset()
    assert run.coach()["choices"]["items"] == before


def test_steps_whose_answers_have_an_order_of_their_own_are_not_shuffled():
    assert all(
        (answer_places.derive_seed("Ana", one.name, step) == 0) != (step.kind in answer_places.SHUFFLED_KINDS)
        for one in LESSONS
        for step in one.steps
    )


@pytest.mark.sample("altaria/0[34]*", one_in=6)
@pytest.mark.parametrize(("lesson", "step"), [pytest.param(*one, id=f"{one[0].name}/{one[1].id}") for one in SPOT])
def test_a_moved_line_is_refused_for_the_same_reasons_and_the_others_stay(lesson, step):
    texts = set()
    for learner in LEARNERS:
        run = open_session(lesson, step, seed=answer_places.derive_seed(learner, lesson.name, step))
        [illegal] = [line for line in run.lines if line.reasons]
        others = [line.written for line in run.lines if line is not illegal]
        assert others == sorted(others)
        facts = tuple((one.clause, one.fact) for one in illegal.reasons)
        texts.add((illegal.text, facts, run.number_in_file(illegal)))
    assert len(texts) == 1


def test_no_place_of_a_log_holds_half_of_the_illegal_lines():
    places = {end: Counter() for end in ("front", "back")}
    for lesson, step in SPOT:
        for learner in LEARNERS:
            run = open_session(lesson, step, seed=answer_places.derive_seed(learner, lesson.name, step))
            places["front"][run.number()] += 1
            places["back"][len(run.lines) - run.number()] += 1
    for counted in places.values():
        assert max(counted.values()) < len(SPOT) * len(LEARNERS) / 2, counted
        assert len(counted) >= 5


@pytest.mark.parametrize(("lesson", "step"), [WHY[0], SPOT[0]], ids=["why", "spot"])
def test_an_answer_on_a_page_is_logged_with_its_seed_and_plays_again(lesson, step, tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    page = LessonPage(lesson, "Ana")
    page.stage_of(step)
    run = page.sessions[step.id]
    run.answered([run.coach()["choices"]["items"][0]["id"]])
    if not run.feedback:
        run.check()
    [event] = [one for one in progress.read_log(page.learner).events if one.kind == step.kind]
    assert event.seed == answer_places.derive_seed(page.learner, lesson.name, step)
    assert is_consistent(event)
