"""Limits on thinking, counted in decisions and positions, so that every machine gets the same result."""

from __future__ import annotations

from dataclasses import dataclass

PLAY_OUT_COST = 30
"""Cost of starting a play-out, besides its decisions: dealing and copying take about as long as this many decisions."""


@dataclass(slots=True)
class Effort:
    """The effort left for a task. left : decisions to play, or positions to examine; below 1 nothing is left."""

    left: int

    @property
    def is_spent(self) -> bool:
        """True if nothing more may be started; work in progress is finished."""
        return self.left < 1

    def spend(self, count: int) -> None:
        """Subtract `count` decisions or positions."""
        self.left -= count
