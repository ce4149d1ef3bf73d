"""Writes `docs/modules.md`: every module of the engines and the tutor, with the first sentence of its docstring.

python docs/list_modules.py
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "modules.md"
HEAD = """\
# Where things stand

Every module with the first sentence of its docstring; written by `python docs/list_modules.py`. `docs/architecture.md`
explains how the parts work together. A rule of a game is in the module named after its chapter; the order of steps is
always in `flow` and the modules called `*_rows`.
"""


def first_line(path: Path) -> str:
    """Return the first line of a module's docstring; "" if it has none."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def list_modules() -> str:
    """Return the page, which has a heading for each folder and a row for each module with a docstring."""
    parts = [HEAD]
    for top in ("engines", "tutor"):
        for folder in sorted({path.parent for path in (ROOT / top).rglob("*.py")}):
            rows = [(path, first_line(path)) for path in sorted(folder.glob("*.py"))]
            rows = [(path, line) for path, line in rows if line]
            if not rows:
                continue
            parts.append(f"\n## {folder.relative_to(ROOT).as_posix()}\n\n| module | what is in it |\n|---|---|\n")
            parts += [f"| `{path.stem}` | {line.replace('|', chr(92) + '|')} |\n" for path, line in rows]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(list_modules(), encoding="utf-8")
