"""Former names of lessons: log entries under a former name count for the current one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engines.book.rulebook import read_toml

FOLDER = Path(__file__).parent


@cache
def present_names() -> dict[str, str]:
    """Map every former name of a lesson to its current name, from `former` in the course files."""
    return {
        f"{path.stem}/{old}": f"{path.stem}/{new}"
        for path in sorted(FOLDER.glob("*.toml"))
        for old, new in read_toml(path).get("former", {}).items()
    }
