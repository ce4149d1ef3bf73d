"""Earlier names of lessons: what a learner's log says about a lesson holds for it under its present name too."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engines.book.rulebook import read_toml

FOLDER = Path(__file__).parent


@cache
def present_names() -> dict[str, str]:
    """Return the present name of every lesson by its earlier ones, as the course files say in `former`."""
    return {
        f"{path.stem}/{old}": f"{path.stem}/{new}"
        for path in sorted(FOLDER.glob("*.toml"))
        for old, new in read_toml(path).get("former", {}).items()
    }
