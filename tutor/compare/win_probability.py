"""The win probability: how likely seat 0 is to win from a position, fitted on a game's own play-outs.

A logistic regression of the result on the features of the position (`tutor.compare.features`), and on the same
features weighted by how far the game has come. It has no constant, so the chances of the two seats add up to one. The
same for every game and for every way to play it. How far it can be trusted is measured on games that it was not
fitted on: the deals are split into `FOLDS` parts, and each is judged by what the others taught.

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
from typing import NamedTuple

from tutor.compare.observe import LOOKS, GameTrace, WatchedMoment
from tutor.estimates import NO_ESTIMATE, Estimate, estimate_mean, wilson_interval

FOLDS = 5
LEAST_GAMES = 100
"""So many decided games a win probability is fitted on at least."""
PENALTY = 0.03
"""The inverse strength of the penalty on large weights: of features that say the same, none runs away."""
BIN_COUNT = 10
LEAST_SKILL = 0.05
"""A position tells enough of a game if, halfway through, this part of the Brier score of a coin is surely saved."""


class WinModel(NamedTuple):
    """A fitted win probability.

    span : the turns of a usual game. weights : of each feature, by name: at the start, and what is added by the end of
    a usual game.
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
    """Moments with about the same chance: its mean, how often seat 0 won, with its 95 % interval, and how many."""

    said: float
    came: float
    low: float
    high: float
    n: int


class ModelTrust(NamedTuple):
    """How far a win probability can be trusted, from games it was not fitted on.

    brier : the mean square of chance less result; 0 is perfect, a coin has 0.25. skill : the part of the coin's score
    that is saved, and the same of the moments a quarter, halfway and three quarters through the games. bins : the
    reliability diagram; in a bin of moments that all say 70 %, seat 0 should win 70 in 100.
    """

    brier: Estimate
    skill: Estimate
    quarter: Estimate
    half: Estimate
    three_quarters: Estimate
    bins: tuple[ReliabilityBin, ...]

    @property
    def tells(self) -> bool:
        """Return True if positions tell enough of who will win for figures on leads and comebacks."""
        return self.half.low is not None and self.half.low >= LEAST_SKILL


COIN_BRIER = 0.25
"""The Brier score of always saying one half."""


def fit_win_model(traces: Sequence[GameTrace]) -> WinModel | None:
    """Return the win probability fitted on watched games; None if fewer than `LEAST_GAMES` of them were decided."""
    decided = [one for one in traces if one.sight.winner is not None and one.sight.moments]
    if len(decided) < LEAST_GAMES:
        return None
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    span = max(1.0, median(one.sight.turns for one in decided))
    names = sorted({name for one in decided for moment in one.sight.moments for name in moment.features})
    rows = np.array(
        [
            [moment.features.get(name, 0.0) * time for time in (1.0, moment.turn / span) for name in names]
            for one in decided
            for moment in one.sight.moments
        ]
    )
    won = np.array([one.sight.winner == 0 for one in decided for _ in one.sight.moments])
    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    found = LogisticRegression(C=PENALTY, fit_intercept=False, max_iter=1000).fit(rows / scale, won)
    first, later = (found.coef_[0] / scale).reshape(2, len(names)).round(5).tolist()
    return WinModel(round(span, 2), dict(zip(names, zip(first, later, strict=True), strict=True)))


def judge_games(traces: Sequence[GameTrace], model: WinModel) -> list[GameTrace]:
    """Return the traces with the chances that a win probability sees in them."""
    return [_judged(one, model) for one in traces]


def judge_by_each_model(traces: Sequence[GameTrace]) -> list[list[GameTrace]]:
    """Return the traces as each of `FOLDS` win probabilities judges them, each fitted without one part of the games.

    How far figures differ between them says how much hangs on the games that the chances were learned from
    (`tutor.estimates.widen_interval`). None of them: there are too few games to fit one.
    """
    part = fold_numbers(traces)
    models = [fit_win_model([one for one, at in zip(traces, part, strict=True) if at != fold]) for fold in range(FOLDS)]
    return [judge_games(traces, model) for model in models if model is not None] if None not in models else []


def judge_by_other_models(
    traces: Sequence[GameTrace], by_each: Sequence[Sequence[GameTrace]] | None = None
) -> list[GameTrace]:
    """Return the traces, each judged by a win probability that was fitted without it; unjudged if they are too few.

    by_each : what `judge_by_each_model` returned for them, if it is there already.
    """
    by_each = judge_by_each_model(traces) if by_each is None else by_each
    return [by_each[at][number] for number, at in enumerate(fold_numbers(traces))] if by_each else list(traces)


def fold_numbers(traces: Sequence[GameTrace]) -> list[int]:
    """Return in which part each game is: all games of a deal in one, the deals of two decks spread over all."""
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
    """Return how far the chances in judged traces can be trusted. Intervals rest on games, not on moments."""
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
    """Yield the bins of the reliability diagram, as many moments in each.

    The moments of a game share its result; the interval is Wilson's for as many cases as games have a moment here.
    """
    moments = [(chance, won, number) for number, (looks, won) in enumerate(games) for chance in looks]
    moments.sort(key=lambda moment: moment[0])  # not by results too: moments with one chance are no order
    edges = [round(len(moments) * at / BIN_COUNT) for at in range(BIN_COUNT + 1)]
    for begin, end in pairwise(edges):
        held = moments[begin:end]
        if not held:
            continue
        came = fmean(won for _, won, _ in held)
        cases = len({number for _, _, number in held})
        low, high = wilson_interval(round(came * cases), cases)
        yield ReliabilityBin(fmean(chance for chance, _, _ in held), came, low, high, cases)
