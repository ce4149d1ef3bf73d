"""The benchmark report: what counts as better, what is demanded, and that our own contestants run."""

import pytest

from benchmarks import __main__ as report
from benchmarks import contestants

BEST = {
    "tebiki": {"rate": 200_000.0, "length": 141.0},
    "rlcard": {"rate": 80_000.0, "length": 47.0},
    "rlcard_bare": {"rate": 125_000.0, "length": 47.0},
    "chess": {"rate": 40_000.0, "length": 278.0},
    "dgisim": {"rate": 1_000.0, "length": 150.0},
    "copies": {"microseconds": 1.0},
    "chess_copies": {"microseconds": 0.8},
    "solver": {"rate": 30_000.0, "positions": 136.0, "milliseconds": 4.5},
    "load": {"milliseconds": 40.0},
}


def test_the_best_round_counts():
    assert report.better(None, {"rate": 1.0}) == {"rate": 1.0}
    assert report.better({"rate": 2.0}, {"rate": 3.0, "length": 9.0})["rate"] == 3
    assert report.better({"microseconds": 2.0}, {"microseconds": 3.0}) == {"microseconds": 2.0}


def test_all_demands_met():
    rows = report.report(BEST)
    assert [row.met for row in rows if row.demanded] == [True] * 5
    assert "2.5 ×" in report.table(rows)
    page = report.page(rows, BEST)
    assert "rlcard==" in page
    assert "Decisions a game: tebiki 141" in page


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("rlcard", {"rate": 100_001.0, "length": 1.0}),
        ("chess", {"rate": 66_667.0, "length": 1.0}),
        ("dgisim", {"rate": 2_001.0, "length": 1.0}),
        ("copies", {"microseconds": 5.0}),
        ("load", {"milliseconds": 100.0}),
    ],
)
def test_a_demand_that_is_not_met_is_named(name, numbers):
    rows = report.report(BEST | {name: numbers})
    assert sum(row.met is False for row in rows) == 1
    assert "**no**" in report.table(rows)


@pytest.mark.parametrize("name", ["tebiki", "copies", "solver", "load"])
def test_our_contestants_run(name):
    numbers = getattr(contestants, name)(0.02)
    assert all(value > 0 for value in numbers.values())


def test_every_contestant_exists():
    assert all(callable(getattr(contestants, name)) for name in report.ROUNDS)
    assert set(report.SECONDS) <= set(report.ROUNDS)
