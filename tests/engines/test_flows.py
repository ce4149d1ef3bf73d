"""Every game's flow table: all names exist, every step can be reached, and only declared edges are taken."""

import pytest

import engines
from engines.kernel.flow import RETURN, Call, Case, If
from engines.search.players import random_player

GAMES = engines.names()


def ends(way):
    """Yield every step name, Call and RETURN that an exit may lead to."""
    if isinstance(way, If):
        yield from ends(way.yes)
        yield from ends(way.no)
    elif isinstance(way, Case):
        for _, end in way.ways.values():
            yield from ends(end)
    elif way is not None:
        yield way


def exits(step):
    """Yield every end of every exit of a step."""
    for way in (step.to, *(way for _, way in step.on.values()), step.otherwise and step.otherwise[1]):
        yield from ends(way)


def walk(steps, starts):
    """Return the steps reached from `starts` without entering calls, and the procedures called there, by name."""
    seen, called, todo = set(), set(), list(starts)
    while todo:
        here = todo.pop()
        if isinstance(here, Call):
            called.add(here.procedure)
            todo += ends(here.then)
        elif here != RETURN and here not in seen:
            seen.add(here)
            todo += exits(steps[here])
    return seen, called


@pytest.mark.parametrize("name", GAMES)
def test_what_the_table_names_exists(name):
    game = engines.load(name)
    known = {*game.rulebook.clauses, *game.rulebook.rulings}
    phases = {phase.id for phase in game.phases}
    for step in game.flow.steps.values():
        assert set(step.clauses) <= known, step.name
        assert step.phase in phases, step.name


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_action_names_the_steps_that_offer_it(name):
    game = engines.load(name)
    for kind in game.kinds.values():
        offering = {step.name for step in game.flow.steps.values() if kind.name in step.on}
        assert not offering or set(kind.steps) == offering, kind.name  # no steps: it can be tried, but is never legal
    assert {kind for step in game.flow.steps.values() for kind in step.on} <= set(game.kinds)


@pytest.mark.parametrize("name", GAMES)
def test_every_step_can_be_reached_and_only_procedures_return(name):
    flow = engines.load(name).flow
    reached, called = walk(flow.steps, [flow.first.name])
    assert [name for name in reached if RETURN in list(exits(flow.steps[name]))] == []
    while called:
        found, more = walk(flow.steps, called)
        reached |= found
        called = more - reached
    assert {step.name for step in flow.steps.values() if not step.terminal} <= reached


@pytest.mark.parametrize("name", GAMES)
def test_only_declared_edges_are_taken_and_every_end_is_announced(name):
    game = engines.load(name)
    graph = game.graph()
    declared = {(edge["source"], edge["target"]) for edge in graph.edges if edge["kind"] in ("next", "call")}
    back = {edge["target"] for edge in graph.edges if edge["kind"] == "return"}
    returning = {node["name"] for node in graph.nodes if node["returns"]}
    for seed in range(15):
        player, state = random_player(seed), game.new(seed=seed, listen=True)
        while state.result is None:
            assert state.call_arguments == ()
            state.apply(player(state))
        for one, two in zip(state.path, state.path[1:], strict=False):
            assert (one, two) in declared or (one in returning and two in back), (one, two)
        assert game.flow.steps[state.path[-1]].ends
