"""What runs together: the tests of one game share what they play out, the others of a file share its fixtures.

All tests run the engines' sources, unless TEBIKI_COMPILED says otherwise; the compiled build has tests of its own.
"""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("TEBIKI_COMPILED", "0")

import engines

GAMES = set(engines.names())


def pytest_collection_modifyitems(items):
    """Give every test the group in which one worker runs it (python3 run.py test runs groups side by side)."""
    for item in items:
        values = item.callspec.params.values() if hasattr(item, "callspec") else ()
        game = next((value for value in values if isinstance(value, str) and value in GAMES), None)
        of_game = game if game and item.path.parent.name == "engines" else None
        item.add_marker(pytest.mark.xdist_group(of_game or str(item.path)))
