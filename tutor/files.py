"""Atomic file writes: a reader finds either the old file or the new one, never half of either."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a text file atomically, creating its folder if necessary.

    mode : permission bits, reduced by the umask (0o600 means the owner only). Raises OSError, leaving the old file
    unchanged, if the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    spare = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")  # two threads may be writing the same file
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
