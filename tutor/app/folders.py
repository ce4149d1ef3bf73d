"""Replacements for the user's folders in which Jupyter and IPython write, if these are not writable.

In a container or a kiosk the home folder is often missing or read-only, and Jupyter would answer every page with an
error.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import MutableMapping
from pathlib import Path

from jupyter_core import paths

FOLDERS = {
    "JUPYTER_CONFIG_DIR": paths.jupyter_config_dir,
    "JUPYTER_DATA_DIR": paths.jupyter_data_dir,
    "JUPYTER_RUNTIME_DIR": paths.jupyter_runtime_dir,
    "IPYTHONDIR": lambda: os.environ.get("IPYTHONDIR") or str(Path("~/.ipython").expanduser()),
    "MPLCONFIGDIR": lambda: os.environ.get("MPLCONFIGDIR") or str(Path("~/.config/matplotlib").expanduser()),
}
"""The environment variable for each folder, and the function that returns its default."""


def lend_folders(environment: MutableMapping[str, str] = os.environ) -> Path | None:
    """Replace each folder that is not writable by a temporary one.

    Return the folder that contains the temporary ones, which are removed when this process ends; None if all were
    writable.
    """
    missing = [name for name, usual in FOLDERS.items() if not is_writable(Path(usual()))]
    if not missing:
        return None
    lent = Path(tempfile.mkdtemp(prefix="tebiki-"))
    atexit.register(shutil.rmtree, lent, ignore_errors=True)
    for name in missing:
        folder = lent / name.lower()
        folder.mkdir(mode=0o700)
        environment[name] = str(folder)
    return lent


def is_writable(folder: Path) -> bool:
    """Return True if files can be written in a folder, which is created if missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except (OSError, RuntimeError):  # RuntimeError means that there is no home folder
        return False
