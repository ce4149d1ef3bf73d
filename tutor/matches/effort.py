"""How long something is thought about, counted in decisions and positions, so that every machine finds the same."""

from __future__ import annotations

from dataclasses import dataclass

PLAY_OUT_COST = 30
"""What one more play-out costs besides its decisions: dealing and copying take about as long as this many."""


@dataclass(slots=True)
class Effort:
    """What may still be spent on a question. left : decisions played, or positions looked at; below 1 it is spent."""

    left: int

    @property
    def is_spent(self) -> bool:
        """True when nothing may be begun any more; what has begun is finished."""
        return self.left < 1

    def spend(self, count: int) -> None:
        """Take `count` decisions or positions off."""
        self.left -= count
