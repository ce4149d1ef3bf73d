"""The law of repairs: carrying out all repairs of a refusal makes the action legal.

A reason without a repair is given alone, and nothing is suggested. The law is tested on everything that either player
could try with a click, in positions of random and greedy play-outs.
"""

import re
from itertools import islice

import pytest

import engines
from engines.designs.design import Design
from engines.legal.reasons import OTHER, in_time
from engines.legal.refusals import find_unmet
from engines.search.players import random_player
from tests.engines.play import GAMES, decisions, positions, sample

PARTS = 4
EVERY = 9
"""One position in this many is examined, counting all parts together."""
SMALL = ("lanterns", "compost soil", "hollow", "charms")
"""Lanterns, and designs with these pieces."""


def is_legal(state, seat, action):
    """Return True if the action is taken now, by this player, and no requirement fails."""
    kind = state.game.kinds[action[0]]
    return in_time(kind, state, seat) and all(need.holds(state, seat, action) for need in kind.requirements)


def with_named(state, seat, action, said):
    """Return the tries that differ from an action in one argument which a repair names: `with Tide Scout`."""
    names = said.split(" ", 1)[1].removeprefix("core ").split(" or ")
    found = []
    for one in state.game.kinds[action[0]].tries(state, seat):
        differing = [at for at in range(1, len(action)) if one[at] != action[at]]
        if len(differing) == 1:
            argument = state.game.kinds[action[0]].arguments[differing[0] - 1]
            written = state.game.notation.spelled(state, seat, argument, one[differing[0]]) or ""
            if any(name in written for name in names) and all(
                need.holds(state, seat, one) for need in state.game.kinds[action[0]].requirements
            ):
                found.append((next(name for name in names if name in written), one))
    assert {name for name, _ in found} == {*names}, (action, said, found)
    return [one for _, one in found]


def carried_out(state, seat, action, said):
    """Return (copy, action) for each way to carry out repairs, which are given in words joined with ";"."""
    words, tried, todo = state.game.words.languages["en"], [action], []
    against = find_unmet(state.game.kinds[action[0]], state, seat, action)
    assert set(said.split("; ")) <= {reason.repair for _, reason in against}, (action, said)
    for part in said.split("; "):
        for requirement in [one for one, reason in against if re.match(rf"{re.escape(part)}(, or|$)", reason.repair)]:
            if OTHER in words.get(f"repair.{requirement.name}", ""):
                tried = with_named(state, seat, action, part)
            else:
                todo.append(requirement)
    ways = [(state.copy(), one) for one in tried]
    for after, one in ways:
        for requirement in todo:
            assert requirement.make_true is not None, (action, said)
            requirement.make_true(after, seat, one)
    return ways


def refusals_in(states):
    """Yield (state, seat, action, reasons) for everything that can be tried and is refused."""
    for state in states:
        for seat in (0, 1):
            legal = set(state.actions) if state.seat_to_act_is(seat) else set()
            for action in dict.fromkeys(state.game.tries(state, seat)):
                if action not in legal:
                    yield state, seat, action, state.why_not(action, seat)


def wrong_repairs(states):
    """Return the repairs that do not help, the number of refusals with a repair, and the number of refusals."""
    wrong, repaired, refused = [], 0, 0
    for state, seat, action, reasons in refusals_in(states):
        refused += 1
        assert reasons, (action, seat, state.position())
        assert not any(reason.repair for reason in reasons[:-1]), (action, reasons)
        against = [reason for _, reason in find_unmet(state.game.kinds[action[0]], state, seat, action)]
        if any(not reason.repair for reason in against):
            assert len(reasons) == 1, (action, reasons)
            assert not reasons[0].repair, (action, reasons)
        if reasons[-1].repair:
            repaired += 1
            parts = reasons[-1].repair.split("; ")
            assert not any(one != other and f"{one}, or" in other for one in parts for other in parts), (action, parts)
            ways = carried_out(state, seat, action, reasons[-1].repair)
            if not ways or not all(is_legal(after, seat, one) for after, one in ways):
                wrong.append((action, seat, reasons, state.position()))
    return wrong, repaired, refused


@pytest.mark.sample("*-0")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_what_would_work_works(name, part):
    states = sample(positions(name)[part * EVERY :], EVERY * PARTS)
    wrong, repaired, refused = wrong_repairs(states)
    assert wrong == []
    assert 0 < repaired < refused


@pytest.mark.parametrize("pieces", SMALL)
def test_what_would_work_works_in_small_games(pieces):
    game = engines.load("lanterns")
    if pieces != "lanterns":
        game = Design(title="Own", pieces=tuple(pieces.split())).game()
    states = [
        here.copy()
        for seed in range(6)
        for here in islice(decisions(game.new(seed=seed), random_player(seed)), 0, None, 3)
    ]
    wrong, repaired, refused = wrong_repairs(states)
    assert wrong == []
    assert 0 < repaired < refused


@pytest.mark.parametrize("name", [*GAMES, "lanterns"])
def test_every_repair_that_has_words_can_be_carried_out_or_names_another_thing(name):
    game = engines.load(name)
    english = game.words.languages["en"]
    idle = {
        need.name
        for kind in game.kinds.values()
        for need in kind.requirements
        if need.make_true is None and OTHER not in english.get(f"repair.{need.name}", OTHER)
    }
    assert {name for name in idle if english[f"repair.{name}"]} == set(), "these words are never said"
