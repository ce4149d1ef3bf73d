"""How far games without a winner could move a figure.

A drawn game, or one stopped at the turn cap, has no winner and is left out of every share of wins. Nothing has to be
assumed about such games to say what they could change: once all of them are counted one way, and once the other way.

Sources
-------
Manski (1989), Anatomy of the Selection Problem, Journal of Human Resources 24, 343-360, for bounds without assumptions.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.compare.resampling import GameCase
from tutor.estimates import NO_ESTIMATE, Estimate

CasePair = tuple[GameCase | None, GameCase | None]
"""A game by the printed rules and by changed ones, each with whether it was won; None if it has no winner."""


def undecided_bounds(both: Sequence[CasePair]) -> Estimate:
    """Return the difference of two shares, bounded by what it would be if every game had a winner.

    The bounds are the difference if all undecided games by the changed rules were lost and all by the printed rules
    won, and the other way round; they are no confidence interval. n is the number of pairs with an undecided game.

    >>> won, lost = (GameCase(("a", "b"), 1, float(value)) for value in (True, False))
    >>> undecided_bounds([(won, won), (lost, None), (lost, lost), (won, won)])
    0.17 (0.00 to 0.25), n = 1
    """
    halves = [[None if pair[half] is None else pair[half].value for pair in both] for half in (0, 1)]  # type: ignore[union-attr]
    decided = [[value for value in half if value is not None] for half in halves]
    if not all(decided):
        return NO_ESTIMATE
    value = _mean(decided[1]) - _mean(decided[0])
    low, high = (_mean(_filled(halves[1], most)) - _mean(_filled(halves[0], 1 - most)) for most in (0.0, 1.0))
    return Estimate(value, min(low, value), max(high, value), sum(None in pair for pair in both))


def _filled(values: Sequence[float | None], value: float) -> list[float]:
    return [value if one is None else one for one in values]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
