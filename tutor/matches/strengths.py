"""How often each strength of bot wins against the one below it: `python -m tutor.matches.strengths 400 --write`.

The results are stored game by game, so that some of them can be replayed and compared (`is_stale`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import engines
from engines.book.cards import Deck
from engines.errors import DataError
from engines.game import Game
from engines.search.players import STRENGTHS
from tutor.estimates import wilson_interval
from tutor.files import write_whole
from tutor.matches.setup import allowed_opponents
from tutor.matches.simulate import play_game, spread_work
from tutor.sets.decks import game_with_decks
from tutor.text import format_message

STRENGTHS_FILE = Path(__file__).with_name("strengths.json")
BELOW = dict(zip([*STRENGTHS][1:], STRENGTHS, strict=False))
"""The strength below each strength; the weakest has none."""
WON, LOST, DRAWN = "wld"
"""The result of a game for the stronger bot, as one letter."""
MOST_DECISIONS = 5000
"""Maximum number of decisions; a longer game counts as drawn."""
CHUNK = 10
"""Games per task of a process."""

Results = dict[str, dict[str, str]]
"""By game and stronger bot, a letter for the result of each game (`WON`, `LOST`, `DRAWN`)."""


class Record(NamedTuple):
    """The record of a bot against the one below it: points (a draw counts half), games, and the 95 % interval."""

    points: float
    games: int
    low: float
    high: float

    @property
    def share_won(self) -> float:
        """The share of games won."""
        return self.points / self.games


def record_of(letters: str) -> Record:
    """Return the record of some stored results."""
    points = letters.count(WON) + letters.count(DRAWN) / 2
    return Record(points, len(letters), *wilson_interval(round(points), len(letters)))


# Playing.


def pairs_to_play(game: Game) -> list[tuple[Deck, Deck]]:
    """Return the permitted pairs of different decks; a game with one deck pairs it with itself."""
    found = [(one, other) for one in game.decks for other in allowed_opponents(game, one)]
    names = list(game.decks)
    different = [pair for pair in found if names.index(pair[0]) < names.index(pair[1])]
    return [(game.decks[one], game.decks[other]) for one, other in different or found[:1]]


def play_number(game: Game, stronger: str, number: int) -> str:
    """Return the result of one game of a bot against the one below it.

    Each deal is played twice with the bots' seats swapped; the games go through all permitted pairs of decks, in both
    seats.
    """
    pairs, (deal, seat) = pairs_to_play(game), divmod(number, 2)
    again, at = divmod(deal, len(pairs))
    decks = pairs[at][::-1] if again % 2 else pairs[at]
    bots = (stronger, BELOW[stronger])[:: -1 if seat else 1]
    winner = play_game(game, decks, bots, deal, MOST_DECISIONS).winner
    return DRAWN if winner is None else WON if winner == seat else LOST


def play_numbers(name: str, stronger: str, numbers: Iterable[int]) -> str:
    """Return the results of some games."""
    game = game_with_decks(name)
    return "".join(play_number(game, stronger, number) for number in numbers)


def play_strengths(name: str, stronger: str, games: int, jobs: int = 1) -> str:
    """Return the results of `games` games of a bot against the one below it; see `spread_work` for jobs."""
    tasks = [(name, stronger, range(at, min(at + CHUNK, games))) for at in range(0, games, CHUNK)]
    return "".join(spread_work(play_numbers, tasks, jobs))


# In a file.


@cache
def stored_results() -> Results:
    """Return the stored results."""
    found: Results = json.loads(STRENGTHS_FILE.read_text(encoding="utf-8")) if STRENGTHS_FILE.exists() else {}
    return found


def write_results(results: Mapping[str, Mapping[str, str]], path: Path = STRENGTHS_FILE) -> None:
    """Write results as JSON, one pair of bots a line."""
    games = []
    for name, pairs in results.items():
        lines = ",\n".join(f'  "{bot}": "{pairs[bot]}"' for bot in BELOW if bot in pairs)
        games.append(f' "{name}": {{\n{lines}\n }}')
    write_whole(path, "{\n" + ",\n".join(games) + "\n}\n")


def is_stale(name: str, stronger: str, games: int) -> bool:
    """Return True if the first `games` games now end differently from the stored results."""
    letters = stored_results()[name][stronger]
    return play_numbers(name, stronger, range(games)) != letters[:games]


# In words.


def strength_line(name: str, bot: str, language: str = "en") -> str:
    """Return in words how often a bot won against the one below it; "" if it was not measured in this game.

    Says that no difference shows if the interval of the share holds a half.
    """
    letters = stored_results().get(name, {}).get(bot, "")
    if not letters:
        return ""
    found = record_of(letters)
    below = format_message(f"strength.{BELOW[bot]}", language)
    key = "setup.strength_measured" if found.low > 0.5 or found.high < 0.5 else "setup.strength_equal"
    shares = {
        "share": f"{100 * found.share_won:.0f}",
        "low": f"{100 * found.low:.0f}",
        "high": f"{100 * found.high:.0f}",
    }
    return format_message(key, language, **shares, games=found.games, bot=below)


def print_strengths(arguments: Sequence[str] | None = None) -> int:
    """Measure strengths, print their shares, and store the results if asked."""
    parser = argparse.ArgumentParser(
        prog="python -m tutor.matches.strengths", description=(__doc__ or "").split(":")[0]
    )
    parser.add_argument("games", type=int, nargs="?", default=0, help="games of each pair; 0: print what is stored")
    parser.add_argument("--game", action="append", choices=engines.names(), help="only this game (may be repeated)")
    parser.add_argument("--bot", action="append", choices=BELOW, help="only this bot against the one below it")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--write", action="store_true", help=f"store the results in {STRENGTHS_FILE.name}")
    options = parser.parse_args(arguments)
    try:
        results = {name: dict(pairs) for name, pairs in stored_results().items()}
        for name in options.game or engines.names():
            for bot in options.bot or BELOW:
                if options.games:
                    results.setdefault(name, {})[bot] = play_strengths(name, bot, options.games, options.jobs)
                if letters := results.get(name, {}).get(bot):
                    found = record_of(letters)
                    share = f"{100 * found.share_won:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
                    print(f"{name}: {bot} against {BELOW[bot]}: {share}, n {found.games}")
        if options.write:
            write_results(results)
    except DataError as error:
        sys.exit(f"Tebiki: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(print_strengths())
