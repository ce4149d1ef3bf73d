"""What watched games say about a game: one function a metric, each from traces to an estimate.

"Ahead" and "behind" rest on the engine's own judge, `Rules.evaluation`, a number from 0 to 1 that each game computes in
its own way. Each game is looked at `observe.LOOKS` times, evenly spread, so that long and short games count alike. How
far the judge can be trusted is measured too (`judge`).

Sources
-------
Browne (2008), Automatic Generation and Evaluation of Recombination Games, PhD thesis, Queensland University of
Technology; Browne and Maire (2010), Evolutionary Game Design, IEEE Transactions on Computational Intelligence and AI in
Games 2 (1), 1-16. Duersch, Lambrecht and Oechssler (2020), Measuring Skill and Chance in Games, European Economic
Review 127. Wilson (1927), Journal of the American Statistical Association 22, 209-212, for the intervals of shares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from tutor.compare.batch import WAYS
from tutor.compare.observe import Sight, Trace
from tutor.estimates import Estimate, mean, share

MARGIN = 0.05
"""Who is this much above a half is ahead; between, nobody is."""
CLEARLY = 0.1
"""Who is this much under a half is clearly behind."""

Traces = Sequence[Trace]


class Metric(NamedTuple):
    """A metric: its id, the group it is shown in, how it is measured. Its words stand in the catalogue.

    unit : "%" for a share, "" for a plain number. level : the value that stands for balance. way : the only way to
    play it can be measured in; "" for all ways in which both players are equally strong.
    """

    id: str
    group: str
    measure: Callable[[Traces], Estimate]
    unit: str = ""
    level: float | None = None
    way: str = ""

    def fits(self, way: str) -> bool:
        """Return True if the metric can be measured in games played that way."""
        return self.way == way if self.way else not WAYS[way].twice


# How long, and how much there is to choose.


def turns(traces: Traces) -> Estimate:
    """Return the mean number of turns (Browne 2008, "duration")."""
    return mean(trace.sight.turns for trace in traces)


def decisions(traces: Traces) -> Estimate:
    """Return the mean number of decisions of both players together; every single choice counts."""
    return mean(trace.sight.decisions for trace in traces)


def branching(traces: Traces) -> Estimate:
    """Return the mean number of legal actions at a decision: the mean within each game, then over the games."""
    return mean(_ratio(trace.sight.options, trace.sight.decisions) for trace in traces)


def forced(traces: Traces) -> Estimate:
    """Return the share of decisions with one legal action, in the mean of the games."""
    return mean(_ratio(trace.sight.forced, trace.sight.decisions) for trace in traces)


# How much the players have to do with each other.


def off_turn(traces: Traces) -> Estimate:
    """Return the share of decisions made by the player whose turn it is not; nothing in games of common turns."""
    return mean(
        None if one.own is None or one.off is None else _ratio(one.off, one.own + one.off) for one in _sights(traces)
    )


def handovers(traces: Traces) -> Estimate:
    """Return the share of decisions that another player makes than the one before, in the mean of the games."""
    return mean(_ratio(one.handovers, one.decisions - 1) for one in _sights(traces))


# Fairness.


def first_seat(traces: Traces) -> Estimate:
    """Return the share of decided games that the player who went first won."""
    return share(one.winner == one.first for one in _decided(traces) if one.first is not None)


def drawn(traces: Traces) -> Estimate:
    """Return the share of games without a winner (Browne 2008, the reverse of "completion")."""
    return share(one.winner is None for one in _sights(traces))


# The course of the game.


def lead_changes(traces: Traces) -> Estimate:
    """Return how often the lead passes to the other player in a game (Browne 2008, "lead change").

    A lead is an evaluation of more than a half and `MARGIN`; looks without a leader are passed over.
    """
    return mean(_changes(one) for one in _sights(traces))


def drama(traces: Traces) -> Estimate:
    """Return how far the winners had been behind (Browne 2008, "drama").

    For each decided game: over the looks in which the later winner was behind, the mean of the square root of the
    distance in value; 0 if there was none. The square root lets small distances count for more.
    """
    return mean(_drama(_from_winner(one)) for one in _decided(traces))


def comebacks(traces: Traces) -> Estimate:
    """Return the share of decided games whose winner had once been clearly behind (`CLEARLY` under a half)."""
    return share(any(value < 0.5 - CLEARLY for value in _from_winner(one)) for one in _decided(traces))


def decided_at(traces: Traces) -> Estimate:
    """Return the part of a game after which the winner was never without the lead again (0 begin, 1 end).

    Browne's "decisiveness" looks at the same stretch, from its other end: what follows is played for nothing.
    """
    return mean(_settled(_from_winner(one)) for one in _decided(traces))


def judge(traces: Traces) -> Estimate:
    """Return how often the one who is ahead halfway through wins: how far `Rules.evaluation` can be trusted."""
    return share(_halfway(_from_winner(one)) for one in _decided(traces))


# Luck and skill, from deals that are played twice.


def stronger(traces: Traces) -> Estimate:
    """Return the share of decided games that the stronger player won, the first of the way's two players."""
    best = traces[0].bots[0] if traces else ""
    return share(trace.bots[trace.sight.winner] == best for trace in traces if trace.sight.winner is not None)


def by_skill(traces: Traces) -> Estimate:
    """Return the share of deals that the stronger player won from both sides.

    As in duplicate bridge, every deal is played twice with the seats changed. Duersch, Lambrecht and Oechssler (2020)
    measure skill by how far results follow the players; this asks the same of single deals.
    """
    return share(None if one is None else one == "skill" for one in _deals(traces))


def by_deal(traces: Traces) -> Estimate:
    """Return the share of deals that the same seat won twice, whoever sat there: the cards and the seat decided."""
    return share(None if one is None else one == "deal" for one in _deals(traces))


METRICS = (
    Metric("turns", "length", turns),
    Metric("decisions", "length", decisions),
    Metric("branching", "choice", branching),
    Metric("forced", "choice", forced, "%"),
    Metric("off_turn", "interaction", off_turn, "%"),
    Metric("handovers", "interaction", handovers, "%"),
    Metric("first_seat", "fairness", first_seat, "%", level=0.5),
    Metric("drawn", "fairness", drawn, "%"),
    Metric("lead_changes", "course", lead_changes),
    Metric("drama", "course", drama),
    Metric("comebacks", "course", comebacks, "%"),
    Metric("decided_at", "course", decided_at, "%"),
    Metric("judge", "course", judge, "%", level=0.5),
    Metric("stronger", "luck", stronger, "%", level=0.5, way="duel"),
    Metric("by_skill", "luck", by_skill, "%", way="duel"),
    Metric("by_deal", "luck", by_deal, "%", way="duel"),
)
"""All metrics, in the order in which they are shown."""


def named(id: str) -> Metric:
    """Return the metric with this id. Raises KeyError for an unknown one."""
    return {metric.id: metric for metric in METRICS}[id]


# Parts of the definitions.


def _sights(traces: Traces) -> Iterator[Sight]:
    return (trace.sight for trace in traces)


def _decided(traces: Traces) -> Iterator[Sight]:
    return (one for one in _sights(traces) if one.winner is not None and one.looks)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole > 0 else None


def _from_winner(one: Sight) -> tuple[float, ...]:
    """Return the looks at a decided game as the winner would see them."""
    return one.looks if one.winner == 0 else tuple(1 - value for value in one.looks)


def _leader(value: float) -> int | None:
    return 0 if value > 0.5 + MARGIN else 1 if value < 0.5 - MARGIN else None


def _changes(one: Sight) -> int:
    leaders = [leader for leader in map(_leader, one.looks) if leader is not None]
    return sum(before != after for before, after in pairwise(leaders))


def _drama(evaluations: Iterable[float]) -> float:
    behind = [math.sqrt(1 - 2 * value) for value in evaluations if value < 0.5]
    return sum(behind) / len(behind) if behind else 0.0


def _settled(evaluations: Sequence[float]) -> float:
    last = max((at for at, value in enumerate(evaluations) if _leader(value) != 0), default=-1)
    return (last + 1) / len(evaluations)


def _halfway(evaluations: Sequence[float]) -> bool | None:
    leader = _leader(evaluations[len(evaluations) // 2])
    return None if leader is None else leader == 0


def _deals(traces: Traces) -> Iterator[str | None]:
    """Yield what decided each deal that was played twice: skill, deal, neither; None if one of its games was drawn."""
    for one, other in zip(traces[::2], traces[1::2], strict=False):
        if one.seed != other.seed or one.sight.winner is None or other.sight.winner is None:
            yield None
            continue
        winners = {one.bots[one.sight.winner], other.bots[other.sight.winner]}
        same_seat = one.sight.winner == other.sight.winner
        yield "deal" if same_seat else "skill" if winners == {one.bots[0]} else "neither"
