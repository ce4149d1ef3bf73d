"""Draws `docs/architecture.svg`: the packages as a stack in which each imports from those below it.

python docs/draw_architecture.py

The rows are listed here; the contents of each package, and the imports that point upward, are read from the code.
"""

from __future__ import annotations

import ast
import textwrap
from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "architecture.svg"
GAMES = ("altaria", "star_wars", "chaos", "kingdom_hearts", "dgrayman")
ROWS = {
    "notebooks": (("notebooks",),),
    "tutor": (
        ("classroom", "experiments", "class_server"),
        ("compare", "puzzles", "app", "commands", "pages", "site"),
        ("courses", "embed", "controllers", "graphs"),
        ("practice", "coverage", "learners", "lessons"),
        ("beliefs", "matches", "navigation", "boards"),
        ("sets", "widgets", "messages", "text"),
    ),
    "engines": (
        ("variants of games",),
        GAMES,
        ("designs", "kit", "checking", "variants", "search"),
        ("game", "rules", "forms", "legal", "declare"),
        ("kernel", "book", "errors"),
    ),
}
"""The stack, from top to bottom. In a row, a package may also import from the packages to its right."""

WIDTH, HEIGHT, GAP, MARGIN, LABEL = 900, 46, 8, 16, 100
STYLE = """\
text { font: 14px system-ui, sans-serif; fill: #22303c } .small { font-size: 11px; fill: #5b6b78 }
.layer { font-size: 15px; font-weight: 600 } rect { fill: #eef2f5; stroke: #b9c5ce } .games rect { fill: #e3efe6 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf2 } .small { fill: #9fb0bd }
  rect { fill: #22303c; stroke: #45566a } .games rect { fill: #24382c } }
"""


def order_packages(layer: str) -> list[str]:
    """Return the packages of a layer from the lowest to the highest."""
    return [name for row in reversed(ROWS[layer]) for name in reversed(row)]


def list_modules(layer: str, name: str) -> list[Path]:
    """Return the modules of a package; for the counter-rules, either those of the games or the shared ones."""
    variants = ROOT / "engines" / "variants"
    if name == "variants":
        return list(variants.glob("*.py"))
    if name == "variants of games":
        return [path for game in GAMES for path in (variants / game).rglob("*.py")]
    return list((ROOT / layer / name).rglob("*.py")) or [ROOT / layer / f"{name}.py"]


def count_modules(layer: str, name: str) -> int:
    """Return the number of modules in a package; for the notebooks, the number of notebooks."""
    if layer == "notebooks":
        return sum(1 for path in (ROOT / layer).rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    return len(list_modules(layer, name))


def list_imports(path: Path) -> list[str]:
    """Return the dotted names that a module imports when it is loaded."""
    found = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{name.name}" for name in node.names]
    return found


def count_upward(layer: str) -> Counter[tuple[str, str]]:
    """Return how often each package of a layer imports from a package above it, by (from, to)."""
    order, found = {name: at for at, name in enumerate(order_packages(layer))}, Counter[tuple[str, str]]()
    for name in order:
        for path in list_modules(layer, name):
            for line in list_imports(path):
                top, _, rest = line.partition(".")
                other = rest.partition(".")[0]
                if top == layer and order.get(other, -1) > order[name]:
                    found[name, other] += 1
    return found


def draw() -> str:
    """Return the drawing as SVG."""
    boxes, y = [], float(MARGIN)
    for layer, rows in ROWS.items():
        boxes.append(f'<text class="layer" x="{MARGIN}" y="{y + HEIGHT * 0.6}">{layer}</text>')
        for row in rows:
            width = (WIDTH - LABEL - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)
            boxes.append(f'<g class="{"games" if row is GAMES else "row"}">')
            for at, name in enumerate(row):
                x = MARGIN + LABEL + at * (width + GAP)
                count = count_modules(layer, name)
                what = "notebooks" if layer == "notebooks" else "module" if count == 1 else "modules"
                title = "lessons, comparison, classroom" if layer == "notebooks" else name
                boxes.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{HEIGHT}" rx="7"/>')
                boxes.append(f'<text x="{x + 12:g}" y="{y + 20:g}">{escape(title)}</text>')
                boxes.append(f'<text class="small" x="{x + 12:g}" y="{y + 37:g}">{count} {what}</text>')
            boxes.append("</g>")
            y += HEIGHT + GAP
        y += 3 * GAP
    upward = {**count_upward("tutor"), **count_upward("engines")}
    listed = ", ".join(f"{name} to {other}" for name, other in sorted(upward, key=lambda pair: -upward[pair]))
    for line in textwrap.wrap(f"Imports that lead upward, {sum(upward.values())} in all: {listed}.", 130):
        boxes.append(f'<text class="small" x="{MARGIN}" y="{y:g}">{escape(line)}</text>')
        y += 16
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:g}" width="{WIDTH}" role="img" '
        'aria-label="The packages as a stack: each imports from those below it">'
    )
    return "\n".join([head, f"<style>{STYLE}</style>", *boxes, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
