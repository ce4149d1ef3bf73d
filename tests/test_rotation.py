"""What takes turns: everything comes, and within a known number of days."""

import pytest

from tests import rotation


@pytest.mark.parametrize(("many", "count"), [(0, 1), (1, 1), (5, 2), (14, 4), (45, 5), (3, 7)])
def test_every_case_comes_once_in_each_round(many, count):
    days = rotation.rounds(many, count)
    for first in (0, 7, 739_000):
        came = [at for day in range(first, first + days) for at in rotation.due(many, count, day)]
        assert sorted(came) == list(range(many))
    assert all(len(rotation.due(many, count, day)) <= count for day in range(days))


def test_all_that_is_marked_comes_within_a_fortnight(pytestconfig):
    """Asked of everything that this run has found."""
    plugin = pytestconfig.pluginmanager.get_plugin(str(pytestconfig.rootpath / "conftest.py"))
    found = pytestconfig.stash[plugin.COLLECTED]
    for name, (count, cases) in rotation.grouped(found).items():
        assert rotation.rounds(len(cases), count) <= rotation.LONGEST, name
    names = {item.nodeid for item in found}
    never = names.intersection(*(rotation.waiting(found, rotation.DAY + day) for day in range(rotation.LONGEST)))
    assert never == set()
