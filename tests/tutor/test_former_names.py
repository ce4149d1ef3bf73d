"""Former names of modules and functions still work, with a warning, and nothing in the project uses one."""

import ast
import importlib
import json
import re
import sys
import warnings
from pathlib import Path

import pytest

import engines
from engines.former_names import FormerNames
from tutor.former_names import FORMER_NAMES

ROOT = Path(__file__).parents[2]
TABLES = [FormerNames(Path(engines.__file__).parent / "core" / "former_names.toml"), FORMER_NAMES]
MODULES = {former: now for table in TABLES for former, now in table.modules.items()}
NAMES = {former: now for table in TABLES for former, now in table.names.items()}
PAGE = ROOT / "docs" / "former-names.md"
CODE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PLACES = re.compile("|".join(sorted({re.escape(name.rsplit(".", 2)[0]) for name in NAMES})))
"""Matches the packages with former names; a source that mentions none of them uses none."""


def find_named(dotted):
    place, name = dotted.rsplit(".", 1)
    return getattr(importlib.import_module(place), name)


@pytest.mark.parametrize("former", NAMES)
def test_a_former_name_is_the_present_one_and_warns(former):
    place, name = former.rsplit(".", 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = importlib.import_module(place)
    with pytest.warns(DeprecationWarning, match=re.escape(f"{former} is now {NAMES[former]}.")) as caught:
        found = getattr(module, name)
    assert found is find_named(NAMES[former])
    assert caught[0].filename == __file__


@pytest.mark.parametrize("former", MODULES)
def test_a_former_module_has_what_the_present_one_has_and_warns(former, monkeypatch):
    monkeypatch.delitem(sys.modules, former, raising=False)
    with pytest.warns(DeprecationWarning, match=re.escape(f"{former} is now {MODULES[former]}.")):
        module = importlib.import_module(former)
    present = importlib.import_module(MODULES[former])
    own = [name for name, thing in vars(present).items() if getattr(thing, "__module__", "") == present.__name__]
    assert own
    assert all(getattr(module, name) is getattr(present, name) for name in own)


def test_a_name_that_never_was_is_none():
    for name in ("tutor.compare.metrics", "tutor.compare.mixed_game"):
        with pytest.raises(AttributeError, match="nonsense"):
            importlib.import_module(name).nonsense  # noqa: B018
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("tutor.compare.nonsense")


def names_used(source):
    """Yield the dotted names that a source imports, and those that it looks up in imported modules."""
    tree, modules = ast.parse(source), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield one.name
                modules[one.asname or one.name] = one.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            for one in node.names:
                yield f"{node.module}.{one.name}"
                modules[one.asname or one.name] = f"{node.module}.{one.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield f"{modules[node.value.id]}.{node.attr}"


def sources():
    """Yield every Python source of the project: modules, tests, code cells of notebooks, code in documents."""
    for folder in ("engines", "tutor", "tests", "notebooks", "benchmarks", "compiling", "bundling", "docs"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix == ".py":
                yield path, path.read_text(encoding="utf-8")
            elif path.suffix == ".ipynb":
                cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
                yield from ((path, "".join(cell["source"])) for cell in cells if cell["cell_type"] == "code")
            elif path.suffix == ".md":
                yield from ((path, code) for code in CODE.findall(path.read_text(encoding="utf-8")))


def test_the_project_uses_no_former_name():
    former, found, read = {*MODULES, *NAMES}, [], 0
    for path, source in sources():
        if not PLACES.search(source):
            continue
        try:
            used = set(names_used(source))
        except SyntaxError:  # a magic command, or a part of a program
            continue
        read += 1
        found += [f"{path.relative_to(ROOT)}: {name}" for name in used & former]
    assert read > 100
    assert found == []


def test_the_page_lists_every_former_name():
    rows = [f"| `{former}` | `{now}` |" for former, now in (MODULES | NAMES).items()]
    assert [row for row in rows if row not in PAGE.read_text(encoding="utf-8")] == []
