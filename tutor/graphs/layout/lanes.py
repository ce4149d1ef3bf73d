"""The picture of a phase graph as plain data: lanes, boxes, lines and labels, each with its place.

There is one lane per phase, in order. Lanes are drawn separately, so that a page can open one and close the others.
Procedures called from many places have their own lanes and are drawn once: a box that calls a procedure names it, and
the lane of the procedure lists its callers. The layout needs neither numpy nor a browser: the result is a dict that a
widget draws and a test measures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from tutor.graphs.layout.labels import LabelledDrawing
from tutor.graphs.layout.placement import LaneItem, LaneLine, mark_loops, place_items, text_width, wrap_text
from tutor.graphs.layout.routing import route_lines

if TYPE_CHECKING:
    import networkx as nx

WIDTH = 324.0
TITLE, TITLE_LINE = 12.5, 15.0
CALL, CALL_LINE = 11.0, 15.0
CHIP, CHIP_LINE = 11.0, 13.0
WIDEST = (150.0, 124.0, 110.0, 98.0, 88.0, 80.0)


class Lane(TypedDict):
    """A lane, with the `names` of its steps."""

    id: str
    title: str
    japanese: str
    names: list[str]


def lay_out_graph(graph: nx.DiGraph, width: float = WIDTH) -> dict[str, object]:
    """Lay out a phase graph.

    Parameters
    ----------
    graph : what `tutor.graphs.graph.phase_graph` returned.
    width : the width of a lane in pixels at normal size; a lane that needs more is scaled down when drawn.

    Returns
    -------
    dict
        `name` and `lanes`. A lane has `id`, `title`, `japanese`, `width`, `height`, and

        * `boxes`: a step each, with `name`, `title`, `lines`, `kind`, `who`, `clauses`, `x`, `y`, `w`, `h`
          and `calls` (the procedures it runs: `target`, `lane`, `lines`, `y`);
        * `chips`: where an exit leads, with `source`, `target`, `lane`, `lines`, `x`, `y`, `w`, `h`;
        * `lines`: `source`, `target`, `points`, `back`, `label` (`lines`, `x`, `y`, `w`, `h`, `cut`) or None;
        * `callers`: the lanes that call or jump into this one, if it is a procedure;
        * `steps`: the same in words: `name`, `title`, `japanese`, `who`, `kind`, `clauses`, `ways`
          (`target`, `title`, `condition`, `kind`; a call also has `back`, the titles of where it continues).
    """
    lanes = lanes_of(graph)
    home = {name: lane["id"] for lane in lanes for name in lane["names"]}
    return {"name": graph.graph.get("name", ""), "lanes": [_lane(graph, lane, lanes, home, width) for lane in lanes]}


def lanes_of(graph: nx.DiGraph) -> list[Lane]:
    """Return the lanes in order.

    A step without a phase is in the lane of its procedure, after the phases.
    """
    lanes: dict[str, Lane] = {
        phase["id"]: {"id": phase["id"], "title": phase["title"], "japanese": phase["japanese"], "names": []}
        for phase in graph.graph.get("phases", [])
    }
    for name, facts in graph.nodes(data=True):
        key = facts["phase"] or facts["procedure"]
        title = key.replace("_", " ").capitalize()
        lanes.setdefault(key, {"id": key, "title": title, "japanese": "", "names": []})["names"].append(name)
    return [lane for lane in lanes.values() if lane["names"]]


def _lane(graph: nx.DiGraph, lane: Lane, lanes: list[Lane], home: dict[str, str], width: float) -> dict[str, object]:
    names, ways, calls = lane["names"], _ways(graph, lane["names"], home), _calls(graph, lane["names"])
    entries = {one["names"][0]: one["title"] for one in lanes}
    items = [LaneItem(name, "step") for name in names]
    lines = []
    for (source, target), labels in ways.items():
        if home[target] == lane["id"]:
            lines.append(LaneLine(source, target, labels))
        else:
            items.append(
                LaneItem(f"{source}>{target}", "chip", owner=source, onward=graph.nodes[target]["kind"] != "end")
            )
            named = _chip_title(graph, target, entries).casefold()
            lines.append(LaneLine(source, items[-1].id, [label for label in labels if label.casefold() != named]))
    mark_loops(names, lines)
    grid, tracks = route_lines(items, lines, place_items(items, lines))
    for widest in WIDEST:
        for item in items:
            if item.kind == "step":
                _size_step(graph, item, calls[item.id], widest)
            else:
                _size_chip(graph, item, entries, widest)
        drawing = LabelledDrawing(grid, tracks, width)
        if drawing.width <= width + 0.5:
            break
    drawing.finish()
    chips = [item for item in items if item.kind == "chip"]
    ends = {chip.id: _target(chip) for chip in chips}
    return {
        "id": lane["id"],
        "title": lane["title"],
        "japanese": lane["japanese"],
        "width": round(drawing.width, 1),
        "height": round(drawing.height, 1),
        "boxes": [_box_data(graph, item, drawing, calls[item.id], home) for item in items if item.kind == "step"],
        "chips": [_chip_data(graph, chip, drawing, home) for chip in chips],
        "lines": [
            {
                "source": line.source,
                "target": ends.get(line.target, line.target),
                "points": [[round(x, 1), round(y, 1)] for x, y in drawing.paths[number]],
                "back": line.back,
                "label": drawing.words(number),
            }
            for number, line in enumerate(lines)
        ],
        "callers": _callers(graph, lane, lanes, home),
        "steps": [_words(graph, name) for name in names],
    }


def _ways(graph: nx.DiGraph, names: list[str], home: dict[str, str]) -> dict[tuple[str, str], list[str]]:
    """Return the exits of a lane's steps with their labels; a call leads to the step to which the procedure returns."""
    found: dict[tuple[str, str], list[str]] = {}
    inside, chained = set(names), _chained(graph)
    for source, target, facts in graph.edges(data=True):
        label = facts["label"]
        if facts["kind"] == "return":
            source, label = facts["caller"], ", ".join(facts["condition"].split(", ")[2:])
            if target == source or (source, target) in chained:
                continue
        if source not in inside or facts["kind"] == "call":
            continue
        if facts["kind"] == "end" and home[target] != home[source]:
            label = ""  # the chip already shows it
        labels = found.setdefault((source, target), [])
        if label and label not in labels and label.casefold() != graph.nodes[target]["title"].casefold():
            labels.append(label)
    return found


def _chained(graph: nx.DiGraph) -> set[tuple[str, str]]:
    """Return (caller, procedure) for every procedure that a step runs directly after another procedure."""
    returns = [
        (facts["caller"], source, target)
        for source, target, facts in graph.edges(data=True)
        if facts["kind"] == "return"
    ]
    begun = {(caller, source) for caller, source, _ in returns}
    return {(caller, target) for caller, _, target in returns if (caller, target) in begun and caller != target}


def _calls(graph: nx.DiGraph, names: list[str]) -> dict[str, list[str]]:
    """Return the procedures that each step runs."""
    found: dict[str, list[str]] = {name: [] for name in names}
    called = [(source, target) for source, target, facts in graph.edges(data=True) if facts["kind"] == "call"]
    for source, target in called + sorted(_chained(graph)):
        if source in found and target not in found[source]:
            found[source].append(target)
    return found


def _callers(graph: nx.DiGraph, lane: Lane, lanes: list[Lane], home: dict[str, str]) -> list[dict[str, str]]:
    """Return the lanes that call or jump into a lane; [] if there are none."""
    inside = set(lane["names"])
    called = any(facts["kind"] == "call" and target in inside for _, target, facts in graph.edges(data=True))
    if not called:
        return []
    froms = {
        home[source]
        for source, target, facts in graph.edges(data=True)
        if target in inside and source not in inside and facts["kind"] in ("call", "next")
    }
    return [{"lane": one["id"], "title": one["title"]} for one in lanes if one["id"] in froms]


def _size_step(graph: nx.DiGraph, item: LaneItem, calls: list[str], widest: float) -> None:
    """Break the text of a step's box into lines and measure the box."""
    item.lines = wrap_text(graph.nodes[item.id]["title"], TITLE, widest - 16, bold=True)
    parts = _call_lines(graph, calls, widest)
    wide = max(text_width(line, TITLE, bold=True) + 16 for line in item.lines)
    wide = max(66.0, wide, *(text_width(line, CALL) + 28 for part in parts for line in part))
    tall = 11 + TITLE_LINE * len(item.lines)
    if parts:
        tall += 6 + sum(CALL_LINE * len(part) for part in parts)
    item.w, item.h = wide, max(26.0, tall)


def _call_lines(graph: nx.DiGraph, calls: list[str], widest: float) -> list[list[str]]:
    return [wrap_text(graph.nodes[target]["title"], CALL, widest - 28) for target in calls]


def _size_chip(graph: nx.DiGraph, item: LaneItem, entries: dict[str, str], widest: float) -> None:
    """Break the name of a chip into lines and measure it."""
    item.lines = wrap_text(_chip_title(graph, _target(item), entries), CHIP, min(widest, 90.0) - 14)
    item.w = max(34.0, max(text_width(line, CHIP) for line in item.lines) + 16)
    item.h = 9 + CHIP_LINE * len(item.lines)


def _chip_title(graph: nx.DiGraph, target: str, entries: dict[str, str]) -> str:
    """Return the title of the lane that begins with a step; if there is none, the title of the step."""
    facts = graph.nodes[target]
    title = str(facts["title"])
    return title if facts["kind"] == "end" else entries.get(target, title)


def _target(chip: LaneItem) -> str:
    return chip.id.split(">", 1)[1]


def _place(drawing: LabelledDrawing, item: LaneItem) -> dict[str, float]:
    x1, y1, x2, y2 = drawing.boxes[item.id]
    return {"x": round(x1, 1), "y": round(y1, 1), "w": round(x2 - x1, 1), "h": round(y2 - y1, 1)}


def _chip_data(graph: nx.DiGraph, chip: LaneItem, drawing: LabelledDrawing, home: dict[str, str]) -> dict[str, object]:
    target = _target(chip)
    return {
        "source": chip.owner,
        "target": target,
        "lane": home[target],
        "lines": chip.lines,
        "title": graph.nodes[target]["title"],
        **_place(drawing, chip),
    }


def _box_data(
    graph: nx.DiGraph, item: LaneItem, drawing: LabelledDrawing, calls: list[str], home: dict[str, str]
) -> dict[str, object]:
    facts = graph.nodes[item.id]
    box = {
        "name": item.id,
        "title": facts["title"],
        "japanese": facts["japanese"],
        "lines": item.lines,
        "kind": facts["kind"],
        "who": facts["who"],
        "clauses": list(facts["clauses"]),
        **_place(drawing, item),
    }
    y = 8 + TITLE_LINE * len(item.lines) + 2
    box["calls"] = []
    for target, lines in zip(calls, _call_lines(graph, calls, max(item.w, 66.0)), strict=True):
        box["calls"].append(
            {
                "target": target,
                "lane": home[target],
                "title": graph.nodes[target]["title"],
                "lines": lines,
                "y": round(y, 1),
            }
        )
        y += CALL_LINE * len(lines)
    return box


def _words(graph: nx.DiGraph, name: str) -> dict[str, object]:
    """Describe a step, with every exit and its full condition."""
    facts = graph.nodes[name]
    ways = []
    for _, target, edge in graph.out_edges(name, data=True):
        if edge["kind"] != "return":
            way = {
                "target": target,
                "title": graph.nodes[target]["title"],
                "condition": edge["condition"],
                "kind": edge["kind"],
            }
            if edge["kind"] == "call":
                way["back"] = [
                    graph.nodes[after]["title"]
                    for _, after, more in graph.out_edges(target, data=True)
                    if more["kind"] == "return" and more.get("caller") == name
                ]
            if way not in ways:
                ways.append(way)
    return {
        "name": name,
        "title": facts["title"],
        "japanese": facts["japanese"],
        "who": facts["who"],
        "kind": facts["kind"],
        "clauses": list(facts["clauses"]),
        "ways": ways,
    }
