"""`tebiki new NAME`: the files of a custom game, playable immediately and easy to change line by line."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.machinery import PathFinder
from pathlib import Path

import engines
from engines.errors import DataError

SKELETON = Path(__file__).with_name("skeleton")
ENDINGS = (".py", ".toml", ".ipynb")


def fill_skeleton(name: str, title: str) -> dict[str, str]:
    """Return the files of a custom game by name: NAME.py, NAME.toml and NAME.ipynb."""
    words = {"TITLE": title, "PREFIX": name.replace("_", "")[:3].upper(), "NAME": name}
    texts = {ending: (SKELETON / f"game{ending}.txt").read_text(encoding="utf-8") for ending in ENDINGS}
    return {
        f"{name}{ending}": re.sub("|".join(words), lambda found: words[found[0]], text)
        for ending, text in texts.items()
    }


def hides_module(name: str) -> bool:
    """Return True if a file NAME.py would hide a Python module from notebooks in its folder.

    A kernel imports from its notebook's folder first; with a `random.py` there, nothing that uses `random` could start.
    """
    if name in sys.stdlib_module_names or name in ("engines", "tutor"):
        return True
    installed = [place for place in sys.path if Path(place).resolve() != Path().resolve()]
    found = PathFinder.find_spec(name, installed)
    return found is not None and found.origin is not None  # a folder that is no module hides nothing


def write_skeleton(name: str, folder: Path) -> list[Path]:
    """Write NAME.py, NAME.toml and NAME.ipynb into a folder and return their paths.

    name : letters, digits and underscores, as for a Python module. Raises DataError if the name is invalid, belongs to
    an existing game or would hide a Python module, if a file exists, or if the folder is not writable.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise DataError("tebiki new", f"{name!r} cannot name a game.", "Use lower-case letters, digits, _ : my_game.")
    if name in engines.names() + engines.names(small=True):
        raise DataError("tebiki new", f"{name!r} is one of Tebiki's games.", "Give the game another name.")
    if hides_module(name):
        raise DataError(
            "tebiki new",
            f"{name!r} is already a Python module, which {name}.py would hide from your notebook.",
            f"Give the game another name: {name}_game.",
        )
    paths = [folder / f"{name}{ending}" for ending in ENDINGS]
    for path in paths:
        if path.exists():
            raise DataError(str(path), "already exists.", "Give the game another name.")
    for path, text in zip(paths, fill_skeleton(name, name.replace("_", " ").title()).values(), strict=True):
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise DataError(str(path), "cannot be written.", str(error.strerror)) from error
    return paths
