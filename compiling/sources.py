"""The sources as the compiler wants them.

Sources are copied and changed in the copy only, line by line, so that line numbers stay those of the original.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections import Counter
from pathlib import Path

from compiling.expand import expanded
from compiling.lines import importing
from compiling.modules import compiled
from compiling.values import keys, parts, records, tuples

REPLACED = {"engines/kernel/chance.py": "native_chance.py", "engines/kernel/exits.py": "native_exits.py"}
"""Modules that the compiled build has in a form of its own."""

OPEN = {"State", "Zones", "DeclaredState"}
"""Classes that Python modules may subclass: the state of a game that is not compiled."""


def copied(source: Path, target: Path) -> list[Path]:
    """Copy the Python files of `source` (the folder engines) below `target`, prepared; return their relative paths."""
    shutil.rmtree(target, ignore_errors=True)
    paths = []
    for path in sorted(source.rglob("*.py")):
        relative = path.relative_to(source.parent)
        text = prepared(relative, path.read_text(encoding="utf-8"))
        (target / relative).parent.mkdir(parents=True, exist_ok=True)
        (target / relative).write_text(text, encoding="utf-8")
        paths.append(relative)
    return paths


def prepared(path: Path, text: str) -> str:
    """Return a module as the compiler wants it; one that is not compiled stays as it is."""
    if path.as_posix() in REPLACED:
        text = Path(__file__).with_name(REPLACED[path.as_posix()]).read_text(encoding="utf-8")
    if compiled(path):
        for prepare in (
            expanded,
            followed,
            plain,
            parts,
            records,
            keys,
            constants,
            attributes,
            named,
            typed,
            tuples,
            folders,
        ):
            text = prepare(path.as_posix(), text)
    return text


AMONG = """

def _among(action: Action, actions: list[Action]) -> bool:
    for one in actions:
        if one is action:
            return True
    return action in actions
"""
"""Most actions are taken from the list itself; then none need be compared entry by entry."""


def followed(name: str, text: str) -> str:
    """Let a state look for an action as AMONG does, and go on from the node of an exit at once (`native_exits.py`)."""
    if name != "engines/kernel/state.py":
        return text
    for old, new in (
        (
            "    from engines.game import Game",
            "    from engines.game import Game; from engines.kernel.exits import follow",
        ),
        ("if action not in self.actions:", "if not _among(action, self.actions):"),
    ):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    text = text.replace(
        "effect, way = step.taken[action[0]]",
        "ends: tuple[Any, ...] = step.taken[action[0]]; effect, way = ends[0], ends[1]",
    )
    return text.replace(" way(self)", " follow(self, way)") + AMONG


def plain(name: str, text: str) -> str:
    """Write out the `__init__` of generic dataclasses, which mypyc cannot make; nothing compares or prints them."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if not (
            isinstance(node, ast.ClassDef) and any(ast.unparse(base).startswith("Generic[") for base in node.bases)
        ):
            continue
        if not any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            continue
        for decorator in node.decorator_list:
            lines[decorator.lineno - 1] = ""
        fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
        arguments, body = [], []
        for one in fields:
            field, kind, value = (
                ast.unparse(one.target),
                ast.unparse(one.annotation),
                one.value and ast.unparse(one.value),
            )
            if value and value.startswith("field(default_factory="):
                made = value.removeprefix("field(default_factory=").removesuffix(")")
                arguments.append(f"{field}: {kind} | None = None")
                body.append(f"self.{field}: {kind} = {made}() if {field} is None else {field}")
            else:
                arguments.append(f"{field}: {kind}" + (f" = {value}" if value else ""))
                body.append(f"self.{field}: {kind} = {field}")
        if any(isinstance(one, ast.FunctionDef) and one.name == "__post_init__" for one in node.body):
            body.append("self.__post_init__()")
        for one in fields:
            for at in range(one.lineno - 1, one.end_lineno or one.lineno):
                lines[at] = ""
        lines[fields[0].lineno - 1] = f"    def __init__(self, {', '.join(arguments)}) -> None: {'; '.join(body)}"
    return "\n".join(lines)


_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*$")


def constants(name: str, text: str) -> str:
    """Declare the constants of a module as such (`Final`): the compiler then writes their values where they are used.

    A constant is what is written in capitals and assigned once, at the top level.
    """
    lines, changed = text.split("\n"), False
    tree = ast.parse(text)
    assigned = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    for node in tree.body:
        names = _constants(node)
        if not names or any(assigned[one] > 1 for one in names):
            continue
        at = node.lineno - 1
        if isinstance(node, ast.AnnAssign):
            old = f"{names[0]}: {ast.get_source_segment(text, node.annotation)}"
            new = f"{names[0]}: Final[{old.partition(': ')[2]}]"
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple) and len(names) > 1:
            old = lines[at]
            values = (ast.get_source_segment(text, value) for value in node.value.elts)
            new = "; ".join(f"{one}: Final = {value}" for one, value in zip(names, values, strict=True))
        else:
            old, new = names[0], f"{names[0]}: Final"
        assert lines[at].startswith(old), f"{name}, line {at + 1}: {lines[at]}"
        lines[at], changed = new + lines[at][len(old) :], True
    return importing("from typing import Final", lines) if changed else text


def _constants(node: ast.stmt) -> list[str]:
    """Return the names of the constants that a statement assigns, [] if it is no such statement."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign) and "TypeVar" in ast.unparse(node.value):
        return []
    if (
        isinstance(node, ast.AnnAssign)
        and node.value is not None
        and not ast.unparse(node.annotation).startswith("Final")
    ):
        targets = [node.target]
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = node.targets[0], node.value
        targets = [target]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and node.lineno == node.end_lineno:
            targets = target.elts
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    return names if len(names) == len(targets) and all(map(_CONSTANT.match, names)) else []


def attributes(name: str, text: str) -> str:
    """Say what the compiler must know of classes: which have no subclass, and which may be made without `__init__`.

    A class outside OPEN has its subclasses in its own module.
    """
    lines, said = text.split("\n"), False
    for node in ast.parse(text).body:
        if not isinstance(node, ast.ClassDef) or {ast.unparse(base) for base in node.bases} & {
            "NamedTuple",
            "Protocol",
        }:
            continue
        decorators = [] if node.name in OPEN or re.search(rf"class \w+\({node.name}\):", text) else ["@final"]
        if node.name in OPEN or f"{node.name}.__new__({node.name})" in text:
            decorators.append("@mypyc_attr(allow_interpreted_subclasses=True)")
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
        for decorator in decorators:
            first -= 1
            assert not lines[first], f"{name}, line {first + 1}: {lines[first]}"
            lines[first], said = decorator, True
    if not said:
        return text
    at = next(place for place, line in enumerate(lines) if line.startswith("from __future__")) + 1
    assert not lines[at], f"{name}, line {at + 1}: {lines[at]}"
    lines[at] = "if TYPE_CHECKING: from mypy_extensions import mypyc_attr"  # which need not be there when it runs
    return importing("from typing import TYPE_CHECKING, final", lines)


def named(name: str, text: str) -> str:
    """Name the deciders (`@who("turn player")`) after the module instead: a function with a decorator is slower."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and [
            ast.unparse(one).startswith("who(") for one in node.decorator_list
        ] == [True]:
            (decorator,) = node.decorator_list
            for at in range(decorator.lineno - 1, decorator.end_lineno or decorator.lineno):
                lines[at] = ""
            lines.append(f"{ast.unparse(decorator)}({node.name})")
    return "\n".join(lines)


ANNOTATED = {"NamedTuple", "Zones", "DeclaredState"}


def typed(name: str, text: str) -> str:
    """Give classes that are asked for their annotations those that are written; the compiler keeps less, or none."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and {ast.unparse(base) for base in node.bases} & ANNOTATED:
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
            types = {ast.unparse(one.target): ast.unparse(one.annotation).removeprefix("_") for one in fields}
            lines.append(f'setattr({node.name}, "__annotations__", {types})')
    return "\n".join(lines)


def folders(name: str, text: str) -> str:
    """Let a module that reads a file beside it look beside its source."""
    source = f'__import__("engines.compiled", fromlist=["SOURCES"]).SOURCES.parent / {name!r}'
    return text.replace("Path(__file__)", f"Path({source})")
