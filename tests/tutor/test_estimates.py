"""Intervals and quantiles, against known values."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from scipy import stats

from tutor import estimates
from tutor.estimates import (
    NO_ESTIMATE,
    Estimate,
    estimate_mean,
    estimate_share,
    spread_of,
    widen_interval,
    wilson_interval,
)

ROOT = Path(__file__).resolve().parents[2]


def test_wilson_against_known_values():
    low, high = wilson_interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson_interval(0, 10)[0] == 0
    assert round(wilson_interval(0, 10)[1], 4) == 0.2775
    assert wilson_interval(10, 10)[1] == 1
    assert wilson_interval(0, 0) == (0, 1)


def test_a_share_with_wilson_s_interval():
    assert estimate_share([True, False, None] * 50) == pytest.approx((0.5, 0.4038, 0.5962, 100), abs=1e-4)
    assert estimate_share([None]) == NO_ESTIMATE


def test_a_mean_with_student_s_interval():
    # According to the table of t: 2.262 for nine degrees of freedom.
    low, high = 5.5 - 2.262 * 3.0277 / 10**0.5, 5.5 + 2.262 * 3.0277 / 10**0.5
    assert estimate_mean(range(1, 11)) == pytest.approx((5.5, low, high, 10), abs=1e-3)
    assert estimate_mean([None, 4]) == (4, 4, 4, 1)
    assert estimate_mean([None]) == NO_ESTIMATE


@pytest.mark.parametrize(
    ("freedom", "known"), [(1, 12.71), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (19, 2.093), (60, 2.000)]
)
def test_the_quantile_of_student_s_t(freedom, known):
    assert estimates.student_quantile(freedom) == pytest.approx(known, abs=0.01)


def test_an_interval_holds_what_other_games_to_learn_from_would_say():
    """Without one of five parts the figure is 1, without any other part 0; by the jackknife the deviation is 0.8."""
    one = Estimate(0.1, 0.0, 0.3, 50)
    reach = 2.776 * 0.8
    found = widen_interval(one, [1.0, 0.0, 0.0, 0.0, 0.0])
    assert found == pytest.approx((0.1, 0.1 - (0.01 + reach**2) ** 0.5, 0.1 + (0.04 + reach**2) ** 0.5, 50), abs=1e-2)
    assert widen_interval(one, [1.0, 0.0, 0.0, 0.0, 0.0], (0.0, 1.0)) == (0.1, 0.0, 1.0, 50)
    assert widen_interval(one, [0.4] * 5) == pytest.approx(one)
    assert widen_interval(one, []) == one
    assert widen_interval(NO_ESTIMATE, [1.0, 0.0]) == NO_ESTIMATE


def test_the_middle_and_the_outer_tenths():
    values = list(range(101))
    random.Random(1).shuffle(values)
    assert spread_of(values) == (10, 50, 90)
    assert spread_of([3, 4]).median == 3.5
    assert spread_of([7]) == (7, 7, 7)


def test_nobody_else_works_out_an_interval():
    """Only one module contains the quantile of the normal distribution."""
    sources = [path for folder in ("tutor", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    assert sources
    assert [path.name for path in sources if "1.95" in path.read_text(encoding="utf-8")] == []


def test_student_is_exact():
    """Exact to three digits, as in Student's table of 1908, where a short expansion would be off by a hundredth."""
    assert [round(estimates.student_quantile(freedom), 3) for freedom in (1, 2, 3, 4, 30)] == [
        12.706,
        4.303,
        3.182,
        2.776,
        2.042,
    ]


def test_pages_for_learners_open_without_numpy():
    """Everything except the comparison can be imported without numpy and scipy, as in a browser.

    The folders in `tutor/site/browser` replace libraries there, and are imported only under the libraries' names.
    """
    replacements = ROOT / "tutor" / "site" / "browser"
    shelves = [path for path in sorted((ROOT / "tutor").iterdir()) if path.is_dir() and path.name != "compare"]
    files = [path for shelf in shelves for path in sorted(shelf.rglob("*.py")) if "skeleton" not in path.parts]
    files = [path for path in files if replacements not in path.parent.parents]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files if path.stem != "__main__"]
    assert {"tutor.practice.page", "tutor.lessons.page", "tutor.puzzles.page"} <= {*names}
    code = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, *names], capture_output=True, text=True, cwd=ROOT, check=True)
    assert {"numpy", "scipy"}.isdisjoint(done.stdout.split())


@pytest.mark.parametrize("freedom", [1, 1.5, 2, 5, 5.7, 33.3, 400, 100_000])
def test_the_tail_of_student_is_scipy_s(freedom):
    for distance in (0, 0.3, 1, 2, 3, 5):
        known = stats.t.sf(distance, freedom)
        assert estimates.student_tail(distance, freedom) == pytest.approx(known, rel=1e-4, abs=1e-12)
