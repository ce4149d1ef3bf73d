"""Guessers that do not know the rules find a pattern if there is one, and none otherwise."""

import pytest

import engines
from benchmarks import guessers
from benchmarks.blind_guessers import FIXED, LEARNED
from benchmarks.blind_questions import (
    COURSES,
    TYPED,
    BlindPart,
    BlindQuestion,
    course_questions,
    parts_of_session,
)
from engines.kernel.chance import RandomSource
from tutor.estimates import wilson_interval
from tutor.practice.makers import make_question
from tutor.practice.question import session_of
from tutor.practice.survey import makers_left_out

FEW = 50
"""With fewer questions, a rate may be twenty points off."""
WORDS = ["moved", "fled", "full", "upright", "new", "far", "lit", "held"]


def blind_questions(count, right_of):
    """Return questions with three options of two words each. right_of : returns the right option."""
    source, found = RandomSource(3), []
    for number in range(count):
        options = tuple(f"{WORDS[source.below(8)]} {WORDS[source.below(8)]} {number}{at}" for at in range(3))
        part = BlindPart("why?", options, right_of(options, source))
        found.append(BlindQuestion("altaria", "why", "A prompt", (part,), str(number)))
    return found


def test_a_phrase_that_is_right_when_it_is_offered_is_found():
    def right_of(options, source):
        return next((at for at, text in enumerate(options) if "moved" in text), source.below(3))

    row = guessers.measure_guessing("why", "altaria", blind_questions(100, right_of))
    assert row.ratio > guessers.DEMANDED
    assert row.guesser in LEARNED


@pytest.mark.parametrize(("place", "name"), [(0, "first"), (2, "last")])
def test_a_place_that_is_always_right_is_found(place, name):
    row = guessers.measure_guessing("why", "altaria", blind_questions(60, lambda options, source: place))
    assert row.rate == 1
    assert FIXED[name](blind_questions(1, lambda options, source: place)[0]) == [place]


def test_the_luckiest_of_many_guessers_is_not_what_is_measured():
    rates = [guessers.measure_guessing("why", "altaria", blind_questions(60, lambda options, source: source.below(3)))]
    assert rates[0].chance == pytest.approx(1 / 3)
    assert rates[0].ratio < guessers.DEMANDED


def test_a_step_that_several_learners_saw_counts_once():
    """Otherwise a guesser could learn its answer from one of them and be measured with another."""
    shuffled = [*course_questions("altaria", "Ana"), *course_questions("altaria", "Ben")]
    own = [one for one in shuffled if one.maker == "why"]
    steps = {one.key for one in own}
    assert len({one.parts for one in own}) > len(steps)
    assert guessers.measure_guessing("why", "courses", own).count == len(steps)
    for train, test in guessers.split_folds(own, guessers.FOLDS):
        assert {one.key for one in train}.isdisjoint(one.key for one in test)
        assert len(train) + len(test) == len(own)


@pytest.mark.parametrize(("maker", "aim"), [("which", "without:attack_cores.upright"), ("why", "M13"), ("spot", "M13")])
def test_a_guesser_sees_the_options_as_they_are_shown(maker, aim):
    found = (make_question("altaria", maker, aim, seed) for seed in range(20))
    run = session_of(next(one for one in found if one is not None))
    parts, items = parts_of_session(run), run.coach()["choices"]["items"]
    if maker == "which":
        marked = [item["id"] for item, part in zip(items, parts, strict=True) if part.right]
        run.handle({"type": "answer", "stamp": run.stamp, "picks": marked})
    else:
        assert parts[0].options == tuple(item["text"] for item in items)
        run.handle({"type": "answer", "stamp": run.stamp, "picks": [items[parts[0].right]["id"]]})
    if not run.done:
        run.handle({"type": "command", "stamp": run.stamp, "name": "check"})
    assert run.done


def test_no_prediction_of_a_course_can_be_guessed():
    """The middle one of three numbers was usually right, so numbers are typed."""
    every = [one for game in engines.names() for one in course_questions(game, "Ana") if one.maker == "predict"]
    assert not [part for one in every for part in one.parts if all(option.isdecimal() for option in part.options)]
    rates = {row.maker: row for row in guessers.load_rates() if row.game == COURSES}
    assert rates["predict"].count == len(every), "measure them again: python -m benchmarks.guessers"
    for row in rates.values():  # of few questions the rate says little: then its interval is asked
        low, _ = wilson_interval(round(row.rate * row.count), row.count)
        rate = row.rate if row.count >= FEW else low
        assert row.maker == TYPED or rate <= guessers.DEMANDED * row.chance, row
    now = guessers.measure_guessing("predict", COURSES, every)
    assert now.ratio <= guessers.DEMANDED, now
    assert rates[TYPED].rate < 1 / 3, "typing a number must be harder to guess than choosing one of three"


def test_the_page_shows_the_stored_results():
    rates = guessers.load_rates()
    assert guessers.PAGE.read_text(encoding="utf-8") == guessers.format_page(rates)
    assert {row.maker for row in rates} >= {"predict", "why", "spot", "order"}
    assert all(row.count >= guessers.FEWEST and 0 < row.chance < 1 for row in rates)


def test_a_result_replaces_that_of_its_game_and_maker(tmp_path, monkeypatch):
    monkeypatch.setattr(guessers, "STORED", tmp_path / "guessers.json")
    monkeypatch.setattr(guessers, "PAGE", tmp_path / "items.md")
    first = guessers.GuessRate("why", "altaria", 100, 1 / 3, "first", 0.9)
    guessers.store_rates([first, first._replace(game="courses")])
    guessers.store_rates([first._replace(rate=0.35)])
    assert [(row.game, row.rate) for row in guessers.load_rates()] == [("altaria", 0.35), ("courses", 0.9)]
    page = guessers.PAGE.read_text(encoding="utf-8")
    assert "| why | Core of Altaria | 100 | 33% | first | 35% (26% to 45%) | 1.05 |" in page
    assert "| why | courses | 100 | 33% | first | 90% (83% to 94%) | **2.70** |" in page


def test_a_maker_that_is_left_out_of_a_game_stands_there_with_its_reason():
    page = guessers.format_page([guessers.GuessRate("spot", "chaos", 100, 1 / 3, "last", 0.9)])
    assert "| spot |" not in page
    assert f"- *spot* in ChaosTCG: {makers_left_out('chaos')['spot']}" in page
