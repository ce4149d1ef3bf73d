"""Predictions of a lesson plan: the possible answers, and the outcomes, from the engines and from measured figures.

A prediction names its subject in one of these ways:

    by = MEASURE, pick = "highest" or "lowest"     which game? (see `plan_measures`); `way`: how it was played
    by = "answer QUESTION", is = WORD              which game has this answer? (a question in the mechanics table)
    puzzle = ID, side = "here" or "there"          does it work? (a puzzle across games)
    by = MEASURE, cause = "GAME.MECHANIC"          less, the same, or more, if a mechanic is removed or added?
    by = MEASURE, game, changes = {RULE = VALUE}   the same, for a changed rule of a small game, played immediately

With `untold = true`, "the figures do not show it" is another answer, which is right if no game differs from all others
by the figures for these decks (`extreme_games`). For a change there is one answer for no visible difference, which says
how many deals it rests on; whether these would have shown a difference that matters is part of the outcome.

The outcome is sent to a page only after the prediction.

>>> told = find_outcome({"id": "x", "ask": "", "by": "turns", "pick": "lowest"})
>>> len(told.options) == len(compared_games()), len(told.right)
(True, 1)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

import engines
from engines.errors import DataError
from tutor.classroom.effect_rows import direction_in_words, format_difference, format_interval
from tutor.classroom.lesson_plans import Prediction
from tutor.classroom.plan_measures import (
    DEFAULT_WAY,
    PLAN_UNITS,
    compared_games,
    exact_estimate,
    measure_text,
    measure_title,
    measured_value,
)
from tutor.classroom.rule_trials import count_pairs, counts_positions, run_trial
from tutor.compare import mechanics, transfer
from tutor.compare.game_names import game_hue, game_seal, short_title
from tutor.estimates import NORMAL_QUANTILE, Estimate
from tutor.text import format_message

WORKS, REFUSED, UNTOLD = "works", "refused", "untold"
DIRECTIONS = ("down", "same", "up")
SURE = 0.95
"""How sure one must be that a game differs from the first before its answer is wrong."""


class PredictionOption(NamedTuple):
    """One possible prediction: its id and its words."""

    id: str
    text: str


class OutcomeRow(NamedTuple):
    """One row of an outcome: a game or a case, the figure in words, its data, and its position on a scale.

    at, low, high : in hundredths of the scale, None if nothing is drawn.
    """

    title: str
    text: str
    basis: str = ""
    hue: str = "grey"
    seal: str = ""
    at: float | None = None
    low: float | None = None
    high: float | None = None
    right: bool = False
    clauses: tuple[str, ...] = ()


class AxisTick(NamedTuple):
    """A label on the common axis of the lines of an outcome, and its place in hundredths."""

    at: float
    text: str


LEAST_APART = 14.0
"""The smallest distance between two labels of an axis, in hundredths."""


class FigureAxis(NamedTuple):
    """The axis on which all figures of an outcome are drawn; it holds zero."""

    least: float
    most: float

    @classmethod
    def of(cls, found: Iterable[Estimate]) -> FigureAxis:
        """Return the axis for some estimates."""
        known = [value for one in found for value in one[:3] if value is not None]
        low, high = min([0.0, *known]), max([1e-9, *known])
        return cls(1.05 * low, 1.05 * high)

    def place(self, value: float) -> float:
        """Return the place of a value, in hundredths."""
        return 100 * (value - self.least) / (self.most - self.least)

    def ticks(self, measure: str, language: str) -> tuple[AxisTick, ...]:
        """Return the labels of the axis: zero, the highest value that is drawn, and the lowest if it is below zero.

        A lowest value so close to zero that the labels would touch has none.
        """
        values = [0.0, self.most / 1.05]
        if self.place(0.0) >= LEAST_APART:
            values.insert(0, self.least / 1.05)
        return tuple(
            AxisTick(self.place(value), measure_text(measure, exact_estimate(value), False, language))
            for value in values
        )


class PredictionOutcome(NamedTuple):
    """The outcome of a prediction: options, ids of the right ones, rows, a note, and the axis of the rows if drawn."""

    options: tuple[PredictionOption, ...]
    right: tuple[str, ...]
    title: str
    rows: tuple[OutcomeRow, ...]
    note: str = ""
    axis: tuple[AxisTick, ...] = ()


def prediction_options(row: Prediction, language: str = "en") -> tuple[PredictionOption, ...]:
    """Return the possible answers, without revealing the right one."""
    if "puzzle" in row:
        return tuple(PredictionOption(id, format_message(f"plans.{id}", language)) for id in (WORKS, REFUSED))
    if "cause" in row or "changes" in row:
        often = "_often" if PLAN_UNITS[row["by"]] == "%" else ""
        same = "plans.same_positions" if counts_positions(row) else "plans.same"
        keys = {"down": f"plans.down{often}", "same": same, "up": f"plans.up{often}"}
        count = count_pairs(row)
        return tuple(PredictionOption(id, format_message(keys[id], language, count=count)) for id in DIRECTIONS)
    untold = [PredictionOption(UNTOLD, format_message("plans.untold", language))] if row.get("untold") else []
    return (*(PredictionOption(name, short_title(name)) for name in compared_games()), *untold)


def find_outcome(row: Prediction, language: str = "en") -> PredictionOutcome:
    """Return the outcome of a prediction. Raises DataError if the prediction is invalid."""
    given = prediction_options(row, language)
    if "puzzle" in row:
        return _tried(row, given)
    if "cause" in row or "changes" in row:
        return _changed(row, given, language)
    if str(row.get("by", "")).startswith("answer "):
        return _answered(row, given)
    if row.get("pick") in ("highest", "lowest"):
        return _ranked(row, given, language)
    raise DataError(f"prediction {row.get('id')}", "it names nothing to ask.", "See tutor/classroom/predictions.py.")


def _ranked(row: Prediction, given: tuple[PredictionOption, ...], language: str) -> PredictionOutcome:
    measure, way = row["by"], row.get("way", DEFAULT_WAY)
    found = {one.id: measured_value(measure, one.id, way) for one in given if one.id != UNTOLD}
    right = extreme_games(found, row["pick"] == "highest")
    if row.get("untold") and len(right) > 1:
        right = (UNTOLD,)
    axis = FigureAxis.of(found.values())
    rows = [
        OutcomeRow(
            short_title(name),
            measure_text(measure, one, True, language)
            if one.value is not None
            else format_message("plans.none", language),
            f"n = {one.n}" if one.n > 1 else "",
            game_hue(name),
            game_seal(name),
            *line_places(one, axis),
            name in right,
        )
        for name, one in found.items()
    ]
    notes = ["apart"] * (len(right) > 1) + ["interval_these"] * any(one.low != one.high for one in found.values())
    note = " ".join(format_message(f"plans.{key}", language) for key in notes)
    return PredictionOutcome(
        given, right, measure_title(measure, language), tuple(rows), note, axis.ticks(measure, language)
    )


def extreme_games(found: Mapping[str, Estimate], highest: bool) -> tuple[str, ...]:
    """Return the game with the highest (or lowest) value, and all games that cannot be distinguished from it.

    The difference to each other game is tested, all of them together (Holm 1979, Scandinavian Journal of Statistics 6,
    65-70): two intervals may overlap, and the figures still differ.
    """
    known = {name: one for name, one in found.items() if one.value is not None}
    ranked = sorted(known, key=lambda name: known[name].value or 0.0, reverse=highest)
    first, rest = ranked[0], ranked[1:]
    tested = sorted((chance_of_difference(known[name], known[first]), name) for name in rest)
    apart = set[str]()
    for number, (chance, name) in enumerate(tested):
        if chance * (len(tested) - number) > 1 - SURE:
            break
        apart.add(name)
    return (first, *(name for name in rest if name not in apart))


def chance_of_difference(one: Estimate, other: Estimate) -> float:
    """Return the probability that chance alone sets two independent figures this far apart; both must have a value.

    The interval of the difference has the two distances towards each other, squared and added (Zou and Donner 2008,
    Statistics in Medicine 27, 1693-1702). A figure without bounds counts as exact.
    """
    upper, lower = sorted((one, other), key=lambda each: each.value or 0.0, reverse=True)
    apart = (upper.value or 0.0) - (lower.value or 0.0)
    if not apart:
        return 1.0
    down = 0.0 if upper.low is None else (upper.value or 0.0) - upper.low
    up = 0.0 if lower.high is None else lower.high - (lower.value or 0.0)
    reach = math.hypot(down, up)
    return 2 * NormalDist().cdf(-NORMAL_QUANTILE * apart / reach) if reach else 0.0


def _answered(row: Prediction, given: tuple[PredictionOption, ...]) -> PredictionOutcome:
    question = table_question(row["by"].removeprefix("answer "))
    right = tuple(name for name, answer in question.answers.items() if answer.tag == row["is"])
    rows = [
        OutcomeRow(
            short_title(name),
            answer.text,
            "",
            game_hue(name),
            game_seal(name),
            right=name in right,
            clauses=answer.clauses[:2],
        )
        for name, answer in question.answers.items()
    ]
    return PredictionOutcome(given, right, question.text, tuple(rows))


@cache
def table_question(id: str) -> mechanics.DesignQuestion:
    """Return a question of the mechanics table. Raises DataError if it is unknown."""
    for one in mechanics.load_questions(compared_games()):
        if one.id == id:
            return one
    raise DataError("lesson plan", f"there is no question {id!r}.", "They are in tutor/compare/mechanics.toml.")


def _tried(row: Prediction, given: tuple[PredictionOption, ...]) -> PredictionOutcome:
    side = puzzle_side(row["puzzle"], row.get("side", "there"))
    outcome = transfer.try_side(side)
    word = WORKS if outcome.works else REFUSED
    book = engines.load(side.game).rulebook
    known = [(id, book.clauses[id]) for id in outcome.clauses if id in book.clauses]
    rows = [
        OutcomeRow(id, clause.text, "", game_hue(side.game), game_seal(side.game), clauses=(id,))
        for id, clause in known
    ]
    return PredictionOutcome(given, (word,), "", tuple(rows))


def puzzle_side(puzzle: str, side: str) -> transfer.PuzzleSide:
    """Return one side of a puzzle across games. Raises DataError if it is unknown."""
    for one in transfer.load_transfer_puzzles():
        if one.id == puzzle:
            return one.here if side == "here" else one.there
    raise DataError("lesson plan", f"there is no puzzle {puzzle!r}.", "They are in tutor/compare/transfer.toml.")


def line_places(one: Estimate, axis: FigureAxis) -> tuple[float | None, float | None, float | None]:
    """Return the positions of a figure and of the ends of its interval on a scale, in hundredths.

    A figure without an interval is drawn as a dot.
    """
    if one.value is None:
        return None, None, None
    low, high = (one.value if bound is None else bound for bound in one[1:3])
    return axis.place(one.value), axis.place(low), axis.place(high)


def _changed(row: Prediction, given: tuple[PredictionOption, ...], language: str) -> PredictionOutcome:
    found, measure = run_trial(row), row["by"]
    sides = (("printed", "grey", found.effect.printed), ("changed", game_hue(found.game), found.effect.changed))
    less = found.effect.difference
    axis = FigureAxis.of([*(one for _, _, one in sides), less])
    rows = [
        OutcomeRow(
            format_message(f"plans.{name}", language),
            measure_text(measure, one, True, language)
            if one.value is not None
            else format_message("plans.none", language),
            format_message("plans.positions" if counts_positions(row) else "plans.pairs", language, count=found.pairs),
            look,
            "",
            *line_places(one, axis),
        )
        for name, look, one in sides
    ]
    known = less.value is not None
    difference = format_message("plans.none", language)
    if known:
        unit = PLAN_UNITS[measure]
        size = format_difference(less.value or 0.0, unit, language)
        difference = f"{size} ({format_interval(less, unit, language)})"
    places = line_places(less, axis)
    rows.append(
        OutcomeRow(format_message("plans.difference", language), difference, "", game_hue(found.game), "", *places)
    )
    note = format_message("plans.change", language, change=found.change, clause=found.clause)
    note = f"{note} {format_message('plans.interval_like' if 'cause' in row else 'plans.interval_these', language)}"
    right = DIRECTIONS[found.direction + 1]
    if known and not found.direction:
        alone = format_message("house_rules.found_alone", language) if found.effect.direction else ""
        shown = alone or direction_in_words(found.effect, PLAN_UNITS[measure], language, "cause" in row)
        note = f"{note} {format_message('plans.unseen', language, shown=shown)}"
    return PredictionOutcome(
        given, (right,), measure_title(measure, language), tuple(rows), note, axis.ticks(measure, language)
    )
