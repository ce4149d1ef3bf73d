"""Win rates of the decks of a game against each other, from many unwatched games between quick players.

A metric describes a game with any similar decks, so its interval allows for other decks (`resampling`). Here the decks
themselves are measured: every permitted pair plays in both seats, and only deals are resampled.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from engines.book.cards import Deck
from engines.game import Game
from tutor.compare.batch import pairs_to_measure
from tutor.compare.resampling import GameCase, mean_of
from tutor.compare.store import play_fingerprint
from tutor.estimates import Estimate
from tutor.matches.simulate import play_game, spread_work
from tutor.progress import data_folder
from tutor.sets.decks import game_with_decks

FAIR_SHARES = (0.4, 0.6)
"""The range of win rates that count as fair."""
FIELD_BOTS = ("quick", "quick")
FIRST_SEED = 1_000_000
"""The first seed; these deals are not those of the watched games, whose seeds are smaller."""


class DeckGame(NamedTuple):
    """A game between two decks: their ids by seat, the deal, and the winning seat (None for a draw)."""

    decks: tuple[str, str]
    deal: int
    winner: int | None


def measure_decks(name: str, rounds: int, jobs: int = -1, folder: Path | None = None) -> dict[str, Estimate]:
    """Return the win rate of each deck of a game against its possible opponents, by deck id.

    rounds : how often every pair of decks meets in each seat. folder : where rounds are stored, by default beside the
    watched games; a stored round is not played again.
    """
    path = (folder or data_folder() / "games") / f"{name}-field-{play_fingerprint(name)}.jsonl"
    kept = _read(path)
    missing = [number for number in range(rounds) if number not in kept]
    for number, played in zip(missing, spread_work(play_round, [(name, one) for one in missing], jobs), strict=True):
        kept[number] = played
        _keep(path, number, played)
    return win_shares(game_with_decks(name), (one for number in range(rounds) for one in kept[number]))


def play_round(name: str, number: int) -> list[DeckGame]:
    """Play every permitted pair of decks once in each seat, both games with the same deal."""
    game = game_with_decks(name)
    met = pairs_to_measure(game)
    return [
        _play(game, decks, FIRST_SEED + number * len(met) + at) for at, pair in enumerate(met) for decks in _both(pair)
    ]


def win_shares(game: Game, played: Iterable[DeckGame]) -> dict[str, Estimate]:
    """Return the win rate of each deck, by deck id; draws and mirror matches are left out."""
    cases: dict[str, list[GameCase]] = {id: [] for id in game.decks}
    for one in played:
        if one.winner is not None and one.decks[0] != one.decks[1]:
            for seat, deck in enumerate(one.decks):
                cases[deck].append(GameCase(one.decks, one.deal, float(one.winner == seat)))
    return {id: mean_of(found, again=False) for id, found in cases.items() if found}


def deck_verdict(won: Estimate) -> str:
    """Return the verdict on a deck: "even", "over" or "under" if its whole interval agrees, otherwise "unsure"."""
    low, high = FAIR_SHARES
    if won.low is None or won.high is None:
        return "unsure"
    if won.low > high:
        return "over"
    if won.high < low:
        return "under"
    return "even" if low <= won.low and won.high <= high else "unsure"


def _both(pair: tuple[Deck, Deck]) -> tuple[tuple[Deck, Deck], tuple[Deck, Deck]]:
    return pair, (pair[1], pair[0])


def _play(game: Game, decks: tuple[Deck, Deck], seed: int) -> DeckGame:
    return DeckGame((decks[0].id, decks[1].id), seed, play_game(game, decks, FIELD_BOTS, seed).winner)


def _read(path: Path) -> dict[int, list[DeckGame]]:
    """Return the stored rounds; an incomplete line is skipped."""
    found: dict[int, list[DeckGame]] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
            found[row["round"]] = [DeckGame(tuple(decks), deal, winner) for decks, deal, winner in row["games"]]
        except (ValueError, TypeError, KeyError):
            continue
    return found


def _keep(path: Path, number: int, played: list[DeckGame]) -> None:
    """Append a round to the file; do nothing if the folder is not writable."""
    line = json.dumps({"round": number, "games": played}, separators=(",", ":"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    except OSError:
        pass
