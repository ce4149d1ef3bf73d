"""Metrics of watched games: one function for each, from traces to an estimate.

"Ahead" and "behind" refer to the chances to win (`tutor.compare.win_probability`), which are fitted on the game's own
play-outs, so a lead means the same in every game. Each game is sampled at `observe.LOOKS` evenly spread decisions, so
long and short games count alike. Where positions say too little about who will win (`ModelTrust.tells`), the metrics
that rest on them are left out.

There are two intervals (`tutor.compare.resampling`). The one for *these decks* resamples the deals: it shows how well
the figure is known for the decks that ship. The one for *decks like these* varies the decks too: it shows how well the
figure is known for the game.

Sources
-------
Browne (2008), Automatic Generation and Evaluation of Recombination Games, PhD thesis, Queensland University of
Technology; Browne and Maire (2010), Evolutionary Game Design, IEEE Transactions on Computational Intelligence and AI in
Games 2 (1), 1-16. Allis (1994), Searching for Solutions in Games and Artificial Intelligence, PhD thesis, Maastricht.
Knuth (1975), Estimating the Efficiency of Backtrack Programs, Mathematics of Computation 29, 121-136. Piette,
Stephenson, Soemers and Browne (2021), General Board Game Concepts, IEEE Conference on Games. Elias, Garfield and
Gutschera (2012), Characteristics of Games, MIT Press. Duersch, Lambrecht and Oechssler (2020), Measuring Skill and
Chance in Games, European Economic Review 127.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple, Protocol

from tutor.compare.batch import WAYS_TO_PLAY
from tutor.compare.observe import LOOKS, GameSight, GameTrace
from tutor.compare.resampling import GameCase, associate_deals, mean_of
from tutor.estimates import Estimate, Spread, spread_of, widen_interval
from tutor.former_names import offer_former_names

LEAD_MARGIN = 0.05
"""A player is ahead if the chance to win is at least this much above a half; otherwise neither is."""
SECONDS_A_CHOICE, SECONDS_FORCED = 10, 2
"""Assumed seconds for a decision between several actions, and for one with a single action; not measured on people."""

Traces = Sequence[GameTrace]


class Measure(Protocol):
    """The function that measures a metric."""

    def __call__(self, traces: Traces, again: bool = True) -> Estimate:
        """Return the metric of games.

        again : True for the interval for decks like these, False for the one for these decks.
        """
        ...


class Metric(NamedTuple):
    """A metric: its id, display group, and measuring function. Its title and description are in the catalogue.

    unit : "%" for a share, "" for a plain number. level : the value that means perfect balance, or None if there is
    none. way : the only pairing of bots for which it is measured; "" means every pairing of equal strength. judged :
    True if it is computed from win probabilities.
    """

    id: str
    group: str
    measure: Measure
    unit: str = ""
    level: float | None = None
    way: str = ""
    judged: bool = False

    def fits(self, way: str) -> bool:
        """Return True if the metric is measured in games between that pairing of bots."""
        return self.way == way if self.way else not WAYS_TO_PLAY[way].twice


def over_games(value: Callable[[GameSight], float | None]) -> Measure:
    """Return a measure that averages a value over the games; games without a value are left out.

    The function's docstring is the definition of the metric.
    """

    def measure(traces: Traces, again: bool = True) -> Estimate:
        cases = [GameCase(one.decks, one.seed, found) for one in traces if (found := value(one.sight)) is not None]
        return mean_of(cases, again)

    measure.__doc__ = value.__doc__
    setattr(measure, GAME_VALUE, value)
    return measure


GAME_VALUE = "of_game"
"""The attribute in which an averaging measure stores its function for a single game."""


def value_of_game(metric: Metric) -> Callable[[GameSight], float | None] | None:
    """Return the function that computes the metric for one game.

    None if the metric compares the two games of a deal.
    """
    found: Callable[[GameSight], float | None] | None = getattr(metric.measure, GAME_VALUE, None)
    return found


# Length and choice.


@over_games
def mean_turns(one: GameSight) -> float:
    """Return the mean number of turns (Browne 2008, "duration")."""
    return one.turns


@over_games
def mean_decisions(one: GameSight) -> float:
    """Return the mean number of decisions of both players together; each single choice counts."""
    return one.decisions


@over_games
def mean_branching(one: GameSight) -> float | None:
    """Return the mean number of legal actions at a decision: the mean within each game, then over the games."""
    return _ratio(one.options, one.decisions)


@over_games
def forced_share(one: GameSight) -> float | None:
    """Return the share of decisions with one legal action, averaged over the games."""
    return _ratio(one.forced, one.decisions)


@over_games
def branching_trend(one: GameSight) -> float | None:
    """Return how much the number of legal actions grows from the beginning of a game to its end.

    The slope of the least-squares line through the numbers of legal actions at evenly spread decisions, from a game's
    first (0) to its last (1), averaged over the games (Piette and others 2021, branching factor, "line of best fit").
    """
    return _slope([moment.options for moment in one.moments]) if len(one.moments) > 1 else None


@over_games
def tree_size(one: GameSight) -> float:
    """Return the size of the game tree as a power of ten: the product of the numbers of legal actions at all decisions.

    Allis (1994), "game-tree complexity"; Knuth (1975) for the product along a path. Knuth draws paths at random, and
    their mean is the size of the tree; here it is the mean power of ten over the games that these players played, which
    is the size for a typical path and less than Knuth's mean. Transpositions count separately.
    """
    return one.tree


@over_games
def hidden_cards_share(one: GameSight) -> float | None:
    """Return the share of all cards that the deciding player cannot see, averaged over sampled decisions of a game.

    0 is a game of perfect information. Decks count as hidden, since their order is unknown.
    """
    return fmean(moment.hidden for moment in one.moments) if one.moments else None


# Interaction.


@over_games
def off_turn_share(one: GameSight) -> float | None:
    """Return the share of choices made outside the chooser's own turn; games with shared turns have no value.

    A choice is a decision with more than one legal action.
    """
    return None if one.own is None or one.off is None else _ratio(one.off, one.own + one.off)


@over_games
def handover_share(one: GameSight) -> float | None:
    """Return the share of choices made by a different player than the previous choice, averaged over the games.

    A choice is a decision with more than one legal action.
    """
    return _ratio(one.handovers, one.decisions - one.forced - 1)


@over_games
def interaction_share(one: GameSight) -> float | None:
    """Return the share of choices that reach the rival, that is, involve or change something the rival has.

    This measures interactivity in the sense of Elias, Garfield and Gutschera (2012): how far one player's actions
    affect the other. The count is Tebiki's own, since there is no standard one. A choice after set-up counts if one of
    its arguments is something the rival has, or if something the rival has changes while what the choice started (an
    attack, an effect) is in progress in the same turn. The rival's hand, deck and numbers count too. A race without
    contact has 0.
    """
    return _ratio(one.reaching, one.asked)


# Fairness.


@over_games
def first_seat_wins(one: GameSight) -> float | None:
    """Return the share of decided games that the player who went first won.

    Every pair of decks meets in both seats. If the decks decide who goes first, the effects of seat and deck cannot be
    told apart.
    """
    return None if one.winner is None or one.first is None else float(one.winner == one.first)


# The course of a game.


@over_games
def decision_point(one: GameSight) -> float | None:
    """Return the part of a game after which the winner never lost the lead again (0 beginning, 1 end).

    Browne's "decisiveness" measures the other part: what is played after the game has been decided.
    """
    return _settled(_from_winner(one)) if _is_judged(one) else None


@over_games
def leader_wins(one: GameSight) -> float | None:
    """Return how often the player who is ahead halfway wins; games without a leader there are left out.

    This is not one of Browne's measures. How often the lead changes, and how far behind winners were, is not measured:
    noise in the chances looks like changes, so such figures would depend on the number of games from which the chances
    are learned.
    """
    return _halfway(_from_winner(one)) if _is_judged(one) else None


# Luck and skill, from deals played twice.


def stronger_wins(traces: Traces, again: bool = True) -> Estimate:
    """Return the share of decided games that the stronger player won, who is the first of the way's two players."""
    best = traces[0].bots[0] if traces else ""
    decided = [(one, one.sight.winner) for one in traces if one.sight.winner is not None]
    return mean_of([GameCase(one.decks, one.seed, float(one.bots[winner] == best)) for one, winner in decided], again)


def follows_cards(traces: Traces, again: bool = True) -> Estimate:
    """Return how closely the two results of a deal follow its cards, as between equal players: 0 not at all, 1 fully.

    As in duplicate bridge, every deal is played twice with the players' seats swapped: do the same cards win again? The
    figure is Yule's Y, from the odds ratio of the two results. It is the correlation that the same odds ratio means
    between players who win half of their games each, so differences in strength do not limit it; independent games have
    0, however strong the players are. Duersch, Lambrecht and Oechssler (2020) measure skill by how far results follow
    the players; this measures how far they follow the cards.
    """
    return associate_deals([(one.decks, one.seed, a, b) for one, a, b in _deals(traces)], again)


METRICS = (
    Metric("turns", "length", mean_turns),
    Metric("decisions", "length", mean_decisions),
    Metric("branching", "choice", mean_branching),
    Metric("forced", "choice", forced_share, "%"),
    Metric("branching_trend", "choice", branching_trend, level=0.0),
    Metric("tree", "choice", tree_size),
    Metric("hidden", "choice", hidden_cards_share, "%"),
    Metric("interaction", "interaction", interaction_share, "%"),
    Metric("off_turn", "interaction", off_turn_share, "%"),
    Metric("handovers", "interaction", handover_share, "%"),
    Metric("first_seat", "fairness", first_seat_wins, "%", level=0.5),
    Metric("decided_at", "course", decision_point, "%", judged=True),
    Metric("judge", "course", leader_wins, "%", level=0.5, judged=True),
    Metric("stronger", "luck", stronger_wins, "%", level=0.5, way="duel"),
    Metric("by_deal", "luck", follows_cards, level=0.0, way="duel"),
)
"""All metrics, in the order in which they are shown."""


def measure_metric(metric: Metric, traces: Traces, by_each: Sequence[Traces] = (), again: bool = True) -> Estimate:
    """Return a metric of judged games.

    by_each : the same games judged by each model (see `judge_by_each_model`). again : as in `Measure`.
    """
    found = metric.measure(traces, again)
    if not metric.judged:
        return found
    others = [metric_values(metric, judged) for judged in by_each]
    return widen_interval(found, [fmean(one) for one in others if one], (0.0, 1.0))


def metric_values(metric: Metric, traces: Traces) -> list[float]:
    """Return the value of a metric for each game that has one."""
    value = value_of_game(metric)
    return [] if value is None else [found for one in traces if (found := value(one.sight)) is not None]


def game_minutes(one: GameSight) -> float:
    """Return the assumed length of a game in minutes, from its choices and its forced decisions."""
    return (SECONDS_A_CHOICE * (one.decisions - one.forced) + SECONDS_FORCED * one.forced) / 60


LENGTHS: dict[str, Callable[[GameSight], float]] = {
    "minutes": game_minutes,
    "turns": lambda one: one.turns,
    "decisions": lambda one: one.decisions,
}
"""The lengths whose spread is shown."""


def length_spreads(traces: Traces) -> dict[str, Spread]:
    """Return the 10th, 50th and 90th percentile of each length; empty if there are no games."""
    return {name: spread_of(length(one.sight) for one in traces) for name, length in LENGTHS.items()} if traces else {}


CURVE_PARTS = 10
"""Number of parts in a curve over the game."""


def branching_curve(traces: Traces) -> list[Estimate]:
    """Return the mean number of legal actions at a decision in each tenth of the game, from beginning to end.

    Every game contributes the same number of decisions to every part. The intervals are for these decks. Empty if there
    are no games.
    """
    looked = [one for one in traces if one.sight.moments]
    if not looked:
        return []
    parts = [range(LOOKS * part // CURVE_PARTS, LOOKS * (part + 1) // CURVE_PARTS) for part in range(CURVE_PARTS)]
    return [
        mean_of(
            [GameCase(one.decks, one.seed, fmean(one.sight.moments[at].options for at in part)) for one in looked],
            again=False,
        )
        for part in parts
    ]


def find_metric(id: str) -> Metric:
    """Return the metric with this id. Raises KeyError if it is unknown."""
    return {metric.id: metric for metric in METRICS}[id]


# Helpers for the definitions.


def _is_judged(one: GameSight) -> bool:
    return one.winner is not None and bool(one.looks)


def _slope(values: Sequence[float]) -> float:
    """Return the slope of the least-squares line through values evenly spaced from 0 to 1."""
    places, middle = [at / (len(values) - 1) for at in range(len(values))], fmean(values)
    return sum((at - 0.5) * (value - middle) for at, value in zip(places, values, strict=True)) / sum(
        (at - 0.5) ** 2 for at in places
    )


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole > 0 else None


def _from_winner(one: GameSight) -> tuple[float, ...]:
    """Return the chances at the sampled decisions of a decided game, from the winner's point of view."""
    return one.looks if one.winner == 0 else tuple(1 - value for value in one.looks)


def _leader(chance: float) -> int | None:
    return 0 if chance > 0.5 + LEAD_MARGIN else 1 if chance < 0.5 - LEAD_MARGIN else None


def _settled(chances: Sequence[float]) -> float:
    last = max((at for at, chance in enumerate(chances) if _leader(chance) != 0), default=-1)
    return (last + 1) / len(chances)


def _halfway(chances: Sequence[float]) -> float | None:
    leader = _leader(chances[len(chances) // 2])
    return None if leader is None else float(leader == 0)


def _deals(traces: Traces) -> Iterator[tuple[GameTrace, bool, bool]]:
    """Yield each deal decided twice: its first game, and whether its first player won that and lost the second one."""
    for one, other in zip(traces[::2], traces[1::2], strict=False):
        if one.seed == other.seed and one.sight.winner is not None and other.sight.winner is not None:
            best = one.bots[0]
            yield one, one.bots[one.sight.winner] == best, other.bots[other.sight.winner] != best


offer_former_names(__name__)
