"""Formats differences: signed, with interval and n, and on an axis centred on zero."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist

from tutor.estimates import NORMAL_QUANTILE, Estimate
from tutor.experiments.effects import is_visible

ROUND_STEPS = (1, 2, 5)
TICKS_A_SIDE = 2
"""Number of ticks on either side of zero."""


FALSE_DISCOVERIES = 0.05
"""Maximum share of chance findings among those of `find_discoveries`, in the long run."""


def find_discoveries(effects: Sequence[Estimate], looked: int = 0) -> set[int]:
    """Return the indices of the differences that stand out when all of them are tested together.

    effects : the differences with their intervals for these decks, which rest on many deals. looked : how many
    differences were looked at in all, if more than these were; that only makes it harder.

    The false discovery rate is held at `FALSE_DISCOVERIES` by the step-up rule of Benjamini and Hochberg (1995),
    Journal of the Royal Statistical Society B 57, 289-300. Each difference is tested with its own interval; estimates
    without a value are not tested. For decks like these no such rate could be held: six decks say too little.
    """
    tested = sorted((chance_of(one), at) for at, one in enumerate(effects) if one.value is not None)
    count = max(looked, len(tested))
    passed = [rank for rank, (chance, _) in enumerate(tested, 1) if chance <= FALSE_DISCOVERIES * rank / count]
    return {at for _, at in tested[: max(passed, default=0)]}


def chance_of(one: Estimate) -> float:
    """Return the probability that chance alone causes a difference this far from zero, from its 95 % interval.

    The interval counts as normal, since it rests on many deals.
    """
    reach = _reach_towards_zero(one)
    if one.value is None or reach is None:
        return 1.0
    if reach <= 0:
        return float(one.value == 0)
    return 2 * NormalDist().cdf(-NORMAL_QUANTILE * abs(one.value) / reach)


def _reach_towards_zero(one: Estimate) -> float | None:
    """Return how far an interval reaches from its value towards zero; None if there is none."""
    if one.value is None or one.low is None or one.high is None:
        return None
    return one.value - one.low if one.value > 0 else one.high - one.value


def format_signed(value: float, unit: str = "", digits: int = 1) -> str:
    """Format a number with its sign; a share is given in percentage points.

    >>> format_signed(0.034, "%"), format_signed(-2, digits=0), format_signed(0.0004, "%")
    ('+3.4', '−2', '0.0')
    """
    text = f"{value * (100 if unit == '%' else 1):+.{digits}f}"
    if not float(text):
        return text[1:]
    return text.replace("-", "−")


def difference_figure(one: Estimate, unit: str, between: str, digits: int | None = None) -> dict[str, object]:
    """Return a difference for a page: value, interval, n, and whether it is visible; empty if it has no value.

    between : the format of the interval, with {low} and {high}. digits : the decimal places; by default as many as the
    interval needs.
    """
    if one.value is None or one.low is None or one.high is None:
        return {"value": "", "interval": "", "n": 0, "visible": False}
    digits = digits_of(one, unit) if digits is None else digits
    low, high = (format_signed(bound, unit, digits) for bound in (one.low, one.high))
    interval = between.format(low=low, high=high)
    return {
        "value": format_signed(one.value, unit, digits),
        "interval": interval,
        "n": one.n,
        "visible": is_visible(one),
    }


def digits_of(one: Estimate, unit: str) -> int:
    """Return the decimal places of a difference: 2 for a plain number whose interval is within ±1, otherwise 1."""
    return 1 if unit == "%" or max(abs(one.low or 0.0), abs(one.high or 0.0)) >= 1 else 2


def axis_reach(found: Iterable[Estimate]) -> float:
    """Return the half-width of an axis that holds every interval: a round number.

    >>> axis_reach([Estimate(0.03, -0.01, 0.07, 400)])
    0.1
    """
    most = max((abs(bound) for one in found for bound in (one.low, one.high) if bound is not None), default=0) or 1.0
    power = 10.0 ** math.floor(math.log10(most))
    return next(round(step * power, 10) for step in (*ROUND_STEPS, 10) if step * power >= most - 1e-9)


def axis_ticks(reach: float, unit: str) -> list[dict[str, object]]:
    """Return the ticks of an axis: position in percent from the left, and label."""
    scaled = reach * (100 if unit == "%" else 1)
    digits = next(
        (digits for digits in (0, 1, 2) if round(scaled / TICKS_A_SIDE, digits) == round(scaled / TICKS_A_SIDE, 6)), 2
    )
    ticks = range(-TICKS_A_SIDE, TICKS_A_SIDE + 1)
    return [
        {
            "at": 50 + 50 * tick / TICKS_A_SIDE,
            "text": format_signed(reach * tick / TICKS_A_SIDE, unit, digits) if tick else "0",
        }
        for tick in ticks
    ]


def axis_position(one: Estimate, reach: float) -> dict[str, float] | None:
    """Return the position of a difference on an axis, in percent from the left; None if it has no value."""
    if one.value is None or one.low is None or one.high is None:
        return None
    at, low, high = (round(50 + 50 * max(-1.0, min(1.0, value / reach)), 2) for value in (one.value, one.low, one.high))
    return {"at": at, "low": low, "width": round(high - low, 2)}
