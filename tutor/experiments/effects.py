"""What a change does: a measure with the printed rules, with the changed ones, and the difference between the two.

Both halves of a pair are the same deal, so the difference has less noise than either. Its interval comes from drawing
decks and deals again (`tutor.compare.resampling`), always with both halves of a deal together. Who is ahead is judged
by a win probability of its own for each of the two, since other rules make other positions good.

>>> from tutor.experiments.paired import play_pairs
>>> found = effect(named("turns"), play_pairs("altaria", {"cores": 2}, 40, jobs=1))
>>> found.visible, found.difference.value < 0
(True, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from engines.core.game import Game
from tutor.compare.chances import judged_by_each, judged_by_others, trust
from tutor.compare.metrics import METRICS, Metric, measured, named, of_game, over_games
from tutor.compare.observe import Sight
from tutor.compare.resampling import Case, difference_of
from tutor.estimates import NOTHING, Estimate, widened
from tutor.experiments.paired import Pair

__all__ = ["LEAST", "MEASURES", "Effect", "effect", "effects", "endings", "judge", "named", "visible"]

LEAST = 20
"""Fewer pairs show no difference, whatever they are: a few games can all go the same way."""

MEASURES = tuple(one for one in METRICS if not one.way and of_game(one) is not None)
"""The measures that a change of rules can be asked about: those that have a value for every game."""


class Effect(NamedTuple):
    """A measure with the printed rules and with the changed ones, and how much more the changed ones have.

    n of the difference is the number of pairs that have a value in both halves.
    """

    printed: Estimate
    changed: Estimate
    difference: Estimate

    @property
    def visible(self) -> bool:
        """Return True if the difference can be seen; see `visible`."""
        return visible(self.difference)

    @property
    def direction(self) -> int:
        """Return -1 for visibly fewer, 1 for visibly more, 0 for no visible difference."""
        return 0 if not self.visible or self.difference.value is None else 1 if self.difference.value > 0 else -1


def visible(one: Estimate) -> bool:
    """Return True if the interval of a difference does not hold zero, and rests on enough pairs (`LEAST`)."""
    return one.low is not None and one.high is not None and not one.low <= 0 <= one.high and one.n >= LEAST


UNKNOWN = Effect(NOTHING, NOTHING, NOTHING)
"""Nothing could be measured."""


def effect(metric: Metric, pairs: Sequence[Pair]) -> Effect:
    """Return what the change does to a measure; unknown where positions tell too little of who will win.

    Raises KeyError for a measure that has no value for a single game.
    """
    return effects(pairs, [metric])[metric.id]


def effects(pairs: Sequence[Pair], metrics: Sequence[Metric] = MEASURES) -> dict[str, Effect]:
    """Return what the change does to several measures, by their ids; the win probabilities are fitted once."""
    refitted: list[list[Pair]] = []
    if any(metric.judged for metric in metrics):
        pairs = judge(pairs)
        if any(pair.printed.sight.looks for pair in pairs):
            halves = [judged_by_each([pair[half] for pair in pairs]) for half in (0, 1)]
            refitted = [[*map(Pair, *both)] for both in zip(*halves, strict=False)]
    return {metric.id: _effect(metric, pairs, refitted if metric.judged else []) for metric in metrics}


def _effect(metric: Metric, pairs: Sequence[Pair], refitted: Sequence[Sequence[Pair]]) -> Effect:
    """Return what the change does to a measure; refitted : the pairs as each of the win probabilities judges them."""
    value = of_game(metric)
    if value is None:
        raise KeyError(metric.id)
    both = [(_case(pair, 0, value(pair.printed.sight)), _case(pair, 1, value(pair.changed.sight))) for pair in pairs]
    difference = difference_of(both)
    if difference.value is None:
        return UNKNOWN
    printed, other = (
        measured(metric, [pair[half] for pair in pairs], [[pair[half] for pair in again] for again in refitted])
        for half in (0, 1)
    )
    less = [
        [known for pair in again if (known := value(pair[half].sight)) is not None]
        for again in refitted
        for half in (0, 1)
    ]
    by_each = [
        fmean(after) - fmean(before) for before, after in zip(less[::2], less[1::2], strict=True) if before and after
    ]
    return Effect(printed, other, widened(difference, by_each))


def judge(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs with the chances of who wins, each half judged by a win probability of its own.

    They stay as they are where one of the two tells too little, where there are too few games to fit it, and where they
    have their chances already.
    """
    if any(pair.printed.sight.looks for pair in pairs):
        return list(pairs)
    halves = [judged_by_others([pair[half] for pair in pairs]) for half in (0, 1)]
    if not all(any(one.sight.looks for one in half) and trust(half).tells for half in halves):
        return list(pairs)
    return [Pair(*both) for both in zip(*halves, strict=True)]


def endings(game: Game, pairs: Sequence[Pair]) -> tuple[Metric, ...]:
    """Return a measure for every clause that ended one of the games: the share of games that it ended."""
    found = Counter(half.sight.clause for pair in pairs for half in pair)
    known = [*game.rulebook.clauses, *game.rulebook.rulings]
    return tuple(_ending(clause) for clause in sorted(found, key=known.index) if clause)


def _ending(clause: str) -> Metric:
    def ended(one: Sight) -> float:
        """Return the share of games that this clause ended."""
        return float(one.clause == clause)

    return Metric(f"ended:{clause}", "endings", over_games(ended), "%")


def _case(pair: Pair, half: int, value: float | None) -> Case | None:
    return None if value is None else Case(pair[half].decks, pair[half].seed, value)
