"""A journal on disk that several processes write and read: one line of JSON an entry, only ever added to.

The order of its lines is the order of events, whatever process wrote them. A line that was cut off by a crash costs
itself alone: each writing begins with a line's end, so that nothing is joined to what was cut off.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

LONGEST_ENTRY = 400_000
"""No line is longer, in bytes; one that is belongs to somebody else and is passed over."""
PARTLY_WRITTEN = "only a part could be written; is the disk full?"
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

JournalEntry = dict[str, Any]


class Journal:
    """The entries of a file, read incrementally.

    Parameters
    ----------
    path
        The file; it need not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.read_to, self.broken = path, 0, 0

    def append(self, entry: JournalEntry) -> None:
        """Add an entry in one writing. Raises OSError; ValueError for one that is too long."""
        line = f"\n{_JSON.encode(entry)}\n".encode()
        if len(line) > LONGEST_ENTRY:
            raise ValueError(f"an entry of {len(line)} bytes is too long")
        with self.path.open("ab", buffering=0) as file:
            if file.write(line) != len(line):
                raise OSError(None, PARTLY_WRITTEN)

    def news(self) -> list[JournalEntry]:
        """Return the entries that came since the last call, in their order.

        What is not yet ended by a line's end waits for the next call; what is no entry is counted in `broken`.
        """
        try:
            size = os.stat(self.path).st_size
            if size == self.read_to:
                return []
            with self.path.open("rb") as file:
                file.seek(self.read_to)
                found = file.read(size - self.read_to)
        except FileNotFoundError:
            return []
        whole = found[: found.rfind(b"\n") + 1]
        self.read_to += len(whole)
        return [entry for line in whole.split(b"\n") if line.strip() for entry in self._entry(line)]

    def _entry(self, line: bytes) -> list[JournalEntry]:
        try:
            entry = json.loads(line) if len(line) <= LONGEST_ENTRY else None
        except (ValueError, RecursionError):
            entry = None
        if isinstance(entry, dict):
            return [entry]
        self.broken += 1
        return []
