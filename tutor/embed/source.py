"""Finds the lines of an engine that implement a clause, in the source code and by the clause's id."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engines.checking.audit import cited_ids
from engines.game import Game

ENGINES = Path(__file__).parents[2] / "engines"
LONGEST_FUNCTION = 45
"""A function with more lines is shown only around the place that refers to the clause."""

SHORT_STATEMENT = 12
"""Maximum number of lines of a statement that is shown whole; of a longer one, only the call that refers to the clause.
"""

CONTEXT_LINES = 6
OTHER_MODULES = ("beliefs.py", "changes.py", "heuristics.py", "plausible.py", "positions.py", "repairs.py")
"""Endings of file names of modules that refer to clauses without implementing them."""

SORTS = ("requirement", "row", "function", "data")


@dataclass(frozen=True, slots=True)
class Snippet:
    """Some lines of an engine. sort : requirement, row (of the flow table), function or data. where : "flow.py:102"."""

    sort: str
    file: str
    line: int
    text: str

    @property
    def where(self) -> str:
        """The file, and the line where the snippet begins."""
        return f"{self.file}:{self.line}"


def find_snippets(game: Game, clause: str) -> list[Snippet]:
    """Return the lines of a game's engine that implement a clause: requirements, rows of the flow table, functions."""
    found = _all(ENGINES / game.name, game.rulebook.prefix).get(clause, ())
    return sorted(found, key=lambda one: (SORTS.index(one.sort), one.file, one.line))


def card_text(game: Game, name: str) -> Snippet | None:
    """Return a card's text in its data file; None if it is not there."""
    path = ENGINES / game.name / "cards.toml"
    if not path.exists():
        return None
    text = path.read_text(encoding="utf-8")
    for match in re.finditer(r"^\[\[card\]\]\n(?:(?!^\[\[(?:card|deck)\]\]$).*\n)*", text, re.MULTILINE):
        if f'name = "{name}"\n' in match.group():
            return Snippet("data", path.name, text[: match.start()].count("\n") + 1, match.group().strip())
    return None


@functools.cache
def _all(folder: Path, prefix: str) -> dict[str, tuple[Snippet, ...]]:
    found: dict[str, dict[Snippet, None]] = {}
    for path in sorted(folder.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        if prefix in text and not path.name.endswith(OTHER_MODULES):
            for clause, snippet in _of_file(path.name, text, prefix):
                found.setdefault(clause, {})[snippet] = None
    return {clause: tuple(ones) for clause, ones in found.items()}


def _of_file(name: str, text: str, prefix: str) -> Iterator[tuple[str, Snippet]]:
    """Yield each clause that a module refers to, with the surrounding lines that belong together."""
    lines, tree = text.splitlines(), ast.parse(text)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.Call)]
    docstrings = {part.lineno: owner for owner in ast.walk(tree) if (part := _docstring(owner)) is not None}
    for node in docstrings.values():
        for clause in cited_ids(prefix, ast.get_docstring(node) or ""):  # type: ignore[arg-type]
            if isinstance(node, ast.FunctionDef):
                yield clause, _snippet("function", name, lines, node, node.body[0].lineno)
    inside = {at for start, node in docstrings.items() for at in range(start, _end(_docstring(node)) + 1)}
    for at, line in enumerate(lines, 1):
        if at in inside or line.startswith("#"):
            continue  # a heading refers to many lines
        for clause in cited_ids(prefix, line):
            around = [node for node in nodes if node.lineno <= at <= _end(node)]
            if around:
                node = _unit(around, at)
                yield clause, _snippet(_sort(node, name), name, lines, node, at)


def _docstring(node: ast.AST) -> ast.stmt | None:
    if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) or ast.get_docstring(node) is None:
        return None
    return node.body[0]


def _end(node: ast.AST | None) -> int:
    return int(getattr(node, "end_lineno", 0) or 0)


def _unit(around: list[ast.stmt | ast.Call], at: int) -> ast.stmt | ast.Call:
    """Return the code to show for a line: a row or requirement, else a short function, else a statement or call.

    around : the statements and calls that contain the line `at`.
    """
    calls = [node for node in around if isinstance(node, ast.Call)]
    wholes = [call for call in calls if _called(call) in (*ROWS, *NEEDS)]
    if wholes:
        return min(wholes, key=_length)
    functions = [node for node in around if isinstance(node, ast.FunctionDef)]
    inner = min(functions, key=_length, default=None)
    if inner is not None and _length(inner) <= LONGEST_FUNCTION:
        return inner
    statements = [node for node in around if isinstance(node, ast.stmt) and not isinstance(node, ast.ClassDef)]
    whole = min(statements, key=_length, default=around[0])
    own = [call for call in calls if any(arg.lineno == at for arg in call.args if isinstance(arg, ast.Constant))]
    return min(own, key=_length) if own and _length(whole) > SHORT_STATEMENT else whole


NEEDS = ("need", "needs", "essential")
"""Functions that declare a requirement."""
ROWS = ("row", "choice_row", "window", "several", "single", "divided", "secret", "chooses", "triggers", "Step")
"""Functions that create a row of a flow table."""


def _called(call: ast.Call) -> str:
    """Return the name of the called function, without its module."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _length(node: ast.stmt | ast.Call) -> int:
    return _end(node) - node.lineno


def _sort(node: ast.stmt | ast.Call, name: str) -> str:
    if isinstance(node, ast.FunctionDef):
        return "function"
    called = {_called(call) for call in ast.walk(node) if isinstance(call, ast.Call)}
    if name == "flow.py" or not called.isdisjoint(ROWS):
        return "row"
    return "data" if called.isdisjoint(NEEDS) else "requirement"


def _snippet(sort: str, name: str, lines: list[str], node: ast.stmt | ast.Call, at: int) -> Snippet:
    first, last = node.lineno, _end(node)
    if last - first > LONGEST_FUNCTION:
        first, last = max(first, at - CONTEXT_LINES), min(last, at + CONTEXT_LINES)
    block = lines[first - 1 : last]
    left = min((len(line) - len(line.lstrip()) for line in block if line.strip()), default=0)
    return Snippet(sort, name, first, "\n".join(line[left:] for line in block))
