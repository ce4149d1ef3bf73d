"""The picture of a phase graph, measured: no overlaps, nothing hidden, nothing missing."""

import json
from dataclasses import replace
from functools import cache

import pytest

import engines
from tests.tutor.flow_tables import NAMES, graph_of
from tutor.commands.new_game import write_skeleton
from tutor.graphs.graph import graph_from_tables, phase_graph
from tutor.graphs.layout import WIDTH, graph_picture, lay_out_graph, picture_cache
from tutor.graphs.layout.lanes import lanes_of
from tutor.graphs.widget import PhaseGraph

NEAR = 0.3  # coordinates are rounded to a tenth
SCALE = 1.3  # how much wider than requested a lane may be; it is then scaled down


@cache
def laid_out(name):
    return lay_out_graph(graph_of(name))


def rect(thing, by=0.0):
    return thing["x"] - by, thing["y"] - by, thing["x"] + thing["w"] + by, thing["y"] + thing["h"] + by


def overlap(a, b):
    return a[0] < b[2] - NEAR and b[0] < a[2] - NEAR and a[1] < b[3] - NEAR and b[1] < a[3] - NEAR


def pieces(line):
    for (x1, y1), (x2, y2) in zip(line["points"], line["points"][1:], strict=False):
        yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


LANES = [(name, lane["id"]) for name in NAMES for lane in lanes_of(graph_of(name))]


@pytest.fixture(params=LANES, ids="-".join)
def lane(request):
    name, id = request.param
    return next(lane for lane in laid_out(name)["lanes"] if lane["id"] == id)


def test_boxes_and_chips_keep_apart(lane):
    things = lane["boxes"] + lane["chips"]
    for at, one in enumerate(things):
        for other in things[at + 1 :]:
            assert not overlap(rect(one, 3), rect(other, 3)), (one, other)


def test_everything_lies_inside_the_lane(lane):
    labels = [line["label"] for line in lane["lines"] if line["label"]]
    for thing in lane["boxes"] + lane["chips"] + labels:
        left, top, right, bottom = rect(thing)
        assert left >= 0
        assert top >= 0
        assert right <= lane["width"]
        assert bottom <= lane["height"]
    for line in lane["lines"]:
        assert all(0 <= x <= lane["width"] and 0 <= y <= lane["height"] for x, y in line["points"])
    assert lane["width"] <= WIDTH * SCALE


def test_lines_are_straight_and_run_through_no_box(lane):
    things = lane["boxes"] + lane["chips"]
    for line in lane["lines"]:
        for piece in pieces(line):
            assert piece[0] == piece[2] or piece[1] == piece[3]
            assert not any(overlap(piece, rect(thing)) for thing in things), line


def test_lines_begin_and_end_at_their_boxes(lane):
    rims = {(box["name"], None): rect(box) for box in lane["boxes"]}
    rims |= {(chip["source"], chip["target"]): rect(chip) for chip in lane["chips"]}
    for line in lane["lines"]:
        goal = rims.get((line["target"], None)) or rims[line["source"], line["target"]]
        for (x, y), rim in ((line["points"][0], rims[line["source"], None]), (line["points"][-1], goal)):
            assert rim[0] - NEAR <= x <= rim[2] + NEAR
            assert rim[1] - NEAR <= y <= rim[3] + NEAR
            assert min(abs(x - rim[0]), abs(x - rim[2]), abs(y - rim[1]), abs(y - rim[3])) <= NEAR


def test_labels_cover_nothing(lane):
    labels = [line["label"] for line in lane["lines"] if line["label"]]
    for at, label in enumerate(labels):
        for other in labels[at + 1 :]:
            assert not overlap(rect(label), rect(other)), (label, other)
        for thing in lane["boxes"] + lane["chips"]:
            assert not overlap(rect(label), rect(thing)), (label, thing)


def test_a_label_stands_on_no_other_line(lane):
    """A line that is cut by a label has the same label, or runs along the same straight piece."""
    for line in lane["lines"]:
        if not line["label"]:
            continue
        label = rect(line["label"])
        middle = ((label[0] + label[2]) / 2, (label[1] + label[3]) / 2)
        for other in lane["lines"]:
            for piece in pieces(other):
                if overlap(piece, label):
                    assert line["label"]["cut"], (line, other)
                    through = piece[0] == piece[2] and abs(piece[0] - middle[0]) < 1
                    along = piece[1] == piece[3] and abs(piece[1] - middle[1]) < 1
                    assert through or along, (line, other)


def test_two_lines_share_a_track_only_if_they_share_an_end(lane):
    for at, one in enumerate(lane["lines"]):
        for other in lane["lines"][at + 1 :]:
            if one["source"] == other["source"] or one["target"] == other["target"]:
                continue
            for a in pieces(one):
                for b in pieces(other):
                    upright = a[0] == a[2] == b[0] == b[2] and min(a[3], b[3]) - max(a[1], b[1]) > NEAR
                    flat = a[1] == a[3] == b[1] == b[3] and min(a[2], b[2]) - max(a[0], b[0]) > NEAR
                    assert not upright, (one, other)
                    assert not flat, (one, other)


@pytest.mark.parametrize("name", NAMES)
def test_every_step_way_and_label_is_drawn(name):
    graph, picture = graph_of(name), laid_out(name)
    boxes = [box["name"] for lane in picture["lanes"] for box in lane["boxes"]]
    assert sorted(boxes) == sorted(graph)
    drawn = {(line["source"], line["target"]) for lane in picture["lanes"] for line in lane["lines"]}
    every_box = [box for lane in picture["lanes"] for box in lane["boxes"]]
    called = {(box["name"], call["target"]) for box in every_box for call in box["calls"]}
    for source, target, facts in graph.edges(data=True):
        if facts["kind"] == "call":
            assert (source, target) in called
        elif facts["kind"] != "return":
            assert (source, target) in drawn
    words = {" ".join(line["label"]["lines"]) for lane in picture["lanes"] for line in lane["lines"] if line["label"]}
    titles = {facts["title"].casefold() for _, facts in graph.nodes(data=True)}
    titles |= {lane["title"].casefold() for lane in picture["lanes"]}
    for _, _, facts in graph.edges(data=True):
        if facts["kind"] == "next" and facts["label"] and facts["label"].casefold() not in titles:
            assert any(facts["label"] in text for text in words), facts


@pytest.mark.sample("altaria", "dgrayman")
@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_plain_data_and_always_the_same(name):
    graph = graph_of(name)
    assert json.dumps(lay_out_graph(graph), sort_keys=True) == json.dumps(laid_out(name), sort_keys=True)


def test_a_procedure_lists_its_callers():
    effects = next(lane for lane in laid_out("altaria")["lanes"] if lane["id"] == "effect")
    assert {"main", "attack"} <= {caller["lane"] for caller in effects["callers"]}
    heal = next(lane for lane in laid_out("altaria")["lanes"] if lane["id"] == "heal")
    assert heal["callers"] == []


def test_the_words_hold_every_full_condition():
    attack = next(lane for lane in laid_out("altaria")["lanes"] if lane["id"] == "attack")
    block = next(step for step in attack["steps"] if step["name"] == "BLOCK")
    assert {"target": "BREAK", "title": "Break", "condition": "no block, core attack", "kind": "next"} in block["ways"]


def node(name, phase):
    return {
        "name": name,
        "title": name.title(),
        "japanese": "",
        "phase": phase,
        "procedure": "",
        "kind": "automatic",
        "who": "",
        "clauses": [],
    }


def edge(source, target, kind="next", condition="always"):
    return {"source": source, "target": target, "label": "", "condition": condition, "kind": kind}


def test_a_call_goes_on_where_it_returns_to():
    """START runs FIRST, then SECOND, and continues at MIDDLE or END: two calls in the box, two exits."""
    graph = graph_from_tables(
        [node("START", "a"), node("MIDDLE", "a"), node("END", "a"), node("FIRST", "p"), node("SECOND", "p")],
        [
            edge("START", "FIRST", "call"),
            edge("FIRST", "SECOND", "return", "called from START, done"),
            edge("SECOND", "MIDDLE", "return", "called from START, done, paid"),
            edge("SECOND", "END", "return", "called from START, done, not paid"),
            edge("MIDDLE", "END"),
        ],
        [{"id": "a", "title": "A", "japanese": ""}, {"id": "p", "title": "P", "japanese": ""}],
    )
    lane, procedures = lay_out_graph(graph)["lanes"]
    start = next(box for box in lane["boxes"] if box["name"] == "START")
    assert [call["target"] for call in start["calls"]] == ["FIRST", "SECOND"]
    drawn = {(line["source"], line["target"]): line["label"] for line in lane["lines"]}
    assert set(drawn) == {("START", "MIDDLE"), ("START", "END"), ("MIDDLE", "END")}
    assert drawn["START", "MIDDLE"]["lines"] == ["paid"]
    assert lane["chips"] == procedures["lines"] == []
    assert procedures["callers"] == [{"lane": "a", "title": "A"}]


# Stored pictures.


@pytest.mark.parametrize("name", engines.names() + engines.names(small=True))
def test_the_kept_picture_is_the_one_that_would_be_made_now(name):
    """If it is not, run `python -m tutor.graphs.layout`."""
    assert (picture_cache.FOLDER / f"{name}.json").read_text(encoding="utf-8") == picture_cache.picture_file_text(name)


def test_a_kept_picture_is_taken_without_laying_anything_out(monkeypatch):
    monkeypatch.setattr(picture_cache, "_laid_out", lambda game: pytest.fail("it was laid out anew"))
    for name in engines.names():
        assert PhaseGraph.of(engines.load(name)).picture["name"] == name


def test_a_changed_flow_table_and_a_game_of_ones_own_are_laid_out(tmp_path):
    game = engines.load("lanterns")
    other = replace(game, phases=(game.phases[0]._replace(title="Other"), *game.phases[1:]))
    assert graph_picture(other) == lay_out_graph(phase_graph(other)) != graph_picture(game)
    own = engines.load_file(write_skeleton("orchard", tmp_path)[0])
    assert graph_picture(own)["name"] == "orchard"
    assert graph_picture(own)["lanes"]


@pytest.mark.parametrize("name", NAMES)
def test_no_label_is_a_column_of_words(name):
    """Nobody reads more than six lines beside an arrow."""
    labels = [line["label"] for lane in laid_out(name)["lanes"] for line in lane["lines"] if line["label"]]
    assert not [label["lines"] for label in labels if len(label["lines"]) > 6]
