"""Keys of authored steps: actions are judged at the intended moment, and no comment discourages a right move."""

from dataclasses import replace

import pytest

from engines.errors import DataError
from tutor.lessons import checks, loader
from tutor.lessons.outcomes import LEGAL, is_only_untimely
from tutor.lessons.page import open_session

LESSONS = [loader.read_lesson(path) for path in sorted(loader.FOLDER.glob("*/*.toml"))]
ASKED = [
    pytest.param(lesson, step, id=f"{lesson.name}/{step.id}")
    for lesson in LESSONS
    for step in lesson.steps
    if step.kind == "predict" and any(part["of"].startswith(LEGAL) for part in step.get("parts"))
]
COMMENTED = [
    pytest.param(lesson, step, id=f"{lesson.name}/{step.id}")
    for lesson in LESSONS
    for step in lesson.steps
    if step.kind == "solve" and step.get("say")
]
MOST_POSITIONS, DEEPEST = 25, 4
"""Maximum number of positions examined on right paths in a step, and of moves in a path."""


@pytest.mark.parametrize(("lesson", "step"), ASKED)
def test_nothing_is_forbidden_for_the_moment_alone_unless_the_words_ask_about_it(lesson, step):
    checks.check_predict(open_session(lesson, step))


def test_a_part_that_is_judged_while_the_rival_decides_is_refused():
    lesson = loader.read_lesson(loader.find_lesson("chaos/01_partner_and_table"))
    step = lesson.step("front-or-back")
    assert open_session(lesson, step).truth('legal attack "Keen Eyes Shiori"') == "yes"
    early = replace(step, data={**step.data, "script": step.get("script")[:-1]})
    run = open_session(lesson, early)
    assert is_only_untimely(run.outcome, 'attack "Keen Eyes Shiori"')
    with pytest.raises(DataError, match="for the moment alone"):
        checks.check_predict(run)


def right_ways(run, depth=1, seen=None):
    """Make every move that keeps the goal reachable, up to a depth, and yield after each of them."""
    seen = set() if seen is None else seen
    for number in range(len(run.table.moves())):
        if len(seen) >= MOST_POSITIONS:
            return
        before = len(run.table.history)
        run.act(number)
        key = run.table.state.canonical_key()
        if not run.lost:
            yield run.feedback
            if not run.done and key not in seen and depth < DEEPEST:
                seen.add(key)
                yield from right_ways(run, depth + 1, seen)
        run.done = False
        while len(run.table.history) > before:
            run.undo()


@pytest.mark.sample("chaos/0*", one_in=12)
@pytest.mark.parametrize(("lesson", "step"), COMMENTED)
def test_no_comment_on_a_wrong_way_appears_on_a_right_one(lesson, step):
    run, comments = open_session(lesson, step, seed=1), {*step.get("say").values()}
    found = list(right_ways(run))
    assert found
    assert not [told["say"] for told in found if told and told["say"] in comments]


def test_a_comment_on_a_wrong_way_appears_on_it():
    lesson = loader.read_lesson(loader.find_lesson("altaria/04_attacking"))
    run = open_session(lesson, lesson.step("the-last-two"))
    run.act(next(at for at, move in enumerate(run.table.moves()) if move.text == 'summon "Ember Sprinter"'))
    assert run.lost
    assert run.feedback["say"] in lesson.step("the-last-two").get("say").values()
