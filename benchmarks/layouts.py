"""Compare the phase graph's layout with that of elkjs: `python -m benchmarks.layouts FOLDER`, where FOLDER has elkjs.

Every lane of every game is laid out twice: by `tutor.graphs.layout`, and by elkjs (layered, orthogonal, downwards, with
labels) with boxes, chips and labels of the same sizes. The same functions measure both pictures. `--pictures` writes a
page with both side by side. The table and the conclusions are in `docs/phase-graph-layout.md`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import engines
from tutor.graphs.graph import phase_graph
from tutor.graphs.layout import WIDTH, lay_out_graph

NEAR = 0.5
BASE = {
    "elk.algorithm": "layered",
    "elk.direction": "DOWN",
    "elk.edgeRouting": "ORTHOGONAL",
    "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
    "elk.layered.feedbackEdges": "true",
    "elk.layered.thoroughness": "40",
    "elk.spacing.nodeNode": "14",
    "elk.spacing.edgeNode": "8",
    "elk.spacing.edgeEdge": "8",
    "elk.spacing.edgeLabel": "3",
    "elk.layered.spacing.nodeNodeBetweenLayers": "20",
    "elk.layered.spacing.edgeNodeBetweenLayers": "9",
    "elk.layered.spacing.edgeEdgeBetweenLayers": "8",
    "elk.padding": "[top=8,left=8,bottom=8,right=8]",
}
PLACING = ("BRANDES_KOEPF", "NETWORK_SIMPLEX", "LINEAR_SEGMENTS")
SIDES = ("SMART_DOWN", "ALWAYS_UP")
SETTINGS = {
    f"{placing}, {side}, {order}, {merged}, {compacted}": BASE
    | {
        "elk.layered.nodePlacement.strategy": placing,
        "elk.layered.edgeLabels.sideSelection": side,
        "elk.layered.considerModelOrder.strategy": order,
        "elk.layered.mergeEdges": merged,
        "elk.layered.compaction.postCompaction.strategy": compacted,
    }
    for placing in PLACING
    for side in SIDES
    for order in ("NODES_AND_EDGES", "NONE")
    for merged in ("false", "true")
    for compacted in ("NONE", "EDGE_LENGTH")
}
USUAL_SETTING = next(iter(SETTINGS))

Rect = tuple[float, float, float, float]
Point = tuple[float, float]


class RoutedLine(NamedTuple):
    """A line of a picture: the names of the boxes at its ends, and its points."""

    source: str
    target: str
    points: list[Point]


class Drawing(NamedTuple):
    """A laid-out lane: size, boxes, lines, labels (each with the index of its line), and the time in ms."""

    width: float
    height: float
    boxes: dict[str, Rect]
    lines: list[RoutedLine]
    labels: list[tuple[int, Rect]]
    ms: float


class DrawingFigures(NamedTuple):
    """The measures of a drawing. Overlaps are numbers of pairs."""

    crossings: int
    bends: int
    length: float
    line_on_box: int
    label_on_box: int
    label_on_label: int
    label_on_line: int
    shared: int
    width: float
    area: float
    too_wide: int
    scale: float
    ms: float


# The two layouts.


def our_drawing(lane: dict[str, Any], ms: float) -> Drawing:
    """Return a drawing of the lane as `tutor.graphs.layout` has laid it out. ms : the time it took."""
    boxes = {box["name"]: _rect(box) for box in lane["boxes"]}
    boxes |= {f"{chip['source']}>{chip['target']}": _rect(chip) for chip in lane["chips"]}
    lines, labels = [], []
    for number, line in enumerate(lane["lines"]):
        chip = f"{line['source']}>{line['target']}"
        lines.append(
            RoutedLine(line["source"], chip if chip in boxes else line["target"], [tuple(p) for p in line["points"]])
        )
        if line["label"]:
            labels.append((number, _rect(line["label"])))
    return Drawing(lane["width"], lane["height"], boxes, lines, labels, ms)


def _rect(thing: dict[str, Any]) -> Rect:
    return thing["x"], thing["y"], thing["x"] + thing["w"], thing["y"] + thing["h"]


def elk_request(drawing: Drawing) -> dict[str, Any]:
    """Return the same lane as a graph for elkjs: boxes and labels of the same sizes."""
    sizes = dict(drawing.labels)
    first = {"layoutOptions": {"elk.layered.layering.layerConstraint": "FIRST"}}
    return {
        "id": "lane",
        "children": [
            {"id": name, "width": x2 - x1, "height": y2 - y1} | (first if number == 0 else {})
            for number, (name, (x1, y1, x2, y2)) in enumerate(drawing.boxes.items())
        ],
        "edges": [
            {
                "id": str(number),
                "sources": [line.source],
                "targets": [line.target],
                "labels": [
                    {"id": f"label {number}", "text": "x", "width": box[2] - box[0], "height": box[3] - box[1]}
                    for box in ([sizes[number]] if number in sizes else [])
                ],
            }
            for number, line in enumerate(drawing.lines)
        ],
    }


def elk_drawing(graph: dict[str, Any]) -> Drawing:
    """Return a drawing of the lane as elkjs has laid it out."""
    boxes = {
        one["id"]: (one["x"], one["y"], one["x"] + one["width"], one["y"] + one["height"]) for one in graph["children"]
    }
    lines, labels = [], []
    for number, edge in enumerate(graph["edges"]):
        points: list[Point] = []
        for part in edge.get("sections", ()):
            for point in (part["startPoint"], *part.get("bendPoints", ()), part["endPoint"]):
                points.append((point["x"], point["y"]))
        lines.append(RoutedLine(edge["sources"][0], edge["targets"][0], points))
        labels += [
            (number, (one["x"], one["y"], one["x"] + one["width"], one["y"] + one["height"]))
            for one in edge.get("labels", ())
        ]
    return Drawing(graph["width"], graph["height"], boxes, lines, labels, graph["ms"])


# Measuring.


def measure_drawing(one: Drawing) -> DrawingFigures:
    """Return the measures of a drawing."""
    pieces = [(number, piece) for number, line in enumerate(one.lines) for piece in _pieces(line)]
    crossings = shared = 0
    for at, (first, a) in enumerate(pieces):
        for second, b in pieces[at + 1 :]:
            if first != second:
                crossings += _cross(a, b)
                shared += _along(a, b) and not _one_end(one.lines[first], one.lines[second])
    boxes, labels = list(one.boxes.values()), one.labels
    return DrawingFigures(
        crossings=crossings,
        bends=sum(max(0, len(_straightened(line.points)) - 2) for line in one.lines),
        length=sum(abs(x2 - x1) + abs(y2 - y1) for _, (x1, y1, x2, y2) in pieces),
        line_on_box=sum(_overlap(piece, box) for _, piece in pieces for box in boxes),
        label_on_box=sum(_overlap(label, box) for _, label in labels for box in boxes),
        label_on_label=sum(_overlap(a, b) for at, (_, a) in enumerate(labels) for _, b in labels[at + 1 :]),
        label_on_line=len(
            {
                (number, other)
                for number, label in labels
                for other, piece in pieces
                if number != other and _overlap(piece, label) and not _one_end(one.lines[number], one.lines[other])
            }
        ),
        shared=shared,
        width=one.width,
        area=one.width * one.height / 1000,
        too_wide=one.width > WIDTH + NEAR,
        scale=min(1.0, WIDTH / one.width),
        ms=one.ms,
    )


def _straightened(points: list[Point]) -> list[Point]:
    """Return the points of a line, except those in the middle of a straight segment."""
    kept = points[:1]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if not (before[0] == here[0] == after[0] or before[1] == here[1] == after[1]):
            kept.append(here)
    return kept + points[1:][-1:]


def _pieces(line: RoutedLine) -> Iterator[Rect]:
    for (x1, y1), (x2, y2) in zip(line.points, line.points[1:], strict=False):
        yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _overlap(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] - NEAR and b[0] < a[2] - NEAR and a[1] < b[3] - NEAR and b[1] < a[3] - NEAR


def _cross(a: Rect, b: Rect) -> bool:
    """Return True if a vertical and a horizontal segment cross, rather than merely touch."""
    for upright, flat in ((a, b), (b, a)):
        if upright[0] == upright[2] and flat[1] == flat[3]:
            return flat[0] + NEAR < upright[0] < flat[2] - NEAR and upright[1] + NEAR < flat[1] < upright[3] - NEAR
    return False


def _along(a: Rect, b: Rect) -> bool:
    """Return True if two segments overlap."""
    upright = a[0] == a[2] and b[0] == b[2] and abs(a[0] - b[0]) < NEAR and min(a[3], b[3]) - max(a[1], b[1]) > NEAR
    flat = a[1] == a[3] and b[1] == b[3] and abs(a[1] - b[1]) < NEAR and min(a[2], b[2]) - max(a[0], b[0]) > NEAR
    return upright or flat


def _one_end(one: RoutedLine, other: RoutedLine) -> bool:
    return one.source == other.source or one.target == other.target


def total_figures(rows: Sequence[DrawingFigures]) -> DrawingFigures:
    """Return the sums over lanes, except the maximum width and the minimum scale."""
    sums = [sum(column) for column in zip(*rows, strict=True)]
    return DrawingFigures(*sums)._replace(width=max(row.width for row in rows), scale=min(row.scale for row in rows))


# Reports.


def figures_table(rows: Sequence[tuple[str, str, DrawingFigures]]) -> str:
    """Return rows (game, layout, figures) as a Markdown table."""
    heads = ("crossings", "bends", "length", "line on box", "label on box", "label on label", "label on line")
    heads += ("shared track", "widest", "area", f"wider than {WIDTH:.0f}", "smallest scale", "ms")
    lines = [f"| game | layout | {' | '.join(heads)} |", "|---|---|" + "---:|" * len(heads)]
    for game, way, found in rows:
        lines.append(f"| {game} | {way} | {' | '.join(_cell(*pair) for pair in found._asdict().items())} |")
    return "\n".join(lines)


def _cell(name: str, value: float) -> str:
    return f"{value:.2f}" if name == "scale" else f"{value:.0f}"


def draw_svg(one: Drawing) -> str:
    """Return a drawing as plain SVG: boxes, labels (grey), lines."""
    parts = [
        f'<rect x="{x1}" y="{y1}" width="{x2 - x1}" height="{y2 - y1}" rx="6" fill="#fff" stroke="#333"/>'
        f'<text x="{(x1 + x2) / 2}" y="{(y1 + y2) / 2 + 3}" text-anchor="middle">{escape(name.split(">")[-1])}</text>'
        for name, (x1, y1, x2, y2) in one.boxes.items()
    ]
    parts += [
        f'<polyline points="{" ".join(f"{x},{y}" for x, y in line.points)}" fill="none" stroke="#26a"/>'
        for line in one.lines
    ]
    parts += [
        f'<rect x="{x1}" y="{y1}" width="{x2 - x1}" height="{y2 - y1}" fill="#f909"/>'
        for _, (x1, y1, x2, y2) in one.labels
    ]
    size = f'width="{one.width}" height="{one.height}" viewBox="0 0 {one.width} {one.height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-size="9" style="background:#eee">{"".join(parts)}</svg>'
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Lay everything out, measure it, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.layouts", description="Compare two layouts.")
    parser.add_argument("folder", type=Path, help="a folder in which `npm install elkjs` was run")
    parser.add_argument("--pictures", type=Path, help="write a page with all lanes side by side")
    options = parser.parse_args(arguments)
    mine: list[tuple[str, str, Drawing]] = []
    for name in engines.names() + engines.names(small=True):
        game = engines.load(name)
        lay_out_graph(phase_graph(game))  # warm-up
        begun = perf_counter()
        picture = lay_out_graph(phase_graph(game))
        ms = (perf_counter() - begun) * 1000 / len(picture["lanes"])
        mine += [(name, lane["title"], our_drawing(lane, ms)) for lane in picture["lanes"]]
    wanted = {"settings": {"warm": BASE} | SETTINGS, "lanes": [elk_request(drawing) for _, _, drawing in mine]}
    command = ["node", str(Path(__file__).with_name("elk.mjs")), str(options.folder)]
    answer = subprocess.run(command, input=json.dumps(wanted), capture_output=True, text=True, check=True)
    theirs = {
        way: [graph and elk_drawing(graph) for graph in found] for way, found in json.loads(answer.stdout).items()
    }
    failed = {way: sum(one is None for one in found) for way, found in theirs.items()}
    print(f"{len(mine)} lanes. Not laid out: {({way: count for way, count in failed.items() if count}) or 'none'}\n")
    best: list[Drawing] = []
    for number in range(len(mine)):
        known = [found[number] for way, found in theirs.items() if way in SETTINGS and found[number] is not None]
        best.append(min(known, key=drawing_cost))
    rows = []
    for name in dict.fromkeys(name for name, _, _ in mine):
        places = [at for at, (game, _, _) in enumerate(mine) if game == name]
        for way, drawings in (
            ("ours", [one for _, _, one in mine]),
            ("elkjs", theirs[USUAL_SETTING]),
            ("elkjs, best", best),
        ):
            rows.append((name, way, total_figures([measure_drawing(drawings[at]) for at in places])))
    for way in ("ours", "elkjs", "elkjs, best"):
        rows.append(("all", way, total_figures([found for _, other, found in rows if other == way])))
    print(figures_table(rows))
    if options.pictures:
        shown = [
            f"<h3>{escape(name)}: {escape(lane)}</h3><div style='display:flex;gap:30px;align-items:start'>"
            f"{draw_svg(one)}{draw_svg(theirs[USUAL_SETTING][at] or best[at])}{draw_svg(best[at])}</div>"
            for at, (name, lane, one) in enumerate(mine)
        ]
        options.pictures.write_text("<meta charset=utf-8>" + "\n".join(shown), encoding="utf-8")
    return 0


def drawing_cost(one: Drawing) -> tuple[float, ...]:
    """Return a sort key for drawings, best first: overlaps, then excess width, then crossings, bends and length."""
    found = measure_drawing(one)
    overlaps = found.line_on_box + found.label_on_box + found.label_on_label + found.label_on_line + found.shared
    return overlaps, max(0.0, found.width - WIDTH), found.crossings, found.bends, found.length


if __name__ == "__main__":
    sys.exit(main())
