"""A measure with and without a change, as shown by the lab's table and its rule card: words, numbers, axis positions.

Zero is in the middle of every axis. An effect that cannot be distinguished from none is labelled so and drawn grey; a
wrong forecast is not a mistake.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from tutor.compare.differences import format_signed
from tutor.compare.metrics import METRICS
from tutor.estimates import Estimate
from tutor.experiments.effects import RuleEffect
from tutor.messages.checking import Within
from tutor.text import format_message

FEWER, SAME, MORE = -1, 0, 1
EffectDirection = Literal[-1, 0, 1]
"""The direction of a change of a measure: fewer, the same, more."""
PredictionRow = Annotated[int, Within(0, 2)]
"""The index of a row in which a measure is predicted."""
DIRECTION_WORDS: Mapping[int, str] = {FEWER: "fewer", SAME: "same", MORE: "more"}
KEPT_DIGITS = 5
"""Number of decimal places stored."""
ENDED_PREFIX = "ended:"


class AxisMark(TypedDict):
    """A mark of an axis, `at` percent from the left."""

    at: float
    text: str


class EffectAxis(TypedDict):
    """The positions of an interval's bounds, the difference (`dot`) and the marks, in percent from the left."""

    low: float
    dot: float
    high: float
    marks: list[AxisMark]


class EffectRow(TypedDict):
    """A measure as shown; while it is not `known`, it has no values, and `why` gives the reason."""

    id: str
    title: str
    known: bool
    visible: bool
    found: str
    found_text: str
    said: str
    right: bool
    said_text: str
    why: NotRequired[str]
    printed: NotRequired[str]
    house: NotRequired[str]
    difference: NotRequired[str]
    interval: NotRequired[str]
    n: NotRequired[int]
    axis: NotRequired[EffectAxis]


def effect_title(metric: str, language: str, clauses: Mapping[str, str] | None = None) -> str:
    """Return the name of a measure; for a way to end, the heading of its clause (`clauses`)."""
    if metric.startswith(ENDED_PREFIX):
        clause = metric.removeprefix(ENDED_PREFIX)
        return format_message(
            "house_rules.ended_by", language, clause=clause, title=(clauses or {}).get(clause, clause)
        )
    return format_message(f"metric.{metric}.title", language)


def effect_unit(metric: str) -> str:
    """Return "%" for a share, "" for a plain number."""
    units = {one.id: one.unit for one in METRICS}
    return "%" if metric.startswith(ENDED_PREFIX) else units[metric]


def effect_row(metric: str, effect: RuleEffect, said: int | None, language: str, title: str = "") -> EffectRow:
    """Return a measure as shown: its two values, the difference, and the prediction (None: none)."""
    unit, found = effect_unit(metric), effect.direction
    shown: EffectRow = {
        "id": metric,
        "title": title or effect_title(metric, language),
        "known": effect.difference.value is not None,
        "visible": effect.visible,
        "found": DIRECTION_WORDS[found],
        "found_text": format_message(f"house_rules.found_{DIRECTION_WORDS[found]}", language),
        "said": "" if said is None else DIRECTION_WORDS[said],
        "right": said is not None and said == found,
        "said_text": "" if said is None else _said(said, found, language),
    }
    if effect.difference.value is None:
        return shown | {
            "why": format_message("house_rules.unknown", language),
            "found": "",
            "right": False,
            "said_text": "",
        }
    step = _step(effect.difference, unit)
    return shown | {
        "printed": format_message("house_rules.printed", language, value=format_number(effect.printed.value, unit)),
        "house": format_message("house_rules.house", language, value=format_number(effect.changed.value, unit)),
        "difference": format_difference(effect.difference.value, unit, language),
        "interval": format_interval(effect.difference, unit, language),
        "n": effect.difference.n,
        "axis": _axis(effect.difference, unit, step),
    }


def _said(said: int, found: int, language: str) -> str:
    if said == found:
        return format_message("house_rules.as_you_said", language)
    return format_message(
        "house_rules.you_said", language, what=format_message(f"house_rules.said_{DIRECTION_WORDS[said]}", language)
    )


def format_number(value: float | None, unit: str) -> str:
    """Return a value as text: "54 %", "14.8", "2.13"."""
    if value is None:
        return "–"
    if unit == "%":
        return f"{value * 100:.0f} %"
    return f"{value:.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f}"


def format_difference(value: float, unit: str, language: str) -> str:
    """Return a difference as text: "−3.9", "+2 points"; rounded as stored on a card, so that both agree."""
    value = round(value, KEPT_DIGITS)
    if unit != "%":
        return format_signed(value, digits=_digits(value))
    told = format_signed(value, unit, _of_points(value))
    return format_message("house_rules.point" if told[1:] == "1" else "house_rules.points", language, value=told)


def format_interval(one: Estimate, unit: str, language: str) -> str:
    """Return the bounds of the 95 % interval of a difference as text: "−4.5 to −3.4"."""
    value = round(one.value or 0.0, KEPT_DIGITS)
    digits = _of_points(value) if unit == "%" else _digits(value)
    low, high = (format_signed(round(bound, KEPT_DIGITS), unit, digits) for bound in (one.low or 0.0, one.high or 0.0))
    return format_message("house_rules.interval", language, low=low, high=high)


def _of_points(value: float) -> int:
    """Return the number of decimal places for a difference of shares, so that a small one is not rounded to 0."""
    return 0 if abs(value) >= 0.00995 else 1


def _digits(value: float) -> int:
    return 0 if abs(value) >= 100 else 1 if abs(value) >= 1 else 2


def _step(one: Estimate, unit: str) -> float:
    """Return the distance of the marks: two of them on either side contain the whole interval."""
    reach = max(abs(one.low or 0.0), abs(one.high or 0.0), 0.02 if unit == "%" else 0.1) * (100 if unit == "%" else 1)
    power = 10.0 ** math.floor(math.log10(reach / 2))
    return next(power * part for part in (1, 1.5, 2, 3, 5, 10) if 2 * power * part >= reach)


def _axis(one: Estimate, unit: str, step: float) -> EffectAxis:
    """Return the positions of the dot, the interval and the marks, in percent from the left; rounded as on a card."""
    scale = 100 if unit == "%" else 1

    def at(value: float) -> float:
        return min(
            100.0, max(0.0, round(50 + 25 * round(value, KEPT_DIGITS) * scale / step, 2))
        )  # a card may contain any values

    marks: list[AxisMark] = [{"at": 50 + 25 * n, "text": _mark(n * step)} for n in (-2, -1, 0, 1, 2)]
    return {"low": at(one.low or 0.0), "dot": at(one.value or 0.0), "high": at(one.high or 0.0), "marks": marks}


def _mark(value: float) -> str:
    digits = 0 if value == int(value) else 1 if abs(value * 10 - round(value * 10)) < 1e-9 else 2
    return format_signed(value, digits=digits) if value else "0"
