"""Measure whether the two decks of each game are fair, and write benchmarks/results_balance.md.

python -m benchmarks.balance            every game; exit code 1 if a demand is not met
python -m benchmarks.balance GAME ...   only these games, printed and not written

Players of one strength play both decks, which change seats with every game. Greedy players are quick and play many
games; careful ones look ahead, and a game of theirs can take a minute.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import engines
from tutor.simulate import Record, by_deck, by_seat, simulate, spread

RESULTS = Path(__file__).parent / "results_balance.md"
GAMES = {"greedy": 400, "careful": 60}
MOST = 0.6
"""The largest share of games that one deck may win."""
HEAD = f"""# How fair the decks are

`python -m benchmarks.balance` measures this anew: two players of one strength, both decks in both seats. No deck may
win more than {MOST:.0%} of the games; in brackets the 95 % interval of the share. Turns: the middle, and what a tenth
of the games stay under and over.
"""


class Row(NamedTuple):
    """One line of the report: the game, its players, how many games, the stronger deck, the first seat, the length."""

    game: str
    players: str
    games: int
    deck: str
    seat: str
    turns: str
    met: bool


def row(title: str, bot: str, records: Sequence[Record]) -> Row:
    """Return what the records of a game say."""
    deck = max(by_deck(records), key=lambda share: share.wins)
    seat, turns = by_seat(records)[0], spread(record.turns for record in records)
    share = deck.wins / len(records)
    won = f"{deck.name} {share:.1%} ({deck.low:.1%} to {deck.high:.1%})"
    first = f"{seat.wins / len(records):.1%}"
    return Row(title, bot, len(records), won, first, f"{turns.median:g} ({turns.p10} to {turns.p90})", share <= MOST)


def table(rows: Sequence[Row]) -> str:
    """Return the report as a Markdown table."""
    lines = ["| game | players | games | the stronger deck won | seat P1 won | turns | met |"]
    lines.append("| --- | --- | ---: | --- | ---: | --- | --- |")
    lines += [f"| {' | '.join(map(str, line[:-1]))} | {'yes' if line.met else '**no**'} |" for line in rows]
    return "\n".join(lines)


def main() -> int:
    """Play, print the table, write the page; return 1 if a demand is not met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.balance", description="Measure how fair the decks are.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these, and nothing is written")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for each core)")
    options = parser.parse_args()
    names = options.games or engines.names()
    rows = [
        row(engines.load(name).title, bot, simulate(name, games, bots=(bot, bot), jobs=options.jobs, progress=True))
        for name in names
        for bot, games in GAMES.items()
    ]
    print(table(rows))
    if not options.games:
        RESULTS.write_text(f"{HEAD}\n{table(rows)}\n", encoding="utf-8")
    return 0 if all(line.met for line in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
