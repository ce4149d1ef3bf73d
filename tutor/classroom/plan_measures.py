"""The counts and measures used in lesson plans: one number per game, with its interval if it has one.

Intervals are for the decks that ship, since the questions of a plan are about the games as they are. What a mechanic
does is the exception: it is judged for decks like these (`tutor.classroom.rule_trials`), and where no difference shows,
the direction is unknown for other decks, not for these.

    turns, off_turn ...     a metric of the comparison, as it was measured (`tutor.compare.results`)
    behind                  how often the player behind at half-time still wins; only for mechanics that are removed
    shape.decisions ...     a measure of the phase graph (`tutor.compare.graph_shape`)
    course.rules            rules that can be taught
    course.first            rules shown or tested by the end of the first step in which the learner acts
    course.game             the same, up to the first small game
    course.steps            steps before the first small game
    course.first_lesson     the share of all rules that the first lesson shows
    kinds                   kinds of action
    start.first             how often the player who goes first wins, with the interval for the decks that ship
    start.games             the number of games that `start.first` rests on

>>> measured_value("course.rules", "lanterns").value is None
True
"""

from __future__ import annotations

from functools import cache

import engines
from tutor.compare.causes import BEHIND, FIRST, MEASURE_UNITS, read_causes
from tutor.compare.game_names import order_games
from tutor.compare.graph_shape import game_shape
from tutor.compare.metrics import METRICS
from tutor.compare.results import MeasuredResults, read_results
from tutor.coverage.route import games_with_lessons as with_courses
from tutor.coverage.route import steps_of_course, teachable_entries
from tutor.coverage.taught_clauses import load_taught
from tutor.estimates import NO_ESTIMATE, Estimate, format_estimate
from tutor.lessons.loader import Step
from tutor.text import format_message

DEFAULT_WAY = "quick"
PLAN_UNITS = {metric.id: metric.unit for metric in METRICS} | {
    "course.first_lesson": "%",
    "shape.off_turn": "%",
    BEHIND: MEASURE_UNITS[BEHIND],
    "start.first": MEASURE_UNITS[FIRST],
}
COUNTED_MEASURES = ("course.rules", "course.first", "course.game", "course.steps", "course.first_lesson", "kinds")


def compared_games() -> list[str]:
    """Return the compared games, in the order of the home page."""
    return order_games(with_courses())


def measured_value(measure: str, game: str, way: str = DEFAULT_WAY) -> Estimate:
    """Return a measure of a game; an exact count is its own interval. Raises KeyError if the measure is unknown."""
    group, _, name = measure.partition(".")
    if measure in PLAN_UNITS and not name:
        found = _results()
        return (found.of_these_decks(game, way, measure) if found else None) or NO_ESTIMATE
    if game not in with_courses():
        return NO_ESTIMATE
    if group == "start":
        first = _first_wins().get(game, NO_ESTIMATE)
        return first if name == "first" else exact_estimate(first.n)
    if group == "shape":
        return exact_estimate(getattr(game_shape(engines.load(game)), name))
    if measure in COUNTED_MEASURES:
        return exact_estimate(_counted(measure, game))
    raise KeyError(measure)


def measure_text(measure: str, one: Estimate, interval: bool = False, language: str = "en") -> str:
    """Return a measure as text; counts have no decimals."""
    if one.value is not None and one.value == one.low == one.high and float(one.value).is_integer():
        return f"{one.value:.0f}"
    exactly = one.low is not None and one.low == one.high
    return format_estimate(one, PLAN_UNITS.get(measure, ""), interval and not exactly, language)


def measure_title(measure: str, language: str = "en") -> str:
    """Return the name of a measure."""
    group, _, name = measure.partition(".")
    if measure in {metric.id for metric in METRICS}:
        return format_message(f"metric.{measure}.title", language)
    return format_message(f"plans.measure.{group}_{name}" if name else f"plans.measure.{group}", language)


def exact_estimate(value: float | None) -> Estimate:
    """Return an exact number as an estimate."""
    return NO_ESTIMATE if value is None else Estimate(value, value, value, 1)


def lies_above(one: Estimate, other: Estimate) -> bool:
    """Return True if the whole interval of one figure is above the other's, which is more than a test would ask."""
    return one.low is not None and other.high is not None and one.low > other.high


@cache
def _results() -> MeasuredResults | None:
    return read_results()


@cache
def _first_wins() -> dict[str, Estimate]:
    found = read_causes()
    return found.first if found else {}


@cache
def _counted(measure: str, game: str) -> float | None:
    loaded = engines.load(game)
    if measure == "kinds":
        return len(loaded.kinds)
    rules = teachable_entries(loaded.rulebook)
    if measure == "course.rules":
        return len(rules)
    steps = [(f"{lesson.path.stem}/{step.id}", lesson.path.stem, step) for lesson, step in steps_of_course(game)]
    told = load_taught(game)
    if measure == "course.first_lesson":
        met = {id for name, lesson, _ in steps if lesson == steps[0][1] for id in told.get(name, ())}
        return len(met & {*rules}) / len(rules)
    wanted = _acts if measure == "course.first" else _is_game
    at = next(number for number, (_, _, step) in enumerate(steps) if wanted(step))
    if measure == "course.steps":
        return at
    before = steps[: at + (measure == "course.first")]
    return len({id for name, _, _ in before for id in told.get(name, ())} & {*rules})


def _acts(step: Step) -> bool:
    return step.kind != "watch"


def _is_game(step: Step) -> bool:
    return step.kind == "play"
