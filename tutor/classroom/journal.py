"""A journal on disk that several processes write and read: one JSON line per entry, append-only.

The order of the lines is the order of events, whichever process wrote them. A line truncated by a crash affects no
other, because each write begins with a newline.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

LONGEST_ENTRY = 400_000
"""Maximum size of a line in bytes; longer lines were not written by Tebiki and are skipped."""
PARTLY_WRITTEN = "only a part could be written; is the disk full?"
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

JournalEntry = dict[str, Any]


class Journal:
    """The entries of a file, read incrementally.

    Parameters
    ----------
    path
        The file; it need not exist yet.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.read_to, self.broken = path, 0, 0

    def append(self, entry: JournalEntry) -> None:
        """Append an entry in a single write. Raises OSError if that fails, and ValueError if the entry is too long.

        A lone surrogate, which a browser may send but UTF-8 cannot express, is stored as a question mark.
        """
        line = f"\n{_JSON.encode(entry)}\n".encode("utf-8", "replace")
        if len(line) > LONGEST_ENTRY:
            raise ValueError(f"an entry of {len(line)} bytes is too long")
        with self.path.open("ab", buffering=0) as file:
            if file.write(line) != len(line):
                raise OSError(None, PARTLY_WRITTEN)

    def news(self) -> list[JournalEntry]:
        """Return the entries added since the last call, in order.

        A last line without its newline is left for the next call; invalid entries are counted in `broken`.
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
