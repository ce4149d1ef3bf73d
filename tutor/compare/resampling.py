"""Intervals that include the decks: decks are drawn again, and the deals between them, as if there had been others.

A plain bootstrap over two levels. Each draw takes as many decks as there are, with replacement; a pair of decks counts
as often as both were drawn; within a pair its deals are drawn with replacement, with all games of a deal together.
With two decks there is one pair, and only deals are drawn.

Sources
-------
Efron and Tibshirani (1993), An Introduction to the Bootstrap, Chapman and Hall. Owen (2007), The pigeonhole bootstrap,
Annals of Applied Statistics 1, 386-411, for factors that are crossed, as the two decks of a game are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tutor.estimates import NOTHING, Estimate, wilson

if TYPE_CHECKING:
    import numpy as np

DRAWS = 400
SEED = 20

Row = tuple[tuple[str, str], int, tuple[float, ...]]
"""What is drawn: the decks that met, the number of the deal, and numbers that are added up."""


class Case(NamedTuple):
    """A value of one game: the decks that met, the number of the deal, the value."""

    decks: tuple[str, str]
    deal: int
    value: float


def mean_of(cases: Sequence[Case], again: bool = True) -> Estimate:
    """Return the mean of the values, n of them, with the interval from resampling. No cases: nothing.

    The interval of a share is Wilson's at least: what never came in a few games may come in the next. again : whether
    decks are drawn again; without, the figure is about these decks, and only deals are.
    """
    if not cases:
        return NOTHING
    drawn = _drawn([(case.decks, case.deal, (1.0, case.value)) for case in cases], again)
    values = [case.value for case in cases]
    found = _estimate(sum(values) / len(values), drawn[:, 1] / drawn[:, 0], len(values))
    if {*values} <= {0.0, 1.0}:
        low, high = wilson(int(sum(values)), len(values))
        return found._replace(low=min(found.low or 0.0, low), high=max(found.high or 0.0, high))
    return found


def difference_of(both: Sequence[tuple[Case | None, Case | None]]) -> Estimate:
    """Return the mean of the second values less the mean of the first, from pairs of cases of the same deal.

    A deal is drawn with both of its cases, so what they have in common does not widen the interval. None: that one has
    no value. n is the number of pairs in which both have one; without any, nothing.
    """
    n = sum(one is not None and other is not None for one, other in both)
    if not n:
        return NOTHING
    import numpy as np

    rows = []
    for pair in both:
        there = next((case for case in pair if case is not None), None)
        if there is not None:
            parts = [part for case in pair for part in ((0.0, 0.0) if case is None else (1.0, case.value))]
            rows.append((there.decks, there.deal, tuple(parts)))
    whole, drawn = np.sum([parts for *_, parts in rows], axis=0)[None], _drawn(rows)
    return _estimate(float(_less(whole)[0]), _less(drawn[drawn[:, 2] > 0]), n)


def _less(sums: np.ndarray) -> np.ndarray:
    found: np.ndarray = sums[:, 3] / sums[:, 2] - sums[:, 1] / sums[:, 0]
    return found


def correlation(deals: Sequence[tuple[tuple[str, str], int, bool, bool]]) -> Estimate:
    """Return how far two things that are so or not go together over the deals, from (decks, deal, one, other).

    Pearson's correlation of two yes-or-no numbers (phi). No deals, or one of the two the same in all: nothing.
    """
    if not deals:
        return NOTHING
    import numpy as np

    rows = [(decks, deal, (1.0, float(one), float(other), float(one and other))) for decks, deal, one, other in deals]
    value = _phi(np.sum([parts for *_, parts in rows], axis=0)[None])
    if not len(value):
        return NOTHING
    return _estimate(float(value[0]), _phi(_drawn(rows)), len(rows))


def _phi(sums: np.ndarray) -> np.ndarray:
    """Return the correlations from rows of (count, ones, others, both); rows without variance are left out."""
    one, other, both = (sums[:, part] / sums[:, 0] for part in (1, 2, 3))
    variance = one * (1 - one) * other * (1 - other)
    varied = variance > 1e-12
    found: np.ndarray = (both - one * other)[varied] / variance[varied] ** 0.5
    return found


def _drawn(rows: Sequence[Row], again: bool = True) -> np.ndarray:
    """Return for each draw the sums of the parts of the rows; draws in which no two decks met are left out."""
    return drawn_at_once([rows], again)[:, 0]


def drawn_at_once(sets: Sequence[Sequence[Row]], again: bool = True) -> np.ndarray:
    """Return for each draw, and in it for each of several sets of rows, the sums of the parts of its rows.

    The decks of a draw are the same in all sets; deals are drawn in each set for itself. The first part of a row is how
    often it counts; draws in which a set is left without any are left out. again : whether decks are drawn again.
    """
    import numpy as np

    source = np.random.default_rng(SEED)
    dealt = [_by_deal(rows) for rows in sets]
    met = {pair for deals in dealt for pair in deals}
    names = sorted({name for pair in met for name in pair})
    if len(met) == 1 or not again:
        often = np.ones((DRAWS, len(names)))
    else:
        often = source.multinomial(len(names), [1 / len(names)] * len(names), DRAWS).astype(float)
    total = np.zeros((DRAWS, len(sets), len(sets[0][0][2])))
    for at, deals in enumerate(dealt):
        for pair, found in sorted(deals.items()):
            sums = np.array([np.sum(parts, axis=0) for _, parts in sorted(found.items())])
            taken = source.multinomial(len(sums), [1 / len(sums)] * len(sums), DRAWS)
            one, other = names.index(pair[0]), names.index(pair[-1])
            total[:, at] += (often[:, one] * often[:, other])[:, None] * (taken @ sums)
    return total[(total[:, :, 0] > 0).all(axis=1)]


def _by_deal(rows: Sequence[Row]) -> dict[tuple[str, ...], dict[int, list[tuple[float, ...]]]]:
    """Return the parts of the rows by the two decks, whatever their seats, and by the deal."""
    deals: dict[tuple[str, ...], dict[int, list[tuple[float, ...]]]] = defaultdict(lambda: defaultdict(list))
    for decks, deal, parts in rows:
        deals[tuple(sorted(decks))][deal].append(parts)
    return deals


def _estimate(value: float, drawn: np.ndarray, n: int) -> Estimate:
    """Return the value with the middle 95 % of the draws, which are made to hold it."""
    import numpy as np

    low, high = np.quantile(drawn, (0.025, 0.975)) if len(drawn) else (value, value)
    return Estimate(value, min(float(low), value), max(float(high), value), n)
