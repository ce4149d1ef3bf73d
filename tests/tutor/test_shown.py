"""What the course has shown: practice and the puzzle of the day ask only about that."""

from datetime import date

import pytest

import engines
from tutor import progress
from tutor.courses.cards import are_sorts_met, met_sorts
from tutor.courses.course_standing import todays_questions
from tutor.courses.loader import course_lessons
from tutor.courses.shown_rules import shown_clauses
from tutor.learners import choosing
from tutor.learners.learner_log import LogLearner
from tutor.learners.learner_standing import question_targets
from tutor.learners.model import LearnerModel
from tutor.practice.page import FEWEST, open_practice
from tutor.practice.sitting import AnsweredQuestion, Sitting, askable_targets
from tutor.puzzles import store
from tutor.puzzles.puzzle_standing import PuzzleStanding, needed_clauses, next_puzzle, puzzle_of_day
from tutor.summary import Summary
from tutor.text import format_message

GAME = "altaria"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    monkeypatch.delenv("QUERY_STRING", raising=False)


def do(lesson, steps=None):
    """Do steps of a lesson, by default all of them, without recording clauses."""
    who = progress.learner_id()
    for step in lesson.steps if steps is None else steps:
        progress.append_event(who, game=GAME, lesson=lesson.name, step=step, kind="do", verdict="right")
    return LogLearner(who)


def test_what_is_shown_grows_with_the_steps_that_are_done():
    first, second, *_ = course_lessons(GAME)
    assert shown_clauses(GAME, Summary()) == frozenset()
    energy = shown_clauses(GAME, do(first, ["energy"]).summary)
    assert {"ALT-7.8", "ALT-8.3"} <= energy
    assert "ALT-11.8" not in energy, "no unit has been attacked yet"
    whole = shown_clauses(GAME, do(first).summary)
    assert energy < whole
    assert "ALT-14.9" not in whole, "Ambush comes with the timing"
    assert whole < shown_clauses(GAME, do(second).summary)


def test_nothing_is_held_back_after_the_last_lesson():
    *_, learner = [do(lesson) for lesson in course_lessons(GAME) if lesson.sort == "lesson"]
    assert shown_clauses(GAME, learner.summary) is None


def test_questions_are_about_sorts_of_cards_that_the_steps_done_have_shown():
    name = "kingdom_hearts"
    first, second, third, *others = course_lessons(name)
    assert met_sorts(name, Summary()) == frozenset()
    do(first)
    do(second)
    known = met_sorts(name, do(third).summary)
    assert are_sorts_met(name, ["Lio", "Gorro", "Spark", "Hollow Spire", "no card at all"], known)
    for later in ("Lio Dusk Form", "Event E02", "Beacon Band", "Storm Heron"):
        assert not are_sorts_met(name, [later], known), later
    found = Sitting(name, 1, shown_clauses(name, do(third).summary), cards=known).next(LearnerModel())
    assert found is not None
    assert are_sorts_met(name, found.cards, known), found
    *_, learner = [do(lesson) for lesson in others if lesson.sort == "lesson"]
    assert met_sorts(name, learner.summary) is None


def test_a_sitting_after_the_first_lesson_asks_for_what_it_has_shown():
    learner = do(course_lessons(GAME)[0])
    known = shown_clauses(GAME, learner.summary)
    sitting = Sitting(GAME, 5, known)
    there = sitting.askable(learner.model)
    assert 10 < len(there.about) < len(askable_targets(GAME).about)
    assert all(set(clauses) <= known for clauses in there.about.values())
    assert set(there.beliefs) <= set(there.about)
    question = sitting.next(learner.model)
    assert set(question.clauses) <= known


def test_practice_begins_with_the_first_lesson():
    first = course_lessons(GAME)[0]
    page = open_practice(GAME)
    assert page.question is None
    assert page.coach["title"] == format_message("practice.first")
    assert first.title in page.coach["text"]
    assert not [one for one in page.coach["controls"] if one["name"] == "again"]
    assert (page.coach["place"], page.coach["feedback"]) == ("", None), "there was no sitting"
    do(first)
    assert open_practice(GAME).question is not None


def test_a_refused_try_alone_makes_no_sitting():
    """A learner who has only played has met one or two rules, too few to ask about, so a lesson comes first."""
    progress.append_event(
        progress.learner_id(),
        game=GAME,
        lesson=f"{GAME}/game",
        step="g",
        kind="refused",
        verdict="refused",
        clauses=("ALT-11.1",),
    )
    page = open_practice(GAME)
    assert 0 <= page.length < FEWEST
    assert page.question is None
    assert page.coach["title"] == format_message("practice.first")
    assert [one["name"] for one in page.coach["controls"] if one["name"] == "again"] == []


def test_a_short_sitting_says_how_long_it_is_and_what_brings_more(monkeypatch):
    do(course_lessons(GAME)[0], ["energy"])
    monkeypatch.setattr(Sitting, "length", lambda self, model: 3)
    page = open_practice(GAME)
    assert "of 3" in page.coach["place"]
    page.sitting.answered.append(AnsweredQuestion(page.question, True))
    page.ask(None)
    assert "More comes with" in page.coach["text"]
    assert not [one for one in page.coach["controls"] if one["name"] == "again"]


def test_a_seed_asks_everybody_the_same():
    assert open_practice(GAME, seed=3).question.id == open_practice(GAME, seed=3).question.id


def test_today_counts_only_what_can_be_asked(monkeypatch):
    learner = do(course_lessons(GAME)[0])
    progress.append_event(
        learner.who, game=GAME, lesson="x", step="y", kind="which", verdict="right", clauses=("ALT-8.1",)
    )
    learner.refresh()
    assert todays_questions(GAME, learner.model, frozenset()).new == 0
    assert todays_questions(GAME, learner.model, shown_clauses(GAME, learner.summary)).new > 0


def test_there_is_one_list_of_makers_and_one_length_of_a_sitting():
    assert not hasattr(choosing, "MAKERS")
    page = open_practice(GAME, seed=1)
    assert str(choosing.SITTING) in page.coach["place"]


def test_clauses_come_in_the_order_of_the_rulebook():
    for game in engines.names():
        book = engines.load(game).rulebook
        order = [*book.clauses, *book.rulings]
        found = [order.index(id) for id in question_targets(game).clauses]
        assert found == sorted(found), game


def test_nothing_is_asked_of_a_model_without_answers_and_lessons():
    assert Sitting(GAME, 1, frozenset()).next(LearnerModel()) is None


def test_the_puzzle_of_the_day_is_within_reach():
    puzzles, here = store.load_puzzles(GAME), PuzzleStanding()
    known = shown_clauses(GAME, do(course_lessons(GAME)[0]).summary)
    for number in range(20):
        puzzle = puzzle_of_day(puzzles, date(2030, 1, 1 + number), here, known)
        assert puzzle.level == 1
        assert set(needed_clauses(puzzle)) <= known
    mastered = PuzzleStanding(visits=[(puzzle.id, True) for puzzle in puzzles if puzzle.level == 1])
    assert puzzle_of_day(puzzles, date(2030, 1, 1), mastered, known).level == 2
    assert set(needed_clauses(next_puzzle(puzzles, here, "", known))) <= known
    assert puzzle_of_day(puzzles, date(2030, 1, 1), here, frozenset()).level == 1, "nothing done: an easy one"
