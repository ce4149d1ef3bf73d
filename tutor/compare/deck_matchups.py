"""How the decks of a game fare against each other: many games between quick players that nobody watches.

A figure of a game should hold for decks like these, so its interval allows for others (`resampling`). Here it is about
these decks: every two that may meet play in both seats, and only the games between them are drawn again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from engines.book.cards import Deck
from engines.game import Game
from tutor.compare.batch import deck_pairs
from tutor.compare.resampling import GameCase, mean_of
from tutor.compare.store import play_fingerprint
from tutor.estimates import Estimate
from tutor.matches.decks import with_more
from tutor.matches.simulate import play_one, spread_work
from tutor.progress import data_folder

FAIR_SHARES = (0.4, 0.6)
"""Between these a deck's share of won games is fair to the field."""
FIELD_BOTS = ("quick", "quick")
FIRST_SEED = 1_000_000
"""The first seed: other deals than those of the games that are watched."""


class DeckGame(NamedTuple):
    """A game between two decks: their ids by seat, the deal, who won."""

    decks: tuple[str, str]
    deal: int
    winner: int | None


def measure_decks(name: str, rounds: int, jobs: int = -1, folder: Path | None = None) -> dict[str, Estimate]:
    """Return how often each deck of a game won against those it may meet, by its id.

    rounds : how often every two decks play each other in each seat. folder : where played rounds are kept, by default
    with the watched games; a round that is kept is not played again.
    """
    path = (folder or data_folder() / "games") / f"{name}-field-{play_fingerprint(name)}.jsonl"
    kept = _read(path)
    missing = [number for number in range(rounds) if number not in kept]
    for number, played in zip(missing, spread_work(play_round, [(name, one) for one in missing], jobs), strict=True):
        kept[number] = played
        _keep(path, number, played)
    return win_shares(with_more(name), (one for number in range(rounds) for one in kept[number]))


def play_round(name: str, number: int) -> list[DeckGame]:
    """Play every two decks that may meet once in each seat, with the same deal for both games."""
    game = with_more(name)
    met = deck_pairs(game)
    return [
        _play(game, decks, FIRST_SEED + number * len(met) + at) for at, pair in enumerate(met) for decks in _both(pair)
    ]


def win_shares(game: Game, played: Iterable[DeckGame]) -> dict[str, Estimate]:
    """Return how often each deck won, by its id; games without a winner, and of a deck with itself, are left out."""
    cases: dict[str, list[GameCase]] = {id: [] for id in game.decks}
    for one in played:
        if one.winner is not None and one.decks[0] != one.decks[1]:
            for seat, deck in enumerate(one.decks):
                cases[deck].append(GameCase(one.decks, one.deal, float(one.winner == seat)))
    return {id: mean_of(found, again=False) for id, found in cases.items() if found}


def deck_verdict(won: Estimate) -> str:
    """Return what can be said of a deck: "even", "over" or "under" for sure, or "unsure".

    Sure is what the whole interval says.
    """
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
    return DeckGame((decks[0].id, decks[1].id), seed, play_one(game, decks, FIELD_BOTS, seed).winner)


def _read(path: Path) -> dict[int, list[DeckGame]]:
    """Return the kept rounds; a line that is not whole is passed over."""
    found: dict[int, list[DeckGame]] = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
            found[row["round"]] = [DeckGame(tuple(decks), deal, winner) for decks, deal, winner in row["games"]]
        except (ValueError, TypeError, KeyError):
            continue
    return found


def _keep(path: Path, number: int, played: list[DeckGame]) -> None:
    """Append a round. Nothing is kept, and nothing said, where the folder cannot be written."""
    line = json.dumps({"round": number, "games": played}, separators=(",", ":"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    except OSError:
        pass
