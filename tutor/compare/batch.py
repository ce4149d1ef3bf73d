"""Watched games in batches: seeded, spread over processes, stored, and resumable.

>>> len(games_of("altaria", "quick", 10, jobs=1))
10
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import engines
from engines.book.cards import Deck
from engines.errors import DataError
from engines.game import Game
from engines.search.players import FORMER_NAMES
from tutor.compare import observe
from tutor.compare.observe import GameTrace
from tutor.compare.store import TraceStore
from tutor.matches.match import allowed_opponents
from tutor.matches.simulate import spread_work
from tutor.sets.decks import game_with_decks

BATCH_SIZE = 20
"""Games per stored batch; even, so that the two games of a deal stay together."""


class WayToPlay(NamedTuple):
    """Who plays, and whether each deal is played twice with the players' seats swapped."""

    bots: tuple[str, str]
    twice: bool = False


SAMPLE_GAMES = 3
"""Number of games played to check whether a game still plays as before."""

WAYS_TO_PLAY = {
    "quick": WayToPlay(("quick", "quick")),
    "erratic": WayToPlay(("erratic", "erratic")),
    "duel": WayToPlay(("quick", "erratic"), twice=True),
}
"""The pairings in which games are measured: two equal strengths, and one strength against the other."""


def games_of(
    game: str,
    way: str,
    games: int,
    jobs: int = -1,
    folder: Path | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> list[GameTrace]:
    """Return `games` watched games, playing those that are not stored yet.

    Parameters
    ----------
    game
        The game's name.
    way
        A key of `WAYS_TO_PLAY`.
    games
        Number of games. Game number n is always the same game, so a longer run contains the shorter one.
    jobs
        Processes at a time; see `tutor.matches.simulate.spread_work`.
    folder
        Where games are stored; see `TraceStore`.
    on_progress
        Called after every batch with the number of games available.

    Raises
    ------
    DataError
        If there is no such game or way to play.
    """
    way = FORMER_NAMES.get(way, way)
    if way not in WAYS_TO_PLAY:
        raise DataError("way to play", f"there is no {way!r}.", f"Ways: {', '.join(WAYS_TO_PLAY)}.")
    engines.load(game)
    store = TraceStore(game, way, folder)
    kept = store.batches()
    missing = [at for at in range(0, games, BATCH_SIZE) if at not in kept]
    done = min(games, len(kept) * BATCH_SIZE)
    if on_progress:
        on_progress(done)
    for at, traces in zip(
        missing, spread_work(play_batch, [(game, way, at, BATCH_SIZE) for at in missing], jobs), strict=True
    ):
        store.keep(at, traces)
        kept[at] = traces
        done += BATCH_SIZE
        if on_progress:
            on_progress(min(done, games))
    return [trace for at in range(0, games, BATCH_SIZE) for trace in kept[at]][:games]


@cache
def play_digest(game: str) -> str:
    """Return a 12-character digest of how a game plays: of everything observed in a few games between erratic players.

    Refactoring does not change the digest, so it shows whether old measurements are still valid.
    """
    played = play_batch(game, "erratic", 0, SAMPLE_GAMES)
    return hashlib.sha256(json.dumps([observe.course_of(one) for one in played]).encode()).hexdigest()[:12]


def play_batch(game: str, way: str, first: int, count: int = BATCH_SIZE) -> list[GameTrace]:
    """Play `count` games, starting with number `first`.

    The games go through all permitted pairs of decks. The two games of a deal share a seed, and the decks swap seats in
    the second. If the way plays every deal twice, the players swap seats instead, and the decks swap from deal to deal.
    """
    loaded = game_with_decks(game)
    met = pairs_to_measure(loaded)
    one, other, twice = WAYS_TO_PLAY[way].bots[0], WAYS_TO_PLAY[way].bots[1], WAYS_TO_PLAY[way].twice
    found = []
    for number in range(first, first + count):
        seed, second = divmod(number, 2)
        turned, at = (seed % 2, seed // 2) if twice else (second, seed)
        decks = met[at % len(met)]
        bots = (other, one) if twice and second else (one, other)
        found.append(observe.watch_game(loaded, decks[::-1] if turned else decks, bots, seed))
    return found


def pairs_to_measure(game: Game) -> list[tuple[Deck, Deck]]:
    """Return the pairs of different decks that may meet; if a game has only one deck, it is paired with itself.

    Pairs of the first decks come first, so that adding a deck at the end leaves the first games unchanged.
    """
    decks = list(game.decks.values())
    found = [(one, game.decks[other]) for one in decks for other in allowed_opponents(game, one.id)]
    different = [pair for pair in found if decks.index(pair[0]) < decks.index(pair[1])]
    return sorted(different, key=lambda pair: (decks.index(pair[1]), decks.index(pair[0]))) or found[:1]
