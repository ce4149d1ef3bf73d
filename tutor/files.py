"""Files that are written whole or not at all: whoever reads one while it is written finds the earlier one."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a text file in one go. Raises OSError; then what stood there before stands there still.

    The folder is made if it is not there. mode : who may read it (0o600: its owner alone), as far as the umask lets.
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
