"""Measure whether the two decks of each game are fair, and how strong the computer players are.

It writes both to benchmarks/results_balance.md.

    python -m benchmarks.balance every game, played by quick players; exit code 1 if a requirement fails
    python -m benchmarks.balance --careful also by careful players, who look ahead: up to half a minute per game
    python -m benchmarks.balance GAME ... only these games, printed but not written

Players of equal strength play the two decks, which swap seats after every game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import engines
from tutor.estimates import spread_of, wilson_interval
from tutor.matches.simulate import GameRecord, shares_by_deck, shares_by_seat, simulate_games

RESULTS = Path(__file__).parent / "results_balance.md"
GAMES = {"quick": 2000, "careful": 60}
MOST = 0.6
"""The largest share of games that a deck may win."""
HEAD = f"""# How fair the decks are

`python -m benchmarks.balance --careful` measures this anew: two players of one strength, both decks in both seats. No
deck may win more than {MOST:.0%} of the games; in brackets the 95 % interval of the share. Turns: the middle, and what
a tenth of the games stay under and over.
"""
MATCHES = {"erratic": ("quick", 400), "quick": ("careful", 60)}
"""For each strength of player, a stronger opponent and the number of games; both play both decks in both seats."""
STRENGTH_HEAD = """## How strong the players are

The stronger one's share of the wins, with its 95 % interval; each has each deck in half of the games. A stronger player
has to win more than half.
"""


class DeckRow(NamedTuple):
    """One line of the report: game, players, games played, wins of the stronger deck and of the first seat, length."""

    game: str
    players: str
    games: int
    deck: str
    seat: str
    turns: str
    met: bool


def deck_row(title: str, bot: str, records: Sequence[GameRecord]) -> DeckRow:
    """Return the results of some games as a line of the report."""
    deck = max(shares_by_deck(records), key=lambda share: share.wins)
    seat, turns = shares_by_seat(records)[0], spread_of(record.turns for record in records)
    share = deck.wins / len(records)
    won = f"{deck.name} {share:.1%} ({deck.low:.1%} to {deck.high:.1%})"
    first = f"{seat.wins / len(records):.1%}"
    length = f"{turns.median:g} ({turns.p10:.0f} to {turns.p90:.0f})"
    return DeckRow(title, bot, len(records), won, first, length, share <= MOST)


class StrengthRow(NamedTuple):
    """One line of the second report: game, the two players, games played, the share of wins of the stronger player."""

    game: str
    players: str
    games: int
    won: str
    met: bool


def strength_row(name: str, weaker: str, jobs: int) -> StrengthRow:
    """Play games between one strength of player and the next stronger one, and return the result."""
    stronger, games = MATCHES[weaker]
    wins = 0
    for bots in ((stronger, weaker), (weaker, stronger)):
        records = simulate_games(name, games // 2, bots=bots, jobs=jobs, progress=True)
        wins += sum(one.winner is not None and one.bots[one.winner] == stronger for one in records)
    low, high = wilson_interval(wins, games)
    won = f"{wins / games:.1%} ({low:.1%} to {high:.1%})"
    return StrengthRow(engines.load(name).title, f"{stronger} against {weaker}", games, won, wins > games / 2)


DECKS_TABLE = (
    "| game | players | games | the stronger deck won | seat P1 won | turns | met |",
    "| --- | --- | ---: | --- | ---: | --- | --- |",
)
PAIRS_TABLE = "| game | players | games | the stronger player won | met |", "| --- | --- | ---: | --- | --- |"


def render_rows(head: tuple[str, str], rows: Sequence[DeckRow] | Sequence[StrengthRow]) -> str:
    """Return the lines of a report as a Markdown table with this head."""
    lines = [f"| {' | '.join(map(str, line[:-1]))} | {'yes' if line.met else '**no**'} |" for line in rows]
    return "\n".join((*head, *lines))


def main() -> int:
    """Play the games, print the table and write the page. Return 1 if a requirement is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.balance", description="Measure how fair the decks are.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these, and nothing is written")
    parser.add_argument("--careful", action="store_true", help="careful players as well")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for each core)")
    options = parser.parse_args()
    names = options.games or engines.names()
    rows = [
        deck_row(
            engines.load(name).title,
            bot,
            simulate_games(name, games, bots=(bot, bot), jobs=options.jobs, progress=True),
        )
        for name in names
        for bot, games in GAMES.items()
        if bot == "quick" or options.careful
    ]
    print(render_rows(DECKS_TABLE, rows))
    pairs = [
        strength_row(name, weaker, options.jobs)
        for name in names
        for weaker, (stronger, _) in MATCHES.items()
        if stronger != "careful" or options.careful
    ]
    print(render_rows(PAIRS_TABLE, pairs))
    if not options.games:
        page = f"{HEAD}\n{render_rows(DECKS_TABLE, rows)}\n\n{STRENGTH_HEAD}\n{render_rows(PAIRS_TABLE, pairs)}\n"
        RESULTS.write_text(page, encoding="utf-8")
    return 0 if all([line.met for line in rows] + [line.met for line in pairs]) else 1


if __name__ == "__main__":
    sys.exit(main())
