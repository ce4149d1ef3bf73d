"""Finds the Pythons on this machine on which a release is tried."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from releasing.archives import UV, run_tool

MINOR_VERSIONS = ("3.11", "3.12", "3.13", "3.14")
"""The versions on which a release is tried, if they are installed."""


def find_pythons(given: Iterable[str] = ()) -> dict[str, Path]:
    """Return a Python for each minor version: a given one, otherwise one known to uv or pyenv."""
    paths = [Path(path) for path in given] or [*pythons_of_uv(), *pythons_of_pyenv()]
    found: dict[str, Path] = {}
    for path in paths:
        version = version_of(path)
        if version in MINOR_VERSIONS:
            found.setdefault(version, path)
    return dict(sorted(found.items()))


def pythons_of_uv() -> list[Path]:
    """Return the Pythons that uv finds on the path or has installed."""
    listed = json.loads(run_tool(UV, "python", "list", "--only-installed", "--output-format", "json"))
    return [Path(one["path"]) for one in listed if one["implementation"] == "cpython"]


def pythons_of_pyenv() -> list[Path]:
    """Return the Pythons in pyenv's folder, since its shims only run the active ones."""
    folder = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    return sorted(folder.glob("3.*/bin/python"), reverse=True)


def version_of(path: Path) -> str:
    """Return the minor version of a Python ("3.12"); "" if it does not start."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        made = subprocess.run([path, "-c", code], capture_output=True, text=True)
    except OSError:
        return ""
    return made.stdout.strip() if made.returncode == 0 else ""
