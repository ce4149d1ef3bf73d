"""The compiled build: the same rules as machine code, for play-outs, bots, proofs and mining.

`python3 run.py compile` turns the performance-critical modules into extension modules and puts them into `.compiled`
beside the engines. While they are present and up to date (no source has changed since), `import engines` loads them
instead of the sources; nothing else changes. The environment variable TEBIKI_COMPILED overrides this: 0 loads the
sources, 1 raises ImportError if the build cannot be used.

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
"""The file that records a build.

The record has the suffix of the libraries, the modules, and each source's modification time, size and hash.
"""

AGAIN = "Build it again: python3 run.py compile"


def note_of_source(path: Path) -> list[Any]:
    """Return the record of a source file: its modification time, size and hash."""
    import hashlib  # imported only if something may have changed

    told = path.stat()
    return [told.st_mtime_ns, told.st_size, hashlib.sha256(path.read_bytes()).hexdigest()]


def is_unchanged(path: Path, noted: Sequence[Any]) -> bool:
    """Return True if a source file matches its record; the file is read only if its time or size differs."""
    try:
        told = path.stat()
        return [told.st_mtime_ns, told.st_size] == noted[:2] or note_of_source(path)[2] == noted[2]
    except OSError:
        return False


def read_build() -> tuple[dict[str, str], str]:
    """Return the library of each module of the compiled build, and "".

    Or {} and the reason why the build cannot be used.
    """
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
    """Finds the compiled modules in their libraries.

    Parameters
    ----------
    modules : the library of each module, by the module's full name; a library may contain several modules.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        self.libraries = {**modules, **{library: library for library in modules.values()}}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a compiled module, None for any other module."""
        if name not in self.libraries:
            return None
        file = str(FOLDER / (self.libraries[name] + EXTENSION_SUFFIXES[0]))
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))


MODULES, WHY_NOT = read_build()
"""The compiled modules in use, each with its library; if there are none, WHY_NOT is the reason in words."""

if MODULES:
    sys.meta_path.insert(0, Finder(MODULES))
elif os.environ.get("TEBIKI_COMPILED") == "1":
    raise ImportError(f"The compiled build is not used: {WHY_NOT}")


def describe_build(modules: Mapping[str, str] = MODULES, why_not: str = WHY_NOT) -> str:
    """Return one line that says whether the compiled build is in use."""
    used = f"The compiled build is in use: {len(modules)} modules."
    return used if modules else f"The compiled build is not used: {why_not}"
