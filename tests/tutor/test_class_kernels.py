"""The kernels of a class: their owners, their maximum number, and which one is ended first."""

import os
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from tests.tutor.finishing import finished
from tutor.app.guard import CURRENT_BROWSER, OwnedKernels
from tutor.class_server.kernels import FRESH_SECONDS, ClassKernels, PageOpenings
from tutor.navigation.links import is_for_learners


class Kernel:
    def __init__(self, idle, state="idle"):
        self.last_activity, self.execution_state = datetime.now(UTC) - timedelta(seconds=idle), state


@pytest.fixture
def kernels(monkeypatch):
    """Simulated kernels."""
    found = ClassKernels()
    started = []

    async def start_kernel(self, **options):
        name = f"new{len(started)}"
        started.append(options)
        found._kernels[name], found.owners[name] = Kernel(0), CURRENT_BROWSER.get()
        return name

    async def shutdown_kernel(self, kernel, now=False):
        del found._kernels[kernel]
        found.owners.pop(kernel)

    monkeypatch.setattr(OwnedKernels, "start_kernel", start_kernel)
    monkeypatch.setattr(ClassKernels, "shutdown_kernel", shutdown_kernel)
    found.environment = lambda owner: {"TEBIKI_LEARNER": {"fox": "id-of-fox", "owl": "id-of-owl"}[owner]}
    found.started = started
    return found


def have(kernels, **idle):
    """Create kernels: name=(owner, seconds idle, browsers watching it, state)."""
    for name, (owner, seconds, looked_at, *state) in idle.items():
        kernels._kernels[name], kernels.owners[name] = Kernel(seconds, *state), owner
        kernels._kernel_connections[name] = looked_at


def start(kernels, owner):
    CURRENT_BROWSER.set(owner)
    return finished(kernels.start_kernel(env={"PATH": "x", "TEBIKI_LEARNER": "another"}))


def test_a_kernel_is_told_whose_it_is_whatever_the_server_was_told(kernels):
    start(kernels, "fox")
    assert kernels.started[0]["env"] == {"PATH": "x", "TEBIKI_LEARNER": "id-of-fox"}
    assert kernels.belongs("new0", "fox")
    assert not kernels.belongs("new0", "owl")


def test_no_kernel_starts_for_who_is_no_member(kernels):
    with pytest.raises(KeyError):
        start(kernels, "hare")
    assert not kernels.started
    assert kernels.starting == Counter(hare=0)


def test_of_a_browser_with_too_many_the_one_idle_longest_goes(kernels):
    have(kernels, a=("fox", 100, 1), b=("fox", 500, 1), c=("fox", 300, 1), d=("owl", 900, 0))
    start(kernels, "fox")
    assert set(kernels.owners) == {"a", "c", "d", "new0"}


def test_one_that_nobody_looks_at_goes_first_and_one_at_work_last(kernels):
    have(kernels, a=("fox", 900, 1, "busy"), b=("fox", 500, 1), c=("fox", 100, 0))
    start(kernels, "fox")
    assert "c" not in kernels.owners
    have(kernels, c=("fox", 1, 1))
    kernels.owners.pop("new0"), kernels._kernels.pop("new0")
    start(kernels, "fox")
    assert "b" not in kernels.owners


def test_a_page_that_is_just_opening_counts_as_looked_at(kernels):
    have(kernels, a=("fox", FRESH_SECONDS - 10, 0), b=("fox", 400, 1), c=("fox", 300, 1))
    start(kernels, "fox")
    assert "b" not in kernels.owners


def test_of_all_kernels_the_one_idle_longest_goes(kernels):
    kernels.most = 3
    have(kernels, a=("owl", 50, 1), b=("owl", 700, 1), c=("hare", 60, 1))
    start(kernels, "fox")
    assert set(kernels.owners) == {"a", "c", "new0"}


def test_kernels_that_are_starting_count(kernels):
    kernels.starting["fox"] = 3
    have(kernels, a=("fox", 50, 1))
    start(kernels, "fox")
    assert set(kernels.owners) == {"new0"}


def test_all_kernels_of_one_can_be_ended(kernels):
    have(kernels, a=("owl", 50, 1), b=("fox", 700, 1), c=("owl", 60, 1))
    finished(kernels.end_all_of("owl"))
    assert kernels.counts() == {"fox": 1}


def test_pages_are_opened_by_people():
    now = [0.0]
    openings = PageOpenings(3, 60, lambda: now[0])
    assert [openings.may("fox") for _ in range(4)] == [True, True, True, False]
    assert openings.may("owl")
    now[0] = 61
    assert openings.may("fox")


@pytest.mark.parametrize(
    ("page", "theirs"),
    [
        ("index.ipynb", True),
        ("altaria/04_attacking.ipynb", True),
        ("compare/mechanics.ipynb", True),
        ("classroom/house_rules.ipynb", True),
        ("classroom/plans/resources_student.ipynb", True),
        ("classroom/plans/resources_teacher.ipynb", False),
        ("classroom/report.ipynb", False),
        ("classroom/ask.ipynb", False),
        ("embedding.ipynb", False),
        ("altaria/../classroom/report.ipynb", False),
        ("altaria//play.ipynb", False),
        ("index.ipynb\n", False),
        ("altaria/x.py", False),
    ],
)
def test_which_pages_are_for_learners(page, theirs):
    assert is_for_learners(page) == theirs


@pytest.mark.skipif(sys.platform != "linux", reason="such bounds are tried on Linux")
def test_a_kernel_of_a_class_is_modest():
    code = (
        "import os, resource\nfrom tutor.app.forking import MOST_MEMORY, NICENESS, keep_modest\n"
        "before = os.nice(0)\nkeep_modest()\n"
        "print(os.nice(0) - before == NICENESS, resource.getrlimit(resource.RLIMIT_DATA)[0] == MOST_MEMORY)"
    )
    for asked, said in (({"TEBIKI_IN_CLASS": "1"}, "True True"), ({}, "False False")):
        done = subprocess.run(
            ["nice", "-n", "0", sys.executable, "-c", code], env=os.environ | asked, capture_output=True, text=True
        )
        assert done.stdout.strip() == said, done.stderr
