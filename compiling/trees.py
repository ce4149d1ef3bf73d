"""Helpers for changing syntax trees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator


def classes_of(module: ast.Module) -> list[ast.ClassDef]:
    """Return the classes defined at the top level of a module."""
    return [node for node in module.body if isinstance(node, ast.ClassDef)]


def bases_of(node: ast.ClassDef) -> set[str]:
    """Return the base classes of a class as written; those with types in brackets also by their bare names."""
    written = {ast.unparse(base) for base in node.bases}
    return written | {base.partition("[")[0] for base in written}


def annotated_fields(node: ast.ClassDef) -> dict[str, ast.AnnAssign]:
    """Return the annotated names in a class body."""
    return {ast.unparse(one.target): one for one in node.body if isinstance(one, ast.AnnAssign)}


def aliases_of(module: ast.Module) -> Iterator[tuple[ast.Assign, str]]:
    """Yield the names of tuples with a known length (`Unit = tuple[int, bool]`), as (statement, name)."""
    for node in module.body:
        if isinstance(node, ast.Assign) and re.match(r"tuple\[.*(?<!\.\.\.)\]$", ast.unparse(node.value)):
            yield node, ast.unparse(node.targets[0])


def parse_expression(source: str) -> ast.expr:
    """Return the tree of an expression."""
    return ast.parse(source, mode="eval").body


def add_at_top(module: ast.Module, source: str) -> None:
    """Insert statements after the `from __future__` import of a module."""
    at = 1 + next(
        place
        for place, node in enumerate(module.body)
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
    )
    module.body[at:at] = ast.parse(source).body
