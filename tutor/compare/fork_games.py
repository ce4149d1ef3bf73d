"""What forks at the start and halfway share: who goes first, and a file for each way to fork, a line for each batch."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.kernel.state import State

PRINTED_RULES = ""
"""The key of the printed rules among the results of a fork, by rule."""


def seat_going_first(state: State) -> int | None:
    """Return the seat that goes first, judged at the first decision after set-up; None before that."""
    if not state.turn or state.step.phase == state.game.flow.first.phase:
        return None
    owner = state.game.rules.table(state, 0).turn_player
    return state.seat_to_act if owner is None else owner


class ForkFile:
    """The stored batches of forks in a file; a fork is stored as the list of its fields."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def batches(self) -> dict[int, list[Any]]:
        """Return the rows of each stored batch, by the number of its first game; incomplete lines are skipped."""
        found: dict[int, list[Any]] = {}
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                try:
                    row = json.loads(line)
                    found[row["at"]] = [*row["forks"]]
                except (ValueError, TypeError, KeyError):  # truncated when the run was stopped
                    continue
        return found

    def keep(self, at: int, forks: Sequence[object]) -> None:
        """Append a batch in one write."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps({"at": at, "forks": forks}, separators=(",", ":"))
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            os.write(handle, f"{line}\n".encode())
        finally:
            os.close(handle)
