"""Measures the games: `python -m tutor.compare 1000` plays 1000 games each way.

Finished batches are stored, so an interrupted run can be resumed. To play on a cluster, with `pip install
"tebiki[cluster]"`: `python -m tutor.compare 1000 --cluster tcp://scheduler:8786`.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import engines
from engines.errors import TebikiError
from tutor.compare import ladder
from tutor.compare.game_names import order_games, way_title
from tutor.compare.report import PAGE_FILE, results_csv, results_markdown
from tutor.compare.results import RESULTS_FILE, join_results, measure_games, read_results, write_results
from tutor.extras import require_extra
from tutor.files import write_whole

if TYPE_CHECKING:
    from tqdm import tqdm


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games, print the table, and write the files if `--write` is given."""
    parser = argparse.ArgumentParser(prog="python -m tutor.compare", description="Measure the games by play-outs.")
    parser.add_argument("games", nargs="?", type=int, default=100, help="games of each kind (default 100)")
    parser.add_argument("--game", action="append", choices=engines.names(), help="only this game; may be repeated")
    parser.add_argument("--rounds", type=int, help="how often every two decks meet in each seat (default games / 12)")
    parser.add_argument("--jobs", type=int, default=-1, help="processes at a time (default: one for every core)")
    parser.add_argument("--folder", type=Path, help="where played games are kept (default: in TEBIKI_HOME)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="address of a Dask scheduler to play on")
    parser.add_argument("--csv", type=Path, help="also write every number to this file")
    written = f"write {RESULTS_FILE.name} and docs/{PAGE_FILE.name}; omitted games stay if measured by as many games"
    parser.add_argument("--write", action="store_true", help=written)
    options = parser.parse_args(arguments)
    try:
        for extra in ("measure", *(["cluster"] if options.cluster else [])):
            require_extra(extra)
        ladders = ladder.read_ladders()
    except TebikiError as error:
        sys.exit(f"Tebiki: {error}")
    with _on(options.cluster), _Bars() as bars:
        found = measure_games(
            options.games, order_games(options.game), options.jobs, options.folder, bars.report, rounds=options.rounds
        )
    if options.write:
        found = join_results(read_results(), found)
    page = results_markdown(found, ladders)
    print(page, end="")
    if options.csv:
        write_whole(options.csv, results_csv(found))
    if options.write:
        write_results(found)
        write_whole(PAGE_FILE, page)
    return 0


class _Bars:
    """A progress bar on stderr, one for each game and way to play."""

    def __init__(self) -> None:
        self.bar: tqdm | None = None
        self.key = ("", "")

    def __enter__(self) -> _Bars:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()

    def report(self, game: str, way: str, done: int, games: int) -> None:
        """Show that `done` of `games` games have been played."""
        from tqdm import tqdm

        if self.bar is None or self.key != (game, way):
            self.__exit__()
            self.key = (game, way)
            self.bar = tqdm(total=games, unit=" games", desc=f"{game}, {way_title(way)}", disable=None)
        self.bar.update(done - self.bar.n)


@contextlib.contextmanager
def _on(address: str | None) -> Iterator[None]:
    if address is None:
        yield
        return
    import joblib
    from distributed import Client

    with Client(address), joblib.parallel_config(backend="dask"):
        yield


if __name__ == "__main__":
    sys.exit(main())
