"""Which tests run: the sample, the cases affected by a change, and the shards. Each depends only on a test's id."""

from collections import defaultdict
from types import SimpleNamespace

import pytest

from tests import tiers
from tests.tiers import Change, Choice, read_shard, shard_of

SAMPLE = Choice(sample=True, base=None, shard=None)


@pytest.fixture
def found(pytestconfig):
    """All tests found in this run, including those of other tiers and shards."""
    return pytestconfig.stash[tiers.COLLECTED]


def in_sample(items):
    """Return the ids of the tests in tier 1."""
    return {item.nodeid for item in items if SAMPLE.has(item, item.nodeid)}


def by_function(items):
    """Map each function to its cases; the cells of a notebook count as one function."""
    functions = defaultdict(list)
    for item in items:
        functions[item.nodeid.partition("[")[0].partition("::ipynb")[0]].append(item)
    return functions


def test_every_test_has_a_case_in_tier_1(found):
    """In the browser every file must have one; a long test of a page's details may be left to the other tiers."""
    chosen = in_sample(found)
    functions = by_function(item for item in found if item.path.suffix == ".py")
    left = [name for name, items in functions.items() if not chosen & {item.nodeid for item in items}]
    assert [name for name in left if not name.startswith(tiers.BROWSER)] == []
    files = {name.partition("::")[0] for name in functions if name.startswith(tiers.BROWSER)}
    assert {file for file in files if not any(id.startswith(file) for id in chosen)} == set()


def test_every_name_of_a_sample_is_that_of_a_case(found):
    for function, items in by_function(found).items():
        marker = items[0].get_closest_marker("sample")
        for name in marker.args if marker else ():
            assert any(tiers.is_named(item.nodeid, [name]) for item in items), (function, name)


def test_a_new_test_moves_no_other_one(found):
    """If any of the tests is left out or moved, the sample of the others is unchanged."""
    chosen = in_sample(found)
    for some in (found[::2], found[1::3], found[::-1]):
        assert in_sample(some) == chosen & {item.nodeid for item in some}


def case(nodeid, *names, one_in=0):
    """Return a case of a test marked with a sample."""
    marker = pytest.mark.sample(*names, one_in=one_in).mark
    return SimpleNamespace(nodeid=nodeid, get_closest_marker=lambda name: marker)


def test_a_sample_has_the_cases_named_and_one_in_so_many_others():
    cases = [case(f"tests/test_a.py::test_b[{number}-x]", "7-*", "*z*", one_in=10) for number in range(1000)]
    chosen = in_sample(cases)
    assert "tests/test_a.py::test_b[7-x]" in chosen
    assert 70 < len(chosen) < 130
    assert in_sample([case("tests/test_a.py::test_b[7-x]", "7")]) == set()


def test_the_shards_are_a_partition_that_keeps_groups_together(found, pytestconfig):
    group_of = pytestconfig.pluginmanager.get_plugin(str(tiers.ROOT / "conftest.py")).group_of
    shards = [Choice(sample=False, base=None, shard=f"{number}/4") for number in range(1, 5)]
    of_group = defaultdict(set)
    for item in found:
        group = group_of(item.nodeid)
        [shard] = [one.shard for one in shards if one.has(item, group)]
        of_group[group].add(shard)
    assert all(len(numbers) == 1 for numbers in of_group.values())
    assert {shard_of(f"group {number}") for number in range(100)} == {1, 2, 3, 4}


@pytest.mark.parametrize("text", ["0/4", "5/4", "1/3", "1", "", "one/4"])
def test_a_shard_that_there_is_not_is_refused(text):
    with pytest.raises(ValueError, match="K/4"):
        read_shard(text)


LAWS, SUMS = "tests/engines/test_laws.py::test_a", "tests/engines/test_sums.py::test_a"
STEPS, COURSE, LAYOUT = (f"tests/tutor/test_{name}.py::test_a" for name in ("lessons", "course", "layout"))
BAR, SETUP = "tests/browser/test_bar.py::test_a", "tests/test_setup.py::test_a"
BATTLE, LESSON = "engines/chaos/battle.py", "tutor/lessons/altaria/04_attacking.toml"


@pytest.mark.parametrize(
    ("path", "touched", "left"),
    [
        ("tests/engines/test_laws.py", f"{LAWS}[chaos]", f"{SUMS}[chaos]"),
        ("tests/engines/play.py", LAWS, SETUP),
        ("tests/golden/perft.json", "tests/engines/test_perft.py::test_a", LAWS),
        ("tests/browser/conftest.py", BAR, STEPS),
        (BATTLE, f"{LAWS}[chaos]", f"{LAWS}[altaria]"),
        (BATTLE, "tests/engines/test_chaos.py::test_a", "tests/engines/test_star_wars.py::test_a"),
        (BATTLE, "notebooks/chaos/play.ipynb::Cell 0", "notebooks/altaria/play.ipynb::Cell 0"),
        (LESSON, f"{STEPS}[altaria/04_attacking/blocked]", f"{STEPS}[chaos/puzzles/one]"),
        (
            "tutor/courses/altaria.toml",
            "tests/tutor/test_course.py::test_a[altaria]",
            "tests/tutor/test_course.py::test_a",
        ),
        ("notebooks/embedding.ipynb", "notebooks/embedding.ipynb::Cell 2", "notebooks/index.ipynb::Cell 0"),
        ("engines/kernel/chance.py", LAWS, SETUP),
        ("tutor/graphs/layout.py", LAYOUT, LAWS),
        ("tutor/widgets/styles/card.css", BAR, LAWS),
        ("compiling/classes.py", "tests/engines/test_compiled.py::test_a", LAWS),
        ("run.py", SETUP, LAWS),
        ("conftest.py", LAWS, ""),
    ],
)
def test_a_change_touches_what_it_must_and_no_more(path, touched, left):
    change = Change([path])
    assert change.touches(touched)
    assert not left or not change.touches(left)


def test_nothing_is_touched_by_no_change():
    assert not Change([]).touches("tests/engines/test_laws.py::test_a[chaos]")


def test_with_a_change_the_sample_runs_and_what_is_touched_runs_whole():
    choice = Choice(sample=True, base=None, shard=None)
    choice.change = Change(["engines/chaos/battle.py"])
    chaos, altaria, named = (case(f"{LAWS}[{game}]", "star_wars") for game in ("chaos", "altaria", "star_wars"))
    assert [choice.has(one, one.nodeid) for one in (chaos, altaria, named)] == [True, False, True]
    assert [choice.is_whole(one.nodeid) for one in (chaos, altaria, named)] == [True, False, False]
    assert SAMPLE.is_whole(chaos.nodeid) is False
    assert Choice(sample=False, base=None, shard=None).is_whole(altaria.nodeid)


@pytest.mark.parametrize(
    ("paths", "share"),
    [
        ([], tiers.LAWS_SHARE),
        (["README.md", "tutor/widgets/styles/card.css"], tiers.LAWS_SHARE),
        (["engines/chaos/battle.py"], 1),
        (["engines/kernel/chance.py"], 1),
        (["tests/engines/test_laws.py"], 1),
        (["tutor/practice/wording.py"], 1),
    ],
)
def test_laws_examine_every_position_if_a_change_touches_them(paths, share):
    choice = Choice(sample=True, base=None, shard=None)
    choice.change = Change(paths)
    assert choice.share == share
    assert SAMPLE.share == tiers.LAWS_SHARE
    assert Choice(sample=False, base=None, shard=None).share == 1


def test_a_commit_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="no commit 'nowhere'"):
        tiers.changed_paths("nowhere")
