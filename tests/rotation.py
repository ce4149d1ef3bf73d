"""Tests that take turns: what costs most is tested in parts, another part every day.

Only the whole run (`python3 run.py test`) tests in parts; TEBIKI_ALL=1 tests everything, and so do some tests that are
run by name. The day is printed; TEBIKI_DAY=<day> asks for that of another day.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

import pytest

DAY = int(os.environ.setdefault("TEBIKI_DAY", str(datetime.date.today().toordinal())))
"""Today as a number; the processes that share a run take it from the first, also at midnight."""
IN_PARTS = bool(os.environ.get("TEBIKI_IN_PARTS")) and not os.environ.get("TEBIKI_ALL")
LONGEST = 28
"""Everything comes within so many days."""
TURN = 4
"""Slow tests, notebooks and tests in the browser come every so many days; three looks of a page in other rounds."""
MARKER = "a_day(count, group=None, case=None): so many of the cases of a test in a whole run, the next ones tomorrow"


def rounds(many: int, count: int) -> int:
    """Return in how many days `many` cases come, `count` a day."""
    return -(-many // count)


def due(many: int, count: int, day: int = DAY) -> range:
    """Return which of `many` cases in a row come on a day: at most `count`, spread over the row."""
    days = rounds(many, count)
    return range(day % days, many, days) if many else range(0)


def todays(cases: Sequence[Any], count: int, name: str) -> list[Any]:
    """Return those of some cases in one test that come today; each name begins with another one."""
    return [cases[at] for at in due(len(cases), count, DAY + crc32(name.encode()))] if IN_PARTS else list(cases)


def by_turns(items: Iterable[Any], group: str) -> None:
    """Mark those tests that take no turns of their own: each comes every TURN days, as many on one as on another."""
    free = [item for item in items if not item.get_closest_marker("a_day")]
    for item in free:
        item.add_marker(pytest.mark.a_day(rounds(len(free), TURN), group=group))


def grouped(items: Iterable[Any]) -> dict[str, tuple[int, list[list[Any]]]]:
    """Return, by group, how many cases come a day and which ones there are: each test, or what has one group's name.

    A case is one test, or those that are marked as the same case: the cells of a notebook.
    """
    groups: dict[str, tuple[int, dict[str, list[Any]]]] = {}
    for item in items:
        marker = item.get_closest_marker("a_day")
        if marker is not None:
            (count,), test = marker.args, item.nodeid.partition("[")[0]
            _, cases = groups.setdefault(marker.kwargs.get("group", test), (count, {}))
            cases.setdefault(marker.kwargs.get("case", item.nodeid), []).append(item)
    return {name: (count, list(cases.values())) for name, (count, cases) in groups.items()}


def waiting(items: Sequence[Any], day: int = DAY) -> set[str]:
    """Return the names of the tests whose turn does not come on a day."""
    names = set()
    for number, (count, cases) in enumerate(grouped(items).values()):
        today = due(len(cases), count, day + number)  # not the same game in all of them
        names |= {item.nodeid for at, case in enumerate(cases) if at not in today for item in case}
    return names
