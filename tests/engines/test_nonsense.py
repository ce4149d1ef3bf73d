"""Any input to an engine is accepted, or refused with a single TebikiError; the engine never crashes.

Positions and cards in files are changed at random, and outdated or meaningless actions are tried.
"""

import copy
import random
import tomllib
from pathlib import Path

import pytest

import engines
from engines.book.rulebook import read_toml
from engines.checking import scenarios
from tests.engines.play import GAMES, PLAYERS, data, enough, positions, sample

ROUNDS = enough(800)
STALE = 600
"""The approximate number of positions in which out-of-date or meaningless actions are tried."""
NOTHING = (None, True, -1, 0, 3, 999, 1.5, "", "?", "nobody", [], ["x"], [[]], [1, 2], {}, {"a": 1})
MACHINE = ("flow", "script")
"""Entries that only programs write. Reading them must survive faults and contradictions in them."""


def data_folder(name):
    return Path(engines.__file__).parent / name / "scenarios"


def nodes(part, top=""):
    """Yield every entry of a parsed document: its table or list, its key there, and its top entry."""
    for key, value in list(part.items() if isinstance(part, dict) else enumerate(part)):
        yield part, key, top or key
        if isinstance(value, dict | list):
            yield from nodes(value, top or key)


def spoiled(chance, document):
    """Return a document with one entry removed, added, duplicated or replaced, and the top entry that contains it."""
    document = copy.deepcopy(document)
    part, key, top = chance.choice(list(nodes(document)))
    what = chance.randrange(6)
    if what == 0:
        del part[key]
    elif what == 1:
        part.append(part[key]) if isinstance(part, list) else part.update(zzz=1)
    else:
        part[key] = copy.deepcopy(chance.choice(NOTHING))
    return document, top


@pytest.mark.parametrize("name", GAMES)
def test_a_spoiled_position_is_refused_or_can_be_played(name):
    game, chance, refused = engines.load(name), random.Random(1), []
    documents = [row["at"] for row in data(name).get("position", ())]
    documents += [tomllib.loads(state.position()) for state in positions(name)[::40]]
    for number in range(ROUNDS):
        document, top = spoiled(chance, chance.choice(documents))
        try:
            state = game.position(document, "here")
        except engines.TebikiError as error:
            refused.append(str(error))
            continue
        if top in MACHINE or document.get("flow", {}).get("local"):
            continue
        player = PLAYERS["random"](number)
        for _ in range(20):
            if state.result is None:
                state.apply(player(state))
        assert game.position(state.position()).canonical_key() == state.canonical_key()
    assert [text for text in refused if not text.startswith("here")] == []
    assert ROUNDS / 5 < len(refused) < ROUNDS


@pytest.mark.parametrize("name", GAMES)
def test_a_spoiled_scenario_is_refused_with_its_place(name, monkeypatch):
    game, chance, files = engines.load(name), random.Random(3), sorted(data_folder(name).glob("*.toml"))
    rows, refused = [row for file in files for row in read_toml(file)["scenario"]], []
    for _ in range(ROUNDS // 10):
        document, top = spoiled(chance, {"game": name, "scenario": [chance.choice(rows)]})
        monkeypatch.setattr(scenarios, "read_toml", lambda path, document=document: document)
        try:
            for scenario in scenarios.read_file(Path("mine.toml")):
                scenarios.run_scenario(scenario, game)
        except engines.TebikiError as error:
            refused.append((top, str(error)))
    assert refused
    assert [text for top, text in refused if not text.startswith("mine.toml")] == []
    assert [text for top, text in refused if top == "scenario" and "scenario" not in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_spoiled_card_file_is_refused_or_can_be_read(name):
    game, chance, refused = engines.load(name), random.Random(2), []
    path = Path(engines.__file__).parent / name / "cards.toml"
    rows = [row | {"name": f"My {row['name']}"} for row in read_toml(path)["card"]]
    for _ in range(ROUNDS):
        document, _ = spoiled(chance, {"card": rows})
        try:
            game.with_cards(document.get("card", []), "mine.toml")
        except engines.TebikiError as error:
            refused.append(str(error))
    assert [text for text in refused if not text.startswith("mine.toml")] == []
    assert len(refused) > ROUNDS / 5


@pytest.mark.parametrize("name", GAMES)
def test_a_stale_or_senseless_action_is_refused_and_changes_nothing(name):
    chance, there, tried = random.Random(3), [state for state in positions(name) if state.actions], 0
    there = sample(there, len(there) // STALE)
    kinds = list(engines.load(name).kinds.values())
    values = (*NOTHING, 1, 2, 30, (0, 0), (1, 9), (2, 0))
    for state in there:
        before = state.position()
        for _ in range(6):
            kind = chance.choice(kinds)
            senseless = (kind.name, *(chance.choice(values) for _ in kind.arguments))
            for action in (senseless, senseless[:-1], (*senseless, 1), chance.choice(chance.choice(there).actions)):
                if action not in state.actions:
                    with pytest.raises(engines.TebikiError) as caught:
                        state.apply(action)
                    assert str(caught.value).strip()
                    tried += 1
        assert state.position() == before
    assert tried > enough(10_000)
