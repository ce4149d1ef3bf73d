"""Prepares the sources for the compiler: a copy that is changed as syntax trees.

The passes are listed in PASSES. Each takes the path of a module (engines/<folder>/<module>.py) and its tree, which it
modifies. The layout of a source does not matter; line numbers in the build's tracebacks are those of the copy.
"""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

from compiling.calls import expand_fromkeys, follow_exits
from compiling.classes import expand_dataclasses, expand_declared, keep_annotations, mark_classes
from compiling.modules import is_compiled
from compiling.values import declare_constants, loosen_records, make_tuples

REPLACED = {"engines/kernel/chance.py": "native_chance.py", "engines/kernel/exits.py": "native_exits.py"}
"""The modules that are replaced in the compiled build."""

PASSES = (
    expand_declared,
    expand_dataclasses,
    mark_classes,
    keep_annotations,
    follow_exits,
    expand_fromkeys,
    loosen_records,
    declare_constants,
    make_tuples,
)


def copy_sources(source: Path, target: Path) -> list[Path]:
    """Copy the Python files in `source` (the folder engines) to `target`, prepared, and return their relative paths."""
    shutil.rmtree(target, ignore_errors=True)
    paths = []
    for path in sorted(source.rglob("*.py")):
        relative = path.relative_to(source.parent)
        text = prepare_source(relative, path.read_text(encoding="utf-8"))
        (target / relative).parent.mkdir(parents=True, exist_ok=True)
        (target / relative).write_text(text, encoding="utf-8")
        paths.append(relative)
    return paths


def prepare_source(path: Path, text: str) -> str:
    """Return a module prepared for the compiler; a module that is not compiled is returned unchanged."""
    if not is_compiled(path):
        return text
    if path.as_posix() in REPLACED:
        text = Path(__file__).with_name(REPLACED[path.as_posix()]).read_text(encoding="utf-8")
    module = ast.parse(text)
    for change in PASSES:
        change(path, module)
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"
