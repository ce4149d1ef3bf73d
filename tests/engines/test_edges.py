"""Declared and taken exits agree: play takes no undeclared exit, and takes nearly all declared ones."""

from __future__ import annotations

import pytest

import engines
from engines.kernel.flow import GAME_OVER
from tests.engines.play import GAMES, PLAYERS, QUICK, begin_game, data, decisions, rounds, starts

ROUNDS = rounds(150)


class Path(list):
    """The path of a state that records events. For each step that play leaves, it records the exit that was taken.

    A return is recorded as it is in the graph, from the step at which the procedure was entered. `entered` contains
    that step for each depth of calls.
    """

    def __init__(self, state, taken):
        super().__init__()
        self.state, self.taken = state, taken
        self.entered, self.left = {}, None

    def append(self, step):
        frames = self.state.frames
        if self.left is not None:
            source, before = self.left
            if depth(frames) < depth(before) or (frames is not before and depth(frames) == depth(before)):
                source = self.entered.get(depth(before))
            if source is not None:
                self.taken.add((source, step))
            if frames is not before and depth(frames) >= depth(before):
                self.entered[depth(frames)] = step
        self.left = (step, frames)


def play(state, player, taken):
    """Play a state to its end, adding the exits that are taken to `taken`."""
    state.listen()
    state.listener.path = Path(state, taken)
    state.run()
    for _ in decisions(state, player):
        pass
    if not state.game.flow.steps[state.path.left[0]].terminal:
        taken.add((state.path.left[0], GAME_OVER))


def depth(frames):
    count = 0
    while frames:
        count, frames = count + 1, frames[2]
    return count


@pytest.mark.parametrize("name", GAMES)
def test_the_ways_taken_are_the_ways_declared(name):
    taken = set()
    for number in range(ROUNDS):
        play(begin_game(name, number, run=False), PLAYERS["random"](number), taken)
        play(begin_game(name, number, run=False), PLAYERS["greedy"](number), taken)
    for variant in data(name).get("variants", ()):
        for number in range(-(-ROUNDS // 10)):
            play(begin_game(name, number, variant=tuple(variant.items()), run=False), PLAYERS["random"](number), taken)
    for number in range(-(-ROUNDS // 3)):
        for state in starts(name):
            if state.actions:
                play(state, PLAYERS["random"](number), taken)
    flow = engines.load(name).flow
    declared = {(edge.source, edge.target) for edge in flow.edges}
    assert sorted(taken - declared) == [], "not declared"
    if QUICK:
        return  # some exits are rare
    never = sorted(f"{source} -> {target}" for source, target in declared - taken)
    known = sorted(data(name).get("never_taken", ()))
    assert ", ".join(never) == ", ".join(known), "each way never taken has its reason in the data file"
