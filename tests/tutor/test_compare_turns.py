"""The turns side by side: every step has a job, the measures are right on known graphs, and the edits are exact."""

import networkx as nx
import pytest

import engines
from tests.engines.toy import toy
from tests.refusals import refuse
from tutor.compare import graph_shape, step_jobs
from tutor.compare.graph_shape import GraphEdit
from tutor.compare.step_jobs import JOBS
from tutor.compare.turns_page import TurnsPage, phase_graphs
from tutor.graphs.graph import graph_from_tables, phase_graph

NAMES = engines.names()
TOY_WHO = {"both, hidden": "either", "each in turn": "either", "each": "own"}


@pytest.mark.parametrize("name", NAMES)
def test_every_step_has_a_job_and_every_decider_is_known(name):
    graph = phase_graph(engines.load(name))
    assert set(step_jobs.jobs_of(name)) == set(graph.nodes)
    assert {facts["who"] for _, facts in graph.nodes(data=True) if facts["kind"] == "choice"} == set(
        step_jobs.decision_owners(name)
    )
    assert set(step_jobs.decision_owners(name).values()) <= {"own", "other", "either"}
    assert step_jobs.is_mapped(engines.load(name))


def test_only_real_jobs_and_each_step_once(monkeypatch):
    for table, words in (({"dance": ["A"]}, "dance"), ({"draw": ["A"], "fight": ["A"]}, "twice")):
        monkeypatch.setattr(step_jobs, "_data", lambda table=table: {"toy": step_jobs._Mapped(table, {})})
        with pytest.raises(engines.DataError, match=words):
            step_jobs.jobs_of("toy")
    assert not step_jobs.is_mapped(engines.load("altaria"))
    with pytest.raises(engines.DataError, match="chess"):
        step_jobs.jobs_of("chess")


# Measures.


def line(*kinds):
    """Return a graph of consecutive steps of these kinds."""
    graph = nx.DiGraph()
    for number, kind in enumerate(kinds):
        graph.add_node(f"{kind}{number}", kind=kind, who="me" if kind == "choice" else "", procedure="")
    nx.add_path(graph, list(graph.nodes), kind="next")
    return graph


def test_the_measures_of_a_line():
    found = graph_shape.measure_graph(
        line("automatic", "choice", "chance", "automatic", "automatic", "end"), {"me": "own"}
    )
    assert found == graph_shape.GraphShape(6, 1, 1, 3, 5, 0, 0, 0.0, 0.0, ("automatic3", "automatic4"))


def test_loops_are_independent_cycles():
    assert graph_shape.count_loops(nx.path_graph(4, nx.DiGraph)) == 0
    assert graph_shape.count_loops(nx.cycle_graph(4, nx.DiGraph)) == 1
    assert graph_shape.count_loops(nx.complete_graph(3, nx.DiGraph)) == 4  # six edges, three nodes
    assert graph_shape.count_loops(nx.DiGraph([(1, 1)])) == 1
    assert graph_shape.count_loops(nx.union(nx.cycle_graph(3, nx.DiGraph), nx.DiGraph([(7, 8), (8, 7)]))) == 2


def test_the_longest_chain_goes_once_round_a_loop():
    graph = line("automatic", "automatic", "automatic", "choice", "automatic")
    graph.add_edge("automatic2", "automatic1", kind="next")
    assert graph_shape.longest_chain(graph) == ("automatic0", "automatic1", "automatic2")
    assert graph_shape.longest_chain(line("choice", "choice")) == ()


def test_a_procedure_comes_back_to_its_caller_alone():
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(["A", "B", "P"])
    graph.add_edges_from([("A", "P", {"kind": "call"}), ("B", "P", {"kind": "call"}), ("A", "B", {"kind": "next"})])
    graph.add_edge("P", "A", kind="return", caller="A")
    graph.add_edge("P", "B", kind="return", caller="B")
    assert set(graph_shape.forward_graph(graph).edges) == {("A", "P"), ("B", "P"), ("A", "B"), ("A", "A"), ("B", "B")}
    assert set(graph_shape.forward_graph(graph, over_calls=False).edges) == {("A", "P"), ("B", "P"), ("A", "B")}


def test_whose_decisions():
    graph = line("choice", "choice", "choice", "choice")
    for number, who in enumerate(("me", "them", "any", "any")):
        graph.nodes[f"choice{number}"]["who"] = who
    words = {"me": "own", "them": "other", "any": "either"}
    assert graph_shape.measure_graph(graph, words)[7:9] == (0.25, 0.5)
    assert graph_shape.measure_graph(graph, dict.fromkeys(words, "either"))[7:9] == (None, 1.0)


def test_the_measures_of_the_toy_game():
    table = toy().flow.graph()  # it has no step for the end of the game
    graph = graph_from_tables(table.nodes, [edge for edge in table.edges if edge["kind"] != "end"], [])
    found = graph_shape.measure_graph(graph, TOY_WHO)
    assert (found.steps, found.decisions, found.chances, found.procedures) == (9, 3, 1, 4)
    assert (found.off_turn, found.either) == (0, 2 / 3)
    assert found.loops == 5  # STAKE, AUCTION, DICE, AWAY and LOOP, each a loop to itself
    assert len(found.chain) == 1


# Jobs and edits.


def test_steps_of_a_job_become_one():
    graph = line("automatic", "choice", "choice", "end")
    graph.add_edge("choice2", "choice1", kind="next")
    found = graph_shape.contract_jobs(
        graph, {"automatic0": "draw", "choice1": "develop", "choice2": "develop", "end3": "end"}
    )
    assert list(found.nodes) == ["draw", "develop", "end"]
    assert set(found.edges) == {("draw", "develop"), ("develop", "end")}
    assert found.nodes["develop"] == {
        "steps": ["choice1", "choice2"], "decisions": 2, "chances": 0, "who": ["me"], "again": True,
    }  # fmt: skip
    assert not found.nodes["draw"]["again"]


def job_graph(*ways, **decisions):
    graph = nx.DiGraph(ways)
    for job in graph:
        graph.nodes[job].update(decisions=decisions.get(job, 0), chances=0, again=False)
    return graph


def test_edits_between_known_graphs():
    one = job_graph(("draw", "develop"), ("develop", "fight"), ("fight", "end"), fight=1)
    other = job_graph(("refresh", "develop"), ("develop", "fight"), ("fight", "develop"), ("develop", "end"), fight=3)
    assert graph_shape.graph_edits(one, other) == [
        GraphEdit("drop", "job", ("draw",)),
        GraphEdit("add", "job", ("refresh",)),
        GraphEdit("change", "decisions", ("fight",), "1", "3"),
        GraphEdit("drop", "way", ("fight", "end")),
        GraphEdit("add", "way", ("develop", "end")),
        GraphEdit("add", "way", ("fight", "develop")),
    ]
    assert graph_shape.graph_edits(one, one) == []
    assert len(graph_shape.graph_edits(other, one)) == len(graph_shape.graph_edits(one, other))


# The page.


@pytest.fixture
def page(monkeypatch):
    monkeypatch.delenv("QUERY_STRING", raising=False)
    return phase_graphs()


def test_every_game_has_a_cell_for_every_job(page):
    assert {row["game"]["id"] for row in page.data["rows"]} == set(NAMES)
    for row in page.data["rows"]:
        assert [cell["job"] for cell in row["cells"]] == list(JOBS)
        steps = engines.load(row["game"]["id"]).flow.steps
        assert sum(len(cell.get("kinds", ())) for cell in row["cells"]) == len(steps)


def test_a_box_is_called_by_all_its_steps_or_by_its_job(page):
    for row in page.data["rows"]:
        steps = engines.load(row["game"]["id"]).flow.steps
        jobs_here = step_jobs.jobs_of(row["game"]["id"])
        for cell, job in zip(row["cells"], page.data["jobs"], strict=True):
            titles = [steps[name].title for name, done in jobs_here.items() if done == job["id"]]
            if len(titles) > 2:
                assert cell["title"] == job["title"]
                assert cell["more"].endswith(f" and {len(titles) - 1} more")
                assert cell["more"] in cell["label"]
            elif titles:
                assert set(cell["title"].split(", ")) == set(titles)


def test_a_box_opens_its_steps_with_their_clauses(page):
    page.receive({"type": "command", "name": "open", "game": "altaria", "job": "fight"})
    shown = page.data["open"]
    assert shown["job"] == "fight"
    battle = next(step for step in shown["steps"] if step["name"] == "BATTLE")
    assert "clause=ALT-12.8" in battle["clauses"][0]["href"]
    page.receive({"type": "command", "name": "close"})
    assert page.data["open"] is None
    page.receive({"type": "command", "name": "open", "game": "chess", "job": "fight"})
    assert page.data["open"] is None
    assert "message 'open', job: is []" in refuse(page, "open", game=NAMES[0], job=[])
    assert "message 'pair', one: is {}" in refuse(page, "pair", one={}, other=3)
    assert page.data["open"] is None


def test_every_pair_can_be_chosen_and_is_told_in_words(page):
    for one in NAMES:
        for other in NAMES:
            page.receive({"type": "command", "name": "pair", "one": one, "other": other})
            pair = page.data["pair"]
            assert (pair["one"], pair["other"]) == (one, other)
            assert all(edit["text"] and "{" not in edit["text"] for edit in pair["edits"])
            assert bool(pair["edits"]) == (one != other)


def test_both_graphs_are_drawn_and_a_step_opens(page):
    assert page.child is None
    page.receive({"type": "command", "name": "graphs"})
    first = page.child.children[0]
    first.receive({"type": "command", "name": "open_step", "step": first.steps()[0]})
    assert page.data["step"]["steps"][0]["name"] == first.steps()[0]


def test_one_game_alone_makes_a_page_too():
    assert TurnsPage(["altaria"], "en").page.data["pair"]["edits"] == []


def test_an_address_opens_a_box_a_pair_and_their_graphs(monkeypatch):
    monkeypatch.setenv("QUERY_STRING", "open=chaos.fight&pair=chaos.dgrayman&graphs=1")
    page = phase_graphs()
    assert (page.data["open"]["game"], page.data["open"]["job"]) == ("chaos", "fight")
    assert (page.data["pair"]["one"], page.data["pair"]["other"]) == ("chaos", "dgrayman")
    step = page.child.children[1].steps()[0]
    monkeypatch.setenv("QUERY_STRING", f"pair=chaos.dgrayman&graphs=1&step=dgrayman.{step}")
    assert phase_graphs().data["step"]["steps"][0]["name"] == step
    monkeypatch.setenv("QUERY_STRING", "open=chess.fight&pair=chaos.chess&graphs=1&step=chess.A1")
    page = phase_graphs()
    assert (page.data["open"], page.data["step"]) == (None, None)
    assert page.data["pair"]["one"] == NAMES[0]
