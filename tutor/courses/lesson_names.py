"""Earlier names of lessons: log entries under an earlier name count for the present one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engines.book.rulebook import read_toml

FOLDER = Path(__file__).parent


@cache
def present_names() -> dict[str, str]:
    """Return the present name of every lesson by its earlier ones, from `former` in the course files."""
    return {
        f"{path.stem}/{old}": f"{path.stem}/{new}"
        for path in sorted(FOLDER.glob("*.toml"))
        for old, new in read_toml(path).get("former", {}).items()
    }
