"""Games in pairs: every deal is played by the printed rules and by changed ones, with the same decks and players.

Pair number n is always the same deal, so a longer run contains the shorter one, and all users have the same pairs. The
pairs go through all pairs of decks that may meet, in both seats, as in the comparison (`tutor.compare.batch`); the
printed halves are the games of the comparison, stored in the same files. The same deal means that the decks are in the
same order; if the changed rules set aside fewer cards at the start, the hands differ.

>>> [len(pair) for pair in play_pairs("altaria", {"cores": 5}, 2, jobs=1)]
[2, 2]
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from engines.book.cards import Deck
from engines.errors import DataError
from engines.game import Game
from engines.search.players import name_of_strength
from engines.variants.written_rules import FILE as BELIEFS
from tutor.compare import batch, observe
from tutor.compare.batch import BATCH_SIZE
from tutor.compare.observe import GameTrace
from tutor.compare.store import ENGINES_FOLDER, TraceStore, play_fingerprint
from tutor.matches.house_rules import Changes, changed_game, real_changes
from tutor.matches.simulate import BOTS, spread_work
from tutor.sets.decks import game_with_decks

STEP_PAIRS = 4
"""Number of pairs played at a time; several such steps form a batch, which is stored."""
MOST_PAIRS = 10_000


class GamePair(NamedTuple):
    """One deal, played twice: by the printed rules and by the changed rules."""

    printed: GameTrace
    changed: GameTrace


def play_pairs(
    game: str,
    changes: Changes,
    pairs: int = 400,
    bots: str = "quick",
    jobs: int = -1,
    on_progress: Callable[[list[GamePair]], None] | None = None,
    stopped: Callable[[], bool] | None = None,
    folder: Path | None = None,
    decks: Sequence[str] = (),
) -> list[GamePair]:
    """Return `pairs` pairs of games, playing those that are not stored yet.

    Parameters
    ----------
    game
        The game's name.
    changes
        The rules that are changed; see `tutor.matches.house_rules`.
    bots
        The strength of both players, one of `tutor.matches.simulate.BOTS`.
    jobs
        Number of processes; see `tutor.matches.simulate.spread_work`.
    on_progress
        Called after every few pairs, with all pairs so far.
    stopped
        Asked after every few pairs; if it returns True, the run ends and the pairs so far are returned.
    folder
        The folder in which games are stored; see `tutor.compare.store.TraceStore`.
    decks
        The decks that meet; by default all of the game's. To repeat a run, pass the decks it was played with, since
        decks may have been added to the game.

    Raises
    ------
    DataError
        If the game, a rule, the strength or a deck does not exist, or the number of pairs is invalid.
    """
    bots = name_of_strength(bots, BOTS, "players")
    if type(pairs) is not int or not 1 <= pairs <= MOST_PAIRS:
        raise DataError("pairs", f"{pairs!r} pairs.", f"It must be a whole number from 1 to {MOST_PAIRS}.")
    wanted = real_changes(game_with_decks(game), changes)
    meeting_decks(game_with_decks(game), decks)
    way = f"{bots}-{_digest([*decks])}" if decks else bots  # the order of the decks determines the deal of each pair
    stores = TraceStore(game, way, folder), TraceStore(game, f"{way}-{changes_digest(game, wanted)}", folder)
    kept = [store.batches() for store in stores]
    tasks = [
        (game, wanted, bots, at, tuple(decks), [at // BATCH_SIZE * BATCH_SIZE not in one for one in kept])
        for at in range(0, pairs, STEP_PAIRS)
    ]
    found: list[GamePair] = []
    results = spread_work(play_step, tasks, jobs)
    try:
        for (*_, at, _, missing), played in zip(tasks, results, strict=True):
            halves = [
                new if none else kept[half][at // BATCH_SIZE * BATCH_SIZE][at % BATCH_SIZE :][:STEP_PAIRS]
                for half, (none, new) in enumerate(zip(missing, played, strict=True))
            ]
            found += map(GamePair, *halves)
            whole, left = divmod(len(found), BATCH_SIZE)
            for half, store in enumerate(stores):
                if not left and missing[half]:
                    store.keep((whole - 1) * BATCH_SIZE, [pair[half] for pair in found[-BATCH_SIZE:]])
            if on_progress:
                on_progress(found[:pairs])
            if stopped and stopped():
                break
    finally:
        with warnings.catch_warnings():  # joblib warns about abandoned tasks
            warnings.simplefilter("ignore")
            results.close()
    return found[:pairs]


def play_step(
    game: str, changes: Changes, bots: str, first: int, decks: tuple[str, ...], missing: list[bool]
) -> tuple[list[GameTrace], list[GameTrace]]:
    """Play the missing halves of the pairs, starting with number `first`, by the printed and by the changed rules."""
    printed = game_with_decks(game)
    met = meeting_decks(printed, decks)
    found: tuple[list[GameTrace], list[GameTrace]] = ([], [])
    for number in range(first, first + STEP_PAIRS):
        seed, both = deal_of_game(met, number)
        for rules, half, wanted in zip((printed, changed_game(printed, changes)), found, missing, strict=True):
            if wanted:
                half.append(observe.watch_game(rules, both, (bots, bots), seed))
    return found


def deal_of_game(met: Sequence[tuple[Deck, Deck]], number: int) -> tuple[int, tuple[Deck, Deck]]:
    """Return the seed of a game, and the decks of the first and the second seat.

    Two games that follow each other have the same seed and decks, with the seats exchanged; the deals go through all
    pairs that meet.
    """
    seed, turned = divmod(number, 2)
    one, other = met[seed % len(met)]
    return seed, (other, one) if turned else (one, other)


def meeting_decks(game: Game, decks: Sequence[str] = ()) -> list[tuple[Deck, Deck]]:
    """Return the pairs of decks that meet: all permitted ones, or those among `decks`, in the given order.

    Raises DataError if there are none.
    """
    for deck in decks:
        game.deck_list(deck)
    found = batch.pairs_to_measure(game)
    if decks:
        at = {deck: place for place, deck in enumerate(decks)}
        of = [(at[one.id], at[other.id], (one, other)) for one, other in found if {one.id, other.id} <= {*at}]
        found = [pair for *_, pair in sorted(of, key=lambda row: row[:2])]
    if not found:
        raise DataError("decks", f"no two of {', '.join(decks)} may meet.", f"Decks: {', '.join(game.decks)}.")
    return found


def changes_digest(game: str, changes: Changes) -> str:
    """Return a 12-character digest of the changed rules and of the code that implements them."""
    beliefs = ENGINES_FOLDER / game / BELIEFS
    digest = hashlib.sha256(json.dumps(sorted(changes.items())).encode())
    if beliefs.exists():
        digest.update(beliefs.read_bytes())
    return digest.hexdigest()[:12]


def _digest(thing: object) -> str:
    return hashlib.sha256(json.dumps(thing).encode()).hexdigest()[:12]


def rules_fingerprint(game: str, changes: Changes) -> str:
    """Return the fingerprints of the printed and the changed rules; equal fingerprints mean equal games."""
    return f"{play_fingerprint(game)}-{changes_digest(game, real_changes(game_with_decks(game), changes))}"
