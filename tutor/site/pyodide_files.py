"""Fetches Pyodide, which is Python for the browser: a pinned release, stored in the user's cache folder."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from engines.errors import TebikiError

VERSION = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of the npm package of this release, in Base64."""
LOADER = "pyodide.mjs"
RUN_FILES = (LOADER, "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files that the browser runs."""
STANDARD_LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"


class SiteError(TebikiError):
    """Raised if the site cannot be written; the message says why, and what to do."""


def cache_folder() -> Path:
    """Return Tebiki's folder in the user's cache."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "tebiki"


def find_pyodide(given: Path | None = None, fetch: bool = True) -> Path:
    """Return the folder with Pyodide: the given one, or the one in the cache, fetched with npm if necessary.

    Raises SiteError if it is missing and `fetch` is False, or if npm cannot fetch it.
    """
    folder = given or cache_folder() / f"pyodide-{VERSION}"
    lacking = [name for name in (*RUN_FILES, STANDARD_LIBRARY, LOCK) if not (folder / name).is_file()]
    if not lacking:
        return folder
    if given is not None:
        raise SiteError(f"{folder}: there is no {lacking[0]}. Give the folder of an unpacked npm package pyodide.")
    if not fetch:
        raise SiteError(f"Pyodide {VERSION} is not in {folder.parent}.")
    fetch_pyodide(folder)
    return folder


def fetch_pyodide(folder: Path) -> None:
    """Fetch the pinned release with npm, check it, and unpack it into a folder.

    Raises SiteError if npm is missing or fails, or the file is not the expected one.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("The site needs Pyodide. Install npm, or give the folder of an npm package with --pyodide.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        made = subprocess.run([npm, "pack", "--silent", f"pyodide@{VERSION}"], cwd=work, capture_output=True, text=True)
        archive = next(Path(work).glob("*.tgz"), None)
        if made.returncode or archive is None:
            said = (made.stderr.strip().splitlines() or ["npm gave no reason"])[-1]
            raise SiteError(f"npm cannot fetch pyodide@{VERSION}: {said}. Or give its folder with --pyodide.")
        if base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode() != INTEGRITY:
            raise SiteError(f"The file that npm fetched as pyodide@{VERSION} is not this release. Nothing was kept.")
        with tarfile.open(archive) as packed:
            packed.extractall(work, filter="data")
        shutil.rmtree(folder, ignore_errors=True)
        (Path(work) / "package").rename(folder)
