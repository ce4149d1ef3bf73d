"""Limits on thinking, counted in decisions and positions, so that every machine finds the same."""

from __future__ import annotations

from dataclasses import dataclass

PLAY_OUT_COST = 30
"""Cost of one more play-out besides its decisions: dealing and copying take about as long as this many."""


@dataclass(slots=True)
class Effort:
    """The effort left for a question. left : decisions to play, or positions to examine; below 1 it is spent."""

    left: int

    @property
    def is_spent(self) -> bool:
        """True if nothing further may be begun; what has begun is finished."""
        return self.left < 1

    def spend(self, count: int) -> None:
        """Subtract `count` decisions or positions."""
        self.left -= count
