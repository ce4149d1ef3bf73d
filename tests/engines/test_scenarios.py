"""Every scenario file passes: the worked examples of the rulebooks, and one demonstration of every clause."""

from pathlib import Path

import pytest

import engines
from engines.checking import scenarios

FOLDER = Path(engines.__file__).parent
ALL = [
    pytest.param(scenario, path.parts[-3], id=f"{path.parts[-3]}/{path.stem}/{scenario.name}")
    for path in sorted(FOLDER.glob("*/scenarios/*.toml"))
    for scenario in scenarios.read_file(path)
]


@pytest.mark.parametrize(("scenario", "game"), ALL)
def test_scenario(scenario, game):
    scenarios.run_scenario(scenario, engines.load(game))


@pytest.mark.parametrize("game", engines.names())
def test_every_executable_clause_is_shown_by_a_scenario(game):
    shown = {clause for param in ALL if param.values[1] == game for clause in param.values[0].clauses}
    book = engines.load(game).rulebook
    assert shown <= set(book.clauses) | set(book.rulings)
    assert [clause.id for clause in book.clauses.values() if clause.executable and clause.id not in shown] == []
