"""Kinds of action that are declared once: what is derived from the declarations, and what is refused."""

import pytest

import engines
from engines import lanterns
from engines.errors import DataError
from engines.kernel.flow import Flow, copy_row
from engines.kernel.rows import do_nothing, row
from engines.kit import kit
from engines.legal.actions import arguments_of, choice_row, kinds_of, list_legal, looks_of
from engines.search.players import random_player
from tests.engines.play import QUICK, positions, sample

DECLARED = [name for name in engines.names() if any(step.offers for step in engines.load(name).flow.steps.values())]
"""The games whose chapters declare their kinds of action."""


def rows(*asking):
    """Return some rows in which a player chooses, and a final row."""
    return [*asking, row("GAME_OVER over", do=do_nothing, terminal=True)]


def asking(name, *kinds, **more):
    """Return a row that offers player 1 some kinds of action."""
    return choice_row(f"{name} turn", lambda state: 0, kinds, **more)


@pytest.mark.parametrize("name", DECLARED)
def test_kinds_and_arguments_follow_from_what_the_rows_offer(name):
    game = engines.load(name)
    offered = {kind.name for step in game.flow.steps.values() for kind in (*step.offers, *step.refuses)}
    assert set(game.kinds) == offered
    for kind in game.kinds.values():
        assert tuple(kind.meanings) == kind.arguments
        there = [step.name for step in game.flow.steps.values() if kind.name in step.on]
        assert list(kind.steps) == there or not there


@pytest.mark.parametrize("name", DECLARED)
def test_a_list_written_by_hand_has_what_is_derived_from_the_needs(name):
    """Compared at decisions whose possible tries are known. The row decides what happens if only passing is left."""
    compared = 0
    for state in sample(positions(name)):
        kinds = [state.game.kinds[kind] for kind in state.step.on]
        if state.step.chance or state.step.pick or not state.actions or not all(all(_choices(kind)) for kind in kinds):
            continue
        derived, passing = list_legal(kinds)(state), (state.step.passing,)
        assert {*derived, passing} == {*state.actions, passing}, state.position()
        compared += 1
    assert compared > (5 if QUICK else 20)


def _choices(kind):
    """Return, for each argument of a kind, whether its possible values are known."""
    return [part.choices is not None for part in kind.meanings.values()]


def test_two_kinds_of_one_name_are_refused():
    one, two = kit.action("go", "TST-1", to="GAME_OVER"), kit.action("go", "TST-1", to="GAME_OVER", needs=(object(),))
    with pytest.raises(DataError, match="step B: there are two kinds of action 'go'"):
        kinds_of(rows(asking("A", one), asking("B", two)))


def test_a_row_that_leads_on_from_what_it_does_not_offer_is_refused():
    go = kit.action("go", "TST-1", to="GAME_OVER")
    with pytest.raises(DataError, match="step A: does not offer 'stop'"):
        kinds_of(rows(asking("A", go, on={"go": (None, "GAME_OVER"), "stop": (None, "GAME_OVER")})))


def test_a_kind_may_lead_elsewhere_from_another_row():
    go = kit.action("go", "TST-1", to="GAME_OVER", words="over")
    steps = rows(asking("A", go), asking("B", go.leading_to("A")))
    flow = Flow(steps)
    assert kinds_of(steps)["go"].steps == ("A", "B")
    assert [(edge.source, edge.target, edge.label) for edge in flow.edges] == [
        ("A", "GAME_OVER", "over"),
        ("B", "A", "go"),
    ]


def test_an_argument_means_one_thing():
    one = kit.action("go", "TST-1", to="GAME_OVER", where=kit.word())
    two = kit.action("run", "TST-1", to="GAME_OVER", where=kit.word())
    with pytest.raises(DataError, match="argument 'where' is another one"):
        arguments_of(kinds_of(rows(asking("A", one, two))))


def test_what_a_kind_looks_worth_is_told_only_where_something_is_known():
    go, run = kit.action("go", "TST-1", to="GAME_OVER", looks=3), kit.action("run", "TST-1", to="GAME_OVER")
    assert looks_of(kinds_of(rows(asking("A", go, run)))) == {"go": 3}


def lanterns_declared():
    """Return Lanterns with fully declared kinds of action."""
    old, card, beast = lanterns, lanterns.ARGUMENTS["card"], lanterns.ARGUMENTS["beast"]
    act = kit.actions_with(clause="LAN-3.4", stage=old.ACT)
    played, blocking = (old.IN_HAND, old.AIM, old.ONE), (old.MINE, old.READY, old.SLY)
    acts = (
        act("play", do=old.play, to="ACT", needs=(*played, old.COMPANY), card=card),
        act("cast", do=old.play, to="ACT", needs=played, card=card, object=old.ARGUMENTS["object"]),
        act("attack", do=old.engage, to="BLOCK", needs=(old.MINE, old.READY), beast=beast),
        kit.action("end", "LAN-3.4", to="DISCARD"),
    )
    blocks = (
        kit.action("block", "LAN-5.2", old.engage, "FIGHT", needs=blocking, beast=beast),
        kit.action("let_it", "LAN-5.2", to="FIGHT"),
    )
    discards = (kit.action("discard", "LAN-6.1", old.discard, "DISCARD", needs=(old.IN_HAND,), card=card),)
    ends = "no lantern is left"
    asking = {
        "ACT": kit.choice("ACT", "turn", ("LAN-3.4", "LAN-4.1"), kit.turn_player, acts, ends=ends),
        "BLOCK": kit.choice("BLOCK", "attack", ("LAN-5.2",), kit.rival, blocks),
        "DISCARD": kit.choice("DISCARD", "turn", ("LAN-6.1",), kit.turn_player, discards, old.over_limit, "NEXT"),
    }
    steps = [asking.get(step.name, step) for step in map(copy_row, old.STEPS)]
    return kit.game(old.__file__, old.State, steps, verbs=old.VERBS, first_step="ACT")


def test_a_small_game_may_declare_its_kinds_whole():
    old, new = lanterns.game(), lanterns_declared()
    assert new.flow.edges == old.flow.edges
    for name, kind in old.kinds.items():
        for entry in ("when_clause", "steps", "arguments", "zone", "requirements", "form", "label"):
            assert getattr(new.kinds[name], entry) == getattr(kind, entry), (name, entry)
    for seed in range(5):
        one, two, choose = old.new(seed=seed), new.new(seed=seed), random_player(seed)
        while one.result is None:
            assert two.actions == one.actions
            action = choose(one)
            one.apply(action)
            two.apply(action)
        assert two.result == one.result
