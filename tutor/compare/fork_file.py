"""Stores forked games: a file for each way to fork, a line for each batch."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any


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
