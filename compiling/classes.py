"""Rewrites classes into the form that the compiler needs: written out, and with its markers."""

from __future__ import annotations

import ast
import linecache
from importlib import import_module
from pathlib import Path

from compiling.trees import add_at_top, annotated_fields, bases_of, classes_of, parse_expression

OPEN = {"State", "Zones", "DeclaredState"}
"""Classes that Python modules may subclass: the states of uncompiled games."""

RETURNS = {"__init__": "None", "key": "tuple[Any, ...]", "canonical_key": "tuple[Any, ...]"}
"""The return types of the methods of a declared class. `copy` returns the class itself."""

TYPES = {"game": "Any", "seed": "int", "state": "Any", "roles": "Any"}
"""The types of the arguments of these methods."""


def expand_declared(path: Path, module: ast.Module) -> None:
    """Write out the classes of a game's state, which `engines.declare.declaration` otherwise generates on import.

    The class body gets typed attributes, and the methods that the declaration generates.
    """
    for node in classes_of(module):
        decorators = [ast.unparse(one) for one in node.decorator_list]
        if decorators not in (["declaration.zones"], ["declaration.state"]):
            continue
        name, table = ".".join(path.with_suffix("").parts), f"_{node.name}_fields"
        made, fields = getattr(import_module(name), node.name), annotated_fields(node)
        values = ", ".join(f"{field!r}: {ast.unparse(one.value)}" for field, one in fields.items() if one.value)
        untyped = f"_fields_for_{node.name}"
        declared = ast.parse(f"{table}: Any = declaration.fields_of({{{values}}})\n{untyped}: Any = fields")
        for part in ast.walk(declared.body[0]):
            if isinstance(part, ast.Name) and part.id == "fields":
                part.id = untyped  # the type of a field is the one that it declares
        at = module.body.index(node)
        module.body[at:at] = reversed(declared.body)
        lines = [f"declaration: ClassVar[Any] = {table}"]
        for field, one in fields.items():
            if field in made.__slots__:
                lines.append(f"{field}: {ast.unparse(one.annotation)}")
            elif isinstance(getattr(made, field, None), property):
                lines.append(f"{field}: ClassVar[Any] = property({table}[{field!r}].get, {table}[{field!r}].set)")
        if decorators == ["declaration.state"]:
            lines.append(f"zones_of_players: ClassVar[Any] = {_zones_of_players(fields)}")
        own = [one for one in node.body if one not in fields.values()]
        known = {one.name for one in own if isinstance(one, ast.FunctionDef)}
        source = "".join(linecache.getlines(f"<declared {name}.{node.name}>"))
        methods = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef) and one.name not in known]
        for method in methods:
            _add_types(method, node.name)
        node.decorator_list = []
        node.body = [*own[:1], *ast.parse("\n".join(lines)).body, *methods, *own[1:]]  # the docstring comes first
        add_at_top(module, "from typing import Any, ClassVar\nfrom engines.declare.call_stack import place_key")


def _zones_of_players(fields: dict[str, ast.AnnAssign]) -> str:
    """Return the declaration of the players' zones."""
    for one in fields.values():
        if isinstance(one.value, ast.Call) and ast.unparse(one.value.func) == "fields.both":
            return f"{ast.unparse(one.value.args[0])}.declaration"
    return "{}"


def _add_types(method: ast.FunctionDef, kind: str) -> None:
    """Add types to a method of the class `kind`. If its first argument is not called `self`, it may have any type."""
    first, *others = method.args.args
    for argument in others:
        argument.annotation = parse_expression(TYPES[argument.arg])
    method.returns = parse_expression(RETURNS.get(method.name, kind))
    if first.arg != "self":
        method.body[:0] = ast.parse(f"{first.arg}: Any = self").body
        first.arg = "self"


def expand_dataclasses(path: Path, module: ast.Module) -> None:
    """Write out the `__init__` of generic dataclasses, which mypyc cannot generate. They need no comparison or repr."""
    expanded: dict[str, dict[str, ast.AnnAssign]] = {}
    for node in classes_of(module):
        inherited = next((expanded[base] for base in bases_of(node) if base in expanded), None)
        generic = inherited is not None or any(base.startswith("Generic[") for base in bases_of(node))
        if not generic or not any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            continue
        arguments, lines, fields = ["self"], [], annotated_fields(node)
        expanded[node.name] = (inherited or {}) | fields
        for field, one in expanded[node.name].items():
            kind, value = ast.unparse(one.annotation), ast.unparse(one.value) if one.value else ""
            if value.startswith("field(default_factory="):
                made = value.removeprefix("field(default_factory=").removesuffix(")")
                arguments.append(f"{field}: {kind} | None = None")
                lines.append(f"    self.{field}: {kind} = {made}() if {field} is None else {field}")
            else:
                arguments.append(f"{field}: {kind}" + (f" = {value}" if value else ""))
                lines.append(f"    self.{field}: {kind} = {field}")
        if inherited or any(isinstance(one, ast.FunctionDef) and one.name == "__post_init__" for one in node.body):
            lines.append("    self.__post_init__()")
        init = ast.parse("\n".join([f"def __init__({', '.join(arguments)}) -> None:", *lines])).body
        node.decorator_list = []
        at = min(map(node.body.index, fields.values()))
        node.body[at:at] = init  # before the methods that use the attributes
        node.body = [one for one in node.body if one not in fields.values()]


def mark_classes(path: Path, module: ast.Module) -> None:
    """Mark the classes that Python modules may subclass, and those that no class of their module extends.

    The classes of a game's state get the first mark too, since mypyc then lets `copy` create an object without
    `__init__`.
    """
    classes = [node for node in classes_of(module) if not bases_of(node) & {"NamedTuple", "Protocol"}]
    extended = set().union(*map(bases_of, classes)) | OPEN
    for node in classes:
        if node.name not in extended:
            node.decorator_list.insert(0, parse_expression("final"))
        if node.name in OPEN or bases_of(node) & OPEN:
            node.decorator_list.insert(0, parse_expression("mypyc_attr(allow_interpreted_subclasses=True)"))
    if classes:  # mypyc removes the decorators, so the build does not need mypy_extensions
        add_at_top(
            module,
            "from typing import TYPE_CHECKING, final\nif TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr",
        )


def keep_annotations(path: Path, module: ast.Module) -> None:
    """Keep the annotations of classes whose annotations are read; the compiler keeps fewer of them, or none."""
    for node in classes_of(module):
        if bases_of(node) & {"NamedTuple", "Zones", "DeclaredState"}:
            types = {field: ast.unparse(one.annotation) for field, one in annotated_fields(node).items()}
            module.body += ast.parse(f"setattr({node.name}, '__annotations__', {types})").body
