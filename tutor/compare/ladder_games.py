"""The games of the ladder: six players, each against the next two rungs up, stored by deal.

Each deal is played twice with the players' seats swapped, so neither cards nor seat favour a player. The deals go
through all permitted pairs of decks. Different pairings play different deals. Deals are stored one per line in a file
named after a fingerprint of the rules and players, so an interrupted run can be resumed.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engines.book.cards import Deck
from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.state import State
from engines.search.players import DEALS, TURNS, WIDTH, Player, evaluate_by_rollouts, greedy_player, monte_carlo_player
from tutor.compare.batch import pairs_to_measure
from tutor.compare.store import rule_files
from tutor.matches.simulate import BOTS, spread_work
from tutor.progress import data_folder
from tutor.sets.decks import game_with_decks, taught_decks

MOST_DECISIONS = 5000
"""Maximum number of decisions in a game; a longer one is stopped and counts half for each player."""


class Rung(NamedTuple):
    """A player of the ladder: its id, and the number of deals that it imagines for a decision (0: no look-ahead)."""

    id: str
    deals: int = 0

    def player(self, seed: int) -> Player:
        """Return a new player of this strength."""
        return monte_carlo_player(seed, self.deals) if self.deals else BOTS[self.id](seed)


RUNGS = (
    Rung("random"),
    Rung("erratic"),
    Rung("quick"),
    Rung("careful", DEALS),
    Rung("careful4", 4 * DEALS),
    Rung("careful16", 16 * DEALS),
)
"""The ladder, from the lowest rung to the highest."""


class RungMatch(NamedTuple):
    """Two rungs that meet, by their indices on the ladder; they play one deal in `every`."""

    lower: int
    upper: int
    every: int


def _every(upper: Rung) -> int:
    """Return how many times fewer deals a rung plays than one without look-ahead, since imagining deals takes time."""
    return {0: 1, DEALS: 2, 4 * DEALS: 4}.get(upper.deals, 8)


MATCHES = tuple(
    RungMatch(lower, lower + apart, _every(RUNGS[lower + apart]))
    for lower in range(len(RUNGS))
    for apart in (1, 2)
    if lower + apart < len(RUNGS)
)
"""Each rung meets the next two, so that the figures of the rungs constrain each other."""


DealKey = tuple[int, int, tuple[str, str], int]
"""The identity of a deal: the rungs, the decks, and the number of earlier meetings."""


class LadderDeal(NamedTuple):
    """One deal of a match, played twice.

    decks : the decks of seats 0 and 1. again : how often these decks had met before in this match. points : the upper
    rung's points in the two games: 1, 0, or 0.5 for a draw; None if a game did not end.
    """

    lower: int
    upper: int
    decks: tuple[str, str]
    again: int
    points: tuple[float | None, float | None] = (None, None)

    @property
    def key(self) -> DealKey:
        """The identity of the deal, without its result."""
        return self[0], self[1], self[2], self[3]


# Playing.


def spread_pairs(game: Game) -> list[tuple[Deck, Deck]]:
    """Return the permitted pairs of decks, ordered so that consecutive pairs use many different decks."""
    place = {id: at for at, id in enumerate(game.decks)}

    def order(pair: tuple[Deck, Deck]) -> tuple[int, int]:
        one, other = (place[deck.id] for deck in pair)
        return (one + other) % len(place), one

    return sorted(pairs_to_measure(game), key=order)


def deal_at(game: Game, match: RungMatch, number: int) -> LadderDeal:
    """Return deal `number` of a match, not yet played.

    The deals go through all deck pairs, then through all of them again with seats swapped.
    """
    met = spread_pairs(game)
    again, at = divmod(number, len(met))
    one, other = met[at][::-1] if again % 2 else met[at]
    return LadderDeal(match.lower, match.upper, (one.id, other.id), again)


def play_deal(game: Game, deal: LadderDeal) -> LadderDeal:
    """Play a deal and return it with its points; its two games do not depend on which other decks exist."""
    seed = int.from_bytes(hashlib.sha256(json.dumps(deal.key).encode()).digest()[:4], "big")
    one, other = (game.decks[id].cards for id in deal.decks)
    points = play_both_seats(lambda: game.new(decks=(one, other), seed=seed), deal.lower, deal.upper, seed)
    return deal._replace(points=points)


def play_both_seats(begin: Callable[[], State], lower: int, upper: int, seed: int) -> tuple[float | None, float | None]:
    """Play the state that `begin` returns twice, with the upper rung in seat 1 and then in seat 0.

    Return the points of the upper rung in both games.
    """
    points = []
    for upper_seat in (1, 0):
        rungs = (lower, upper) if upper_seat else (upper, lower)
        players = [RUNGS[rung].player((seed << 8) + 1 + seat) for seat, rung in enumerate(rungs)]
        points.append(play_to_end(begin(), players, upper_seat))
    return points[0], points[1]


def play_to_end(state: State, players: Sequence[Player], seat: int) -> float | None:
    """Play to the end and return the points of `seat`: 1, 0 or 0.5; None if the game is stopped at `MOST_DECISIONS`."""
    for _ in range(MOST_DECISIONS):
        if state.result is not None:
            break
        state.apply(players[state.seat_to_act](state))
    if state.result is None:
        return None
    return 0.5 if state.result.winner is None else float(state.result.winner == seat)


def play_deals(name: str, deals: Sequence[LadderDeal]) -> list[LadderDeal]:
    """Play some deals."""
    game = game_with_decks(name)
    return [play_deal(game, deal) for deal in deals]


# Storage.


@cache
def ladder_fingerprint(name: str) -> str:
    """Return a 12-character digest of the rules and cards of a game and of the ladder's players."""
    digest = hashlib.sha256()
    for path in sorted([*rule_files(name), Path(__file__)]):
        if path.exists():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def deck_digest(game: Game, ids: Iterable[str]) -> str:
    """Return an 8-character digest of the contents of these decks."""
    lists = [[id, sorted(game.decks[id].cards.items())] for id in ids]
    return hashlib.sha256(json.dumps(lists).encode()).hexdigest()[:8]


@cache
def ladder_decks_digest(name: str) -> str:
    """Return an 8-character digest of the decks that meet on the ladder of a game."""
    game = game_with_decks(name)
    return deck_digest(game, sorted({deck.id for pair in pairs_to_measure(game) for deck in pair}))


SAMPLE_TRIES, SAMPLE_DEALS = 3, 2
"""Look-ahead is sampled in the last `SAMPLE_TRIES - 1` of every ten decisions, with `SAMPLE_DEALS` imagined deals."""


@cache
def ladder_digest(name: str) -> str:
    """Return a 12-character digest of how a game plays on its ladder, that is of what the players do in a few games.

    Refactoring does not change the digest, so it shows whether figures are still valid.
    """
    game = game_with_decks(name)
    taught = taught_decks(game)
    one, other = (game.decks[taught[at % len(taught)]] for at in (0, 1))
    simple = [LadderDeal(*match[:2], (one.id, other.id), 0) for match in MATCHES if not RUNGS[match.upper].deals]
    seen: list[Iterable[object]] = [play_deal(game, deal) for deal in simple]
    state, quick, source = game.new(decks=(one.cards, other.cards), seed=0), greedy_player(1), RandomSource(2)
    for decision in range(40):
        if state.result is not None:
            break
        if decision % 10 > 10 - SAMPLE_TRIES and len(state.actions) > 1:
            seen += evaluate_by_rollouts(state, source, SAMPLE_DEALS, TURNS, WIDTH)
        state.apply(quick(state))
    return hashlib.sha256(json.dumps([list(map(str, one)) for one in seen]).encode()).hexdigest()[:12]


class DealFile:
    """The stored deals of a game.

    Parameters
    ----------
    name
        The game's name.
    folder
        The folder of the file; by default "games" in the folder with the learner's progress (`TEBIKI_HOME`).
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        self.name = name
        self.path = (folder or data_folder() / "games") / f"{name}-ladder-{ladder_fingerprint(name)}.jsonl"

    def deals(self) -> list[LadderDeal]:
        """Return the stored deals; incomplete lines, and deals of decks that have changed, are skipped."""
        found: dict[DealKey, LadderDeal] = {}
        game = game_with_decks(self.name)
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
                try:
                    mark, lower, upper, decks, again, points = json.loads(line)
                    deal = LadderDeal(lower, upper, (decks[0], decks[1]), again, (points[0], points[1]))
                    if mark == deck_digest(game, deal.decks):
                        found[deal.key] = deal
                except (ValueError, TypeError, LookupError):
                    continue
        return list(found.values())

    def keep(self, deals: Sequence[LadderDeal]) -> None:
        """Append deals in one write; do nothing if the folder is not writable."""
        game = game_with_decks(self.name)
        lines = [json.dumps([deck_digest(game, deal.decks), *deal], separators=(",", ":")) for deal in deals]
        text = "".join(f"{line}\n" for line in lines)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                os.write(handle, text.encode())
            finally:
                os.close(handle)
        except OSError:
            pass


def deals_wanted(games: int) -> dict[RungMatch, int]:
    """Return the number of deals for each match in a ladder of `games` games; players with look-ahead have fewer.

    >>> [2 * deals for deals in deals_wanted(240).values()]
    [240, 240, 240, 120, 120, 60, 60, 30, 30]
    """
    return {match: max(1, games // (2 * match.every)) for match in MATCHES}


def tasks_of(name: str, games: int, known: Mapping[DealKey, LadderDeal]) -> Generator[tuple[str, list[LadderDeal]]]:
    """Yield the missing deals in rounds, so that all matches advance evenly and soon have results."""
    game, slowest, most = game_with_decks(name), max(match.every for match in MATCHES), deals_wanted(games)
    for begin in range(0, max(most.values()), slowest):
        for match, deals in most.items():
            numbers = range(begin // match.every, min(deals, (begin + slowest) // match.every))
            missing = [deal for number in numbers if (deal := deal_at(game, match, number)).key not in known]
            if missing:
                yield name, missing


def deals_of(
    name: str,
    games: int,
    jobs: int = 1,
    folder: Path | None = None,
    on_progress: Callable[[int], None] | None = None,
    until: float | None = None,
) -> list[LadderDeal]:
    """Return the deals of a game's ladder, playing those that are not stored yet.

    Parameters
    ----------
    name
        The game's name.
    games
        Number of games between two players without look-ahead; see `deals_wanted`.
    jobs
        Processes at a time; see `tutor.matches.simulate.spread_work`.
    folder
        Where deals are stored; see `DealFile`.
    on_progress
        Called every few deals with the number of deals available.
    until
        The time (`time.monotonic`) at which the run ends; the deals played by then are returned.
    """
    store = DealFile(name, folder)
    known = {deal.key: deal for deal in store.deals()}
    results = spread_work(play_deals, list(tasks_of(name, games, known)), jobs)
    try:
        for fresh in results:
            store.keep(fresh)
            known |= {deal.key: deal for deal in fresh}
            if on_progress:
                on_progress(len(known))
            if until is not None and time.monotonic() > until:
                break
    finally:
        with warnings.catch_warnings():  # joblib warns about abandoned tasks
            warnings.simplefilter("ignore")
            results.close()
    game = game_with_decks(name)
    listed = [
        deal_at(game, match, number).key for match, deals in deals_wanted(games).items() for number in range(deals)
    ]
    return [known[key] for key in listed if key in known]
