"""How often random clicks reach the goals of growing games: a stop that blind play often passes asks nothing."""

from __future__ import annotations

import copy

from tutor.lessons import blind_play
from tutor.lessons.growing_checks import find_game_problems
from tutor.lessons.loader import find_lesson, lesson_of, read_lesson, read_toml


def test_a_stop_that_asks_for_nothing_is_passed_by_random_play() -> None:
    """The measure sees an easy stop: with one Friend to let enter, half of all first moves do."""
    lesson = read_lesson(find_lesson("chaos/00_eleven_lives"))
    assert blind_play.blind_rate(lesson, lesson.step("attack")) > blind_play.LATER


def test_the_check_names_file_and_stop_and_says_what_would_be_better() -> None:
    """Without the try, this stop of a later game is passed by summoning one of three equal cards."""
    data = copy.deepcopy(read_toml(find_lesson("altaria/00_the_herald")))
    row = next(row for row in data["step"] if row["id"] == "one-green")
    row |= {"success": ['you.field has "Mossback Guard"'], "line": ['summon "Mossback Guard"'], "ticks": ["Summoned"]}
    lesson = lesson_of(data, find_lesson("altaria/00_the_herald"))
    problems = [*find_game_problems(lesson, lesson.step("one-green"))]
    assert any(
        "random clicks reach its goal in" in one and "at most 25" in one and "Better:" in one for one in problems
    )


def test_the_same_sample_is_played_every_time() -> None:
    lesson = read_lesson(find_lesson("altaria/00_four_cores"))
    step = lesson.step("block")
    assert blind_play.blind_rate(lesson, step) == blind_play.blind_rate(lesson, step)


def test_a_try_counts_when_it_is_made_and_not_as_a_gift() -> None:
    """The Sprinter's attack alone would be passed half the time; the refused try must come before it."""
    lesson = read_lesson(find_lesson("altaria/00_four_cores"))
    assert blind_play.blind_rate(lesson, lesson.step("not-that-one")) < blind_play.LATER


def test_a_choice_of_yes_or_no_may_be_passed_half_the_time_and_a_whole_turn_seldom() -> None:
    lesson = read_lesson(find_lesson("dgrayman/00_nine_points"))
    assert blind_play.most_allowed(lesson, lesson.step("guard")) == blind_play.ANSWER
    assert blind_play.most_allowed(lesson, lesson.step("your-turn")) == blind_play.TURN
    assert blind_play.most_allowed(lesson, lesson.step("first-unit")) == blind_play.EASY
    assert blind_play.most_allowed(lesson, lesson.step("how-many")) is None
