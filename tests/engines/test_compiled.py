"""The compiled build: when it is used, and that it plays exactly like the sources.

The build is tested in a separate process, if it exists (`python3 run.py compile`).
"""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import engines
from compiling import calls, classes, sources, values
from engines import compiled
from engines.chaos.state import Damage, Pile
from tests.engines.play import thinned

ROOT = Path(__file__).parents[2]
SAMPLE = {
    "golden games": ["engines/test_golden.py"],
    "perft figures": ["engines/test_perft.py"],
    "the kernel": ["engines/test_kernel.py", "-k", "not show_in_tracebacks"],
    "scenarios": ["engines/test_scenarios.py"],
    "proofs": ["engines/test_solver.py"],
    "games by another rule": ["engines/test_counter_rules.py", "-k", "played_through"],
    "designs of a class": ["engines/test_designs.py"],
    "games that are watched": ["tutor/test_compare_reach.py"],
}
"""The tests that are run on the compiled build."""
LAWS = ["tests/engines/test_laws.py", "tests/engines/test_keys.py"]
"""The laws that are tested on the build, game by game, on one position in thirty."""


def with_build(*command):
    """Run Python in a process that must use the compiled build."""
    env = os.environ | {"TEBIKI_COMPILED": "1", "TEBIKI_QUICK": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True)


@pytest.fixture
def record(tmp_path, monkeypatch):
    """Record the build of one source; return a function that changes an entry of the record."""
    monkeypatch.setattr(compiled, "SOURCES", tmp_path)
    monkeypatch.setattr(compiled, "RECORD", tmp_path / "build.json")
    monkeypatch.delenv("TEBIKI_COMPILED")
    (tmp_path / "rules.py").write_text("one = 1\n")
    entries = {
        "suffix": compiled.EXTENSION_SUFFIXES[0],
        "modules": {"engines.rules": "library"},
        "sources": {"rules.py": compiled.note_of_source(tmp_path / "rules.py")},
    }

    def change(**changes):
        (tmp_path / "build.json").write_text(json.dumps(entries | changes))

    change()
    return change


def test_a_build_that_fits_is_used(record):
    assert compiled.read_build() == ({"engines.rules": "library"}, "")
    assert compiled.describe_build(*compiled.read_build()) == "The compiled build is in use: 1 modules."


def test_a_source_written_again_as_it_was_still_fits(record, tmp_path):
    os.utime(tmp_path / "rules.py", (1, 1))
    assert compiled.read_build()[0]


@pytest.mark.parametrize("text", ["one = 2\n", "one = 1\ntwo = 2\n", None])
def test_a_stale_build_is_not_used(record, tmp_path, text):
    if text is None:
        (tmp_path / "rules.py").unlink()
    else:
        (tmp_path / "rules.py").write_text(text)
        os.utime(tmp_path / "rules.py", (1, 1))
    assert compiled.read_build()[0] == {}
    assert "engines/rules.py has changed" in compiled.describe_build(*compiled.read_build())


def test_a_build_for_another_python_is_not_used(record):
    record(suffix=".cpython-399-nowhere.so")
    assert "another Python" in compiled.read_build()[1]


def test_without_a_build_the_sources_are_used(record, tmp_path, monkeypatch):
    (tmp_path / "build.json").unlink()
    assert compiled.read_build()[0] == {}
    assert "run.py compile" in compiled.describe_build(*compiled.read_build())


def test_the_sources_can_be_asked_for(record, monkeypatch):
    monkeypatch.setenv("TEBIKI_COMPILED", "0")
    assert compiled.read_build() == ({}, "TEBIKI_COMPILED is 0")


# Prepared sources.

HEAD = "from __future__ import annotations\n"


def statements_after(change, text, path="engines/altaria/m.py"):
    """Return the statements of a module after one pass, except those that the pass adds at the top."""
    module = ast.parse(HEAD + "MARK\n" + text)
    change(Path(path), module)
    return ast.unparse(module).partition("\nMARK\n")[2].split("\n")


def test_constants_are_declared():
    text = "ONE, TWO = 1, 'two'\nTHREE: int = 3\nfour = 4\nFIVE = [\n    5\n]\nSIX = 6\nSIX = 7\nS = TypeVar('S')"
    assert statements_after(values.declare_constants, text) == [
        "ONE: Final = 1",
        "TWO: Final = 'two'",
        "THREE: Final[int] = 3",
        "four = 4",
        "FIVE: Final = [5]",
        "SIX = 6",
        "SIX = 7",
        "S = TypeVar('S')",
    ]


def test_layout_plays_no_part():
    path = Path("engines/altaria/state.py")
    text = (compiled.SOURCES.parent / path).read_text(encoding="utf-8")
    plain = ast.unparse(ast.parse(text))
    assert plain != text
    assert sources.prepare_source(path, plain) == sources.prepare_source(path, text)


@pytest.mark.parametrize("name", engines.names())
def test_prepared_sources_keep_their_functions(name):
    for path in thinned(sorted((compiled.SOURCES / name).glob("*.py"))):
        text, relative = path.read_text(encoding="utf-8"), path.relative_to(compiled.SOURCES.parent)
        prepared = functions_of(sources.prepare_source(relative, text))
        assert functions_of(text).items() <= prepared.items()


def functions_of(text):
    """Return the functions of a module, each with the types of its arguments."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return {node.name: (ast.unparse(node.args), node.returns and ast.unparse(node.returns)) for node in nodes}


def test_named_tuples_are_made_as_tuples_with_all_their_fields():
    text = "x = Pile(same(Damage(1, 2)), card, gear=3)\ny = Pile(1, up=False, under=())\nz = Pile(*more)"
    made, *others = statements_after(values.make_tuples, text, "engines/chaos/m.py")
    assert others == text.split("\n")[1:]  # arguments out of order or with other defaults are unchanged
    names = {"Pile": Pile, "Damage": Damage, "card": 7, "same": lambda it: it}
    exec(made, names | {"_as_kind": lambda kind, it: it, "_new_tuple": tuple.__new__}, there := {})
    assert there["x"] == Pile(Damage(1, 2), 7, gear=3)
    assert [type(there["x"]), type(there["x"].id)] == [Pile, Damage]
    assert "Pile(" not in made


def test_records_and_the_pair_of_players_have_no_known_length():
    text = "Unit = tuple[int, bool]\nPlace = tuple[int, int]\nplayers: tuple[Player, Player]"
    assert statements_after(values.loosen_records, text) == [
        "Unit = tuple[Any, ...]",
        "Place = tuple[int, int]",  # no list of the game contains it
        "players: tuple[Player, ...]",
    ]


def test_dictionaries_of_cards_become_loops():
    text = (
        "for card in dict.fromkeys(player.hand):\n    x = dict.fromkeys(player.hand), dict.fromkeys(names, 0)\n"
        "y = [one for one in dict.fromkeys(names)]"
    )
    lines = statements_after(calls.expand_fromkeys, text, "engines/dgrayman/m.py")
    assert lines[:3] == [
        "for card in _find_distinct(player.hand):",
        "    x = ({_one: None for _one in player.hand}, dict.fromkeys(names, 0))",
        "y = [one for one in {_one: None for _one in names}]",
    ]
    exec("\n".join(lines[3:]), there := {})
    for cards in ([], [3], [4, 2, 4, 4, 1, 2], [*range(30), *range(30, 0, -1)]):
        assert there["_find_distinct"](cards) == list(dict.fromkeys(cards))


def test_loops_over_a_constant_range_are_written_so():
    text = "STEPS = range(9)\nfor _ in STEPS:\n    x = STEPS"
    assert statements_after(calls.expand_fromkeys, text) == ["STEPS = range(9)", "for _ in range(9):", "    x = STEPS"]


def test_a_state_follows_exits_without_the_call_of_a_function():
    path = calls.STATE
    written = sources.prepare_source(path, (compiled.SOURCES.parent / path).read_text(encoding="utf-8"))
    assert written.count("follow(self, way)") == 2
    assert "way(self)" not in written.replace("follow(self, way)", "")
    assert "if not _is_among(action, self.actions):" in written
    exec(calls.FIND_ACTION, there := {"Action": tuple})
    actions = [("a", 1), ("b", 2)]
    assert [there["_is_among"](one, actions) for one in (actions[1], ("a", 1), ("c",))] == [True, True, False]


def test_generic_dataclasses_are_written_out():
    text = (
        "@dataclass(slots=True)\nclass One(Generic[S]):\n    '''One.'''\n    size: int\n"
        "    names: list[str] = field(default_factory=list)\n    def __post_init__(self):\n        self.size += 1\n"
    )
    (made,) = ["\n".join(statements_after(classes.expand_dataclasses, text))]
    exec(made, {"Generic": dict.fromkeys(["S"], object), "S": "S"}, there := {})
    one = there["One"](1)
    assert [one.size, one.names, there["One"](2, ["it"]).names] == [2, [], ["it"]]
    assert there["One"].__doc__ == "One."


def test_classes_are_marked():
    text = "class State:\n    pass\nclass Solver:\n    pass\nclass Odds(Solver):\n    pass\n"
    text += "class Pair(NamedTuple):\n    one: int"
    lines = statements_after(classes.mark_classes, text)
    marks = [lines[at - 1] for at, line in enumerate(lines) if line.startswith("class")]
    assert marks == ["@mypyc_attr(allow_interpreted_subclasses=True)", "", "@final", ""]


def test_annotations_are_kept():
    lines = statements_after(classes.keep_annotations, "class Pair(NamedTuple):\n    one: int")
    assert lines[-1] == "setattr(Pair, '__annotations__', {'one': 'int'})"


def test_declared_classes_are_written_out():
    path = Path("engines/altaria/state.py")
    written = sources.prepare_source(path, (compiled.SOURCES.parent / path).read_text(encoding="utf-8"))
    assert "@declaration." not in written
    for method in ("__init__(self", "copy(self", "key(self", "canonical_key(self"):
        assert f"    def {method}" in written


# The build itself.


@pytest.fixture(scope="module")
def built():
    """Skip the test unless the build exists and is current."""
    done = with_build("-c", "import engines")
    if done.returncode:
        pytest.skip(done.stderr.strip().splitlines()[-1].partition(": ")[2])


def test_the_compiled_modules_are_the_ones_used(built):
    done = with_build("-c", "from engines.kernel.state import State; print(type(State.apply).__name__)")
    assert done.stdout.strip() == "method_descriptor"


CHANCE = """
import random
from importlib.util import module_from_spec, spec_from_file_location
from engines.kernel import chance
spec = spec_from_file_location("source", "engines/kernel/chance.py")
source = module_from_spec(spec)
spec.loader.exec_module(source)
some = random.Random(1)
for limit in (1, 2, 6, 40, 2**31 - 1, 2**31, 2**40):
    for state in (0, 2**63 - 1, 2**63, 2**64 - 1, *(some.getrandbits(64) for _ in range(500))):
        assert chance.advance_chance(state) == source.advance_chance(state)
        assert chance.draw_below(state, limit) == source.draw_below(state, limit)
for size in range(70):
    state, one, two = some.getrandbits(64), list(range(size)), list(range(size))
    assert (chance.shuffle_cards(state, one), one) == (source.shuffle_cards(state, two), two)
for seed in (0, -1, 2**64, 2**70 + 3):
    assert chance.RandomSource(seed).state == source.RandomSource(seed).state
"""


def test_chance_is_the_same(built):
    done = with_build("-c", CHANCE)
    assert done.returncode == 0, done.stderr


@pytest.mark.sample("golden games", "perft figures")
@pytest.mark.slow
@pytest.mark.parametrize("part", SAMPLE)
def test_it_plays_what_the_sources_play(built, part):
    file, *options = SAMPLE[part]
    passes(f"tests/{file}", *options)


@pytest.mark.sample("star_wars")
@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_it_is_held_to_the_laws(built, name):
    passes(*LAWS, "-k", f"{name} and (legal_exactly or test_keys)")


def passes(*options):
    """Run tests on the compiled build and assert that they pass."""
    done = with_build("-m", "pytest", "-q", "-p", "no:cacheprovider", *options)
    assert done.returncode == 0, done.stdout[-3000:]


def test_a_position_with_waiting_abilities_is_read_on_the_build(built):
    """A compiled class keeps fewer annotations, which are needed to check such entries."""
    code = (
        "import engines\n"
        "game = engines.load('chaos')\n"
        "state = game.position('flow.waiting = [[0, \"Kite Signal Sorane\", 1, [0, 0]]]', run=False)\n"
        "assert [one[2:] for one in state.waiting] == [(1, (0, 0))]\n"
    )
    done = with_build("-c", code)
    assert done.returncode == 0, done.stderr
