"""The clauses that lessons show and test, and whether they test any too early."""

import copy

import pytest

import engines
from engines.book.rulebook import read_toml
from engines.variants.counter_rules import counter_rules
from tests.tiers import is_one_in, number_of
from tutor.commands import checking, cli
from tutor.coverage import answers, kept_dependence, report, taught_clauses
from tutor.coverage import route as route_module
from tutor.coverage.route import (
    CourseRoute,
    PathStep,
    course_data,
    course_route,
    games_with_lessons,
    is_complete,
    lesson_files,
    teachable_entries,
    unasked_reasons,
)
from tutor.coverage.steps import cover_step
from tutor.lessons.loader import find_lesson, lesson_of

PATH = find_lesson("altaria/04_attacking")
DATA = read_toml(PATH)
for row in DATA["step"]:  # the author's additions are not tested here
    row.pop("shows", None), row.pop("asks", None)


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """No stored results for steps without a clause, so that only events and requirements count."""
    monkeypatch.setattr(kept_dependence, "FOLDER", tmp_path)


def cover_changed(id, **entries):
    """Return the coverage of the step `id` with some of its entries changed."""
    data = copy.deepcopy(DATA)
    row = next(row for row in data["step"] if row["id"] == id)
    row |= {"shows": [], "asks": []} | entries  # the author's entries are left out unless a test gives them
    lesson = lesson_of(data, PATH)
    return cover_step(lesson, lesson.step(id))


def test_a_film_shows_the_clauses_of_its_events_and_asks_nothing(bare):
    found = cover_changed("the-other-aim")
    assert found.shows == ("ALT-11.2", "ALT-11.8", "ALT-12.6", "ALT-12.8", "ALT-12.9", "ALT-12.11", "ALT-12.15")
    assert found.asks == ()


def test_a_which_step_asks_for_the_requirement_that_alone_refuses():
    assert set(cover_changed("who-may-attack").asks) == {"ALT-4.5", "ALT-4.3", "ALT-11.6"}
    both = {
        "you": {"field": ["Sunlit Herald", "Mossback Guard, new, fatigued"]},
    }
    assert cover_changed("who-may-attack", position=both).asks == ()  # without the other, either requirement refuses it


def test_a_step_in_which_one_moves_asks_for_what_no_wrong_move_leads_to():
    found = cover_changed("hold-the-last-core")
    assert "ALT-12.5" in found.asks  # only a block would stop the attack
    assert "ALT-13.4" not in found.asks


def test_an_invited_refusal_is_shown_and_may_be_found_out_on_the_board():
    found = cover_changed("try-the-upright")
    assert "ALT-11.8" in found.shows
    assert "ALT-11.8" in found.tried


def test_what_every_game_goes_through_is_shown_by_a_whole_game():
    found = cover_changed("three-cores")
    assert {"ALT-6.3", "ALT-7.3", "ALT-16.1"} - set(found.shows) <= {"ALT-16.1"}
    assert "ALT-14.7" not in found.shows  # no game needs Grudge
    assert found.asks == ()


def test_the_author_adds_what_no_event_tells():
    found = cover_changed("two-cores", shows=["ALT-5.2"])
    assert found.shows[0] == "ALT-5.2"


def test_a_step_asks_too_early_for_what_nothing_before_has_shown(bare):
    lesson = lesson_of(DATA, PATH)
    steps = [lesson.step(id) for id in ("the-other-aim", "tired-guard", "blocked")]
    places = [PathStep(lesson, step, cover_step(lesson, step)) for step in steps]
    early = {str(one.place): one.clauses for one in CourseRoute("altaria", tuple(places)).too_early()}
    assert early["04_attacking/tired-guard"] == ("ALT-12.3",)
    assert "ALT-12.9" not in early["04_attacking/blocked"]  # the film has already shown it
    assert "ALT-12.5" in early["04_attacking/blocked"]
    seen = PathStep(lesson, lesson.step("hold-the-last-core"), cover_step(lesson, lesson.step("hold-the-last-core")))
    after = CourseRoute("altaria", (places[0], seen, *places[1:]))
    assert all("tired-guard" not in str(one) for one in after.too_early())


@pytest.mark.parametrize("game", games_with_lessons())
def test_clauses_that_cannot_be_asked_are_named_with_a_reason(game):
    found, known = unasked_reasons(game), teachable_entries(engines.load(game).rulebook)
    assert set(found) <= set(known)
    assert all(reason.endswith(".") for reason in found.values())
    assert len(found) <= report.MOST_UNASKED * len(known)


COMPLETE = [game for game in games_with_lessons() if is_complete(game)]


@pytest.mark.slow
@pytest.mark.parametrize("game", COMPLETE)
def test_a_complete_course_shows_and_asks_everything(game):
    """If a step has changed, `python -m tutor.coverage GAME` finds its new dependencies."""
    assert list(report.cover_course(game).missing()) == []
    assert [str(early) for early in course_route(game).too_early()] == []


@pytest.mark.parametrize("game", COMPLETE)
def test_the_page_has_the_steps_of_a_complete_course(game):
    page = report.PAGE.read_text(encoding="utf-8")
    rows = [
        f"| {row.id} | {row.title} | {row.shown} | {report.where_asked(row)} |"
        for row in report.cover_course(game).rows
    ]
    assert [row for row in rows if row not in page] == [], "python -m tutor.coverage writes the page anew."


@pytest.mark.parametrize("game", COMPLETE)
def test_what_steps_tell_is_kept_as_it_is_now(game):
    text = taught_clauses.taught_path(game).read_text(encoding="utf-8")
    assert text == taught_clauses.format_taught(course_route(game).places), "python -m tutor.coverage writes it anew."


QUICKLY_FOUND = ("watch", "which")
"""Kinds of step whose dependencies are found quickly, because nothing is solved or answered."""
TAUGHT = [(game, path.stem) for game in COMPLETE for path in lesson_files(game)]


def place_in(game, lesson, *, quick):
    """Return the index of the lesson to test, which depends only on the names. Skips the test if there is none."""
    places = [place for place in course_route(game).places if place.lesson.name == f"{game}/{lesson}"]
    fitting = [place for place in places if (place.step.kind in QUICKLY_FOUND) == quick]
    if not fitting:
        pytest.skip(f"{game}/{lesson} has no such step")
    return min(fitting, key=lambda place: number_of(kept_dependence.kept_name(place.lesson, place.step)))


@pytest.mark.sample("*-01_*", one_in=16)
@pytest.mark.parametrize(("game", "lesson"), TAUGHT)
def test_what_is_kept_of_a_step_is_found_again(game, lesson):
    """One step of each lesson is tested; after a change of rules, run `python -m tutor.coverage GAME --anew`."""
    place = place_in(game, lesson, quick=True)
    now = kept_dependence.make_kept_row(place.lesson, place.step)
    assert kept_dependence.kept_rows(game)[kept_dependence.kept_name(place.lesson, place.step)] == now, place


@pytest.mark.slow
@pytest.mark.sample("*-01_*", one_in=20)
@pytest.mark.parametrize(("game", "lesson"), TAUGHT)
def test_what_is_kept_of_a_step_that_takes_its_time_is_found_again(game, lesson, monkeypatch):
    """The same for steps that are solved or answered, with about a quarter of the clauses."""
    place, every = place_in(game, lesson, quick=False), engines.load(game)
    some = {id for id in teachable_entries(every.rulebook) if is_one_in(4, f"{place} {id}")}
    few = [rule for rule in counter_rules(every) if some & {*rule.clauses}]
    monkeypatch.setattr(answers, "counter_rules", lambda _: few)
    old, now = (
        kept_dependence.kept_rows(game)[kept_dependence.kept_name(place.lesson, place.step)],
        kept_dependence.make_kept_row(place.lesson, place.step),
    )
    for part in ("decides", "same", "seen"):
        assert {*old[part].split()} & some == {*now[part].split()} & some, (place, part)


def test_a_course_is_taken_in_its_own_order():
    for game in games_with_lessons():
        named = [part["lesson"] for part in course_data(game).get("part", ())]
        order = [path.stem for path in lesson_files(game)]
        assert order[: len(named)] == [name for name in named if name in order]


@pytest.fixture
def only_one_lesson(monkeypatch):
    """Reduce the courses to their first lesson, so that much is missing in them."""
    every = route_module.lesson_files
    monkeypatch.setattr(route_module, "lesson_files", lambda game: every(game)[:1])


def test_the_command_lists_clauses_and_names_steps(capsys, monkeypatch, only_one_lesson):
    monkeypatch.setattr(route_module, "is_complete", lambda game: False)
    assert cli.main(["coverage", "dgrayman", "--missing"]) == 0
    shown = capsys.readouterr().out
    assert ": not shown and not asked for" in shown
    assert "carry a rule" in shown
    monkeypatch.undo()
    assert cli.main(["coverage", "altaria", "--steps"]) == 0
    assert "04_attacking/two-cores (watch)" in capsys.readouterr().out


def test_the_command_fails_a_course_that_is_complete_by_its_word_alone(monkeypatch, only_one_lesson):
    monkeypatch.setattr(route_module, "is_complete", lambda game: True)
    assert cli.main(["coverage", "dgrayman", "--missing"]) == 1


def test_check_warns_of_what_is_asked_too_early_and_a_complete_course_fails(monkeypatch):
    monkeypatch.setattr(route_module, "lesson_files", lambda game: [PATH])  # a course with only this lesson
    monkeypatch.setattr(route_module, "is_complete", lambda game: False)
    found = checking.check_files(PATH)
    assert found.problems == []
    assert any("asks for ALT-12.5 before any step has shown it" in one for one in found.warnings)
    monkeypatch.setattr(route_module, "is_complete", lambda game: True)
    strict = checking.check_files(PATH)
    assert strict.problems == found.warnings
    assert strict.warnings == []


def test_the_page_says_how_a_clause_is_practised(monkeypatch):
    monkeypatch.setattr(report.survey, "load_survey", lambda: {"altaria": {"which": ("M4",), "why": ("no_haste",)}})
    row = next(row for row in report.cover_course("altaria").rows if row.id == "ALT-11.8")
    assert row.makers == ("which",)
    assert report.practised_by(row)[0] == "which"
