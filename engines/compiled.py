"""The compiled build: the same rules as machine code, for play-outs, bots, proofs and mining.

`python3 run.py compile` turns the modules where the time goes into extension modules and puts them into `.compiled`
beside the engines. While it is there and fits, `import engines` takes these in the place of the sources; everything
else stays as it is. It fits if no source it was made from has changed since. The variable TEBIKI_COMPILED decides
otherwise: 0 takes the sources, 1 raises ImportError rather than take them.

`python3 run.py compile --check` says in one line which of the two is in use, and why.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

SOURCES = Path(__file__).parent
FOLDER = SOURCES / ".compiled"
RECORD = FOLDER / "build.json"
"""What it was made from: the suffix of its files, its modules, and of each source (time of change, size, hash)."""

AGAIN = "Build it again: python3 run.py compile"


def note_of_source(path: Path) -> list[Any]:
    """Return what a build notes of a source: when it was changed, its size, and its hash."""
    import hashlib  # not loaded where nothing has changed

    told = path.stat()
    return [told.st_mtime_ns, told.st_size, hashlib.sha256(path.read_bytes()).hexdigest()]


def is_unchanged(path: Path, noted: Sequence[Any]) -> bool:
    """Return True if a source is what a build noted; it is read only if its time or size is another one."""
    try:
        told = path.stat()
        return [told.st_mtime_ns, told.st_size] == noted[:2] or note_of_source(path)[2] == noted[2]
    except OSError:
        return False


def read_build() -> tuple[dict[str, str], str]:
    """Return the modules of the compiled build, each with its library, or {} and in words why it cannot be used."""
    wish = os.environ.get("TEBIKI_COMPILED", "")
    if wish == "0":
        return {}, "TEBIKI_COMPILED is 0"
    try:
        record = json.loads(RECORD.read_bytes())
    except OSError:
        return {}, "there is none. Build it: python3 run.py compile"
    if record["suffix"] != EXTENSION_SUFFIXES[0]:
        return {}, f"it is for another Python. {AGAIN}"
    for name, noted in record["sources"].items():
        if not is_unchanged(SOURCES / name, noted):
            return {}, f"engines/{name} has changed since it was built. {AGAIN}"
    return record["modules"], ""


class Finder:
    """Finds the compiled modules: the library in which each lies.

    Parameters
    ----------
    modules : full names, each with its library; several lie in one.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.libraries = {**modules, **{library: library for library in modules.values()}}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a compiled module lies, None for any other one."""
        if name not in self.libraries:
            return None
        file = str(FOLDER / (self.libraries[name] + EXTENSION_SUFFIXES[0]))
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))


MODULES, WHY_NOT = read_build()
"""The compiled modules in use; if there are none, the reason in words."""

if MODULES:
    sys.meta_path.insert(0, Finder(MODULES))
elif os.environ.get("TEBIKI_COMPILED") == "1":
    raise ImportError(f"The compiled build is not used: {WHY_NOT}")


def describe_build(modules: Mapping[str, str] = MODULES, why_not: str = WHY_NOT) -> str:
    """Return in one line whether the compiled build is in use."""
    used = f"The compiled build is in use: {len(modules)} modules."
    return used if modules else f"The compiled build is not used: {why_not}"
