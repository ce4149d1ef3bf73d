"""Which figures still stand after a change of the rules: `python -m tutor.compare.fresh`.

Figures are kept under a fingerprint of the rules, cards, decks and players, and with a sample of how the game was
played. Where the fingerprint is another one but the sample is the same, the figures stand; `--write` puts today's
fingerprint beside them, so that nobody has to play the sample again. What is stale is named, with the command that
measures it anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.core.errors import DataError
from tutor.compare import causes, ladder, results
from tutor.compare.store import fingerprint
from tutor.experiments import prepared
from tutor.experiments.paired import rules_of


class Stale(NamedTuple):
    """Figures that do not stand any more: where they are kept, of which game or experiment, and how to measure them."""

    file: str
    of: str
    command: str


def check_all(renew: bool) -> Iterator[Stale]:
    """Yield what is stale. renew : put today's fingerprints beside everything else, and write it.

    Raises DataError for a file of figures that cannot be read.
    """
    yield from _check_results(renew)
    yield from _check_ladders(renew)
    yield from _check_causes(renew)
    yield from _check_experiments(renew)


def _check_results(renew: bool) -> Iterator[Stale]:
    found = results.read()
    if found is None:
        return
    stale = found.stale()
    yield from (Stale(results.FILE.name, name, f"python -m tutor.compare --game {name} --write") for name in stale)
    if renew:
        found.rules |= {name: fingerprint(name) for name in found.rules if name not in stale}
        results.write(found)


def _check_ladders(renew: bool) -> Iterator[Stale]:
    found = ladder.read()
    if found is None:
        return
    stale = found.stale()
    yield from (
        Stale(ladder.FILE.name, name, f"python -m tutor.compare.ladder --game {name} --write") for name in stale
    )
    if renew:
        found.rules |= {name: ladder.fingerprint(name) for name in found.rules if name not in stale}
        ladder.write(found)


def _check_causes(renew: bool) -> Iterator[Stale]:
    found = causes.read()
    if found is None:
        return
    stale = found.stale()
    yield from (
        Stale(causes.FILE.name, name, f"python -m tutor.compare.causes --game {name} --write") for name in stale
    )
    if renew:
        for name in found.rules:
            if name not in stale:
                found.rules[name] = {one.id: rules_of(name, {one.rule: 1}) for one in causes.causes(name)}
        causes.write(found)


def _check_experiments(renew: bool) -> Iterator[Stale]:
    runs = prepared.read()
    for one in prepared.experiments():
        run = runs.get(one.id)
        if run is not None and run.is_stale(one):
            yield Stale(prepared.FILE.name, one.id, f"python -m tutor.experiments.prepared --write {one.id}")
        elif run is not None:
            run.rules = rules_of(one.game, one.changes)
    if renew:
        prepared.write(runs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Name what is stale; return 1 if anything is."""
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
