"""Texts in the language of all games: abilities of printed sets, each written exactly and played."""

from pathlib import Path

import pytest

import engines
from engines.checking import scenarios

FOLDER = Path(__file__).parent / "printed"
PRINTED = [
    pytest.param(scenario, path.stem, id=f"{path.stem}/{scenario.name}")
    for path in sorted(FOLDER.glob("*.toml"))
    for scenario in scenarios.read_file(path)
]


@pytest.mark.parametrize(("scenario", "game"), PRINTED)
def test_abilities_of_printed_sets_are_played(scenario, game):
    scenarios.run_scenario(scenario, engines.load(game))
