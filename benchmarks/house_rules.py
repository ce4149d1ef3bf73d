"""Measure how long an experiment in the house-rule lab takes, with three changes and the evaluation.

`python -m benchmarks.house_rules [game ...] [pairs]`: seconds to play the pairs in this process (also in processor
time, which other programs hardly affect) and in one process per core, to compute all effects, and to recheck lesson
steps and puzzles. The figures, with the machine's other load, are in `benchmarks/results_house_rules.md`.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import engines
from tutor.compare.game_names import order_games
from tutor.experiments import still_holding
from tutor.experiments.effects import measure_effects
from tutor.experiments.paired import GamePair, play_pairs
from tutor.matches.house_rules import MOST_CHANGES, list_rule_choices
from tutor.sets.decks import game_with_decks

PAIRS = 400


def first_changes(game: str) -> dict[str, int]:
    """Return the first three rule parameters of a game (or else other rules), each increased by one."""
    rows = sorted(list_rule_choices(game_with_decks(game)), key=lambda one: one.id == "turn_cap")
    return {one.id: one.standard + 1 if one.standard < one.high else one.standard - 1 for one in rows[:MOST_CHANGES]}


def time_work(work: Callable[[], object]) -> float:
    """Return the seconds that a function takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def measure_game(game: str, pairs: int) -> str:
    """Return the times for a game as a line of the table."""
    changes = first_changes(game)
    found: list[GamePair] = []

    def play(jobs: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            found[:] = play_pairs(game, changes, pairs, jobs=jobs, folder=Path(folder))

    before = time.process_time()
    alone, worked = time_work(lambda: play(1)), time.process_time() - before
    taken = (
        alone,
        worked,
        time_work(lambda: play(-1)),
        time_work(lambda: measure_effects(found)),
        time_work(lambda: still_holding.check_steps(game, changes, 600)),
        time_work(lambda: still_holding.check_puzzles(game, changes, 600)),
    )
    told = ", ".join(f"{id}={value}" for id, value in changes.items())
    return f"{game:<16}" + "".join(f"{one:>10.1f} s" for one in taken) + f"   {told}"


def main(words: list[str]) -> None:
    """Measure the given games, by default all."""
    pairs = next((int(word) for word in words if word.isdigit()), PAIRS)
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, cores: {os.cpu_count()}")
    heads = ("one process", "processor", "all cores", "effects", "steps", "puzzles")
    print(f"{'game':<16}" + "".join(f"{head:>12}" for head in heads) + "   changes")
    for game in [word for word in words if word in engines.names()] or order_games():
        print(measure_game(game, pairs), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
