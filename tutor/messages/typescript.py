"""Writes the types against which the scripts are checked; they come from the declarations and their docstrings."""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal, Union, get_args, get_origin

from tutor.messages import clicks, shapes
from tutor.messages.checking import Declared, Entries, entries_of, is_table, parameters_of
from tutor.messages.commands import commands_of

PATH = Path(__file__).resolve().parents[1] / "widgets" / "scripts" / "types.d.ts"
HEAD = """\
// Made from the declarations in tutor/messages and in the pages, by `python3 run.py scripts`: do not edit.
// What only the browser knows is declared in inside.d.ts.

export * from "./inside.js";
"""
PAGES = {
    "Ask": "tutor.classroom.ask_page.AskTheClass",
    "Book": "tutor.pages.rulebook.RulebookReader",
    "DesignCard": "tutor.classroom.card_page.CardDesign",
    "Exam": "tutor.courses.exam_page.ExamPage",
    "Graph": "tutor.graphs.widget.PhaseGraph",
    "Home": "tutor.pages.home.HomePage",
    "HouseRules": "tutor.classroom.house_rules_page.HouseRulesLab",
    "Measured": "tutor.compare.measured_page.MeasuredPage",
    "Mechanic": "tutor.compare.mechanic_page.MechanicPage",
    "Mechanics": "tutor.compare.mechanics_page.MechanicsPage",
    "Mixer": "tutor.compare.mixer_page.MixerPage",
    "MyCards": "tutor.pages.my_cards.MyCards",
    "OwnGame": "tutor.classroom.own_page.OwnGame",
    "Plan": "tutor.classroom.plan_page.PlanPage",
    "Puzzles": "tutor.puzzles.page.PuzzlePage",
    "Report": "tutor.classroom.report_page.ClassReport",
    "Review": "tutor.puzzles.review_page.ReviewPage",
    "Setup": "tutor.pages.play.PlayPage",
    "TakeOneOut": "tutor.classroom.take_one_out_page.TakeOneOutPage",
    "Transfer": "tutor.compare.transfer_page.TransferPage",
    "Turns": "tutor.compare.turns_page.TurnsPage",
}
"""The class that answers the commands of each page. They are imported only when the types are written."""

NAMES = {int: "number", float: "number", str: "string", bool: "boolean", object: "unknown", type(None): "null"}
WIDTH = 120


def write_types() -> str:
    """Return the text of `types.d.ts`."""
    pages = {name: page_class(name) for name in PAGES}
    modules = [shapes, clicks, *dict.fromkeys(importlib.import_module(kind.__module__) for kind in pages.values())]
    blocks = [HEAD]
    for module in modules:
        docs = docs_of(module)
        for name, declared in vars(module).items():
            if is_table(declared) and declared.__module__ == module.__name__:
                blocks.append(_interface(name, declared, docs))
    blocks.append(_alias("StageClick", clicks.StageClick, docs_of(clicks)))
    blocks += [_page(name, kind) for name, kind in pages.items()]
    rows = "".join(f"\n  | {name}Commands" for name in PAGES)
    blocks.append(f"{_comment('The commands of one page or another.')}export type PageCommands ={rows};\n")
    return "\n".join(blocks)


def page_class(name: str) -> type:
    """Return the class that answers the commands of a page."""
    module, _, owner = PAGES[name].rpartition(".")
    found: type = getattr(importlib.import_module(module), owner)
    return found


def docs_of(module: types.ModuleType) -> dict[str, str]:
    """Return the docstrings of a module's classes, of their fields ("Card.number"), and of its constants."""
    found: dict[str, str] = {}
    for scope, body in _bodies(ast.parse(inspect.getsource(module))):
        for at, node in enumerate(body):
            doc = _text(body[at + 1]) if at + 1 < len(body) else ""
            if isinstance(node, ast.ClassDef):
                found[node.name] = ast.get_docstring(node) or ""
            elif isinstance(node, ast.AnnAssign | ast.Assign) and doc:
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                found[scope + ast.unparse(target)] = doc
    return found


def _bodies(tree: ast.Module) -> Iterator[tuple[str, list[ast.stmt]]]:
    yield "", tree.body
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield f"{node.name}.", node.body


def _text(node: ast.stmt) -> str:
    """Return the text of a statement that is only a string; otherwise ""."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return inspect.cleandoc(node.value.value)
    return ""


def _comment(text: str, indent: str = "") -> str:
    """Return a docstring as a comment; "" if there is none."""
    if not text:
        return ""
    line = " ".join(text.split())
    if len(indent) + len(line) + 7 <= WIDTH:
        return f"{indent}/** {line} */\n"
    rows = textwrap.wrap(line, WIDTH - len(indent) - 3)
    return "\n".join([f"{indent}/**", *(f"{indent} * {row}" for row in rows), f"{indent} */"]) + "\n"


def _interface(name: str, declared: type, docs: dict[str, str]) -> str:
    rows = _rows(entries_of(declared), {key: docs.get(f"{name}.{key}", "") for key in entries_of(declared).types})
    return f"{_comment(docs.get(name, ''))}export interface {name} {{\n{rows}}}\n"


def _rows(entries: Entries, docs: dict[str, str]) -> str:
    return "".join(
        f"{_comment(docs[name], '  ')}  {name}{'?' if name in entries.optional else ''}: {render_type(one)};\n"
        for name, one in entries.types.items()
    )


def _alias(name: str, declared: Declared, docs: dict[str, str]) -> str:
    return f"{_comment(docs.get(name, ''))}export type {name} = {render_type(declared)};\n"


def _page(name: str, kind: type) -> str:
    """Return the TypeScript interface that declares the commands of a page, each with its parameters."""
    rows = "".join(_command(key, method) for key, method in commands_of(kind).items())
    return f"/** Answered by {PAGES[name]}. */\nexport interface {name}Commands {{\n{rows}}}\n"


def _command(name: str, method: Callable[..., object]) -> str:
    entries = parameters_of(method)
    doc = _comment((inspect.getdoc(method) or "").partition("\n\n")[0], "  ")
    inner = "; ".join(
        f"{key}{'?' if key in entries.optional else ''}: {render_type(one)}" for key, one in entries.types.items()
    )
    return f"{doc}  {name}: {f'{{ {inner} }}' if inner else '{}'};\n"


def render_type(declared: Declared) -> str:
    """Return a declared type as TypeScript."""
    origin: object = get_origin(declared)
    inner = get_args(declared)
    if origin is Annotated:
        return render_type(inner[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value).lower() for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(render_type, inner)))
    if origin is list:
        of = render_type(inner[0])
        return f"({of})[]" if " | " in of else f"{of}[]"
    if origin is dict:
        return f"Record<string, {render_type(inner[1])}>"
    return declared.__name__ if is_table(declared) else NAMES[declared or type(None)]


if __name__ == "__main__":
    PATH.write_text(write_types(), encoding="utf-8", newline="\n")
