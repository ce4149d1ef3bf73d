"""What takes turns: everything comes, and within a known number of days."""

import math

import pytest

from tests import rotation
from tests.browser.conftest import LOOKS
from tests.engines import play
from tests.notebooks import kernels


@pytest.mark.parametrize(("many", "count"), [(0, 1), (1, 1), (5, 2), (14, 4), (45, 5), (3, 7)])
def test_every_case_comes_once_in_each_round(many, count):
    days = rotation.rounds(many, count)
    for first in (0, 7, 739_000):
        came = [at for day in range(first, first + days) for at in rotation.due(many, count, day)]
        assert sorted(came) == list(range(many))
    assert all(len(rotation.due(many, count, day)) <= count for day in range(days))


@pytest.fixture
def found(pytestconfig):
    """All tests that this run has found, also those that come on another day."""
    plugin = pytestconfig.pluginmanager.get_plugin(str(pytestconfig.rootpath / "conftest.py"))
    return pytestconfig.stash[plugin.COLLECTED]


def test_all_that_is_marked_comes_within_four_weeks(found):
    for name, (count, cases) in rotation.grouped(found).items():
        assert rotation.rounds(len(cases), count) <= rotation.LONGEST, name
    names = {item.nodeid for item in found}
    never = names.intersection(*(rotation.waiting(found, rotation.DAY + day) for day in range(rotation.LONGEST)))
    assert never == set()


def test_every_page_comes_in_every_look(found):
    """Where the cases of a test take turns too, no look falls on the same case each time."""
    for name, (count, cases) in rotation.grouped(found).items():
        if any("looks" in getattr(item, "fixturenames", ()) for case in cases for item in case):
            days = rotation.rounds(len(cases), count)
            assert math.gcd(days, len(LOOKS)) == 1, name
            assert days * len(LOOKS) <= rotation.LONGEST, name


def test_each_notebook_runs_in_an_ordinary_kernel_once_in_four_weeks(monkeypatch):
    monkeypatch.setattr(kernels, "IN_PARTS", True)
    many, first = len(kernels.NOTEBOOKS), 739_001
    for group in range(rotation.TURN):  # wherever the group of notebooks stands among the others
        days = range(first, first + rotation.LONGEST)
        runs = [(at, day) for day in days for at in rotation.due(many, kernels.RUN_A_DAY, day + group)]
        assert sorted(at for at, day in runs if not kernels.forked(kernels.NOTEBOOKS[at], day)) == list(range(many))


def test_the_parts_of_a_law_are_the_whole(monkeypatch):
    many, samples, games = list(range(100)), [], []
    monkeypatch.setattr(play, "SHARE", 3)
    for part in range(3):
        monkeypatch.setattr(play, "PART", part)
        samples += play.sample(many, 4)
        games += play.numbers(100)
    assert sorted(samples) == many[::4]
    assert games == many
