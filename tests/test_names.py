"""Function names say what functions do, so that code can be found by searching; the limits only go down."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import engines
import tutor
from engines.rules import Rules

ROOT = Path(__file__).resolve().parents[1]
CODE = ("benchmarks", "browserlab", "bundling", "compiling", "engines", "releasing", "tutor")
ENTRIES = {*Rules.__dataclass_fields__, "main", "command", "game"}
"""Functions that have the same name in every game, or in every command."""
OFFERED = {*dir(tutor)}
"""Names that notebooks use as `tutor.<name>`, which must not change."""
ADJECTIVES = {"need", "seed", "feed", "speed", "embed", "shed"}
PARTICIPLES = {
    "begun", "built", "chosen", "done", "drawn", "found", "given", "gone", "held", "hidden", "kept", "known", "left",
    "lost", "made", "meant", "met", "paid", "read", "said", "seen", "sent", "shown", "sought", "spent", "taken", "told",
    "understood", "won", "worn", "written",
}  # fmt: skip

ONE_WORD = 193
"""Maximum number of public functions with a one-word name; the aim is less than a fifth of all."""
REPEATED = 0
"""Maximum number of names defined in more than two places (see `place_of`)."""


@cache
def functions():
    """Return (module, name) of each public function at the top of a module."""
    found = []
    for path in sorted(path for folder in CODE for path in (ROOT / folder).rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                found.append((path.relative_to(ROOT).as_posix(), node.name))
    return found


def is_participle(name):
    """Return True if a name is only a participle, such as `told`."""
    return name in PARTICIPLES or (re.fullmatch(r"[a-z]+ed|[a-z]+ing", name) is not None and name not in ADJECTIVES)


def place_of(path):
    """Return the place in which names of a module must be unique.

    It is the module itself, but "games" for the chapters of games, each of which may define `draw_cards`, and
    "counter-rules" for their beliefs. The counter-rule for a belief shared by several games has the same name in all of
    them, by which `beliefs.toml` refers to it.
    """
    match path.split("/"):
        case ["engines", folder, *_] if folder in engines.names():
            return "games"
        case ["engines", "variants", folder, *_] if folder in engines.names():
            return "counter-rules"
    return path


def test_names_of_one_word_grow_fewer():
    assert sum("_" not in name for _, name in functions()) <= ONE_WORD


def test_no_name_is_a_bare_participle():
    assert [(path, name) for path, name in functions() if is_participle(name) and name not in ENTRIES | OFFERED] == []


def test_a_name_has_one_meaning():
    places = defaultdict(set)
    for path, name in functions():
        places[name].add(place_of(path))
    repeated = {name for name, found in places.items() if len(found) > 2 and name not in ENTRIES}
    assert len(repeated) <= REPEATED, sorted(repeated)


def is_mask(number):
    """Return True if a number is a run of ones from the lowest bit, which masks part of a number and is not a flag."""
    return isinstance(number, int) and number & (number + 1) == 0


@pytest.mark.parametrize("folder", CODE)
def test_a_flag_has_a_name(folder):
    unnamed = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.BinOp(op=ast.BitAnd(), right=ast.Constant(value=value)) if not is_mask(value):
                    unnamed.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert unnamed == []
