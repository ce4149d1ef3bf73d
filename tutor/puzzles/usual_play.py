"""What winners and losers do in games between bots with the decks of a game just played, counted for its review.

What is counted is in the game's presentation (`review_count`). Games of different lengths are compared by counts per
turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, sqrt
from statistics import quantiles
from typing import NamedTuple

from engines.book.cards import Deck
from engines.game import Game
from engines.kernel.listener import Event
from engines.search.players import STRENGTHS
from tutor.boards.presentation import load_look

BOT = "quick"
"""The strength of both bots."""
GAMES = 120
"""The number of games that are played."""
ERROR = 0.05
"""The chance of naming any difference between winners and losers where there is none, over all that is counted."""
MOST = 2
"""The maximum number of things that a review names."""


class PlayCounts(NamedTuple):
    """A player's part of a finished game: whether the player won, the turns, and how often each thing happened."""

    won: bool
    turns: int
    counts: tuple[int, ...]


class UsualCount(NamedTuple):
    """How often something happens per turn, if winners and losers visibly differ in it.

    at : its index among what is counted. winners, losers : first quartile, median and third quartile. chance : how
    likely so large a difference would be if there were none.
    """

    at: int
    winners: tuple[float, ...]
    losers: tuple[float, ...]
    chance: float


class UsualPlay(NamedTuple):
    """The number of games between bots, and what their winners do visibly more or less often, surest first."""

    games: int
    counts: list[UsualCount]


class UnusualCount(NamedTuple):
    """Something that a player did more or less often than half of the others.

    at : its index among what is counted. count : how often. low, high : how often half of the winners of games with as
    many turns do it; half of the losers, if the player has won.
    """

    at: int
    times: int
    low: int
    high: int


def count_events(name: str, events: Iterable[Event], seat: int) -> tuple[int, ...]:
    """Return how often a player did each thing that is counted in the game called `name`."""
    own = [event.kind for event in events if event.seat == seat]
    return tuple(
        sum(any(kind == one or (one[-1] == "*" and kind.startswith(one[:-1])) for one in row["events"]) for kind in own)
        for row in load_look(name).get("review_count", ())
    )


def play_and_count(game: Game, decks: Sequence[Deck], seed: int) -> PlayCounts | None:
    """Play one game between two bots, and return the first player's part of it; None after a draw."""
    state = game.new(decks=(decks[0].cards, decks[1].cards), seed=seed, listen=True)
    players = [STRENGTHS[BOT]((seed << 8) + 1 + seat) for seat in (0, 1)]
    while state.result is None:
        state.apply(players[state.seat_to_act](state))
    if state.result.winner is None:
        return None
    return PlayCounts(state.result.winner == 0, state.turn, count_events(game.name, state.events or (), 0))


def watch_usual_play(game: Game, decks: Sequence[Deck], games: int = GAMES) -> UsualPlay:
    """Play games between bots, and return what the winners with the first deck do visibly more or less often.

    A game whose presentation counts nothing is not played.
    """
    if not load_look(game.name).get("review_count"):
        return UsualPlay(0, [])
    parts = [part for seed in range(games) if (part := play_and_count(game, decks, seed)) is not None]
    return UsualPlay(len(parts), compare_parts(parts))


def compare_parts(parts: Sequence[PlayCounts]) -> list[UsualCount]:
    """Return what winners do visibly more or less often than losers.

    By Holm's procedure, in at most `ERROR` of such comparisons anything is returned that does not differ.
    """
    won, lost = ([part for part in parts if part.won == which] for which in (True, False))
    if min(len(won), len(lost)) < 2:
        return []
    found = []
    for at in range(len(parts[0].counts)):
        rates = [[part.counts[at] / max(1, part.turns) for part in side] for side in (won, lost)]
        winners, losers = (tuple(quantiles(side, n=4, method="inclusive")) for side in rates)
        found.append(UsualCount(at, winners, losers, rank_sum_chance(*rates)))
    found.sort(key=lambda one: one.chance)
    for passed, one in enumerate(found):
        if one.chance > ERROR / (len(found) - passed):
            return found[:passed]
    return found


def rank_sum_chance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the two-sided chance of so different ranks if both samples came from one distribution.

    The normal approximation of the rank-sum test of Mann and Whitney, with the correction for ties; 1.0 if all values
    are equal.
    """
    total = len(one) + len(other)
    ordered = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks, ties, at = 0.0, 0, 0
    while at < total:
        end = at
        while end < total and ordered[end][0] == ordered[at][0]:
            end += 1
        ranks += (at + end + 1) / 2 * sum(which == 0 for _, which in ordered[at:end])
        ties += (end - at) ** 3 - (end - at)
        at = end
    spread = len(one) * len(other) / 12 * (total + 1 - ties / (total * (total - 1))) if total > 1 else 0.0
    return erfc(abs(ranks - len(one) * (total + 1) / 2) / sqrt(2 * spread)) if spread > 0 else 1.0


def find_unusual(usual: UsualPlay, own: PlayCounts) -> list[UnusualCount]:
    """Return in what a player stood out, at most `MOST` things, the surest first.

    After a loss: what the player did as losers do, outside the middle half of the winners. After a win: what the player
    did as winners do, outside the middle half of the losers.
    """
    found = []
    for one in usual.counts:
        less = one.winners[1] < one.losers[1] or (
            one.winners[1] == one.losers[1] and sum(one.winners) < sum(one.losers)
        )
        low, _, high = (round(rate * own.turns) for rate in (one.losers if own.won else one.winners))
        times = own.counts[one.at]
        if times > high if less != own.won else times < low:
            found.append(UnusualCount(one.at, times, low, high))
    return found[:MOST]
