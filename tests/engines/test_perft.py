"""The perft table is unchanged. After an intended change of the rules: python -m tests.engines.regenerate."""

import json

import pytest

from tests.engines.perft import FILE, table
from tests.engines.play import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_perft(name):
    kept = json.loads(FILE.read_text(encoding="utf-8"))[name]
    assert len(kept) >= 5
    assert table(name) == kept, "Read the difference. If it is wanted: python -m tests.engines.regenerate perft"
