"""Finds the title of a notebook's page without opening the notebook."""

from __future__ import annotations

import json
from functools import cache

from tutor.navigation.links import PAGES_FOLDER, bundled_project


@cache
def page_title(page: str) -> str:
    """Return the title of a notebook, given its path in the notebooks folder; the path itself if it has no title."""
    folder = bundled_project()
    try:
        notebook = json.loads((folder / PAGES_FOLDER / page).read_text(encoding="utf-8")) if folder else {}
        return str(notebook["metadata"]["title"])
    except (OSError, ValueError, KeyError, TypeError):
        return page
