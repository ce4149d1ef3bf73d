"""Every scenario file passes: the worked examples of the rulebooks, and a demonstration of every clause."""

from pathlib import Path

import pytest

import engines
from engines import compiled
from engines.book.words import Phrase
from engines.checking import scenarios
from engines.kernel.state import State

FOLDER = Path(engines.__file__).parent
ALL = [
    pytest.param(scenario, path.parts[-3], id=f"{path.parts[-3]}/{path.stem}/{scenario.name}")
    for path in sorted(FOLDER.glob("*/scenarios/*.toml"))
    for scenario in scenarios.read_file(path)
]


@pytest.mark.parametrize(("scenario", "game"), ALL)
def test_scenario(scenario, game):
    scenarios.run_scenario(scenario, engines.load(game))


@pytest.mark.skipif(bool(compiled.MODULES), reason="Compiled modules call their own `State.note`.")
@pytest.mark.parametrize("game", engines.names())
def test_a_card_in_an_event_is_told_by_its_name(game, monkeypatch):
    """In every scenario, each fact that is recorded as a card in play is among the facts that are named."""
    noted, records, note = set(), set(), State.note

    def watch(state, kind, clause, seat, secret=False, **facts):
        noted.add(kind)
        records.update(
            (kind, name) for name, fact in facts.items() if isinstance(fact, tuple) and not isinstance(fact, Phrase)
        )
        note(state, kind, clause, seat, secret, **facts)

    monkeypatch.setattr(State, "note", watch)
    for scenario, name in (param.values for param in ALL):
        if name == game:
            scenarios.run_scenario(scenario, engines.load(game))
    named = engines.load(game).rules.card_facts
    assert len(noted) > 20
    assert sorted((kind, name) for kind, name in records if name not in named) == []


@pytest.mark.parametrize("game", engines.names())
def test_every_executable_clause_is_shown_by_a_scenario(game):
    shown = {clause for param in ALL if param.values[1] == game for clause in param.values[0].clauses}
    book = engines.load(game).rulebook
    assert shown <= set(book.clauses) | set(book.rulings)
    assert [clause.id for clause in book.clauses.values() if clause.executable and clause.id not in shown] == []
