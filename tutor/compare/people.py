"""The lengths of full games that the learner played to the end, for comparison with games between bots.

Games are replayed from the learner's log, so that only games by today's rules and with the built-in cards count. Time
at the table is added up from move to move; a pause longer than `LONGEST_PAUSE` counts as that long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from tutor import progress
from tutor.matches.kept_games import GameRun, ReplayError, cut_game, replay_game, whole_game
from tutor.progress import Event
from tutor.sets.decks import game_with_decks

LEAST_GAMES = 3
"""Minimum number of games for showing their lengths."""
MOST_GAMES = 40
"""Maximum number of games that are replayed, the latest ones."""
LONGEST_PAUSE = 120.0
"""In seconds."""

Lengths = dict[str, float]
"""The lengths of a game by name: "minutes", "turns" and "decisions" (of both players, forced ones included)."""


def lengths_of_games(game: str) -> list[Lengths]:
    """Return the lengths of the current learner's finished full games; [] if there is no readable log."""
    try:
        events = progress.read_log(progress.learner_id()).events
    except progress.ProgressError:
        return []
    return measure_lengths(events, game)


def measure_lengths(events: Iterable[Event], game: str) -> list[Lengths]:
    """Return the lengths of the finished full games of a game among the events of one log."""
    runs: dict[str, GameRun] = {}
    for event in events:
        if event.kind == "game" and event.lesson == whole_game(game):
            runs.setdefault(event.run, GameRun()).events.append(event)
    finished = [name for name, run in runs.items() if run.events[-1].verdict == "over"]
    found = []
    for name in finished[-MOST_GAMES:]:
        try:
            kept = cut_game(runs, name, len(runs[name].events))
            if kept.sets:
                continue
            match = replay_game(kept, game_with_decks(game))
        except ReplayError:
            continue
        if match.over:
            found.append(
                {
                    "minutes": _seconds_at_table(_times(runs, name)) / 60,
                    "turns": float(match.table.state.turn),
                    "decisions": float(match.table.decisions),
                }
            )
    return found


class Range(NamedTuple):
    """The least, the median and the greatest of some numbers; a few games do not show percentiles."""

    least: float
    median: float
    greatest: float


def range_lengths(found: Sequence[Lengths]) -> dict[str, Range]:
    """Return the range of each length; {} for fewer than `LEAST_GAMES` games."""
    if len(found) < LEAST_GAMES:
        return {}
    values = {length: [one[length] for one in found] for length in found[0]}
    return {length: Range(min(listed), median(listed), max(listed)) for length, listed in values.items()}


def _times(runs: dict[str, GameRun], name: str) -> list[str]:
    """Return the times of all events of a game, including those of earlier runs that it continues, in order."""
    seen, parent = dict[str, GameRun](), name
    while parent in runs and parent not in seen:
        seen[parent] = runs[parent]
        parent = runs[parent].facts.get("parent", "")
    return sorted(event.time for run in seen.values() for event in run.events)


def _seconds_at_table(times: Sequence[str]) -> float:
    moments = [datetime.fromisoformat(time) for time in times]
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]
    return sum(min(gap, LONGEST_PAUSE) for gap in gaps)
