"""How often random clicks reach the goal of a stop in a growing game: a stop that they often pass asks nothing.

The clicks fall on what the page offers: legal moves, and tries that the goal asks for, at the moment at which they
count. The sample is small and always the same, so a rate is rough, but the check of a file never changes its mind.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from engines.book.rulebook import read_toml
from engines.kernel.tuples import Row
from tutor.lessons import growing
from tutor.lessons.goals import TRIED_PREFIX
from tutor.lessons.loader import FOLDER, Lesson, Step
from tutor.lessons.page import open_session
from tutor.lessons.playing import DoStep

GAMES = 100
"""Random games a stop: a rate of a half is then measured to within 5 points (one standard deviation)."""
FIRST_STOPS = 3
"""Number of stops at the beginning of a course that may be easier."""
EASY, LATER, TURN, ANSWER = 60, 25, 10, 50
"""The percentages of random games that may reach a goal: in the first stops of a course, in later ones, and in a whole
turn; and where the rules let the learner answer only yes or no, as when blocking."""
SLACK = 10
"""Two standard deviations of the measurement at a half, in points."""
COURSES = FOLDER.parent / "courses"


def too_easy(lesson: Lesson, step: Step) -> str:
    """Return what is wrong with a stop whose goal random clicks reach too often, with a remedy; "" if nothing is."""
    most = most_allowed(lesson, step)
    if most is None or (rate := blind_rate(lesson, step)) <= most + SLACK:
        return ""
    return (
        f"random clicks reach its goal in {rate:.0f} of 100 games; at most {most}. "
        "Better: two moves of which the first decides, cards that tempt, or a count instead of the move."
    )


def most_allowed(lesson: Lesson, step: Step) -> int | None:
    """Return the percentage of random games that may reach the goal of a stop; None if no move is made there."""
    if step.kind not in ("do", "turn") or not has_moves(step):
        return None
    if step.kind == "turn":
        return TURN
    if step.number <= FIRST_STOPS and lesson.name == first_of_course(lesson.path.parent.name):
        return EASY
    run = open_session(lesson, step)
    answers = run.table.state.step.window and len({move.actions[0][0] for move in run.table.moves()}) <= 2
    return ANSWER if answers and not step.tries else LATER


def has_moves(step: Step) -> bool:
    """Return True if the line of a stop has a move, and not only tries."""
    return any(not move.startswith(growing.TRIED) for move in growing.lines_of(step.data)[0])


@cache
def first_of_course(game: str) -> str:
    """Return the name of the first lesson of a game's course; "" if there is no course."""
    course: Path = COURSES / f"{game}.toml"
    return f"{game}/{read_toml(course)['part'][0]['lesson']}" if course.exists() else ""


def blind_rate(lesson: Lesson, step: Step, games: int = GAMES) -> float:
    """Return the percentage of games in which random clicks reach the goal of a stop."""
    chance, known = random.Random(7), dict[Row, bool]()
    return 100 * sum(is_reached_blindly(lesson, step, chance, known) for _ in range(games)) / games


def is_reached_blindly(lesson: Lesson, step: Step, chance: random.Random, known: dict[Row, bool]) -> bool:
    """Click at random until the goal of a stop is reached or lost, or its turn is over; return True if reached.

    known : what earlier games have proved about the stop's positions; this game adds to it.
    """
    run = open_session(lesson, step)
    assert isinstance(run, DoStep)
    run.solver.memory = known
    turn = run.table.state.turn
    while run.table.yours and run.table.state.turn == turn and run.solver.goal(run.table.state) is not False:
        tries, moves = tries_now(run), run.table.moves()
        if (number := chance.randrange(len(tries) + len(moves))) < len(tries):
            run.tries.add(tries[number])
        else:
            run.make(moves[number - len(tries)])
        if run.reached and not run.open_ticks():
            return True
    return run.reached and not run.open_ticks()


def tries_now(run: DoStep) -> list[str]:
    """Return the tries that the goal asks for and that count at this moment."""
    texts = (text.removeprefix(TRIED_PREFIX) for text in run.open_ticks() if text.startswith(TRIED_PREFIX))
    read = ((text, run.table.read_try(text)) for text in texts)
    return [text for text, attempt in read if attempt is not None and text in run.invited_by(attempt)]
