"""How often random legal play reaches the goals of growing games: a stop that blind play often passes asks nothing."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tutor.lessons import growing
from tutor.lessons.goals import TRIED_PREFIX, success_conditions
from tutor.lessons.loader import FOLDER, Step, find_lesson, read_lesson, read_toml
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep

NAMES = sorted(
    path.relative_to(FOLDER).with_suffix("").as_posix()
    for path in FOLDER.glob("*/*.toml")
    if "table" in read_toml(path)
)
GAMES = 40
"""Random games a stop: a rate of a quarter is then measured to within 7 points (one standard deviation)."""
EASY, LATER, TURN = 60, 25, 10
"""The percentages of random games that may reach the goal: in the first three stops, later, and in a whole turn."""
SLACK = 14
"""Two standard deviations of the measurement at a quarter, in points. The same seeds are played every time."""
KNOWN = {
    ("altaria/00_four_cores", "haste"): 75.0,
    ("altaria/00_four_cores", "not-that-one"): 42.5,
    ("altaria/00_four_cores", "a-guard"): 50.0,
    ("altaria/00_four_cores", "block"): 70.0,
    ("altaria/00_the_herald", "one-green"): 50.0,
    ("altaria/00_the_herald", "two-at-once"): 92.5,
    ("dgrayman/00_nine_points", "in-the-open"): 70.0,
    ("dgrayman/00_nine_points", "a-wall"): 50.0,
    ("dgrayman/00_nine_points", "guard"): 70.0,
    ("kingdom_hearts/00_the_short_road", "barred"): 57.5,
    ("kingdom_hearts/00_the_short_road", "bar-the-rival"): 40.0,
}
"""Stops that random play passes more often, with the measured percentages, which only go down."""


@cache
def blind_rate(name: str, id: str) -> float:
    """Return the percentage of games in which random legal moves reach the goal; wished tries count as made."""
    lesson = read_lesson(find_lesson(name))
    step, chance, reached = lesson.step(id), random.Random(7), 0
    for _ in range(GAMES):
        run = open_session(lesson, step)
        assert isinstance(run, DoStep)
        run.still_possible = lambda: True
        run.tries |= {text.removeprefix(TRIED_PREFIX) for text in success_conditions(step) if text.startswith("tried ")}
        turn = run.table.state.turn
        while not run.done and not run.lost and run.table.state.turn == turn and run.table.yours:
            run.act(chance.randrange(len(run.table.moves())))
        reached += run.done
    return 100 * reached / GAMES


def played_stops(name: str) -> list[tuple[int, str, str]]:
    """Return the stops at which moves are made: number, id and kind."""
    steps = [step for step in read_lesson(find_lesson(name)).steps if step.kind in ("do", "turn") and has_moves(step)]
    return [(step.number, step.id, step.kind) for step in steps]


def has_moves(step: Step) -> bool:
    """Return True if the line of a stop has a move, and not only tries."""
    return any(not move.startswith(growing.TRIED) for move in growing.lines_of(step.data)[0])


@pytest.mark.parametrize("name", NAMES)
def test_random_play_seldom_reaches_a_goal(name: str) -> None:
    first = min((one for one in NAMES if one.split("/")[0] == name.split("/")[0]), key=course_place)
    too_often = {}
    for number, id, kind in played_stops(name):
        usual = TURN if kind == "turn" else SLACK + (EASY if name == first and number <= 3 else LATER)
        most = KNOWN.get((name, id), usual)
        if (rate := blind_rate(name, id)) > most:
            too_often[id] = (rate, most)
    assert too_often == {}


def course_place(name: str) -> int:
    """Return the place of a lesson in its course."""
    game, stem = name.split("/")
    return [part["lesson"] for part in read_toml(FOLDER.parent / "courses" / f"{game}.toml")["part"]].index(stem)


def test_a_stop_that_asks_for_nothing_is_passed_by_random_play() -> None:
    """The measure sees an easy stop: with one Friend to let enter, half of all first moves do."""
    assert blind_rate("chaos/00_eleven_lives", "attack") > LATER
