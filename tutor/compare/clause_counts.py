"""Counts how often each clause of a rulebook makes something happen in watched games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.book.rulebook import Clause
from engines.game import Game
from tutor.compare.observe import GameTrace
from tutor.estimates import Estimate, estimate_mean, estimate_share


class ClauseFiring(NamedTuple):
    """How often a clause fired in watched games: its title, the share of games with a firing, and firings per game."""

    clause: str
    title: str
    games: Estimate
    times: Estimate


def count_firings(game: Game, traces: Sequence[GameTrace]) -> list[ClauseFiring]:
    """Return every clause that fired, according to the engine's events, with the one in most games first."""
    ids = dict.fromkeys(id for trace in traces for id in trace.sight.fired)
    found = []
    for id in ids:
        counts = [trace.sight.fired.get(id, 0) for trace in traces]
        entry = game.rulebook.clause(id)
        title = entry.title if isinstance(entry, Clause) else entry.question
        found.append(ClauseFiring(id, title, estimate_share(count > 0 for count in counts), estimate_mean(counts)))
    return sorted(found, key=lambda one: (-(one.games.value or 0), -(one.times.value or 0), one.clause))
