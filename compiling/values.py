"""Rewrites constants, records and NamedTuples into the form that the compiled code creates and reads fastest."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

from compiling.modules import CORE
from compiling.trees import add_at_top, aliases_of, bases_of, classes_of, parse_expression
from engines.compiled import SOURCES

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*$")


def declare_constants(path: Path, module: ast.Module) -> None:
    """Declare the constants of a module as `Final`, so that the compiler inserts their values where they are used.

    A constant is a name in capitals that is assigned once, at the top level.
    """
    stored = Counter(node.id for node in ast.walk(module) if isinstance(node, ast.Name) and _is_stored(node))

    def is_constant(target: ast.expr) -> bool:
        return isinstance(target, ast.Name) and bool(CONSTANT.match(target.id)) and stored[target.id] == 1

    body: list[ast.stmt] = []
    for node in module.body:
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and "TypeVar" not in ast.unparse(node.value):
            (target,), value = node.targets, node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=True))
        if pairs and all(is_constant(target) for target, _ in pairs):
            body += [
                ast.AnnAssign(target=target, annotation=parse_expression("Final"), value=value, simple=1)
                for target, value in pairs
                if isinstance(target, ast.Name)
            ]
            continue
        if isinstance(node, ast.AnnAssign) and node.value is not None and is_constant(node.target):
            kind = ast.unparse(node.annotation)
            node.annotation = parse_expression(kind if kind.startswith("Final") else f"Final[{kind}]")
        body.append(node)
    module.body = body
    add_at_top(module, "from typing import Final")


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


class _Loosened(ast.NodeTransformer):
    """Removes the length from the type of the pair of players (`tuple[Player, Player]`)."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Return the type, changed if it is that pair."""
        self.generic_visit(node)
        pair = re.fullmatch(r"tuple\[(Player|Zones), \1\]", ast.unparse(node))
        return parse_expression(f"tuple[{pair[1]}, ...]") if pair else node


def loosen_records(path: Path, module: ast.Module) -> None:
    """Keep the records of a game (`Unit = tuple[int, bool, ...]`) and the pair of players as Python tuples.

    The compiler would unpack tuples of a known length and create new ones, which is slower, changes their identity, and
    turns True into 1. A record is a tuple that is stored in lists or tuples.
    """
    game = _game_source(path.parent)
    for node, alias in aliases_of(module):
        if re.search(rf"list\[{alias}\b|tuple\[{alias}, \.\.\.\]", game):
            node.value = parse_expression("tuple[Any, ...]")
    add_at_top(module, "from typing import Any")
    _Loosened().visit(module)


@cache
def _game_source(folder: Path) -> str:
    """Return the sources in a folder as one text."""
    return "".join(path.read_text(encoding="utf-8") for path in sorted((SOURCES.parent / folder).glob("*.py")))


class _Made(ast.NodeTransformer):
    """Rewrites the creation of NamedTuples as the creation of tuples of that class.

    Parameters
    ----------
    known : for each NamedTuple its fields, each with the source of its default, or None if it has none.
    """

    def __init__(self, known: dict[str, dict[str, str | None]]) -> None:
        self.known = known

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Return `_as_kind(Attack, _new_tuple(Attack, (seat, unit, 0)))` for `Attack(seat, unit)`."""
        self.generic_visit(node)
        if ast.unparse(node.func) == "tuple.__new__":
            node.func = parse_expression("_new_tuple")  # looked up only once
        fields = self.known.get(ast.unparse(node.func), {})
        starred = any(isinstance(one, ast.Starred) for one in node.args)
        words = {word.arg: word.value for word in node.keywords}
        given = dict(zip(fields, node.args, strict=False)) | {one: words[one] for one in fields if one in words}
        in_order = list(given) == [one for one in fields if one in given] and list(given)[len(node.args) :] == [*words]
        if starred or len(fields) < 2 or not given or not in_order:
            return node
        values = [ast.unparse(given[one]) if one in given else default for one, default in fields.items()]
        if None in values:
            return node
        kind = ast.unparse(node.func)
        return parse_expression(f"_as_kind({kind}, _new_tuple({kind}, ({', '.join(map(str, values))})))")


def make_tuples(path: Path, module: ast.Module) -> None:
    """Create NamedTuples (`Resolution("event", card)`) directly as tuples of that class, since the constructor is slow.

    This is done only if fields are given in order and the others have literals as defaults.
    """
    _Made(_named_tuples(path.parent)).visit(module)
    add_at_top(module, "from typing import Any, cast as _as_kind, Final\n_new_tuple: Final[Any] = tuple.__new__")


@cache
def _named_tuples(folder: Path) -> dict[str, dict[str, str | None]]:
    """Return the NamedTuples of a game and of the shared modules: by field, the source of its default, or None."""
    found: dict[str, dict[str, str | None]] = {}
    for place in (*(Path("engines") / package for package in sorted(CORE)), folder):
        for path in sorted((SOURCES.parent / place).glob("*.py")):
            for node in classes_of(ast.parse(path.read_text(encoding="utf-8"))):
                if bases_of(node) == {"NamedTuple"}:
                    kind = getattr(import_module(f"{'.'.join(place.parts)}.{path.stem}"), node.name)
                    fields = {field: kind._field_defaults.get(field, kind) for field in kind._fields}
                    found[node.name] = {field: _literal(value) for field, value in fields.items()}
    return found


def _literal(value: object) -> str | None:
    """Return the source of a value if it is a number, a text or a tuple of these; otherwise None."""
    try:
        return repr(value) if ast.literal_eval(repr(value)) == value else None
    except (SyntaxError, ValueError):
        return None
