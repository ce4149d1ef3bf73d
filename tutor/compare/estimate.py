"""Estimates with their uncertainty: every number comes with how many games it rests on, and a 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from tutor.matches.simulate import wilson

Z = 1.959964


class Estimate(NamedTuple):
    """A number with the bounds of its 95 % interval, and the number of games (or deals) it rests on.

    value : None if nothing could be measured; the bounds are then None too.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int


NOTHING = Estimate(None, None, None, 0)


def mean(values: Iterable[float | None]) -> Estimate:
    """Return the mean of the values that are there, with Student's interval.

    The quantile of Student's t is Fisher's expansion (Abramowitz and Stegun, 26.7.5), right to a hundredth from five
    values on. A single value has no interval: its bounds are the value.
    """
    known = [value for value in values if value is not None]
    n = len(known)
    if not n:
        return NOTHING
    middle = math.fsum(known) / n
    if n == 1:
        return Estimate(middle, middle, middle, 1)
    spread = math.sqrt(math.fsum((value - middle) ** 2 for value in known) / (n - 1))
    reach = _t(n - 1) * spread / math.sqrt(n)
    return Estimate(middle, middle - reach, middle + reach, n)


def share(hits: Iterable[bool | None]) -> Estimate:
    """Return how often something was so among the cases where it could be decided, with Wilson's interval."""
    known = [hit for hit in hits if hit is not None]
    if not known:
        return NOTHING
    value, (low, high) = sum(known) / len(known), wilson(sum(known), len(known))
    return Estimate(value, min(low, value), max(high, value), len(known))


def number(one: Estimate, unit: str, interval: bool = False) -> str:
    """Return an estimate as text: "12.3", "45 %", with `interval` also its bounds; "none" if there is no value.

    >>> number(Estimate(0.456, 0.4, 0.5, 10), "%", interval=True)
    '45.6 % (40.0 to 50.0)'
    """
    if one.value is None or one.low is None or one.high is None:
        return "none"
    scale = 100 if unit == "%" else 1
    digits = 1 if unit == "%" or abs(one.value) >= 10 else 2
    rendered = f"{one.value * scale:.{digits}f}" + (f" {unit}" if unit else "")
    return f"{rendered} ({one.low * scale:.{digits}f} to {one.high * scale:.{digits}f})" if interval else rendered


def _t(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t."""
    third, fifth = Z**3 + Z, 5 * Z**5 + 16 * Z**3 + 3 * Z
    seventh = 3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z
    return Z + third / (4 * freedom) + fifth / (96 * freedom**2) + seventh / (384 * freedom**3)
