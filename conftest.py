"""What runs together.

The tests of one game share what they play out, the others of a file its fixtures, those in the browser only the app.

All tests run the engines' sources, unless TEBIKI_COMPILED says otherwise; the compiled build has tests of its own.
"""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("TEBIKI_COMPILED", "0")

import engines
from tests import tiers
from tests.notebooks import kernels
from tutor.app import lean

lean.skip_imports()
gc.set_threshold(20_000, 20, 20)  # a worker keeps many positions; by default it would look through them all too often

GAMES = engines.names()
EDITIONS = ("app", "site")
NOTEBOOK = pytest.StashKey[Path]()
"""The notebook whose cells are run just now."""
OWN_SERVERS = ("tests/browser/test_page.py", "tests/browser/test_watch.py")
"""Browser tests that start servers for themselves; the others share the app, and may each run anywhere."""
COURSES = (
    "tests/tutor/test_check.py",
    "tests/tutor/test_coverage.py",
    "tests/tutor/test_coverage_kept.py",
    "tests/tutor/test_practice_may.py",
)
"""These go through whole courses, step by step, which takes long and is kept for the next one."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `run.py test` say which tests run; without an option all that are asked for do."""
    group = parser.getgroup("tiers", "the tests that run (see tests/tiers.py)")
    group.addoption("--sample", action="store_true", help="run only a sample of large families of cases (tier 1)")
    group.addoption("--changed", metavar="BASE", help="the sample, and all that differs from BASE touches (tier 2)")
    group.addoption("--shard", metavar=f"K/{tiers.SHARDS}", help="one shard of all tests (tier 3)")

    parser.addoption(
        "--edition",
        choices=EDITIONS,
        default="app",
        help="where browser tests open pages: the app, or the pages as files, without tests that need a server",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker of what has a sample, and read the options."""
    config.addinivalue_line("markers", tiers.MARKER)
    options = (config.getoption(option) for option in ("--sample", "--changed", "--shard"))
    try:
        config.stash[tiers.CHOICE] = tiers.Choice(*options)
    except ValueError as wrong:
        raise pytest.UsageError(str(wrong)) from None
    os.environ[tiers.SHARE] = str(config.stash[tiers.CHOICE].share)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Leave out what is of another tier or shard."""
    config.stash[tiers.COLLECTED] = list(items)
    yield
    choice = config.stash[tiers.CHOICE]
    left_out = [item for item in items if not choice.has(item, group_of(item.nodeid))]
    config.hook.pytest_deselected(items=left_out)
    names = {item.nodeid for item in left_out}
    items[:] = [item for item in items if item.nodeid not in names]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let the kernel of a notebook be started in its way: with its first cell."""
    if item.path.suffix == ".ipynb" and item.config.stash.get(NOTEBOOK, None) != item.path:
        item.config.stash[NOTEBOOK] = item.path
        kernels.prepare(item.path, quickly=item.config.getoption("--shard") is None)


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
