"""Former names of modules and functions that notebooks import; they are listed in `navigation/former_names.toml`."""

from __future__ import annotations

import sys
from pathlib import Path

from engines.former_names import FormerNames

FORMER_NAMES = FormerNames(Path(__file__).parent / "navigation" / "former_names.toml")
sys.meta_path.insert(0, FORMER_NAMES)


def offer_former_names(module: str) -> None:
    """Make a module that is being imported also offer the former names of its contents."""
    FORMER_NAMES.offer(module)
