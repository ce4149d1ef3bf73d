"""Sets in the shared effect language with a mistake: `check` and `import` name file, card and entry."""

import json
import random
import re

import pytest

import engines
from benchmarks.written_cards import list_effects, list_lasting
from engines.book.card_reading import card_row
from engines.book.card_sets import playable_name
from engines.book.rulebook import parse_toml
from engines.designs.writing import write_toml
from engines.errors import TebikiError
from tests.engines.play import GAMES
from tests.tiers import ROOT
from tutor.commands import checking
from tutor.commands.import_cards import describe_import
from tutor.sets.importing import bring_in

FILES = 200
WRONG = (-1, 0, 3, 10**12, 1.5, True, False, "", "x", "self", "it", "own", "\u202e", [], {}, [[]], [{}], {"x": 1})
"""Values that are wrong nearly everywhere."""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))


def texts_of(name):
    """Return good sets of a game: the examples of the page, and cards with every verb."""
    page = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
    found = [parse_toml(text, "cards.md") for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]
    game, rules = engines.load(name), engines.load(name).card_rules
    category = rules.changes.bearers[0]
    card = next(one for one in game.cards if one.category == category and not one.fields.get("identity"))
    moment = next(one for one in rules.moments_of[category] if one != rules.changes.moment)
    rows = [(moment, text) for text in list_effects(game)] + [(rules.changes.moment, one) for one in list_lasting(game)]
    row = {key: value for key, value in card_row(rules, card).items() if key not in ("id", "ability")}
    cards = [{**row, "name": f"Text {at}", "ability": [{"when": when, **text}]} for at, (when, text) in enumerate(rows)]
    return [*(one for one in found if one["game"] == name), {"game": name, "set": "mine", "card": cards}]


def places_in(value, path=()):
    """Yield the path of each entry of a document, as keys and indices."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places_in(part, (*path, key))


def mutate(document, source):
    """Put one mistake into an ability of a set, and return the name of its card."""
    at, card = source.choice([one for one in enumerate(document["card"]) if one[1].get("ability")])
    path = source.choice(list(places_in(card["ability"])))
    owner = card["ability"]
    for key in path[:-1]:
        owner = owner[key]
    key, how = path[-1], source.randrange(4)
    if how == 0:
        owner[key] = source.choice(WRONG)
    elif how == 1 and isinstance(key, str):
        letters = list(key)
        source.shuffle(letters)
        owner["".join(letters) + source.choice(["", "s"])] = owner.pop(key)
    elif how == 2:
        del owner[key]
    elif isinstance(owner[key], str):
        owner[key] = owner[key][:-1] + source.choice("aeiouxyz")
    else:
        owner[key] = [owner[key]]
    return playable_name(document["card"][at]["name"])


def broken_file(number):
    """Return the text of a set with a mistake, its game, and the name of the card that has it."""
    source, name = random.Random(number), GAMES[number % len(GAMES)]
    document = json.loads(json.dumps(source.choice(texts_of(name))))
    card = mutate(document, source)
    return write_toml(document), name, card


def lines_about(text, name, path):
    """Return what `check` and `import` say about a file."""
    path.write_text(text, encoding="utf-8")
    found = [checking.check_files(path, name).problems]
    try:
        brought = bring_in(text, str(path), name)
        assert "Traceback" not in describe_import(brought)
        found.append([str(fault) for fault in brought.faults])
    except TebikiError as error:
        found.append([str(error)])
    return found


@pytest.mark.parametrize("number", [pytest.param(at, marks=pytest.mark.sample(one_in=25)) for at in range(FILES)])
def test_a_mistake_in_an_ability_is_named_with_file_card_and_entry(number, tmp_path):
    text, name, card = broken_file(number)
    for lines in lines_about(text, name, tmp_path / "mine.toml"):
        assert not any("a bug in Tebiki" in line or "Traceback" in line for line in lines), text
        for line in lines:
            assert re.match(rf".*mine\.toml, card '{re.escape(card)}', ability( \d+)?\b", line), (line, text)


def test_most_of_the_mistakes_are_noticed():
    faults = 0
    for number in range(0, FILES, 20):
        text, name, _ = broken_file(number)
        try:
            faults += bool(bring_in(text, "mine.toml", name).faults)
        except TebikiError:
            faults += 1
    assert faults > FILES / 20 / 2
