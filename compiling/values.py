"""Records, NamedTuples and keys as the compiler makes and reads them fastest."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from compiling.lines import importing, inserted, wrapped
from compiling.modules import CORE
from engines.compiled import SOURCES

CAST = "from typing import cast as _int_or_bool"


def records(name: str, text: str) -> str:
    """Let the records of a game (`Unit = tuple[int, bool, ...]`) and the pair of players stay the tuples that they are.

    The compiler would take tuples of a known length apart and make new ones: slower, not the same ones, and with 1
    for True. A record is what lies in lists or tuples.
    """
    game = "".join(path.read_text(encoding="utf-8") for path in sorted((SOURCES.parent / name).parent.glob("*.py")))

    lines = text.split("\n")
    for node, alias, _ in _aliases(text):
        if re.search(rf"list\[{alias}\b|tuple\[{alias}, \.\.\.\]", game):
            assert node.lineno == node.end_lineno, f"{name}, line {node.lineno}: {alias}"
            lines[node.lineno - 1] = f"{alias} = tuple[Any, ...]"
    found = re.sub(r"\btuple\[(Player|Zones), \1\]", r"tuple[\1, ...]", "\n".join(lines))
    return text if found == text else importing("from typing import Any", found.split("\n"))


def _aliases(text: str) -> Iterator[tuple[ast.Assign, str, list[str]]]:
    """Yield the names of a module for tuples of a known length (`Unit = tuple[int, bool]`): where, which, its types."""
    for node in ast.parse(text).body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Subscript)
            and isinstance(node.targets[0], ast.Name)
        ):
            made, kinds = node.value.value, node.value.slice
            if ast.unparse(made) == "tuple" and isinstance(kinds, ast.Tuple) and ast.unparse(kinds.elts[-1]) != "...":
                yield node, node.targets[0].id, [ast.unparse(kind) for kind in kinds.elts]


def parts(name: str, text: str) -> str:
    """Say which type a part of a record is of (`card[CARD]`), where it is compared, tested or looked up by.

    A part is named by a constant of the game's state, which counts it; its type is that of all records that have it.
    """
    types = parts_of(Path(name).parent)
    marked = []
    for node in ast.walk(ast.parse(text)):
        uses: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            uses = [node.left, *node.comparators]
        elif isinstance(node, ast.BoolOp):
            uses = node.values
        elif isinstance(node, ast.UnaryOp):
            uses = [node.operand]
        elif isinstance(node, ast.BinOp):
            uses = [node.left, node.right]
        elif isinstance(node, ast.If | ast.IfExp):
            uses = [node.test]
        elif isinstance(node, ast.comprehension):
            uses = node.ifs
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            uses = [node.slice]
        marked += [(use, kind) for use in uses if (kind := types.get(_part(use)))]
    found = list({(use.lineno, use.col_offset): (use, kind) for use, kind in marked}.values())
    if not found:
        return text
    told = wrapped(text, [(use, f"_int_or_bool({kind}, ", ")") for use, kind in found])
    return importing(CAST, told.split("\n"))


def _part(node: ast.expr) -> str:
    """Return the name of the part that an expression takes out of a record, "" if it takes none."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Name):
        return node.slice.id
    return ""


@cache
def parts_of(folder: Path) -> dict[str, str]:
    """Return of which type, int or bool, the named parts of a game's records are: `ID: Final = 0` and what follows."""
    path = SOURCES.parent / folder / "state.py"
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    known = [kinds for _, _, kinds in _aliases(text)]
    found: dict[str, str] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Final" and node.value:
            part, place = ast.unparse(node.target), ast.unparse(node.value)
            if place != (str(len(found)) if "ID" in found else "0" if part == "ID" else ""):
                continue
            found[part] = " ".join({record[int(place)] for record in known if int(place) < len(record)})
    return {part: kind for part, kind in found.items() if kind in ("int", "bool")}


DISTINCT = """

def _distinct(cards: list[int]) -> list[int]:
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
"""The numbers of a zone, each once: for as many as a hand holds comparing them is faster than a dictionary."""


def keys(name: str, text: str) -> str:
    """Write `dict.fromkeys(cards)` as a comprehension, and loops over a constant range as such: both become loops.

    Where only the numbers of a zone are gone through, DISTINCT gives them.
    """
    ranges = dict(re.findall(r"^([A-Z_]+) = (range\(\d+\))$", text, re.MULTILINE))
    text = re.sub(r" in ([A-Z_]+):", lambda match: f" in {ranges.get(match[1], match[1])}:", text)
    tree, zones = ast.parse(text), _zones_of_cards(Path(name).parent)
    gone_through = {id(node.iter) for node in ast.walk(tree) if isinstance(node, ast.For | ast.comprehension)}
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "dict.fromkeys" and len(node.args) == 1
    ]
    of_zones = [
        call.func
        for call in calls
        if id(call) in gone_through and isinstance(call.args[0], ast.Attribute) and call.args[0].attr in zones
    ]
    around: list[tuple[ast.expr, str, str]] = [
        (call, "_distinct(", ")") if call.func in of_zones else (call, "{_one: None for _one in ", "}")
        for call in calls
    ]
    done = wrapped(text, around)
    done = done.replace("{_one: None for _one in dict.fromkeys(", "{_one: None for _one in (")
    return done.replace("_distinct(dict.fromkeys(", "_distinct((") + (DISTINCT if of_zones else "")


@cache
def _zones_of_cards(folder: Path) -> set[str]:
    """Return the zones of a game's players that are lists of card numbers."""
    path = SOURCES.parent / folder / "state.py"
    tree = ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    players = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Player"]
    fields = [field for player in players for field in player.body if isinstance(field, ast.AnnAssign)]
    return {ast.unparse(field.target) for field in fields if ast.unparse(field.annotation) == "list[int]"}


def tuples(name: str, text: str) -> str:
    """Make NamedTuples (`Resolution("event", card)`) as tuples of that class at once: the class itself is slow.

    Only where fields are given in their order, and the rest has literals as defaults.
    """
    text = text.replace("tuple.__new__(", "_new(")  # looked up once
    known = _named_tuples(Path(name).parent)
    lines = [line.encode() for line in text.split("\n")]  # columns are those of bytes
    added: list[tuple[tuple[int, ...], int, str]] = []
    for call in ast.walk(ast.parse(text)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in known:
            continue
        kind, fields = call.func.id, known[call.func.id]
        given = _given(call, list(fields))
        missing = [field for field in fields if field not in given]
        if given != [field for field in fields if field in given] or len(fields) < 2 or not given:
            continue
        if any(fields[field] is None for field in missing):
            continue
        for word in call.keywords:
            before = [field for field in missing if [*fields].index(field) < [*fields].index(word.arg or "")]
            missing = missing[len(before) :]
            literals = "".join(f"{fields[field]}, " for field in before)
            added.append(((word.lineno - 1, word.col_offset, 2), len(f"{word.arg}="), literals))
        first, last = call.lineno - 1, (call.end_lineno or 0) - 1
        column, end = call.col_offset, (call.end_col_offset or 0) - 1
        inside = b"".join([*lines[first:last], lines[last][:end]]).rstrip()
        rest = "".join(f"{fields[field]}, " for field in missing)
        added += [
            ((first, column, 2), 0, f"_cast({kind}, _new("),
            ((first, column + len(kind), 2), 0, ", "),
            ((last, end, 1), 0, rest if inside.endswith(b",") else f", {rest}"),
            ((last, end + 1, 0), 0, "))"),
        ]
    if "_new(" not in text and not added:
        return text
    what = "from typing import Any as _Any, cast as _cast, Final as _Final; _new: _Final[_Any] = tuple.__new__"
    return importing(what, inserted(text, added).split("\n"))


def _given(call: ast.Call, fields: list[str]) -> list[str]:
    """Return the fields that a call gives, in its order; [] if it is not plain which."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(word.arg is None for word in call.keywords):
        return []
    return [*fields[: len(call.args)], *(word.arg or "" for word in call.keywords)]


@cache
def _named_tuples(folder: Path) -> dict[str, dict[str, str | None]]:
    """Return the NamedTuples of a game and the core: by field its default as it is written, None if there is none."""
    found: dict[str, dict[str, str | None]] = {}
    for place in (*(Path("engines") / package for package in sorted(CORE)), folder):
        for path in sorted((SOURCES.parent / place).glob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and [ast.unparse(one) for one in node.bases] == ["NamedTuple"]:
                    kind = getattr(importlib.import_module(f"{'.'.join(place.parts)}.{path.stem}"), node.name)
                    fields = {field: kind._field_defaults.get(field, kind) for field in kind._fields}
                    found[node.name] = {field: _literal(value) for field, value in fields.items()}
    return found


def _literal(value: object) -> str | None:
    """Return a value as it is written if it is a number, a text or a tuple of such, else None."""
    try:
        return repr(value) if ast.literal_eval(repr(value)) == value else None
    except (SyntaxError, ValueError):
        return None
