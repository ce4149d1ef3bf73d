"""Canonical keys: positions with the same continuations have the same key, others have different keys."""

import re
import tomllib

import pytest

import engines
from engines.declare.transient_fields import UnderWay
from tests.engines.play import GAMES, QUICK, data, enough, positions, rounds, sample, starts

DEEP = 3
EVERY = 4
"""One position in this many is examined."""
WIDE = 600
"""The number of positions visited after each fixed one."""


def other_number(found):
    return found[0].replace(found[1], str(500 - int(found[1])))


def call_by_number(document, state):
    """Write the cards in play of an attack, battle or action by number."""
    for field, one in state.declaration.items():
        if isinstance(one, UnderWay) and getattr(state, field) is not None:
            for name, mark in one.entries():
                ids = getattr(getattr(state, field), name) if mark == "in play" else ()
                if ids:
                    many = isinstance(ids, tuple)
                    document[one.written][one.called(name)] = [f"#{number}" for number in ids] if many else f"#{ids}"


@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_a_zone_and_the_number_of_a_card_make_no_difference(name):
    given, shuffled = data(name)["key"], 0
    for state in sample(positions(name), EVERY):
        document = tomllib.loads(state.position())
        if document["flow"]["local"] or document["flow"]["frames"] or state.result is not None:
            continue  # there a place in a zone may be meant
        call_by_number(document, state)  # otherwise the first card of a name could be another one
        for seat in ("P1", "P2"):
            for zone in given["unordered"]:
                document[seat][zone].reverse()
        other = state.game.position(document, run=False)
        assert other.canonical_key() == state.canonical_key(), state.position()
        if document.get("attack") is None:
            text = re.sub(
                given["number"], lambda found: found[0].replace(found[1], f"{500 - int(found[1])}"), state.position()
            )
            assert state.game.position(text, run=False).canonical_key() == state.canonical_key(), state.position()
            shuffled += text != state.position()
    assert shuffled > (3 if QUICK else enough(100))


@pytest.mark.parametrize("name", GAMES)
def test_positions_that_differ_have_different_keys(name):
    given, game = data(name)["key"], engines.load(name)
    keys = {"base": game.position(given["base"], run=False).canonical_key()}
    for what, change in given["changes"].items():
        document = dict(given["base"])
        for entry, value in change.items():
            document[entry] = {**document.get(entry, {}), **value} if isinstance(value, dict) else value
        keys[what] = game.position(document, what, run=False).canonical_key()
    assert len(keys) > 10
    for what, key in keys.items():
        assert [other for other, one in keys.items() if one == key] == [what]


@pytest.mark.parametrize("name", GAMES)
def test_positions_with_equal_keys_play_on_alike(name):
    """The choices of two positions with the same key lead to the same positions, in any order."""
    known, met = {}, 0

    def visit(state):
        """Check the choices of a state. Return the positions they lead to; [] if it has already been visited."""
        nonlocal met
        children = []
        for action in state.actions:
            children.append(state.copy())
            children[-1].apply(action)
        key, future = state.canonical_key(), {child.canonical_key() for child in children}
        if key in known:
            met += 1
            assert known[key] == (future, state.result), state.position()
            return []
        known[key] = (future, state.result)
        return children

    for state in starts(name):
        if state.actions:
            state.open_chance = True
            row, left = [state], rounds(WIDE)
            for _ in range(DEEP + 1):
                row, left = [child for one in row[:left] for child in visit(one)], left - len(row)
                if left <= 0:
                    break
    for state in sample(positions(name), 10):
        visit(state)
    assert met > (1 if QUICK else enough(100))
