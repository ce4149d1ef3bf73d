"""Atomic file writes: a reader finds the old file or the new one, never half of either."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a text file atomically, making its folder if needed. Raises OSError and then leaves the old file.

    mode : permission bits, reduced by the umask (0o600: the owner alone).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    spare = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")  # two threads may write the same file
    try:
        spare.touch(mode)
        with spare.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(spare, path)
    except BaseException:
        spare.unlink(missing_ok=True)
        raise
