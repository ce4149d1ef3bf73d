"""`tebiki new NAME`: the files of a game of one's own that can be played at once and changed line by line."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from engines.core.errors import DataError

SKELETON = Path(__file__).with_name("skeleton")


def write_skeleton(name: str, folder: Path) -> list[Path]:
    """Write NAME.py, NAME.toml and NAME.ipynb into a folder and return their paths.

    name : letters, digits and underscores, as a Python module is called. Raises DataError for another name, for a
    file that exists already, and for a folder that cannot be written to.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise DataError("tebiki new", f"{name!r} is no name of a game.", "Use small letters, digits and _ : my_game.")
    title = name.replace("_", " ").title()
    prefix = name.replace("_", "")[:3].upper()
    paths = [folder / f"{name}{ending}" for ending in (".py", ".toml", ".ipynb")]
    for path in paths:
        if path.exists():
            raise DataError(str(path), "exists already.", "Give the game another name.")
    for path in paths:
        text = (SKELETON / f"game{path.suffix}.txt").read_text(encoding="utf-8")
        text = text.replace("TITLE", title).replace("PREFIX", prefix).replace("NAME", name)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise DataError(str(path), "cannot be written.", str(error.strerror)) from error
    return paths
