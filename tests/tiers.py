"""Selects the tests to run: three tiers, each the same for all users, on every machine and every day.

1. `python3 run.py test`: every test, with a sample of each large family of cases. For a test marked `sample(*names,
one_in=n)`, it includes the cases with one of these names, and about one in n of the others; and the laws of the engines
examine one position in LAWS_SHARE. 2. `python3 run.py test --changed [BASE]`: tier 1, and every case affected by a
change (see `Change`). 3. `python3 run.py test --all`: every case, in four shards.

Whether a case is in the sample, and in which shard, depends only on its id, so a new test does not move any other.
Tests that are run by name (`python3 run.py test tests/engines`) run all their cases.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import engines

ROOT = Path(__file__).resolve().parents[1]
SHARDS = 4
LAWS = ("tests/engines/test_laws.py", "tests/tutor/test_practice_dgrayman.py")
"""Files of laws, which hold in every position of a game, or of every seed."""
LAWS_SHARE = 5
"""Where only tier 1 selects the laws, they examine one position, or seed, in this many."""
SHARE = "TEBIKI_SHARE"
"""The environment variable that tells the tests of the engines this number."""
MARKER = (
    "sample(*names, one_in=0): the cases that tier 1 has of this test: those with these names (* stands for anything), "
    "and about one in `one_in` of the others, chosen by their ids"
)
GAMES = (*engines.names(), *engines.names(small=True))
CODE = ("benchmarks", "browserlab", "bundling", "compiling", "engines", "releasing", "tutor")
"""The folders that contain packages."""
SEEN = tuple(f"tutor/{shelf}/" for shelf in ("app", "class_server", "controllers", "navigation", "pages", "widgets"))
"""Folders in which a change is visible in the browser, whatever the browser tests import."""
BROWSER = "tests/browser/"


def number_of(text: str) -> int:
    """Return a number for a text, the same on every machine."""
    return crc32(text.encode())


def is_one_in(count: int, text: str) -> bool:
    """Return True if a text is selected by its number, as one in `count`; always False if `count` is 0."""
    return count > 0 and number_of(text) % count == 0


def case_of(nodeid: str) -> str:
    """Return the id of a case, the part in brackets after the name of its test; "" if there is only one."""
    return nodeid.partition("::")[2].partition("[")[2].removesuffix("]")


def is_named(nodeid: str, names: Iterable[str]) -> bool:
    """Return True if a case has one of the names of a sample."""
    return any(fnmatchcase(case_of(nodeid), name) for name in names)


def is_in_sample(item: Any) -> bool:
    """Return True if tier 1 includes this case."""
    marker = item.get_closest_marker("sample")
    if marker is None:
        return True
    return is_named(item.nodeid, marker.args) or is_one_in(marker.kwargs.get("one_in", 0), item.nodeid)


def shard_of(group: str) -> int:
    """Return the shard, 1 to SHARDS, of a group of tests that must run together."""
    return number_of(group) % SHARDS + 1


def read_shard(text: str) -> int:
    """Return K from "K/4". Raises ValueError if the text has another form."""
    if found := re.fullmatch(rf"([1-{SHARDS}])/{SHARDS}", text):
        return int(found[1])
    raise ValueError(f"A shard is written K/{SHARDS}, with K from 1 to {SHARDS}, not {text!r}.")


def output_of_git(*words: str) -> str:
    """Return what git prints; "" if it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def changed_paths(base: str) -> set[str]:
    """Return the files that differ from a commit, including untracked ones.

    base : the commit; "" means the point at which this branch left `main` (on `main` itself, the last commit).
    """
    base = base or output_of_git("merge-base", "HEAD", "main") or "HEAD"
    if not output_of_git("rev-parse", "--verify", "--quiet", base):
        raise ValueError(f"There is no commit {base!r}.")
    new = output_of_git("ls-files", "--others", "--exclude-standard")
    return {*output_of_git("diff", "--name-only", base).splitlines(), *new.splitlines()}


class Change:
    """What a set of changed files touches.

    A test file                     all its cases
    a module that tests share       those of each test file that imports it; of a conftest.py, those of its folder
    a file about one game           every case with the game in its id, and the game's notebooks
    a notebook                      its cells
    a package, or data in it        those of each test file that imports the package
    scripts, styles, the app        those in the browser too
    any other file                  those of each test file that has its name in it; of data of tests, in a module
                                    that it shares with others too

    A package is a folder of `engines` or `tutor`; a file is about a game if a folder or the file has the game's name.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = set(paths)

    @cached_property
    def games(self) -> set[str]:
        """The games that the changed files are about."""
        return {game for path in self.paths for game in games_in(path)}

    @cached_property
    def modules(self) -> set[str]:
        """The dotted packages and modules that belong to no game."""
        return {module for path in self.paths if not games_in(path) and (module := package_of(path))}

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The prefixes of the ids whose cases are affected."""
        shared = (path for path in self.paths if path.rpartition("/")[2] == "conftest.py")
        shown = [BROWSER] if any(path.startswith(SEEN) for path in self.paths) else []
        return (*(path.removesuffix("conftest.py") for path in shared), *shown)

    @cached_property
    def names(self) -> set[tuple[str, bool]]:
        """The names of changed files that belong to no game and cannot be imported by tests; True marks test data."""
        left = (path for path in self.paths if not games_in(path) and not package_of(path))
        return {(path.rpartition("/")[2], path.startswith("tests/")) for path in left}

    def touches(self, nodeid: str) -> bool:
        """Return True if a case is affected."""
        file, _, _ = nodeid.partition("::")
        if file in self.paths or nodeid.startswith(self.folders) or any(game in nodeid for game in self.games):
            return True
        return file.endswith(".py") and self.touches_file(file)

    @cache  # noqa: B019  there is one change in a run
    def touches_file(self, file: str) -> bool:
        """Return True if all cases of a test file are affected, because of its imports or the file names in it."""
        if not self.modules.isdisjoint(modules_of(file)):
            return True
        texts = [(ROOT / one).read_text(encoding="utf-8") for one in files_of(file)]
        return any(name in text for name, data in self.names for text in (texts if data else texts[:1]))


class Choice:
    """The tests of a run: a sample of the requested ones, those affected by a change, or a shard."""

    def __init__(self, sample: bool, base: str | None, shard: str | None) -> None:
        """Set the options of a run. Raises ValueError if the commit or the shard is unknown."""
        self.shard = None if shard is None else read_shard(shard)
        self.change = None if base is None else Change(changed_paths(base))
        self.sample = sample or self.change is not None

    def has(self, item: Any, group: str) -> bool:
        """Return True if a case must be run.

        group : the name of the group of tests that must run together with it.
        """
        if self.shard is not None:
            return shard_of(group) == self.shard
        return self.is_whole(item.nodeid) or is_in_sample(item)

    @property
    def share(self) -> int:
        """The laws examine one position in this many: every position, unless only tier 1 selects them."""
        cases = [*LAWS, *(f"{file}::law[{game}]" for file in LAWS for game in GAMES)]
        return 1 if any(self.is_whole(case) for case in cases) else LAWS_SHARE

    def is_whole(self, nodeid: str) -> bool:
        """Return True if a case should examine everything, because it is affected or no sample is wanted."""
        return not self.sample or (self.change is not None and self.change.touches(nodeid))


CHOICE = pytest.StashKey[Choice]()
"""The key of this run's choice of tests in the configuration."""
COLLECTED = pytest.StashKey[list[pytest.Item]]()
"""The key of all tests found, including those of other tiers and shards."""


def games_in(path: str) -> set[str]:
    """Return the games that a file is about."""
    parts = {part.partition(".")[0] for part in path.split("/")}
    return {game for game in GAMES if game in parts}


def package_of(path: str) -> str:
    """Return the package of a file as imported (also for a module of tests); "" if it has none."""
    first, *rest = path.split("/")
    if first == "tests":
        return path.removesuffix(".py").replace("/", ".") if path.endswith(".py") else ""
    if first not in CODE or not rest:
        return ""
    return first if rest[0] == "__init__.py" else f"{first}.{rest[0].removesuffix('.py')}"


@cache
def files_of(file: str) -> tuple[str, ...]:
    """Return a test file and the shared modules of `tests` that it imports."""
    found, waiting = [], [file]
    while waiting:
        found.append(waiting.pop())
        shared = {f"{name.replace('.', '/')}.py" for name in imports_of(found[-1]) if name.startswith("tests.")}
        waiting += [one for one in sorted(shared) if (ROOT / one).exists() and one not in (*found, *waiting)]
    return tuple(found)


@cache
def modules_of(file: str) -> frozenset[str]:
    """Return the dotted packages and modules that a test file and its shared modules import."""
    names = [name.split(".") for one in files_of(file) for name in imports_of(one)]
    return frozenset(".".join(parts[:end]) for parts in names for end in range(1, len(parts) + 1))


@cache
def imports_of(file: str) -> frozenset[str]:
    """Return the imports of a file, also those inside functions; `from a import b` counts as both a and a.b."""
    found = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return frozenset(found)
