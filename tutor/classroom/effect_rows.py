"""A measure with and without a change, as the lab's table and its rule card show it: words, numbers, places on an axis.

Zero stands in the middle of every axis. What is not visible is said so and drawn grey; a forecast that did not come
true is no mistake.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypedDict

from tutor.compare.differences import format_signed
from tutor.compare.metrics import METRICS
from tutor.estimates import Estimate
from tutor.experiments.effects import Effect
from tutor.messages.checking import Within
from tutor.text import format_message

FEWER, SAME, MORE = -1, 0, 1
Direction = Literal[-1, 0, 1]
"""Which way a measure goes: fewer, the same, more."""
Row = Annotated[int, Within(0, 2)]
"""A row in which a measure is asked about."""
WORDS: Mapping[int, str] = {FEWER: "fewer", SAME: "same", MORE: "more"}
KEPT = 5
"""So many digits behind the point are kept."""
ENDED = "ended:"


class Mark(TypedDict):
    """A mark of an axis, `at` percent from the left."""

    at: float
    text: str


class Axis(TypedDict):
    """Where the bounds of an interval, the difference (`dot`) and the marks stand, in percent from the left."""

    low: float
    dot: float
    high: float
    marks: list[Mark]


class EffectRow(TypedDict):
    """A measure as it is shown; without values while nothing is `known`, and then it says `why`."""

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
    axis: NotRequired[Axis]


def title_of(metric: str, language: str, clauses: Mapping[str, str] | None = None) -> str:
    """Return what a measure is called; of a way to end by the heading of its clause (`clauses`)."""
    if metric.startswith(ENDED):
        clause = metric.removeprefix(ENDED)
        return format_message(
            "house_rules.ended_by", language, clause=clause, title=(clauses or {}).get(clause, clause)
        )
    return format_message(f"metric.{metric}.title", language)


def unit_of(metric: str) -> str:
    """Return "%" for a share, "" for a plain number."""
    units = {one.id: one.unit for one in METRICS}
    return "%" if metric.startswith(ENDED) else units[metric]


def row(metric: str, effect: Effect, said: int | None, language: str, title: str = "") -> EffectRow:
    """Return a measure as it is shown: its two values, the difference, and what was said before (None: nothing)."""
    unit, found = unit_of(metric), effect.direction
    shown: EffectRow = {
        "id": metric,
        "title": title or title_of(metric, language),
        "known": effect.difference.value is not None,
        "visible": effect.visible,
        "found": WORDS[found],
        "found_text": format_message(f"house_rules.found_{WORDS[found]}", language),
        "said": "" if said is None else WORDS[said],
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
        "printed": format_message("house_rules.printed", language, value=plain(effect.printed.value, unit)),
        "house": format_message("house_rules.house", language, value=plain(effect.changed.value, unit)),
        "difference": difference(effect.difference.value, unit, language),
        "interval": interval(effect.difference, unit, language),
        "n": effect.difference.n,
        "axis": _axis(effect.difference, unit, step),
    }


def _said(said: int, found: int, language: str) -> str:
    if said == found:
        return format_message("house_rules.as_you_said", language)
    return format_message(
        "house_rules.you_said", language, what=format_message(f"house_rules.said_{WORDS[said]}", language)
    )


def plain(value: float | None, unit: str) -> str:
    """Return a value: "54 %", "14.8", "2.13"."""
    if value is None:
        return "–"
    if unit == "%":
        return f"{value * 100:.0f} %"
    return f"{value:.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f}"


def difference(value: float, unit: str, language: str) -> str:
    """Return a difference: "−3.9", "+2 points"; rounded as a card keeps it, so that both say the same."""
    value = round(value, KEPT)
    if unit != "%":
        return format_signed(value, digits=_digits(value))
    told = format_signed(value, unit, _of_points(value))
    return format_message("house_rules.point" if told[1:] == "1" else "house_rules.points", language, value=told)


def interval(one: Estimate, unit: str, language: str) -> str:
    """Return the bounds of the 95 % interval of a difference: "−4.5 to −3.4"."""
    value = round(one.value or 0.0, KEPT)
    digits = _of_points(value) if unit == "%" else _digits(value)
    low, high = (format_signed(round(bound, KEPT), unit, digits) for bound in (one.low or 0.0, one.high or 0.0))
    return format_message("house_rules.interval", language, low=low, high=high)


def _of_points(value: float) -> int:
    """Return how many digits behind the point a difference of shares has: a small one would be told as none."""
    return 0 if abs(value) >= 0.00995 else 1


def _digits(value: float) -> int:
    return 0 if abs(value) >= 100 else 1 if abs(value) >= 1 else 2


def _step(one: Estimate, unit: str) -> float:
    """Return the distance of the marks: two of them on either side hold the whole interval."""
    reach = max(abs(one.low or 0.0), abs(one.high or 0.0), 0.02 if unit == "%" else 0.1) * (100 if unit == "%" else 1)
    power = 10.0 ** math.floor(math.log10(reach / 2))
    return next(power * part for part in (1, 1.5, 2, 3, 5, 10) if 2 * power * part >= reach)


def _axis(one: Estimate, unit: str, step: float) -> Axis:
    """Return where the dot, the interval and the marks stand, in percent from the left; rounded as a card keeps it."""
    scale = 100 if unit == "%" else 1

    def at(value: float) -> float:
        return min(100.0, max(0.0, round(50 + 25 * round(value, KEPT) * scale / step, 2)))  # a card may say anything

    marks: list[Mark] = [{"at": 50 + 25 * n, "text": _mark(n * step)} for n in (-2, -1, 0, 1, 2)]
    return {"low": at(one.low or 0.0), "dot": at(one.value or 0.0), "high": at(one.high or 0.0), "marks": marks}


def _mark(value: float) -> str:
    digits = 0 if value == int(value) else 1 if abs(value * 10 - round(value * 10)) < 1e-9 else 2
    return format_signed(value, digits=digits) if value else "0"
