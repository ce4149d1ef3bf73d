"""The text beside a clause or ruling describes its own subject, not that of another clause it concerns."""

import re
from pathlib import Path

import pytest

import engines

ENGINES = Path(engines.__file__).parent
GAMES = ("altaria", "chaos", "dgrayman", "kingdom_hearts", "star_wars")


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_that_an_engine_names_has_a_title_of_its_own(game):
    book = engines.load(game).rulebook
    sources = "".join(path.read_text() for path in (ENGINES / game).glob("*.py"))
    named = set(re.findall(r'"([A-Z]+-R\d+)"', sources))
    assert named
    assert not {id for id in named if not book.rulings[id].title}


def test_a_ruling_is_headed_by_what_it_settles():
    book = engines.load("chaos").rulebook
    assert book.heading("CHA-R38") == "Draws by a text or an attack"
    assert book.heading("CHA-R31") == "Out of the battle"
    assert book.heading("CHA-12.11") == "Guard declaration"


def test_a_ruling_without_a_title_is_headed_by_the_clause_that_it_settles():
    book = engines.load("star_wars").rulebook
    ruling = next(one for one in book.rulings.values() if not one.title)
    assert book.heading(ruling.id) == book.clauses[ruling.clauses[0]].title
