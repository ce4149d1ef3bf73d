"""Notebooks that are stored with their outputs (texts and pictures), so that they can be read anywhere.

A text is stored unchanged. What a notebook draws (a table, a card, a graph, a plot) is stored as a photograph, with a
digest of what was photographed (see `digest_of`). For widgets that only answer a click nothing is stored.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from IPython.lib.pretty import pretty
from matplotlib import pyplot

import engines
from engines.errors import DataError
from tests.notebooks.kernels import NOTEBOOKS
from tutor.boards.stage import Stage
from tutor.embed.picture import draw_picture
from tutor.graphs.widget import PhaseGraph

KEEPING = [path for path in NOTEBOOKS if path.name == "build.ipynb"]
"""The notebooks that keep their outputs."""
DIGEST = "tebiki_digest"
"""The key of the digest in the metadata of an output that is a photograph."""


class CellOutput(NamedTuple):
    """What a code cell shows: its text, the digest of its picture ("" for none), and a plot as PNG."""

    text: str
    digest: str
    plot: bytes = b""


def run_cells(path: Path) -> Iterator[tuple[Any, CellOutput]]:
    """Run the code cells of a notebook, in order; yield each cell with what it shows."""
    names: dict[str, Any] = {}
    pyplot.switch_backend("agg")
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            yield cell, run_cell(cell.source, names)


def run_cell(source: str, names: dict[str, Any]) -> CellOutput:
    """Run one cell in a namespace and return what it shows."""
    tree, last = ast.parse(source), None
    if isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    said = io.StringIO()
    with redirect_stdout(said):
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(last, "cell", "eval"), names) if last else None
    if pyplot.get_fignums():
        return describe_plot()
    if "interact(" in source:
        return CellOutput("", "")
    digest = digest_of(value)
    text = str(value) if digest else pretty(value) if value is not None else ""
    return CellOutput(said.getvalue() + text, digest)


def describe_plot() -> CellOutput:
    """Return the plot that a cell has drawn, with the digest of the heights of its bars, and close it."""
    figure, drawn = pyplot.gcf(), io.BytesIO()
    heights = [[round(bar.get_height(), 6) for bar in axes.patches] for axes in figure.axes]  # type: ignore[attr-defined]
    figure.savefig(drawn, format="png", bbox_inches="tight", metadata={"Software": None})
    pyplot.close("all")
    return CellOutput("", make_digest(heights), drawn.getvalue())


def digest_of(value: object) -> str:
    """Return the digest of what a picture of a value shows, not of how it is drawn; "" for a value without one."""
    if isinstance(value, PhaseGraph):
        flow = engines.load(value.picture["name"]).graph()
        return make_digest([flow.nodes, flow.edges, value.current])
    for child in getattr(value, "children", ()):
        if isinstance(child, Stage):
            return make_digest([child.scene["turn"]["label"], child.scene["now"], child.scene["players"]])
    try:
        return make_digest(draw_picture(value).text)
    except DataError:
        return ""


def make_digest(data: object) -> str:
    """Return a short digest of data."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()[:16]


def stored_output(cell: Any) -> CellOutput:
    """Return what a notebook keeps as the output of a cell."""
    text = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    digest = ""
    for output in cell.outputs:
        if output.output_type != "stream":
            text += output.data.get("text/plain", "")
            digest = output.metadata.get(DIGEST, "")
    return CellOutput(text, digest)


def output_nodes(output: CellOutput, picture: bytes | None) -> list[Any]:
    """Return the nodes that keep an output: a picture (PNG) with its text, or a text alone."""
    if picture is None:
        return [nbformat.v4.new_output("stream", name="stdout", text=output.text)] if output.text else []
    data = {"image/png": base64.b64encode(picture).decode(), "text/plain": output.text}
    return [nbformat.v4.new_output("display_data", data=data, metadata={DIGEST: output.digest})]
