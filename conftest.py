"""What runs together.

The tests of one game share what they play out, the others of a file its fixtures, those in the browser only the app.

All tests run the engines' sources, unless TEBIKI_COMPILED says otherwise; the compiled build has tests of its own.
"""

from __future__ import annotations

import gc
import os
import re
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("TEBIKI_COMPILED", "0")

import engines
from tests import rotation
from tests.notebooks import kernels
from tutor.app import lean

lean.start()
gc.set_threshold(20_000, 20, 20)  # a worker keeps many positions; by default it would look through them all too often

GAMES = engines.names()
COLLECTED = pytest.StashKey[list[pytest.Item]]()
"""All tests that were found, also those that come on another day."""
ENGINES = Path(__file__).parent / "tests" / "engines"
"""There slow is what `python3 run.py test --quick` leaves out."""
OWN_SERVERS = ("tests/browser/test_page.py", "tests/browser/test_watch.py")
"""Browser tests that start servers for themselves; the others share the app, and may each run anywhere."""
COURSES = ("tests/tutor/test_check.py", "tests/tutor/test_coverage.py", "tests/tutor/test_coverage_kept.py")
"""These go through whole courses, step by step, which takes long and is kept for the next one."""


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker of what takes turns."""
    config.addinivalue_line("markers", rotation.MARKER)


def pytest_report_header() -> str:
    """Say which part of what takes turns is tested."""
    return f"TEBIKI_DAY={rotation.DAY}: " + ("today's part" if rotation.IN_PARTS else "everything")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what comes on another day."""
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.a_day(kernels.RUN_A_DAY, group="notebooks", case=str(item.path)))
    slow = [item for item in items if item.get_closest_marker("slow") and ENGINES not in item.path.parents]
    rotation.by_turns(slow, "slow tests")
    config.stash[COLLECTED] = list(items)
    waiting = rotation.waiting(items) if rotation.IN_PARTS else set()
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in waiting])
    items[:] = [item for item in items if item.nodeid not in waiting]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let the kernel of a notebook be started as is its turn."""
    if item.path.suffix == ".ipynb":
        kernels.prepare(item.path)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Behind the last notebook, end the process from which kernels were forked."""
    if item.path.suffix == ".ipynb" and (nextitem is None or nextitem.path.suffix != ".ipynb"):
        kernels.finish()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return the scheduler of `python3 run.py test`: a group of tests stays with one worker."""
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid)

    return ByGroup(config, log)


def group_of(nodeid: str) -> str:
    """Return the group of a test: a game, for an engine test of that game, itself in the browser, else its file."""
    file, _, test = nodeid.partition("::")
    if file in COURSES:
        return COURSES[0]
    if file.startswith("tests/browser/") and file not in OWN_SERVERS:
        return nodeid
    parameters = re.split(r"[\[\]/-]", test)[1:]
    game = next((one for one in parameters if one in GAMES), "") if file.startswith("tests/engines/") else ""
    return game or file
