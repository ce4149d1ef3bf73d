"""Everything that the tests can try in a game, gone through once: what is refused, and by which requirement.

Tried are the `refused` steps of the scenarios, then, in the fixed positions and those of play-outs
(tests/engines/play.py), what both players could click and the legal actions of either.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any, NamedTuple

import engines
from engines.core import scenarios
from engines.core.errors import TebikiError
from engines.core.reasons import Requirement, in_time, timing
from engines.core.state import NATURE, Action, State
from tests.engines.play import SHARE, positions, seats, starts

OFTEN, THEN = 100, 25
"""The first so many refusals by a requirement are kept, then one in so many."""
LOOK = 5
"""In one position of so many it is looked at whether asking has changed it."""


class Refusal(NamedTuple):
    """One requirement that refuses an action of a player, and where."""

    state: State
    seat: int
    action: Action
    requirement: Requirement
    where: str


class Scan(NamedTuple):
    """What was found: how much was tried and refused, what should not be, and refusals by (kind, requirement)."""

    pairs: int
    refused: int
    wrong: list[Any]
    met: dict[tuple[str, str], list[Refusal]]


def tried(state):
    """Yield (seat, action) for all that could be tried here: clicks of both players, legal actions of either."""
    for seat in seats(state):
        own = state.game.tries(state, seat) if seat < NATURE else []
        for action in dict.fromkeys((*own, *state.actions)):
            yield seat, action


@cache
def requirements(game, kind):
    """Return all that a kind of action needs, its time first."""
    return (timing(game.kinds[kind]), *game.kinds[kind].requirements)


def failing(state, seat, action):
    """Return the requirements that refuse an action, without their words."""
    return _failing(requirements(state.game, action[0]), state, seat, action)


def _failing(needed, state, seat, action):
    found = []
    for requirement in needed:
        if not requirement.holds(state, seat, action):
            found.append(requirement)
            if requirement.essential:
                break
    return found


def judged(state):
    """Yield (seat, action, what refuses it) for all that could be tried here.

    Whether it comes at its time is the same for all actions of a kind, and looked at once.
    """
    known = {}
    for seat, action in tried(state):
        after = known.get((seat, action[0]))
        if after is None:
            time, *others = requirements(state.game, action[0])
            late = not in_time(state.game.kinds[action[0]], state, seat)
            after = known[seat, action[0]] = [time] if late else [], others if not (late and time.essential) else ()
        yield seat, action, after[0] + _failing(after[1], state, seat, action)


def refused_steps(name):
    """Yield (state, seat, action, where) for each `refused` step of the scenarios."""
    game = engines.load(name)
    for scenario in scenarios.of_game(name):
        run = scenarios.Run(scenario, game)
        for number, row in enumerate(scenario.steps):
            before = run.state.copy() if run.state is not None and "do" not in row else None
            run.step(number)
            state = before or run.state
            if "refused" not in row or state is None:
                continue
            seat = scenarios.SEAT_NAMES[row["by"]] if "by" in row else None
            try:
                actions = game.notation.read(state, row["refused"], seat)
            except TebikiError:
                continue
            here = state.copy()
            for action in actions:
                acting = seat if seat is not None else here.seat_to_act if here.result is None else 0
                yield here.copy(), acting, action, f"{scenario.name!r}, {here.step.name}"
                if action not in here.actions:
                    break
                here.apply(action)
                seat = None


@cache
def scan(name):
    """Go through everything once: the game's tests look at what this finds."""
    met, times, wrong, pairs, refused = defaultdict(list), defaultdict(int), [], 0, 0

    def note(state, seat, action, found, where):
        for requirement in found:
            pair = action[0], requirement.name
            times[pair] += 1
            if times[pair] <= OFTEN or times[pair] % THEN == 0:
                met[pair].append(Refusal(state, seat, action, requirement, where))

    for state, seat, action, where in refused_steps(name):
        note(state, seat, action, failing(state, seat, action), where)
    for number, state in enumerate((*starts(name), *positions(name))):
        before = state.position() if number % (LOOK * SHARE) == 0 else None
        legal = set(state.actions)
        for seat, action, found in judged(state):
            if (action in legal and state.seat_to_act == seat) == bool(found):
                wrong.append((action, seat, [one.name for one in found], state.position()))
            if seat < NATURE:
                note(state, seat, action, found, state.step.name)
            pairs, refused = pairs + 1, refused + bool(found)
        if before is not None and state.position() != before:
            wrong.append(("asking changes the position", before))
    return Scan(pairs, refused, wrong, dict(met))
