"""What a player reads when an action is refused, as reviewed: tests/golden/<game>/refusals.txt.

After a wanted change: python -m tests.engines.regenerate refusals, then read the diff aloud.
"""

import pytest

from tests.engines.play import GAMES, data
from tests.engines.refusals import FILE, FOLDER, HERE, difference, never_met


@pytest.mark.parametrize("name", GAMES)
def test_refusals_are_told_as_reviewed(name):
    changes = difference(name)
    assert not changes, f"\n{changes}\nRead the changes. If they are wanted: {HERE} {name}"


@pytest.mark.parametrize("name", GAMES)
def test_whatever_refuses_nothing_has_its_reason(name):
    assert set(data(name).get("never_refused", ())) == set(never_met(name)), "tell each in the data file"


@pytest.mark.parametrize("name", GAMES)
def test_a_list_of_refusals_leaves_nothing_to_fill_in(name):
    text = (FOLDER / name / FILE).read_text(encoding="utf-8")
    assert "no reason is given" not in text
    assert len(text.splitlines()) > 100
