"""Mend the deck: nothing is listed, the numbers do not show the rules, and the deck rules judge what is built."""

import pytest

import engines
from engines.kernel.chance import RandomSource
from tutor.coverage.route import steps_of_course
from tutor.lessons.building import BuildStep, mend_deck
from tutor.lessons.checks import check_step
from tutor.practice import maker_decks, makers, survey
from tutor.practice.aims import patch_game
from tutor.practice.deciding_clauses import deciding_clauses
from tutor.practice.question import lesson_with, session_of

GAMES = [name for name, able in survey.load_survey().items() if able.get("decks")]


def question_about(game, aim=None):
    """Return a question of a game, about an aim if one is given."""
    return survey.first_found(game, "decks", aim or survey.load_survey()[game]["decks"][0])


def build(run, deck):
    """Build a deck as the page does, and press Check."""
    run.handle({"type": "divide", "stamp": run.stamp, "shares": [deck.get(name, 0) for name in run.names]})
    run.handle({"type": "command", "stamp": run.stamp, "name": "check"})


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_is_judged_by_the_deck_rules(game):
    question, heard = question_about(game), []
    lesson = lesson_with(question)
    check_step(lesson, lesson.steps[0])
    assert makers.remake_question(game, question.id) == question
    assert {*deciding_clauses(question)} <= {*lesson.game.rulebook.clauses}
    run = session_of(question, lambda verdict, facts: heard.append(verdict))
    believed = mend_deck(patch_game(lesson.game, question.aim), question.row["start"])
    build(run, believed)
    assert heard == ["wrong"], "as the counter-rule would have it"
    build(run, mend_deck(lesson.game, question.row["start"]))
    assert heard == ["wrong", "right"]
    assert run.done


@pytest.mark.parametrize("game", GAMES)
def test_nothing_says_what_is_wrong_before_the_answer(game):
    run = session_of(question_about(game))
    stage = run.stage()
    assert run.broken()
    assert "choices" not in stage["coach"] or not stage["coach"]["choices"]
    assert stage["scene"]["now"] == stage["scene"]["turn"]["label"]
    build(run, run.deck)
    assert [fact["clause"] for fact in run.feedback["facts"]] == [one.clause for one in run.broken()]


def test_a_lesson_lists_what_is_wrong():
    step = next(step for _, step in steps_of_course("altaria") if step.kind == "build")
    assert step.get("listed") is None
    assert BuildStep.lists_faults.fget(type("Run", (), {"step": step}))


def test_the_size_and_the_most_copies_do_not_show_in_the_numbers():
    """A deck to mend may be too small or too large, and the limit is not its largest number."""
    game, source = engines.load("altaria"), RandomSource(5)
    decks = [deck for _ in range(60) if (deck := maker_decks.change_deck(game, source)) is not None]
    sizes = [sum(deck.values()) for deck in decks]
    assert sum(size < 40 for size in sizes) > len(decks) // 5
    assert sum(size > 40 for size in sizes) > len(decks) // 5
    assert len({max(deck.values()) for deck in decks}) > 1


def test_what_no_counter_rule_about_decks_changes_is_not_asked():
    assert not maker_decks.judges_decks(engines.load("dgrayman"), "M2")
    assert maker_decks.judges_decks(engines.load("dgrayman"), "several_specials")
    assert makers.make_question("altaria", "decks", "parameter:copies-1", 1) is None, "a stricter deck may be used too"


def test_a_deck_of_two_piles_is_mended():
    """The number of all cards says nothing about the size of the main deck."""
    game, source = engines.load("chaos"), RandomSource(0)
    for _ in range(4):
        deck = maker_decks.change_deck(game, source)
        assert game.check_deck(mend_deck(game, deck)) == []


def test_a_question_of_a_maker_that_is_gone_cannot_be_made_again():
    assert makers.remake_question("altaria", "order/unshuffled/7") is None
