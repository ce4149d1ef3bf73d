"""Declared classes as the compiler wants them: written out.

The classes of a game's state are made when they are imported (`engines.declare.declaration`), which a compiler does not
see. Here the declaration is asked for its source, and that is put into the class body. Everything stays on the lines
where it was: the fields' line takes their types, the lines of further fields one method each.
"""

from __future__ import annotations

import ast
import importlib
import linecache
import re

DECORATORS = ("declaration.zones", "declaration.state")


def expanded(name: str, text: str) -> str:
    """Return the module engines/<game>/<module>.py with its declared classes written out."""
    module = name.removesuffix(".py").replace("/", ".")
    lines = text.split("\n")
    declared = [
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef) and any(ast.unparse(one) in DECORATORS for one in node.decorator_list)
    ]
    for node in declared:
        _write_out(module, node, lines)
    if declared:
        at = next(place for place, line in enumerate(lines) if line.startswith("from __future__"))
        lines[at] += (
            "; from typing import ClassVar, ClassVar as _ClassVar; from engines.declare.call_stack import place_key"
        )
    return "\n".join(lines)


def _write_out(module: str, node: ast.ClassDef, lines: list[str]) -> None:
    kind = node.name
    made = getattr(importlib.import_module(module), kind)
    (decorator,) = node.decorator_list
    makes = f"{module}.{kind}"
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
    values = ", ".join(f"{ast.unparse(one.target)!r}: {ast.unparse(one.value)}" for one in fields if one.value)
    assert not lines[decorator.lineno - 3], f"{makes} needs two empty lines above it"
    values = re.sub(r"\bfields\.", f"_of_{kind}.", values)  # which say that they are what they declare
    lines[decorator.lineno - 3] = f"_of_{kind}: Any = fields; _{kind}_fields: Any = declaration.fields_of({{{values}}})"
    lines[decorator.lineno - 1] = ""
    types = []
    for one in fields:
        name = ast.unparse(one.target)
        if name in made.__slots__:
            types.append(f"{name}: {ast.unparse(one.annotation)}")
        elif isinstance(getattr(made, name, None), property):
            there = f"_{kind}_fields[{name!r}]"
            types.append(f"{name}: _ClassVar[Any] = property({there}.get, {there}.set)")
    types.append(f"declaration: _ClassVar[Any] = _{kind}_fields")
    if ast.unparse(decorator) == "declaration.state":
        types.append(f"zones_of_players: _ClassVar[Any] = {_zones_of(fields)}")
    source = "".join(linecache.getlines(f"<declared {makes}>"))
    own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    methods = [_on_one_line(one, kind) for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
    written = ["; ".join(types), *(line for line, method in methods if method not in own)]
    for one in fields:
        for at in range(one.lineno - 1, one.end_lineno or one.lineno):
            lines[at] = ""
        if written:
            lines[one.lineno - 1] = "    " + written.pop(0)
    assert not written, f"{makes} has too few fields to be written out on their lines"


def _zones_of(fields: list[ast.AnnAssign]) -> str:
    """Return where the declaration of the players' zones stands."""
    for one in fields:
        if isinstance(one.value, ast.Call) and ast.unparse(one.value.func) == "fields.both":
            return f"{ast.unparse(one.value.args[0])}.declaration"
    return "{}"


RETURNS = {"__init__": "None", "key": "tuple[Any, ...]", "canonical_key": "tuple[Any, ...]"}
TYPES = {"game": "Any", "seed": "int", "state": "Any", "roles": "Any"}


def _on_one_line(method: ast.FunctionDef, kind: str) -> tuple[str, str]:
    """Return a method with types and its body on one line, and its name."""
    first, *others = method.args.args
    defaults = [None] * (len(others) - len(method.args.defaults)) + method.args.defaults
    arguments = [first.arg]
    for argument, default in zip(others, defaults, strict=True):
        arguments.append(f"{argument.arg}: {TYPES[argument.arg]}" + (f" = {ast.unparse(default)}" if default else ""))
    body = "; ".join(ast.unparse(one) for one in method.body)
    if first.arg != "self":  # a key looks at values of any kind
        arguments[0], body = "self", f"{first.arg}: Any = self; {body}"
    returns = RETURNS.get(method.name, kind)
    return f"def {method.name}({', '.join(arguments)}) -> {returns}: {body}", method.name
