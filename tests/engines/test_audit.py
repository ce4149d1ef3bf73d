"""The rule audit: code and rulebook cite the same clauses, and the engines remain plain Python."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

import engines
from engines.checking import audit
from tests.engines.play import GAMES

FOLDER = Path(engines.__file__).parent
SOURCES = sorted(FOLDER.rglob("*.py"))


@pytest.mark.parametrize("name", GAMES)
def test_every_executable_clause_is_named_by_the_code_that_carries_it_out(name):
    assert audit.uncited_clauses(engines.load(name).rulebook, FOLDER / name) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_code_names_no_clause_that_the_rulebook_lacks(name):
    assert audit.unknown_ids(engines.load(name).rulebook, FOLDER / name) == []


def test_citations_are_read_as_people_write_them():
    text = "Pay (ALT-9.1 to 9.3, 4.10, ALT-R43); ALT-12.5. Power 3.5 is no clause, nor is XALT."
    assert audit.cited_ids("ALT", text) == {"ALT-9.1", "ALT-9.2", "ALT-9.3", "ALT-4.10", "ALT-R43", "ALT-12.5"}


@pytest.mark.parametrize("span", ["ALT-9.3 to 9.1", "ALT-9.3 to 10.4", "ALT-R3 to 9.4"])
def test_a_span_that_is_none_is_not_passed_over(span):
    assert audit.cited_ids("ALT", f"Pay ({span}).") >= {span}


def test_a_span_of_rulings():
    assert audit.cited_ids("ALT", "Ambush (ALT-R22 to R24).") == {"ALT-R22", "ALT-R23", "ALT-R24"}


def test_what_is_missing_is_listed(tmp_path):
    book = engines.load(GAMES[0]).rulebook
    known = next(clause.id for clause in book.clauses.values() if clause.executable)
    (tmp_path / "rules.py").write_text(f"# Some rule ({known},\n# {book.prefix}-99.9).\n", encoding="utf-8")
    assert known not in audit.uncited_clauses(book, tmp_path)
    assert len(audit.uncited_clauses(book, tmp_path)) > 50
    assert audit.unknown_ids(book, tmp_path) == [f"{book.prefix}-99.9"]


def imported(path):
    """Yield the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@cache
def imports():
    """Return (file, module) for every import in the engines."""
    return [(path.relative_to(FOLDER).as_posix(), module) for path in SOURCES for module in imported(path)]


def test_engines_need_nothing_but_the_standard_library():
    allowed = sys.stdlib_module_names | {"engines"}
    assert {(path, module) for path, module in imports() if module.split(".")[0] not in allowed} == set()


LAYERS = (
    ("errors",),
    ("book",),
    ("kernel",),
    ("declare",),
    ("legal",),
    ("forms",),
    ("game", "rules"),
    ("search",),
    ("variants",),
    ("checking",),
    ("kit",),
)
"""The shared packages, lowest first. Each imports only its own modules and those in lower layers."""
LAYER = {name: at for at, layer in enumerate(LAYERS) for name in layer}


def test_games_import_neither_each_other_nor_their_counter_rules():
    wrong = set()
    for path, module in imports():
        parts, own = [*module.split("."), ""], path.split("/")[0]
        if parts[0] == "engines" and own in GAMES and (parts[1] == "variants" or parts[1] in {*GAMES} - {own}):
            wrong.add((path, module))
    assert wrong == set()


def test_shared_packages_import_only_lower_layers_types_included():
    """`Game` may be used as a type below its layer, since a state refers to its game, and a game creates states."""
    wrong = set()
    for path, module in imports():
        parts, own = [*module.split("."), ""], path.split("/")[0].removesuffix(".py")
        known = parts[0] == "engines" and own in LAYER and not own_game(path)
        if known and LAYER.get(parts[1], len(LAYERS)) > LAYER[own] and module != "engines.game":
            wrong.add((path, module))
    assert wrong == set()


def own_game(path):
    """Return True for a module of the counter-rules of one game."""
    return path.split("/")[1:2] in [[game] for game in GAMES]


def test_the_shared_packages_name_no_game():
    for name in LAYER:
        place = FOLDER / name
        for path in sorted(place.glob("*.py")) if place.is_dir() else [place.with_suffix(".py")]:
            text = path.read_text(encoding="utf-8").casefold()
            assert [game for game in GAMES if game in text] == [], path.name
