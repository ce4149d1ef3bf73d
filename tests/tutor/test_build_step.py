"""The step in which a deck is built: its errors are always listed, in the words of the deck rules."""

from pathlib import Path

import pytest

import engines
from engines.errors import DataError
from tutor.coverage.steps import cover_step
from tutor.lessons.building import mend_deck
from tutor.lessons.checks import check_build, check_step
from tutor.lessons.loader import lesson_of
from tutor.lessons.page import LessonPage, open_session
from tutor.messages.checking import check_message
from tutor.messages.clicks import StageClick

GAME = engines.load("altaria")
DECK = dict(GAME.decks["hearth"].cards)
ONE, TWO, *_ = DECK
STEP = {
    "id": "forty",
    "kind": "build",
    "title": "Forty cards",
    "text": "Somebody has packed this deck in a hurry.",
    "goal": "Make a deck that may be used.",
    "success": "legal deck",
    "cards": list(DECK),
    "start": DECK | {ONE: DECK[ONE] + 3},
    "nudge": "Count what you have most of.",
    "after": "Forty cards, at most four of a name.",
}


def taken(heard=None, **more):
    lesson = lesson_of({"game": "altaria", "title": "Decks", "step": [STEP | more]}, Path("a test"))
    return open_session(lesson, lesson.steps[0], None if heard is None else lambda *said: heard.append(said))


def count(run, name, copies, stamp=None):
    shares = [copies if one == name else run.deck[one] for one in run.names]
    message = {"type": "divide", "stamp": run.stamp if stamp is None else stamp, "shares": shares}
    check_message(message, StageClick, "message")
    run.handle(message)


def press(run, name):
    run.handle({"type": "command", "stamp": run.stamp, "name": name})


def wrong(run):
    return [(fact["clause"], fact["repair"]) for fact in run.stage()["coach"]["choices"]["facts"]]


def test_what_is_wrong_is_told_while_one_builds():
    run = taken()
    assert wrong(run) == [("ALT-2.1", "Take out 3."), ("ALT-2.2", f"Take out {DECK[ONE] + 3 - 4} of them.")]
    assert run.stage()["scene"]["now"].count(".") == 1, "one line: the list beside it has the rest"
    count(run, ONE, DECK[ONE] + 1)
    assert wrong(run)[0] == ("ALT-2.1", "Take out 1.")
    count(run, ONE, DECK[ONE])
    assert wrong(run) == []
    assert run.stage()["coach"]["choices"]["note"] == "No deck rule is broken."
    assert not run.done, "it is the learner who says that it is ready"


def test_it_says_what_the_deck_check_of_the_game_says():
    run = taken()
    reasons = GAME.check_deck(run.deck)
    facts = run.stage()["coach"]["choices"]["facts"]
    assert [(one.fact, one.clause) for one in reasons] == [(one["fact"], one["clause"]) for one in facts]


def test_a_wrong_deck_is_refused_with_reasons_and_a_right_one_is_done():
    heard = []
    run = taken(heard)
    press(run, "check")
    assert heard[-1][0] == "wrong"
    assert {fact["clause"] for fact in run.feedback["facts"]} == {"ALT-2.1", "ALT-2.2"}
    count(run, ONE, DECK[ONE])
    assert run.feedback is None, "what was said belongs to another deck"
    press(run, "check")
    assert run.done
    assert heard[-1][0] == "right"
    assert f"{TWO} = {DECK[TWO]}" in heard[-1][1]["actions"]
    coach = run.stage()["coach"]
    assert coach["feedback"]["principle"] == STEP["after"]
    assert [fact["fact"] for fact in coach["feedback"]["facts"]] == [
        "No longer so: The deck has 43 cards; it must have exactly 40.",
        f"No longer so: {ONE} is in it {DECK[ONE] + 3} times; at most 4 are allowed.",
    ]
    assert coach["choices"] is None
    count(run, ONE, 0)
    assert run.deck[ONE] == DECK[ONE], "a finished deck stays"


def test_a_late_click_counts_since_each_tells_the_whole_deck():
    run = taken()
    count(run, ONE, 2)
    count(run, TWO, 1, stamp=1)
    assert (run.deck[ONE], run.deck[TWO]) == (2, 1)


def test_reset_begins_anew_and_the_browser_forgets_its_counts():
    run = taken()
    before = run.stage()["scene"]["divide"]
    count(run, ONE, 0)
    press(run, "reset")
    after = run.stage()["scene"]["divide"]
    assert [card["share"] for card in after["cards"]] == list(STEP["start"].values())
    assert after["live"] != before["live"]


def test_hints_lead_to_a_deck_that_may_be_used():
    run = taken()
    assert run.rule_hint() == ["ALT-2.1", "ALT-2.2"]
    assert list(run.look_hint()) == ["0.pool.0"]
    assert run.move_hint() == f"{ONE}: **{DECK[ONE]}**"
    check_build(run)
    assert run.done


@pytest.mark.parametrize("name", engines.names())
def test_a_deck_of_every_game_is_mended(name):
    game = engines.load(name)
    deck = dict(next(iter(game.decks.values())).cards)
    first, second = list(deck)[:2]
    right = mend_deck(game, deck | {first: deck[first] + 2, second: 0})
    assert right is not None
    assert game.check_deck(right) == []


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"success": "win"}, "legal deck"),
        ({"cards": ["Nobody"]}, "Nobody"),
        ({"cards": [ONE]}, "not among the cards"),
        ({"start": DECK}, "may be used already"),
        ({"cards": [ONE], "start": {ONE: 1}}, "no deck that may be used"),
        ({"cards": [], "start": {}}, "no deck that may be used"),
    ],
)
def test_a_step_that_cannot_be_taken_is_named(more, words):
    lesson = lesson_of({"game": "altaria", "title": "Decks", "step": [STEP | more]}, Path("a test"))
    with pytest.raises(DataError, match=words):
        check_step(lesson, lesson.steps[0])


def test_it_asks_for_the_deck_rules_that_it_begins_with_broken():
    lesson = lesson_of({"game": "altaria", "title": "Decks", "step": [STEP]}, Path("a test"))
    assert cover_step(lesson, lesson.steps[0]).asks == ("ALT-2.1", "ALT-2.2")


def test_it_stands_on_a_page_like_any_step():
    lesson = lesson_of({"game": "altaria", "title": "Decks", "step": [STEP]}, Path("a test"))
    stage = LessonPage(lesson, keep=False).stage_of(lesson.steps[0])
    assert stage.receive({"type": "divide", "stamp": 1, "shares": [4] * len(DECK)})
    assert stage.scene["divide"]["cards"][0]["share"] == 4
    assert {card["face"] for card in stage.scene["players"][0]["zones"][0]["cards"]} == set(DECK)
