"""Flow graphs for tests: the engines' own, and large tables of invented games."""

import json
from pathlib import Path

import networkx as nx

import engines
from tutor.graphs.graph import graph_from_tables, phase_graph

FLOWS = Path(__file__).with_name("flows")
NAMES = ("altaria", *sorted(path.stem for path in FLOWS.glob("*.json")))


def graph_of(name: str) -> nx.DiGraph:
    path = FLOWS / f"{name}.json"
    if not path.exists():
        return phase_graph(engines.load(name))
    tables = json.loads(path.read_text(encoding="utf-8"))
    return graph_from_tables(tables["nodes"], tables["edges"], tables["phases"], tables["name"])
