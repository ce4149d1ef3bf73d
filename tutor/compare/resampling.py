"""Intervals that allow for other deals, and for other decks like these.

*These decks*: within each pair of decks, deals are drawn with replacement, all games of a deal together (a bootstrap;
the middle 95 % of the draws). With fewer than `LEAST_DEALS` deals for a pair, they are drawn from all pairs together.

*Decks like these*: each deck is left out in turn with all its games (a jackknife; where two sides never meet
themselves, such as light and dark in Star Wars, each side has its own). The interval is Student's for the number of
decks (for the smaller side), and it is never narrower than deals alone make such a jackknife on average. A jackknife
counts the deals more than once, so this interval is wide: in simulated games with three to six decks it covers the
truth in 95 of 100 cases if decks matter much more than chance, and in more if they matter less. To subtract what deals
count for would make it narrower, but then it covers the truth in 84 to 97 of 100 cases. With fewer than three decks
only deals vary.

The ladder, whose figures are fitted, draws decks and deals together (`draw_together`); that counts deals more than
once, so its intervals are wider than necessary.

Sources
-------
Efron and Tibshirani (1993), An Introduction to the Bootstrap, Chapman and Hall. Efron and Stein (1981), The jackknife
estimate of variance, Annals of Statistics 9, 586-596, for what it counts twice. Owen (2007), The pigeonhole bootstrap,
Annals of Applied Statistics 1, 386-411, for crossed factors, such as the two decks of a game, and for drawing them
together. Yule (1912), On the methods of measuring association between two attributes, Journal of the Royal Statistical
Society 75, 579-652, for Y; Fisher (1935), The logic of inductive inference, Journal of the Royal Statistical Society
98, 39-82, for its interval.
"""

from __future__ import annotations

import math
import operator
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tutor.estimates import NO_ESTIMATE, Estimate, student_quantile, wilson_interval
from tutor.extras import require_extra

if TYPE_CHECKING:
    import numpy as np

DRAW_COUNT = 400
LEAST_DEALS = 5
"""Minimum number of deals of each pair of decks for drawing deals within the pair; the interval would be too narrow."""
LEAST_DECKS = 3
"""Minimum number of decks (on a side) from which anything is said about decks like these."""
RESAMPLING_SEED = 20

SumRow = tuple[tuple[str, str], int, tuple[float, ...]]
"""A row to resample: the decks that met, the number of the deal, and numbers to be summed.

The first of these numbers is the weight of the row.
"""


class GameCase(NamedTuple):
    """The value of one game: the decks that met, the number of the deal, and the value."""

    decks: tuple[str, str]
    deal: int
    value: float


def mean_of(cases: Sequence[GameCase], again: bool = True) -> Estimate:
    """Return the mean of the values with its interval from resampling; an empty estimate if there are no cases.

    The interval of a share is at least as wide as Wilson's: something that never happened in a few games may still
    happen in the next.
    again : True to allow for other decks; if False, the figure is about these decks, and only deals are resampled.
    """
    if not cases:
        return NO_ESTIMATE
    rows = [(case.decks, case.deal, (1.0, case.value)) for case in cases]
    values = [case.value for case in cases]
    within = (0.0 if min(values) >= 0 else -math.inf, 1.0 if min(values) >= 0 and max(values) <= 1 else math.inf)
    found = _estimate(rows, _quotients, len(values), within, again)
    if {*values} <= {0.0, 1.0}:
        low, high = wilson_interval(int(sum(values)), len(values))
        return found._replace(low=min(found.low or 0.0, low), high=max(found.high or 0.0, high))
    return found


def difference_of(both: Sequence[tuple[GameCase | None, GameCase | None]], again: bool = True) -> Estimate:
    """Return the mean of the second values minus the mean of the first, from pairs of cases with the same deal.

    A deal is drawn with both its cases, so what they have in common does not widen the interval. None stands for a
    missing value. n is the number of complete pairs; if there are none, the estimate is empty. again : as in `mean_of`.
    """
    n = sum(one is not None and other is not None for one, other in both)
    if not n:
        return NO_ESTIMATE
    rows = []
    for pair in both:
        there = next((case for case in pair if case is not None), None)
        if there is not None:
            parts = [part for case in pair for part in ((0.0, 0.0) if case is None else (1.0, case.value))]
            rows.append((there.decks, there.deal, tuple(parts)))
    values = [case.value for pair in both for case in pair if case is not None]
    most = max(values) - min(values)
    return _estimate(rows, _less, n, (-most, most), again)


def _quotients(sums: np.ndarray) -> np.ndarray:
    found: np.ndarray = sums[:, 1] / sums[:, 0]
    return found


def _less(sums: np.ndarray) -> np.ndarray:
    sums = sums[(sums[:, 0] > 0) & (sums[:, 2] > 0)]
    found: np.ndarray = sums[:, 3] / sums[:, 2] - sums[:, 1] / sums[:, 0]
    return found


def associate_deals(deals: Sequence[tuple[tuple[str, str], int, bool, bool]], again: bool = True) -> Estimate:
    """Return the association of two yes-or-no values of a deal, given (decks, deal, one, other): Yule's Y.

    It follows from the odds ratio of the fourfold table, and is the correlation (phi) that a table with this odds ratio
    has if both values are true in half of the cases. So, unlike phi, it can reach 1 however unequal the two shares are.
    Half a case is added to every cell (Haldane), and the interval is at least as wide as Fisher's exact one, which is
    also right for small cells. again : as in `mean_of`. The estimate is empty if there are no deals, or if one value
    never varies.
    """
    ones, others = sum(one for *_, one, _ in deals), sum(other for *_, other in deals)
    if not (0 < ones < len(deals) and 0 < others < len(deals)):
        return NO_ESTIMATE
    rows = [(decks, deal, (1.0, float(one), float(other), float(one and other))) for decks, deal, one, other in deals]
    found = _estimate(rows, _log_odds, len(rows), (-math.inf, math.inf), again)
    if found.value is None or found.low is None or found.high is None:
        return NO_ESTIMATE
    from scipy.stats.contingency import odds_ratio

    both = sum(one and other for *_, one, other in deals)
    table = [[both, ones - both], [others - both, len(deals) - ones - others + both]]
    exact = odds_ratio(table).confidence_interval(0.95)
    low = min(found.low, math.log(exact.low) if exact.low > 0 else -math.inf)
    high = max(found.high, math.log(exact.high))
    return Estimate(math.tanh(found.value / 4), math.tanh(low / 4), math.tanh(high / 4), found.n)


def _log_odds(sums: np.ndarray) -> np.ndarray:
    """Return the log odds ratio of two properties for each row, with the Haldane-Anscombe correction (0.5 per cell).

    sums : in each row, the number of cases, of those with the first property, with the second, and with both.
    """
    import numpy as np

    count, one, other, both = (sums[:, part] for part in range(4))
    found: np.ndarray = np.log((both + 0.5) * (count - one - other + both + 0.5)) - np.log(
        (one - both + 0.5) * (other - both + 0.5)
    )
    return found


def draw_together(sets: Sequence[Sequence[SumRow]]) -> np.ndarray:
    """Return, for each draw and each set of rows in it, the sums over the rows.

    The decks of a draw are the same in all sets; deals are drawn for each set separately. The first number of a row is
    its weight; draws in which a set has weight zero are left out.
    """
    require_extra("measure")
    import numpy as np

    source = np.random.default_rng(RESAMPLING_SEED)
    dealt = [_by_deal(rows) for rows in sets]
    met = {pair for deals in dealt for pair in deals}
    names = sorted({name for pair in met for name in pair})
    if len(met) == 1:
        often = np.ones((DRAW_COUNT, len(names)))
    else:
        often = source.multinomial(len(names), [1 / len(names)] * len(names), DRAW_COUNT).astype(float)
    total = np.zeros((DRAW_COUNT, len(sets), len(sets[0][0][2])))
    for at, deals in enumerate(dealt):
        for pair, found in sorted(deals.items()):
            sums = np.array([_total(parts) for _, parts in sorted(found.items())])
            taken = source.multinomial(len(sums), [1 / len(sums)] * len(sums), DRAW_COUNT)
            one, other = names.index(pair[0]), names.index(pair[-1])
            total[:, at] += (often[:, one] * often[:, other])[:, None] * (taken @ sums)
    return total[(total[:, :, 0] > 0).all(axis=1)]


def _by_deal(rows: Sequence[SumRow]) -> dict[tuple[str, ...], dict[int, list[tuple[float, ...]]]]:
    """Group the numbers of the rows by pair of decks, ignoring seats, and by deal."""
    deals: dict[tuple[str, ...], dict[int, list[tuple[float, ...]]]] = defaultdict(lambda: defaultdict(list))
    for decks, deal, parts in rows:
        deals[tuple(sorted(decks))][deal].append(parts)
    return deals


def _total(listed: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """Return the sums of the numbers of some rows; for so few rows, this is much faster than an array."""
    total = listed[0]
    for one in listed[1:]:
        total = tuple(map(operator.add, total, one))
    return total


def _estimate(
    rows: Sequence[SumRow],
    figure: Callable[[np.ndarray], np.ndarray],
    n: int,
    within: tuple[float, float],
    again: bool = True,
) -> Estimate:
    """Return a figure with its interval; an empty estimate if it is undefined.

    figure : maps rows of sums to figures, leaving out undefined ones. within : the range of the figure. again : True to
    allow for other decks.
    """
    require_extra("measure")
    import numpy as np

    source, deals = np.random.default_rng(RESAMPLING_SEED), _by_deal(rows)
    strata = [np.array([_total(listed) for _, listed in sorted(found.items())]) for _, found in sorted(deals.items())]
    sums = [parts.sum(axis=0) for parts in strata]
    if min(map(len, strata)) < LEAST_DEALS:  # too few to draw from: all deals together, whichever decks met
        strata = [np.concatenate(strata)]
    drawn = np.zeros((DRAW_COUNT, len(rows[0][2])))
    for parts in strata:
        drawn += source.multinomial(len(parts), [1 / len(parts)] * len(parts), DRAW_COUNT) @ parts
    whole = figure(np.sum(sums, axis=0)[None])
    if not len(whole):
        return NO_ESTIMATE
    value, others = float(whole[0]), figure(drawn)
    low, high = np.quantile(others, (0.025, 0.975)) if len(others) else (value, value)
    noise = float(others.var()) if len(others) else 0.0
    reach = _reach_of_decks(sorted(deals), np.array(sums), figure, noise) if again else 0.0
    low, high = value - max(value - low, reach), value + max(high - value, reach)
    return Estimate(value, max(within[0], low), min(within[1], high), n)


def _reach_of_decks(
    pairs: Sequence[tuple[str, ...]], sums: np.ndarray, figure: Callable[[np.ndarray], np.ndarray], noise: float
) -> float:
    """Return the half-width of the interval for decks like these, from the sums of each pair of decks.

    noise : the variance caused by the deals alone. Leaving out a deck includes it too, inflated by a factor that
    follows from the weight of each pair; the interval is at least as wide as this alone makes it.
    """
    import numpy as np

    sides = [side for side in sides_of(pairs) if len(side) >= LEAST_DECKS]
    variance = least = 0.0
    for side in sides:
        left = np.array([[name not in pair for pair in pairs] for name in side], float)
        if not ((left @ sums[:, 0]) > 0).all():
            return 0.0
        figures = figure(left @ sums)
        if len(figures) < len(side):
            return 0.0
        spread = (len(side) - 1) / len(side)
        share = left / (left @ sums[:, 0])[:, None]
        variance += spread * float(((figures - figures.mean()) ** 2).sum())
        least += spread * float((((share - share.mean(axis=0)) ** 2) @ sums[:, 0]).sum() * sums[:, 0].sum()) * noise
    if not sides:
        return 0.0
    return student_quantile(min(map(len, sides)) - 1) * math.sqrt(max(variance, least))


def sides_of(pairs: Sequence[tuple[str, ...]]) -> list[list[str]]:
    """Return the decks as two sides if no deck ever meets one of its own side, otherwise all of them as one.

    >>> sides_of([("light", "dark"), ("frontier", "dark")]), sides_of([("a", "b"), ("b", "c"), ("a", "c")])
    ([['dark'], ['frontier', 'light']], [['a', 'b', 'c']])
    """
    names = sorted({name for pair in pairs for name in pair})
    side = dict.fromkeys(names[:1], 0)
    for _ in names:
        for one, other in (way for pair in pairs for way in (pair, pair[::-1])):
            if one in side:
                side.setdefault(other, 1 - side[one])
    if len(side) < len(names) or any(side[pair[0]] == side[pair[-1]] for pair in pairs):
        return [names]
    return [[name for name in names if side[name] == at] for at in (0, 1)]
