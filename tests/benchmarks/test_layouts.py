"""The measures of the layout comparison."""

import engines
from benchmarks.layouts import (
    Drawing,
    RoutedLine,
    elk_drawing,
    elk_request,
    measure_drawing,
    our_drawing,
    total_figures,
)
from tutor.graphs.layout import graph_picture

BOXES = {"a": (0, 0, 20, 10), "b": (100, 0, 120, 10), "c": (0, 100, 20, 110), "d": (100, 100, 120, 110)}


def drawing(*lines, labels=()):
    return Drawing(130, 120, BOXES, list(lines), list(labels), 1.0)


def test_crossings_bends_and_length():
    across = RoutedLine("a", "d", [(10, 10), (10, 50), (110, 50), (110, 100)])
    down = RoutedLine("b", "c", [(60, 10), (60, 100)])
    found = measure_drawing(drawing(across, down))
    assert (found.crossings, found.bends, found.length) == (1, 2, 280)
    assert measure_drawing(drawing(across)).crossings == 0


def test_overlaps():
    through = RoutedLine("a", "b", [(20, 5), (110, 5)])
    assert measure_drawing(drawing(through)).line_on_box == 1
    label = (0, (50, 0, 70, 8))
    found = measure_drawing(drawing(through, labels=[label, (0, (60, 0, 80, 8)), (0, (15, 0, 30, 8))]))
    assert (found.label_on_label, found.label_on_box) == (1, 1)
    beside = RoutedLine("c", "d", [(20, 5), (90, 5)])
    found = measure_drawing(drawing(through, beside, labels=[label]))
    assert (found.shared, found.label_on_line) == (1, 1)


def test_sums_keep_the_widest_and_the_smallest_scale():
    found = total_figures([measure_drawing(drawing()), measure_drawing(drawing()._replace(width=648))])
    assert (found.width, found.scale, found.too_wide) == (648, 0.5, 1)


def test_elkjs_is_given_the_same_boxes_and_labels_and_its_answer_is_read():
    lane = next(lane for lane in graph_picture(engines.load("altaria"))["lanes"] if lane["id"] == "attack")
    mine = our_drawing(lane, 1.0)
    graph = elk_request(mine)
    assert len(graph["children"]) == len(lane["boxes"]) + len(lane["chips"])
    assert sum(len(edge["labels"]) for edge in graph["edges"]) == sum(bool(line["label"]) for line in lane["lines"])
    for child in graph["children"]:
        child |= {"x": 1, "y": 2}
    for edge in graph["edges"]:
        edge["sections"] = [{"startPoint": {"x": 0, "y": 0}, "endPoint": {"x": 0, "y": 9}}]
        for label in edge["labels"]:
            label |= {"x": 3, "y": 4}
    read = elk_drawing(graph | {"width": 5, "height": 6, "ms": 7})
    assert [line.points for line in read.lines] == [[(0, 0), (0, 9)]] * len(mine.lines)
    assert read.boxes.keys() == mine.boxes.keys()


def test_nothing_overlaps_in_ours():
    for name in engines.names():
        for lane in graph_picture(engines.load(name))["lanes"]:
            found = measure_drawing(our_drawing(lane, 1.0))
            overlaps = found.line_on_box, found.label_on_box, found.label_on_label, found.label_on_line, found.shared
            assert overlaps == (0, 0, 0, 0, 0), lane["id"]
