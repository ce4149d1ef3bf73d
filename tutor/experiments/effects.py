"""The effect of a change: a measure with the printed rules, with the changed ones, and the difference.

Both halves of a pair are the same deal, so the difference has less noise than either. Its interval is for these decks,
with other deals (`tutor.compare.resampling`): both halves of a deal are always resampled together. Measures based on
who is ahead are left out: each half would be judged by its own win probability, and no run of this size shows such
differences.

>>> from tutor.experiments.paired import play_pairs
>>> from tutor.compare.metrics import find_metric
>>> found = measure_effect(find_metric("turns"), play_pairs("altaria", {"cores": 2}, 40, jobs=1))
>>> found.visible, found.difference.value < 0
(True, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from engines.game import Game
from tutor.compare.metrics import METRICS, Metric, over_games, value_of_game
from tutor.compare.observe import GameSight, GameTrace
from tutor.compare.resampling import GameCase, difference_of
from tutor.compare.win_probability import judge_by_other_models, measure_trust
from tutor.estimates import NO_ESTIMATE, NORMAL_QUANTILE, Estimate
from tutor.experiments.paired import GamePair
from tutor.former_names import offer_former_names

LEAST_PAIRS = 20
"""Minimum number of pairs for showing a difference; a few games can all go the same way by chance."""

EFFECT_MEASURES = tuple(one for one in METRICS if not one.way and not one.judged and value_of_game(one) is not None)
"""The measures for which the effect of a rule change can be examined: those that have a value for every single game."""


class RuleEffect(NamedTuple):
    """A measure with the printed rules and with the changed ones, and the changed value minus the printed one.

    n of the difference is the number of pairs that have a value in both halves. Its interval is for the decks that met;
    `like_these` is the same difference with the interval for decks like these, empty if it was not computed.
    """

    printed: Estimate
    changed: Estimate
    difference: Estimate
    like_these: Estimate = NO_ESTIMATE

    @property
    def visible(self) -> bool:
        """Return True if the difference is visible; see `is_visible`."""
        return is_visible(self.difference)

    @property
    def direction(self) -> int:
        """Return -1 for visibly fewer, 1 for visibly more, 0 for no visible difference."""
        return 0 if not self.visible or self.difference.value is None else 1 if self.difference.value > 0 else -1


TOUCHING = 0.01
"""An interval touches zero if its nearer bound is no farther from zero than this share of its width."""
SEEN_IN = 0.8
"""An effect could have been seen if runs of the same size would show it in at least this share of cases."""


def is_visible(one: Estimate) -> bool:
    """Return True if the interval of a difference does not touch zero, and there are enough pairs (`LEAST_PAIRS`)."""
    if one.low is None or one.high is None or one.n < LEAST_PAIRS or one.low <= 0 <= one.high:
        return False
    return min(abs(one.low), abs(one.high)) > TOUCHING * (one.high - one.low)


def smallest_seen(one: Estimate) -> float | None:
    """Return the smallest effect that such a run shows in four of five cases; None below `LEAST_PAIRS`.

    An effect as large as the half-width of the interval is seen in half of the cases; the rest follows from the normal
    distribution (Cohen 1988, Statistical Power Analysis, chapter 2).
    """
    if one.low is None or one.high is None or one.n < LEAST_PAIRS:
        return None
    return (one.high - one.low) / 2 * (1 + NormalDist().inv_cdf(SEEN_IN) / NORMAL_QUANTILE)


MATTERS_SHARE, MATTERS_PART = 0.05, 0.1
"""The smallest difference that matters: five percentage points for a share, this part of the printed value for others.
"""


def difference_that_matters(effect: RuleEffect, unit: str) -> float:
    """Return the smallest difference of a measure that matters. unit : "%" for a share."""
    return MATTERS_SHARE if unit == "%" else MATTERS_PART * abs(effect.printed.value or 0.0)


UNKNOWN_EFFECT = RuleEffect(NO_ESTIMATE, NO_ESTIMATE, NO_ESTIMATE)
"""The effect if nothing could be measured."""


def measure_effect(metric: Metric, pairs: Sequence[GamePair], like_these: bool = False) -> RuleEffect:
    """Return the effect of the change on a measure. Raises KeyError if it has no value for a single game.

    like_these : True to compute the interval for decks like these, too.
    """
    value = value_of_game(metric)
    if value is None:
        raise KeyError(metric.id)
    both = [(_case(pair, 0, value(pair.printed.sight)), _case(pair, 1, value(pair.changed.sight))) for pair in pairs]
    difference = difference_of(both, again=False)
    if difference.value is None:
        return UNKNOWN_EFFECT
    printed, changed = (metric.measure(_half(pairs, half), False) for half in (0, 1))
    return RuleEffect(printed, changed, difference, difference_of(both) if like_these else NO_ESTIMATE)


def measure_effects(
    pairs: Sequence[GamePair], metrics: Sequence[Metric] = EFFECT_MEASURES, like_these: bool = False
) -> dict[str, RuleEffect]:
    """Return the effects of the change on several measures, by their ids; see `measure_effect`."""
    return {metric.id: measure_effect(metric, pairs, like_these) for metric in metrics}


def _half(pairs: Sequence[GamePair], half: int) -> list[GameTrace]:
    return [pair[half] for pair in pairs]


def judge_pairs(pairs: Sequence[GamePair]) -> list[GamePair]:
    """Return the pairs with winning chances, each half judged by its own win probability.

    The pairs are returned unjudged if one of the two is not reliable enough, or there are too few games to fit it.
    """
    halves = [judge_by_other_models(_half(pairs, half)) for half in (0, 1)]
    if not all(any(one.sight.looks for one in half) and measure_trust(half).tells for half in halves):
        return list(pairs)
    return [*map(GamePair, *halves)]


def ending_metrics(game: Game, pairs: Sequence[GamePair]) -> tuple[Metric, ...]:
    """Return a measure for every clause that ended one of the games: the share of all games that it ended."""
    found = Counter(half.sight.clause for pair in pairs for half in pair)
    known = [*game.rulebook.clauses, *game.rulebook.rulings]
    return tuple(_ending(clause) for clause in sorted(found, key=known.index) if clause)


def _ending(clause: str) -> Metric:
    def ended(one: GameSight) -> float:
        """Return the share of games that the clause ended."""
        return float(one.clause == clause)

    return Metric(f"ended:{clause}", "endings", over_games(ended), "%")


def _case(pair: GamePair, half: int, value: float | None) -> GameCase | None:
    return None if value is None else GameCase(pair[half].decks, pair[half].seed, value)


offer_former_names(__name__)
