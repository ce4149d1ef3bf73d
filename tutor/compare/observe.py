"""Watches a game between computer players: records choices, who made them, sampled positions, and fired clauses."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from engines.book.cards import Deck
from engines.game import Game
from engines.kernel.state import State
from engines.search.players import Player
from tutor.compare.features import cards_in_hand, hidden_share, position_features
from tutor.compare.interaction import ReachCounter
from tutor.matches.simulate import BOTS

LOOKS = 20
"""Number of evenly spread decisions of a game at which the chances are estimated."""


class WatchedMoment(NamedTuple):
    """One decision of a watched game: turn, number of legal actions (`options`), and features of the position.

    hidden : the share of all cards that the deciding player cannot see.
    """

    turn: int
    options: int
    hidden: float
    features: dict[str, float]


class GameSight(NamedTuple):
    """What was seen in one game, from its first decision to its end.

    first : the seat that took the first turn, or the first decision after set-up if turns are shared; None if the game
    ended before that. options : number of legal actions, summed over all decisions. forced : number of decisions with
    one legal action. own, off : number of other decisions by the turn player and by the other player, None if turns are
    shared. handovers : number of other decisions not made by the same player as the one before. moments : `LOOKS`
    evenly spread decisions. fired : how often each clause made something happen. tree : the product of the numbers of
    legal actions at every decision, as a power of ten. opening : card numbers in the opening hand, by seat. looks : the
    chance of seat 0 at each moment (see `tutor.compare.win_probability`); empty until judged. asked, reaching : number
    of choices after set-up, and of those that reach the rival (`tutor.compare.interaction`).
    """

    first: int | None
    winner: int | None
    clause: str
    turns: int
    decisions: int
    options: int
    forced: int
    own: int | None
    off: int | None
    handovers: int
    moments: tuple[WatchedMoment, ...]
    fired: dict[str, int]
    tree: float = 0.0
    opening: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    looks: tuple[float, ...] = ()
    asked: int = 0
    reaching: int = 0


EXTRA_COUNTS = ("asked", "reaching")
"""Fields that count something beyond the course of a game; they are not part of its digest."""


class GameTrace(NamedTuple):
    """A watched game: the seed, the decks and players by seat, and what was observed."""

    seed: int
    decks: tuple[str, str]
    bots: tuple[str, str]
    sight: GameSight


def watch_game(game: Game, decks: Sequence[Deck], bots: Sequence[str], seed: int) -> GameTrace:
    """Play one game between two of `tutor.matches.simulate.BOTS` to its end. The same seed gives the same trace."""
    state = game.new(decks=(decks[0].cards, decks[1].cards), seed=seed, listen=True)
    players = [BOTS[bot]((seed << 8) + 1 + seat) for seat, bot in enumerate(bots)]
    return GameTrace(seed, (decks[0].id, decks[1].id), (bots[0], bots[1]), watch_to_end(state, players))


def watch_to_end(state: State, players: Sequence[Player]) -> GameSight:
    """Play `state`, which must have a listener, to its end, and return what was observed."""
    first_phase = state.game.flow.first.phase
    first = turn_player = before = None
    turn = own = off = handovers = options = forced = decisions = 0
    tree = 0.0
    album, reach, opening = MomentAlbum[tuple[State, int | None]](), ReachCounter(), [list[int](), list[int]()]
    while state.result is None:
        seat, count = state.seat_to_act, len(state.actions)
        if state.turn != turn:
            turn, turn_player = state.turn, state.game.rules.table(state, 0).turn_player
        if first is None and state.turn and state.step.phase != first_phase:
            first = seat if turn_player is None else turn_player
        if album.wants(decisions):
            album.add(decisions, (state.copy(), first))
        for side in (0, 1):
            opening[side] = opening[side] or sorted({*cards_in_hand(state, side)})
        tree += math.log10(count)
        decisions += 1
        options += count
        forced += count == 1
        if count > 1:  # a forced decision is not a choice
            handovers += before is not None and before != seat
            before = seat
            if turn_player is not None:
                own, off = own + (seat == turn_player), off + (seat != turn_player)
        action = players[seat](state)
        reach.before(state, action, choice=count > 1 and first is not None)
        state.apply(action)
        reach.after(state)
    winner, clause = state.result[:2]
    turns_are_owned = own + off > 0
    return GameSight(
        first,
        winner,
        clause,
        state.turn,
        decisions,
        options,
        forced,
        own if turns_are_owned else None,
        off if turns_are_owned else None,
        handovers,
        tuple(describe_moment(*one) for one in album.chosen()),
        dict(Counter(event.clause for event in state.events or () if event.clause)),
        round(tree, 2),
        (tuple(opening[0]), tuple(opening[1])),
        asked=reach.asked,
        reaching=reach.reaching,
    )


def describe_moment(state: State, first: int | None) -> WatchedMoment:
    """Return a position before a decision as a moment. first : the seat that went first, None before turn 1."""
    unseen = round(hidden_share(state, state.seat_to_act), 3)
    return WatchedMoment(state.turn, len(state.actions), unseen, position_features(state, first))


Item = TypeVar("Item")


class MomentAlbum(Generic[Item]):
    """Collects evenly spread moments of a game of unknown length; if it has too many, it drops every second one.

    The caller decides what to store for a moment; a copy of the state is cheapest, since most moments are dropped.

    >>> album = MomentAlbum[int]()
    >>> for at in range(1000):
    ...     if album.wants(at):
    ...         album.add(at, at)
    >>> album.chosen()[:3], album.chosen()[-1], len(album.chosen())
    ((0, 48, 112), 992, 20)
    """

    def __init__(self) -> None:
        self.step, self.kept = 1, list[Item]()

    def wants(self, at: int) -> bool:
        """Return True if decision number `at` should be added."""
        return at % self.step == 0

    def add(self, at: int, one: Item) -> None:
        """Add the moment of decision number `at`; `wants(at)` must be True."""
        self.kept.append(one)
        if len(self.kept) >= 4 * LOOKS:
            self.kept, self.step = self.kept[::2], 2 * self.step

    def chosen(self) -> tuple[Item, ...]:
        """Return `LOOKS` of the moments, evenly spread from first to last; empty if the game had no decisions."""
        last = len(self.kept) - 1
        return tuple(self.kept[round(last * at / (LOOKS - 1))] for at in range(LOOKS)) if self.kept else ()


def course_of(trace: GameTrace) -> list[object]:
    """Return the course of a game as plain lists: seed, decks, players, counts, moments and fired clauses."""
    sight = trace.sight
    names = sorted({name for moment in sight.moments for name in moment.features})
    moments = [
        [one.turn, one.options, one.hidden, *(one.features.get(name, 0) for name in names)] for one in sight.moments
    ]
    return [*trace[:3], list(sight._replace(moments=(), looks=()))[: -len(EXTRA_COUNTS)], names, moments]


def encode_trace(trace: GameTrace) -> list[object]:
    """Return a trace, without its chances, as plain lists for JSON; `decode_trace` reads it back."""
    return [*course_of(trace), [getattr(trace.sight, name) for name in EXTRA_COUNTS]]


def decode_trace(row: Sequence[Any]) -> GameTrace:
    """Return the trace that `encode_trace` wrote."""
    seed, decks, bots, sight, names, moments, counted = row
    seen = tuple(
        WatchedMoment(turn, options, hidden, {name: value for name, value in zip(names, values, strict=True) if value})
        for turn, options, hidden, *values in moments
    )
    asked, reaching = counted
    found = GameSight(*sight)._replace(moments=seen, looks=(), asked=asked, reaching=reaching)
    return GameTrace(seed, tuple(decks), tuple(bots), found._replace(opening=_by_seat(found.opening)))


def _by_seat(both: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(both[0]), tuple(both[1])
