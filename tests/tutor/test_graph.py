"""The phase graph agrees with the flow table."""

import networkx as nx
import pytest

import engines
from tutor.graphs.graph import graph_from_tables, phase_graph


def node(name, **more):
    return {
        "name": name,
        "title": name.title(),
        "japanese": "",
        "phase": "p",
        "procedure": "",
        "kind": "automatic",
        "who": "",
        "clauses": [],
        **more,
    }


def edge(source, target, **more):
    return {"source": source, "target": target, "label": "", "condition": "always", "kind": "next", **more}


@pytest.mark.parametrize("name", engines.names())
def test_every_step_and_every_way_of_the_game_is_in_the_graph(name):
    game = engines.load(name)
    flow, graph = game.graph(), phase_graph(game)
    assert list(graph) == [one["name"] for one in flow.nodes]
    assert graph.number_of_edges() == len(flow.edges)
    assert set(nx.descendants(graph, next(iter(graph)))) | {next(iter(graph))} == set(graph)


def test_a_graph_knows_phases_and_clauses():
    graph = phase_graph(engines.load("altaria"))
    assert graph.graph["phases"][0] == {"id": "setup", "title": "Setup", "japanese": "準備"}
    assert graph.nodes["JANKEN"]["clauses"] == ["ALT-6.5"]


def test_two_ways_between_two_steps_need_a_multigraph():
    one = graph_from_tables([node("A"), node("B")], [edge("A", "B")], [])
    two = graph_from_tables([node("A"), node("B")], [edge("A", "B"), edge("A", "B", label="or so")], [])
    assert not one.is_multigraph()
    assert two.is_multigraph()
    assert two.number_of_edges("A", "B") == 2


def test_a_return_knows_its_caller():
    graph = graph_from_tables(
        [node("A"), node("P")],
        [edge("A", "P", kind="call"), edge("P", "A", kind="return", condition="called from A, done")],
        [],
    )
    assert graph.edges["P", "A"]["caller"] == "A"


def test_an_edge_to_nowhere_is_refused():
    with pytest.raises(ValueError, match="no step C"):
        graph_from_tables([node("A")], [edge("A", "C")], [])
