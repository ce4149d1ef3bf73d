"""Numbers with their uncertainty: shares, means and spreads, each with the number of games behind it.

Intervals are 95 % intervals. All of it uses the standard library, Student's distribution too: stored figures are judged
on pages that must open where neither numpy nor scipy is installed, such as the static ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from statistics import NormalDist, fmean, median, quantiles, stdev
from typing import NamedTuple

from tutor.text import format_message

NORMAL_QUANTILE = NormalDist().inv_cdf(0.975)
"""The 97.5 % quantile of the normal distribution; a 95 % interval leaves out 2.5 % on either side."""


QUANTILE_PRECISION = 1e-10
PIECES, FARTHEST = 400, 12
"""The number of pieces of an integral, and how many standard deviations it reaches."""


class Estimate(NamedTuple):
    """A number with the bounds of its 95 % interval, and the number of games (or deals) behind it.

    value : None if nothing could be measured; the bounds are then also None. A number that stands beside a judged one
    may have no bounds either.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int

    def __repr__(self) -> str:
        """Return the estimate as notebooks show it: "15.7 (13.0 to 18.5), n = 400"."""
        return f"{format_estimate(self, '', interval=True)}, n = {self.n}"


class Spread(NamedTuple):
    """The median of some numbers, with the 10th and 90th percentiles."""

    p10: float
    median: float
    p90: float


NO_ESTIMATE = Estimate(None, None, None, 0)


def wilson_interval(hits: int, cases: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share; it stays within 0 to 1 and is also suitable for small numbers."""
    if not cases:
        return 0.0, 1.0
    share, square = hits / cases, NORMAL_QUANTILE * NORMAL_QUANTILE / cases
    middle = (share + square / 2) / (1 + square)
    reach = NORMAL_QUANTILE / (1 + square) * math.sqrt(share * (1 - share) / cases + square / cases / 4)
    return (middle - reach if hits else 0.0), (middle + reach if hits < cases else 1.0)


def estimate_share(hits: Iterable[bool | None]) -> Estimate:
    """Return the share of True among the cases that were decided (not None), with Wilson's interval."""
    known = [hit for hit in hits if hit is not None]
    if not known:
        return NO_ESTIMATE
    value, (low, high) = sum(known) / len(known), wilson_interval(sum(known), len(known))
    return Estimate(value, min(low, value), max(high, value), len(known))


def estimate_mean(values: Iterable[float | None]) -> Estimate:
    """Return the mean of the values that are not None, with Student's interval; a single value is its own interval."""
    known = [value for value in values if value is not None]
    n = len(known)
    if not n:
        return NO_ESTIMATE
    middle = fmean(known)
    if n == 1:
        return Estimate(middle, middle, middle, 1)
    reach = student_quantile(n - 1) * stdev(known, middle) / math.sqrt(n)
    return Estimate(middle, middle - reach, middle + reach, n)


@cache
def student_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, by bisection of `student_tail`."""
    low, high = 0.0, 13.0  # with one degree of freedom it is 12.7
    while high - low > QUANTILE_PRECISION:
        middle = (low + high) / 2
        low, high = (middle, high) if student_tail(middle, freedom) > 0.025 else (low, middle)
    return (low + high) / 2


def student_tail(distance: float, freedom: float) -> float:
    """Return the probability that Student's t is larger than `distance`, which is at least 0.

    With t = sqrt(freedom) tan(angle) the density becomes a power of the cosine (Abramowitz and Stegun 26.7), which is
    integrated by Simpson's rule up to FARTHEST.
    """
    begin = math.atan(distance / math.sqrt(freedom))
    end = min(math.pi / 2, begin + FARTHEST / math.sqrt(freedom))
    width = (end - begin) / PIECES
    heights = [max(0.0, math.cos(begin + at * width)) ** (freedom - 1) for at in range(PIECES + 1)]
    area = math.fsum(
        (heights[0], heights[-1], *(4 * one for one in heights[1::2]), *(2 * one for one in heights[2:-1:2]))
    )
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    return scale * area * width / 3


def widen_interval(
    one: Estimate, without: Sequence[float], within: tuple[float, float] = (-math.inf, math.inf)
) -> Estimate:
    """Return an estimate whose interval also allows for the choice of games from which it was learned.

    without : the same figure learned without one part of the games, then without the next, and so on (the grouped
    jackknife: Wolter 1985, Introduction to Variance Estimation, Springer). The two variances are added, as for
    independent numbers. within : the possible range of the figure.
    """
    if one.value is None or one.low is None or one.high is None or len(without) < 2:
        return one
    parts, middle = len(without), fmean(without)
    variance = (parts - 1) / parts * math.fsum((figure - middle) ** 2 for figure in without)
    reach = student_quantile(parts - 1) * math.sqrt(variance)
    below, above = (math.hypot(side, reach) for side in (one.value - one.low, one.high - one.value))
    return Estimate(one.value, max(within[0], one.value - below), min(within[1], one.value + above), one.n)


def spread_of(values: Iterable[float]) -> Spread:
    """Return the median and the 10th and 90th percentiles of some numbers, with linear interpolation."""
    known = sorted(values)
    tenths = quantiles(known, n=10, method="inclusive") if len(known) > 1 else known * 9
    return Spread(tenths[0], median(known), tenths[-1])


def format_estimate(one: Estimate, unit: str, interval: bool = False, language: str = "en") -> str:
    """Return an estimate as text: "12.3", "45 %", with `interval` also its bounds; "none" if there is no value.

    With `interval`, a share of 0 or 1 is given as a count ("none of 240"), since its interval would end at the share.

    >>> format_estimate(Estimate(0.456, 0.4, 0.5, 10), "%", interval=True)
    '45.6 % (40.0 to 50.0)'
    """
    if one.value is None:
        return format_message("figure.none", language)
    interval = interval and one.low is not None and one.high is not None
    if interval and unit == "%" and one.n > 1 and (one.value == one.low == 0 or one.value == one.high == 1):
        return format_message("figure.all_of" if one.value else "figure.none_of", language, n=one.n)
    scale = 100 if unit == "%" else 1
    digits = 1 if unit == "%" or abs(one.value) >= 10 else 2
    rendered = f"{one.value * scale:.{digits}f}" + (f" {unit}" if unit else "")
    if not interval or one.low is None or one.high is None:
        return rendered
    return format_with_bounds(rendered, one.low * scale, one.high * scale, f".{digits}f", language)


def format_with_bounds(rendered: str, low: float, high: float, form: str = "g", language: str = "en") -> str:
    """Return a formatted number with its bounds. form : the format of the bounds.

    >>> format_with_bounds("12", 10.5, 13.5)
    '12 (10.5 to 13.5)'
    """
    return f"{rendered} ({format_bounds(low, high, form, language)})"


def format_bounds(low: float, high: float, form: str = "g", language: str = "en") -> str:
    """Return two bounds, the lower one first. form : their format."""
    return format_message("figure.between", language, low=f"{low:{form}}", high=f"{high:{form}}")


def format_sample_size(counts: Iterable[int], language: str = "en") -> str:
    """Return the number of games behind figures, as a range if they differ; "" if there are no figures.

    >>> format_sample_size([200]), format_sample_size([80, 200, 120])
    ('n = 200', 'n = 80 to 200')
    """
    known = sorted(set(counts))
    if len(known) < 2:
        return f"n = {known[0]}" if known else ""
    return f"n = {format_bounds(known[0], known[-1], 'd', language)}"
