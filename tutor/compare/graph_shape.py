"""Measures of a phase graph, the graph of its jobs, and the differences between two job graphs.

The measures are computed with networkx on the graph of the flow table (`tutor.graphs.graph.phase_graph`), in which a
procedure returns to its caller (see `forward_graph`). The graph of jobs has a node for each job of the shared
vocabulary (`step_jobs.toml`), and an edge wherever a step of one job leads to a step of another.
"""

from __future__ import annotations

from typing import NamedTuple, TypedDict

import networkx as nx

from engines.game import Game
from tutor.compare.step_jobs import EITHER, JOBS, OTHER, decision_owners, jobs_of, leading_steps
from tutor.graphs.graph import phase_graph


class DrawnStep(TypedDict):
    """A step as it is drawn."""

    name: str
    title: str
    japanese: str
    kind: str
    who: str
    clauses: list[str]


class DrawnJob(TypedDict):
    """A job as it is drawn. both : more than one player acts in it. again : it can be repeated."""

    title: str
    steps: list[DrawnStep]
    both: bool
    again: bool


class GraphShape(NamedTuple):
    """Measures of a phase graph.

    steps, decisions, chances, automatic : numbers of nodes, by kind. ways : number of edges. procedures : number of
    called routines. loops : independent cycles, the sum over strongly connected components of edges - nodes + 1 (McCabe
    1976, "cyclomatic number"). off_turn : share of decisions that only the player who is not on turn makes; None if
    turns are shared. either : share of decisions that can be either player's. chain : the longest path of automatic
    steps, by name.
    """

    steps: int
    decisions: int
    chances: int
    automatic: int
    ways: int
    procedures: int
    loops: int
    off_turn: float | None
    either: float
    chain: tuple[str, ...]


class GraphEdit(NamedTuple):
    """A difference between two job graphs: the verb "add", "drop" or "change" and what it concerns ("job", "way", ...).

    where : the jobs concerned. before, after : the old and the new value.
    """

    verb: str
    what: str
    where: tuple[str, ...]
    before: str = ""
    after: str = ""


def forward_graph(graph: nx.DiGraph, over_calls: bool = True) -> nx.DiGraph:
    """Return the graph of forward edges, at most one between two steps.

    Where a procedure returns, the edge leads from the calling step to the step to which it returns, so that no edge
    leads to another caller. over_calls : if False, these edges are left out.
    """
    found = nx.DiGraph()
    found.add_nodes_from(graph.nodes(data=True))
    for one, other, facts in graph.edges(data=True):
        if facts["kind"] != "return":
            found.add_edge(one, other)
        elif over_calls:
            found.add_edge(facts["caller"], other)
    return found


def game_shape(game: Game) -> GraphShape:
    """Measure the phase graph of a game."""
    return measure_graph(phase_graph(game), decision_owners(game.name))


def measure_graph(graph: nx.DiGraph, words: dict[str, str]) -> GraphShape:
    """Measure a phase graph; `words` maps each "who" word to own, other or either."""
    ahead = forward_graph(graph)
    kinds = [facts["kind"] for _, facts in ahead.nodes(data=True)]
    deciders = [words[facts["who"]] for _, facts in ahead.nodes(data=True) if facts["kind"] == "choice"]
    owned = any(one != EITHER for one in deciders)
    return GraphShape(
        steps=len(kinds),
        decisions=kinds.count("choice"),
        chances=kinds.count("chance"),
        automatic=kinds.count("automatic"),
        ways=ahead.number_of_edges(),
        procedures=len({facts["procedure"] for _, facts in ahead.nodes(data=True)} - {""}),
        loops=count_loops(ahead),
        off_turn=deciders.count(OTHER) / len(deciders) if owned else None,
        either=deciders.count(EITHER) / len(deciders) if deciders else 0.0,
        chain=longest_chain(forward_graph(graph, over_calls=False)),
    )


def count_loops(graph: nx.DiGraph) -> int:
    """Return the number of independent cycles of a directed graph."""
    parts = (graph.subgraph(part) for part in nx.strongly_connected_components(graph))
    return sum(part.number_of_edges() - part.number_of_nodes() + 1 for part in parts)


def longest_chain(graph: nx.DiGraph) -> tuple[str, ...]:
    """Return the longest path of automatic steps; a cycle counts once."""
    automatic = graph.subgraph(name for name, facts in graph.nodes(data=True) if facts["kind"] == "automatic")
    rounds = nx.condensation(automatic)
    for part in rounds.nodes:
        members = rounds.nodes[part]["members"]
        rounds.nodes[part]["names"] = tuple(name for name in graph.nodes if name in members)
    for one, other in rounds.edges:
        rounds.edges[one, other]["weight"] = len(rounds.nodes[other]["names"])
    best: tuple[str, ...] = ()
    for part in rounds.nodes:  # an edge's weight depends on the steps it leads to, so every start is tried
        reached = rounds.subgraph({part} | nx.descendants(rounds, part))
        found = [name for one in nx.dag_longest_path(reached, weight="weight") for name in reached.nodes[one]["names"]]
        if len(found) > len(best):
            best = tuple(found)
    return best


def job_graph(game: Game) -> nx.DiGraph:
    """Return the graph of a game's jobs: the steps of each job, who decides in them, and the edges between jobs."""
    return contract_jobs(phase_graph(game), jobs_of(game.name))


def contract_jobs(graph: nx.DiGraph, jobs: dict[str, str]) -> nx.DiGraph:
    """Contract a phase graph to its graph of jobs.

    A node has `steps` (names, in order), `decisions`, `chances`, `who` (the "who" words, in order), and `again`: True
    if its steps form a cycle, so that the job can be repeated. jobs : the job of each step.
    """
    ahead = forward_graph(graph)
    found = nx.DiGraph()
    for job in JOBS:
        steps = [name for name in graph.nodes if jobs[name] == job]
        if not steps:
            continue
        facts = [graph.nodes[name] for name in steps]
        found.add_node(
            job,
            steps=steps,
            decisions=sum(one["kind"] == "choice" for one in facts),
            chances=sum(one["kind"] == "chance" for one in facts),
            who=list(dict.fromkeys(one["who"] for one in facts if one["kind"] == "choice")),
            again=count_loops(ahead.subgraph(steps)) > 0,
        )
    found.add_edges_from((jobs[one], jobs[other]) for one, other in ahead.edges if jobs[one] != jobs[other])
    return found


def graph_edits(one: nx.DiGraph, other: nx.DiGraph) -> list[GraphEdit]:
    """Return the edits that turn one graph of jobs into another: jobs, then changes within jobs, then edges.

    Since nodes have names, the shortest list of edits is found without a search.
    """
    found = [GraphEdit("drop", "job", (job,)) for job in JOBS if job in one and job not in other]
    found += [GraphEdit("add", "job", (job,)) for job in JOBS if job in other and job not in one]
    both = [job for job in JOBS if job in one and job in other]
    for job in both:
        for what in ("decisions", "chances", "again"):
            before, after = one.nodes[job][what], other.nodes[job][what]
            if before != after:
                found.append(GraphEdit("change", what, (job,), str(before), str(after)))
    shared = set(both)
    for verb, here, there in (("drop", one, other), ("add", other, one)):
        ways = [way for way in here.edges if set(way) <= shared and not there.has_edge(*way)]
        found += [GraphEdit(verb, "way", way) for way in sorted(ways, key=lambda way: [JOBS.index(job) for job in way])]
    return found


def draw_jobs(game: Game) -> dict[str, DrawnJob]:
    """Return each job of a game as it is drawn: its title, its steps, and the players who act in it."""
    graph, jobs = phase_graph(game), job_graph(game)
    words = decision_owners(game.name)
    drawn: dict[str, DrawnJob] = {}
    for job, facts in jobs.nodes(data=True):
        deciders = {words[word] for word in facts["who"]}
        steps: list[DrawnStep] = [
            {
                "name": name,
                "title": step["title"],
                "japanese": step["japanese"],
                "kind": step["kind"],
                "who": step["who"],
                "clauses": step["clauses"],
            }
            for name in facts["steps"]
            for step in [graph.nodes[name]]
        ]
        title = graph.nodes[leading_steps(game.name)[job]]["title"]
        drawn[job] = {
            "title": title,
            "steps": steps,
            "both": EITHER in deciders or len(deciders) > 1,
            "again": facts["again"],
        }
    return drawn
