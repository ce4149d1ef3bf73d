"""Rewrites calls and loops that compile to slow code into forms that compile to fast code."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TypeGuard

from compiling.trees import add_at_top, annotated_fields, classes_of, parse_expression
from engines.compiled import SOURCES

STATE = Path("engines/kernel/state.py")


FIND_ACTION = """
def _is_among(action: Action, actions: list[Action]) -> bool:
    for one in actions:
        if one is action:
            return True
    return action in actions
"""
"""An action usually comes from the list itself, so comparing identities usually saves comparing entries."""

IN_STATE = {"way(self)": "follow(self, way)", "action not in self.actions": "not _is_among(action, self.actions)"}


class _InState(ast.NodeTransformer):
    """Rewrites the expressions of a state as specified by IN_STATE."""

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the rewritten form of an expression, or the expression itself."""
        other = IN_STATE.get(ast.unparse(node)) if isinstance(node, ast.Call | ast.Compare) else None
        return parse_expression(other) if other else self.generic_visit(node)


def follow_exits(path: Path, module: ast.Module) -> None:
    """Make a state follow the nodes of an exit (`native_exits.py`) inline, and look up an action first by identity."""
    if path == STATE:
        _InState().visit(module)
        add_at_top(
            module,
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from engines.kernel.exits import follow",
        )
        module.body += ast.parse(FIND_ACTION).body


FIND_DISTINCT = """
def _find_distinct(cards: list[int]) -> list[int]:
    if len(cards) > 20:
        return list({one: None for one in cards})
    found: list[int] = []
    for card in cards:
        for other in found:
            if other == card:
                break
        else:
            found.append(card)
    return found
"""
"""Returns the distinct numbers in a zone. With as few as in a hand, comparing is faster than a dictionary."""


class _Distinct(ast.NodeTransformer):
    """Rewrites `dict.fromkeys(cards)` as a comprehension or, in a loop over a zone, as `_find_distinct`.

    Parameters
    ----------
    zones : the zones of players that are lists of card numbers.
    ranges : the constants of the module that are ranges, with their source. Loops over them get the range itself.
    """

    def __init__(self, zones: set[str], ranges: dict[str, str]) -> None:
        self.zones = zones
        self.ranges = ranges

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the node that replaces `node`."""
        if isinstance(node, ast.For | ast.comprehension) and _is_fromkeys(node.iter):
            cards = node.iter.args[0]
            if isinstance(cards, ast.Attribute) and cards.attr in self.zones:
                node.iter = parse_expression(f"_find_distinct({ast.unparse(cards)})")
        elif isinstance(node, ast.For) and ast.unparse(node.iter) in self.ranges:
            node.iter = parse_expression(self.ranges[ast.unparse(node.iter)])
        self.generic_visit(node)
        return (
            parse_expression(f"{{_one: None for _one in {ast.unparse(node.args[0])}}}") if _is_fromkeys(node) else node
        )


def _is_fromkeys(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "dict.fromkeys" and len(node.args) == 1


def expand_fromkeys(path: Path, module: ast.Module) -> None:
    """Rewrite `dict.fromkeys(cards)`, for which the compiler can only generate a call, and loops over named ranges."""
    assigned = [(node.targets[0], ast.unparse(node.value)) for node in module.body if isinstance(node, ast.Assign)]
    ranges = {ast.unparse(name): value for name, value in assigned if re.fullmatch(r"range\(\d+\)", value)}
    _Distinct(_zones_of_cards(path.parent), ranges).visit(module)
    if "_find_distinct(" in ast.unparse(module):
        module.body += ast.parse(FIND_DISTINCT).body


@cache
def _zones_of_cards(folder: Path) -> set[str]:
    """Return the zones of a game's players that are lists of card numbers."""
    path = SOURCES.parent / folder / "state.py"
    module = ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    players = [annotated_fields(node) for node in classes_of(module) if node.name == "Player"]
    return {name for fields in players for name, one in fields.items() if ast.unparse(one.annotation) == "list[int]"}
