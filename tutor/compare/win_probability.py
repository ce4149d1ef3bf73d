"""The win probability: the chance of seat 0 to win from a position, fitted on a game's own play-outs.

It is a logistic regression of the result on the features of the position (`tutor.compare.features`), and on the same
features weighted by the progress of the game. It has no intercept, so the chances of the two seats add up to one. The
method is the same for every game and way to play. Its reliability is measured by cross-validation: the deals are split
into `FOLDS` parts, and each part is judged by a model fitted on the others.

Sources
-------
Brier (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78, 1-3. Lock and
Nettleton (2014), Using random forests to estimate win probability before each play of an NFL game, Journal of
Quantitative Analysis in Sports 10, 197-205, for judging positions by the results of games that held them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

from tutor.compare.observe import LOOKS, GameTrace, WatchedMoment
from tutor.estimates import NO_ESTIMATE, Estimate, estimate_mean, wilson_interval
from tutor.extras import require_extra

if TYPE_CHECKING:
    import numpy as np

FOLDS = 5
LEAST_GAMES = 100
"""Minimum number of decided games for fitting a win probability."""
PENALTY = 0.03
"""The inverse strength of the penalty on large weights, which keeps redundant features in check."""
PENALTIES = (0.003, 0.01, 0.03, 0.1, 0.3)
"""The penalties from which `choose_penalty` chooses; the best one depends on the number of games."""
BIN_COUNT = 10
LEAST_SKILL = 0.05
"""Minimum skill halfway through the game, at the lower end of its interval, for positions to count as informative."""


class WinModel(NamedTuple):
    """A fitted win probability.

    span : number of turns of a typical game. weights : for each feature its weight at the start, and what is added to
    it by the end of a typical game.
    """

    span: float
    weights: dict[str, tuple[float, float]]

    def chance(self, moment: WatchedMoment) -> float:
        """Return the probability that seat 0 wins, from 0 to 1."""
        time = moment.turn / self.span
        total = 0.0
        for name, value in moment.features.items():
            weight, later = self.weights.get(name, (0.0, 0.0))
            total += value * (weight + later * time)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


class ReliabilityBin(NamedTuple):
    """Moments with similar chances: the mean chance (`said`), the win rate of seat 0 (`came`), and n."""

    said: float
    came: float
    low: float
    high: float
    n: int


class ModelTrust(NamedTuple):
    """The reliability of a win probability, from games it was not fitted on.

    brier : the mean squared difference between chance and result; 0 is perfect, a coin toss has 0.25. skill : 1 minus
    the ratio of brier to the value for a coin toss. quarter, half, three_quarters : the same at these points of the
    games.
    bins : the reliability diagram; where the chance is 70 %, seat 0 should win 70 of 100.
    """

    brier: Estimate
    skill: Estimate
    quarter: Estimate
    half: Estimate
    three_quarters: Estimate
    bins: tuple[ReliabilityBin, ...]

    @property
    def tells(self) -> bool:
        """Return True if positions predict the winner well enough for metrics about leads."""
        return self.half.low is not None and self.half.low >= LEAST_SKILL


COIN_BRIER = 0.25
"""The Brier score of always predicting one half."""


def fit_win_model(traces: Sequence[GameTrace], penalty: float = PENALTY) -> WinModel | None:
    """Return a win probability fitted on watched games; None if fewer than `LEAST_GAMES` of them were decided."""
    decided = _decided(traces)
    if len(decided) < LEAST_GAMES:
        return None
    require_extra("measure")
    span = max(1.0, median(one.sight.turns for one in decided))
    names = sorted({name for one in decided for moment in one.sight.moments for name in moment.features})
    weights = _fit(_rows_of(decided, names, span), _won_of(decided), penalty)
    first, later = weights.reshape(2, len(names)).round(5).tolist()
    return WinModel(round(span, 2), dict(zip(names, zip(first, later, strict=True), strict=True)))


def _decided(traces: Sequence[GameTrace]) -> list[GameTrace]:
    return [one for one in traces if one.sight.winner is not None and one.sight.moments]


def _rows_of(decided: Sequence[GameTrace], names: Sequence[str], span: float) -> np.ndarray:
    """Return a row for each moment: the features, then the features weighted by the progress of the game."""
    import numpy as np

    return np.array(
        [
            [moment.features.get(name, 0.0) * time for time in (1.0, moment.turn / span) for name in names]
            for one in decided
            for moment in one.sight.moments
        ]
    )


def _won_of(decided: Sequence[GameTrace]) -> np.ndarray:
    """Return, for each moment, True if seat 0 won its game."""
    import numpy as np

    return np.array([one.sight.winner == 0 for one in decided for _ in one.sight.moments])


def _fit(rows: np.ndarray, won: np.ndarray, penalty: float) -> np.ndarray:
    """Return the weights of a logistic regression without intercept; the features are scaled to equal size first."""
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    model = LogisticRegression(C=penalty, fit_intercept=False, max_iter=1000).fit(rows / scale, won)
    found: np.ndarray = model.coef_[0] / scale
    return found


def judge_games(traces: Sequence[GameTrace], model: WinModel) -> list[GameTrace]:
    """Return the traces with the chances according to a win probability."""
    return [_judged(one, model) for one in traces]


def choose_penalty(traces: Sequence[GameTrace]) -> float:
    """Return the penalty that predicts best who wins games that were not used for the fit (cross-validation).

    A fixed penalty would be too strong if there are many games, and figures about leads would depend on the number of
    games.
    """
    decided = _decided(traces)
    if len(decided) < LEAST_GAMES:
        return PENALTY
    require_extra("measure")
    import numpy as np

    names = sorted({name for one in decided for moment in one.sight.moments for name in moment.features})
    rows = _rows_of(decided, names, max(1.0, median(one.sight.turns for one in decided)))
    won = _won_of(decided)
    fold = np.repeat(fold_numbers(decided), [len(one.sight.moments) for one in decided])

    def surprise(penalty: float) -> float:
        """Return the mean negative logarithm of the chances given to the winners."""
        total = 0.0
        for part in range(FOLDS):
            out = fold == part
            said = np.clip(rows[out] @ _fit(rows[~out], won[~out], penalty), -30, 30)
            total += float(np.logaddexp(0, np.where(won[out], -said, said)).sum())
        return total / len(won)

    return min(PENALTIES, key=surprise)


def judge_by_each_model(traces: Sequence[GameTrace], penalty: float = PENALTY) -> list[list[GameTrace]]:
    """Return the traces as each of `FOLDS` win probabilities judges them, each fitted without one part of the games.

    The differences between them show how much depends on the games used for fitting (see
    `tutor.estimates.widen_interval`). Empty if there are too few games to fit a model.
    """
    part = fold_numbers(traces)
    models = [
        fit_win_model([one for one, at in zip(traces, part, strict=True) if at != fold], penalty)
        for fold in range(FOLDS)
    ]
    return [judge_games(traces, model) for model in models if model is not None] if None not in models else []


def judge_by_other_models(
    traces: Sequence[GameTrace], by_each: Sequence[Sequence[GameTrace]] | None = None, penalty: float = PENALTY
) -> list[GameTrace]:
    """Return the traces, each judged by a win probability fitted without it; unjudged if there are too few.

    by_each : what `judge_by_each_model` returned for them, None to compute it.
    """
    by_each = judge_by_each_model(traces, penalty) if by_each is None else by_each
    return [by_each[at][number] for number, at in enumerate(fold_numbers(traces))] if by_each else list(traces)


def fold_numbers(traces: Sequence[GameTrace]) -> list[int]:
    """Return the fold of each game; the games of a deal share one, and a deck pair's deals are spread over all."""
    found: dict[tuple[str, ...], dict[int, int]] = {}
    parts = []
    for one in traces:
        deals = found.setdefault(tuple(sorted(one.decks)), {})
        parts.append(deals.setdefault(one.seed, len(deals)) % FOLDS)
    return parts


def _judged(trace: GameTrace, model: WinModel) -> GameTrace:
    looks = tuple(round(model.chance(moment), 4) for moment in trace.sight.moments)
    return trace._replace(sight=trace.sight._replace(looks=looks))


def measure_trust(traces: Sequence[GameTrace]) -> ModelTrust:
    """Return the reliability of the chances in judged traces. The intervals count games, not moments."""
    games = [(one.sight.looks, one.sight.winner == 0) for one in traces if one.sight.winner is not None]
    games = [game for game in games if game[0]]
    brier = estimate_mean(fmean(_errors(looks, won)) for looks, won in games)
    at = [round(part * (LOOKS - 1)) for part in (0.25, 0.5, 0.75)]
    quarter, half, three = (_skill(estimate_mean(_errors(looks, won)[look] for looks, won in games)) for look in at)
    return ModelTrust(brier, _skill(brier), quarter, half, three, tuple(_bins(games)))


def _errors(looks: Sequence[float], won: bool) -> list[float]:
    return [(chance - won) ** 2 for chance in looks]


def _skill(brier: Estimate) -> Estimate:
    if brier.value is None or brier.low is None or brier.high is None:
        return NO_ESTIMATE
    return Estimate(1 - brier.value / COIN_BRIER, 1 - brier.high / COIN_BRIER, 1 - brier.low / COIN_BRIER, brier.n)


def _bins(games: Sequence[tuple[tuple[float, ...], bool]]) -> Iterator[ReliabilityBin]:
    """Yield the bins of the reliability diagram, with equally many moments in each.

    All moments of a game share its result, so the interval is Wilson's for the number of games in the bin.
    """
    moments = [(chance, won, number) for number, (looks, won) in enumerate(games) for chance in looks]
    moments.sort(key=lambda moment: moment[0])  # stable order: moments with equal chances are not sorted by result
    edges = [round(len(moments) * at / BIN_COUNT) for at in range(BIN_COUNT + 1)]
    for begin, end in pairwise(edges):
        held = moments[begin:end]
        if not held:
            continue
        came = fmean(won for _, won, _ in held)
        cases = len({number for _, _, number in held})
        low, high = wilson_interval(round(came * cases), cases)
        yield ReliabilityBin(fmean(chance for chance, _, _ in held), came, low, high, cases)
