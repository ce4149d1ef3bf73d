"""Finds measured figures that a rule change has made stale: `python -m tutor.compare.fresh`.

Figures are stored with a fingerprint of the rules, cards, decks and players, and with a digest of sample games. If the
fingerprint has changed but the digest has not, the figures are still valid; `--write` then stores the new fingerprint,
so that the sample games need not be played again. Stale figures are listed with the command that measures them again.

Measuring a ladder takes a long time. A ladder measured before a change of the rules may be retained with an entry in
its file (`LadderFigures.earlier`); it is then valid until the game changes again, and the page says what changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from engines.errors import DataError
from tutor.compare import causes, ladder, ladder_games, results
from tutor.compare.store import play_fingerprint
from tutor.experiments import prepared
from tutor.experiments.paired import rules_fingerprint

Fingerprints = TypeVar("Fingerprints")
"""The fingerprints of a game."""


class _Figures(Protocol[Fingerprints]):
    """The contents of a file of figures, including the fingerprints of each game."""

    rules: dict[str, Fingerprints]

    def stale(self) -> list[str]: ...


class StaleFigures(NamedTuple):
    """Stale figures: their file, their game or experiment, and the command that measures them again."""

    file: str
    of: str
    command: str


def check_all(renew: bool) -> Iterator[StaleFigures]:
    """Yield the stale figures. renew : store the current fingerprints of all others.

    Raises DataError if a file cannot be read.
    """
    measured = results.read_results()
    if measured is not None:
        how = f"tutor.compare {measured.games}"  # as many games as before; with fewer, the file would lose a game
        yield from _check_games(measured, results.RESULTS_FILE.name, how, play_fingerprint, renew)
        if renew:
            results.write_results(measured)
    ladders = ladder.read_ladders()
    if ladders is not None:
        yield from _check_games(
            ladders, ladder.LADDER_FILE.name, "tutor.compare.ladder", ladder_games.ladder_fingerprint, renew
        )
        if renew:
            ladder.write_ladders(ladders)
    taken_out = causes.read_causes()
    if taken_out is not None:
        how = f"tutor.compare.causes {taken_out.pairs} --forks {taken_out.forks}"
        yield from _check_games(taken_out, causes.FIGURES_FILE.name, how, causes.rule_fingerprints, renew)
        if renew:
            causes.write_causes(taken_out)
    yield from _check_experiments(renew)


def _check_games(
    found: _Figures[Fingerprints], file: str, command: str, today: Callable[[str], Fingerprints], renew: bool
) -> Iterator[StaleFigures]:
    """Yield the games whose figures are stale.

    found : the contents of `file`. command : the command that measures them. renew : store a current fingerprint for
    the other games.
    """
    stale = found.stale()
    yield from (StaleFigures(file, name, f"python -m {command} --game {name} --write") for name in stale)
    if renew:
        found.rules |= {name: today(name) for name in found.rules if name not in stale}


def _check_experiments(renew: bool) -> Iterator[StaleFigures]:
    runs = prepared.read_runs()
    for one in prepared.list_experiments():
        run = runs.get(one.id)
        if run is not None and run.is_stale(one):
            yield StaleFigures(
                prepared.RUNS_FILE.name, one.id, f"python -m tutor.experiments.prepared --write {one.id}"
            )
        elif run is not None:
            run.rules = rules_fingerprint(one.game, one.changes)
    if renew:
        prepared.write_runs(runs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is stale; return 1 if anything is."""
    parser = argparse.ArgumentParser(prog="python -m tutor.compare.fresh", description="Which figures still stand.")
    parser.add_argument("--write", action="store_true", help="put today's fingerprints beside the figures that stand")
    options = parser.parse_args(arguments)
    try:
        stale = list(check_all(options.write))
    except DataError as error:
        sys.exit(f"Tebiki: {error}")
    for one in stale:
        print(f"{one.file}: {one.of} plays otherwise than when it was measured. Measure it anew: {one.command}")
    if not stale:
        print("All figures stand.")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
