"""A lower bound on the number of positions of a game, from how rarely play-outs meet the same one twice.

They cannot be counted, but capture-recapture bounds them: the positions met in one game only, and those met in two,
say how many have been missed at least. Each game is one catch, so positions that follow from each other in one game
are not taken as independent. A position is what the deciding player knows (`interaction.position_digest`).

Sources
-------
Good (1953), The population frequencies of species and the estimation of population parameters, Biometrika 40,
237-264, for the coverage (Turing's estimate). Chao (1984), Nonparametric estimation of the number of classes in a
population, Scandinavian Journal of Statistics 11, 265-270; Chao (1987), Estimating the population size for
capture-recapture data with unequal catchability, Biometrics 43, 783-791, for the bound ("Chao2") and its interval.
Allis (1994), Searching for Solutions in Games and Artificial Intelligence, for "state-space complexity".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from tutor.compare.observe import GameTrace
from tutor.compare.resampling import GameCase, mean_of
from tutor.estimates import NO_ESTIMATE, Estimate

QUANTILE_95 = 1.96


def chao2_bound(catches: Sequence[Iterable[str]]) -> Estimate:
    """Return the minimum number of kinds, with its interval, from the kinds in each of several catches.

    n is the number of catches. Fewer than two give no estimate.
    """
    catches = [{*one} for one in catches]
    m, often = len(catches), Counter(kind for one in catches for kind in one)
    if m < 2 or not often:
        return NO_ESTIMATE
    seen, part = len(often), (m - 1) / m
    once, twice = (sum(times == count for times in often.values()) for count in (1, 2))

    def least(twice: float) -> float:  # the unbiased form, which needs no kind that was met twice
        return seen + part * once * (once - 1) / (2 * (twice + 1))

    found, (few, many) = least(twice), byar_limits(twice)
    low, high = least(many), least(few)
    if twice:
        found, ratio = seen + part * once**2 / (2 * twice), once / twice
        spread = twice * (part * ratio**2 / 2 + part**2 * ratio**3 + part**2 * ratio**4 / 4)
        if found > seen:
            factor = math.exp(QUANTILE_95 * math.sqrt(math.log(1 + spread / (found - seen) ** 2)))
            low, high = min(low, seen + (found - seen) / factor), max(high, seen + (found - seen) * factor)
    return Estimate(found, min(low, found), max(high, found), m)


def byar_limits(count: int) -> tuple[float, float]:
    """Return Byar's 95 % limits on the mean of a Poisson count.

    >>> [round(limit, 1) for limit in byar_limits(0)], [round(limit, 1) for limit in byar_limits(10)]
    ([0, 3.7], [4.8, 18.4])
    """
    low = count * (1 - 1 / (9 * count) - QUANTILE_95 / (3 * math.sqrt(count))) ** 3 if count else 0
    return low, (count + 1) * (1 - 1 / (9 * (count + 1)) + QUANTILE_95 / (3 * math.sqrt(count + 1))) ** 3


def position_bound(traces: Sequence[GameTrace]) -> Estimate:
    """Return how many positions the game has at least, as a power of ten: Chao's lower bound (1984, 1987, "Chao2").

    A position is all that the choosing player knows; hidden cards do not count. Positions met in one game only, and in
    two, give the minimum number that were missed, among those that such players with such decks can reach. It is a
    lower bound on what Allis (1994) calls state-space complexity; there may be any number more. If no position was met
    twice, it grows with the number of games, and the upper end of the interval is the most that this many positions can
    show. The interval is Chao's or, if wider, Byar's for the count of those met in two games.
    """
    found = chao2_bound([one.sight.seen for one in traces if one.sight.seen])
    if found.value is None or found.low is None or found.high is None:
        return NO_ESTIMATE
    return Estimate(math.log10(found.value), math.log10(found.low), math.log10(found.high), found.n)


def position_coverage(traces: Sequence[GameTrace]) -> Estimate:
    """Return the share of a game's positions that occurred in another game too: Turing's coverage (Good 1953).

    It estimates how much of a further game is known from these games. A position is all that the choosing player knows.
    Near 0 the lower bound on the number of positions is far from the number itself; near 100 % it is close.
    """
    games = [one for one in traces if one.sight.seen]
    if len(games) < 2:
        return NO_ESTIMATE
    often = Counter(kind for one in games for kind in {*one.sight.seen})
    shares = [(one, {*one.sight.seen}) for one in games]
    return mean_of(
        [GameCase(one.decks, one.seed, sum(often[kind] > 1 for kind in kinds) / len(kinds)) for one, kinds in shares]
    )
