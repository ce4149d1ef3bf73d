"""The phase graph of a game as a networkx graph, derived from its flow table.

Every step is a node and every declared exit is an edge, with everything that the flow table says about it. Nothing is
drawn by hand, so the picture cannot differ from what the engine does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

    from engines.game import Game

CALLER = re.compile(r"called from (\w+)")


def phase_graph(game: Game, language: str = "en") -> nx.DiGraph:
    """Return the phase graph of a game.

    Parameters
    ----------
    game : what `engines.load` returned. language : the language of titles and conditions, if the game has words in it.

    Returns
    -------
    networkx.DiGraph
        A `MultiDiGraph` if two steps are joined by more than one edge. Graph attributes: `name`, `phases` (dicts with
        `id`, `title`, `japanese`, in order). Node attributes: `title`, `japanese`, `phase`, `procedure`, `kind`
        (choice, automatic, chance, end), `who`, `clauses`. Edge attributes: `label`, `condition`, `kind` (next, call,
        return, end); a return also has `caller`.

    Examples
    --------
    >>> import engines
    >>> graph = phase_graph(engines.load("altaria"))
    >>> graph.nodes["HEAL"]["title"]
    'Heal'
    """
    flow = game.graph(language)
    return graph_from_tables(flow.nodes, flow.edges, phases_of(game), game.name)


def phases_of(game: Game) -> list[dict[str, str]]:
    """Return a game's phases in order, as dicts with `id`, `title` and `japanese`."""
    term = game.words.term
    return [
        {"id": phase.id, "title": phase.title, "japanese": term(f"phase.{phase.id}.title", "ja")}
        for phase in game.phases
    ]


def graph_from_tables(
    nodes: Iterable[Mapping[str, object]],
    edges: Iterable[Mapping[str, str]],
    phases: Iterable[Mapping[str, str]],
    name: str = "",
) -> nx.DiGraph:
    """Build the graph from plain tables of nodes, edges and phases (see `phase_graph` for their fields).

    Raises
    ------
    ValueError
        If an edge leads to or from a step that is not in the table.
    """
    import networkx as nx

    nodes, edges = list(nodes), list(edges)
    names = {node["name"] for node in nodes}
    for edge in edges:
        for end in ("source", "target"):
            if edge[end] not in names:
                raise ValueError(f"edge {edge['source']} -> {edge['target']}: there is no step {edge[end]}")
    pairs = [(edge["source"], edge["target"]) for edge in edges]
    graph: nx.DiGraph = nx.MultiDiGraph() if len(set(pairs)) < len(pairs) else nx.DiGraph()
    graph.graph.update(name=name, phases=list(phases))
    for node in nodes:
        graph.add_node(node["name"], **{"japanese": "", **{key: part for key, part in node.items() if key != "name"}})
    for edge in edges:
        facts = {key: value for key, value in edge.items() if key not in ("source", "target")}
        if facts["kind"] == "return" and "caller" not in facts:
            match = CALLER.search(facts.get("condition", ""))
            facts["caller"] = match.group(1) if match else ""
        graph.add_edge(edge["source"], edge["target"], **facts)
    return graph
