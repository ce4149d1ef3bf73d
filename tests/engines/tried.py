"""Scans everything that the tests can try in a game: what is refused, and by which requirement.

The scan tries the `refused` steps of the scenarios and the `[[refused]]` rows of the game's data file. Then, in the
fixed positions and those of play-outs (tests/engines/play.py), it tries everything that either player could click, and
their legal actions.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import engines
from engines.checking import scenarios
from engines.errors import TebikiError
from engines.kernel.state import NATURE, Action, State
from engines.legal.reasons import Requirement, timing_requirement
from tests.engines.play import QUICK, SHARE, data, fixed, positions, seats, starts

OFTEN, THEN = 100, 25
"""The number of refusals by a requirement that are stored; after that, one in this many is stored."""
FIRST = 5
"""The quick run scans only the first of this many parts of the play-outs' positions."""
LOOK = 5
"""One position in this many is checked for changes caused by asking."""


class Refusal(NamedTuple):
    """A requirement that refuses an action of a player, and where it did so."""

    state: State
    seat: int
    action: Action
    requirement: Requirement
    where: str


class Scan(NamedTuple):
    """The result of the scan: the numbers of tries and refusals, faults, and refusals by (kind, requirement)."""

    pairs: int
    refused: int
    wrong: list[Any]
    met: dict[tuple[str, str], list[Refusal]]


@cache
def requirements(game, kind):
    """Return all requirements of a kind of action, with timing first."""
    return (timing_requirement(game.kinds[kind]), *game.kinds[kind].requirements)


def failing(state, seat, action):
    """Return the requirements that refuse an action, by name."""
    found = []
    for requirement in requirements(state.game, action[0]):
        if not requirement.holds(state, seat, action):
            found.append(requirement)
            if requirement.essential:
                break
    return found


def refused_steps(name):
    """Yield (state, seat, action, where) for the tries that scenarios and the data file declare as refused."""
    game = engines.load(name)
    for scenario in scenarios.scenarios_of(name):
        run = scenarios.ScenarioRun(scenario, game)
        for number, row in enumerate(scenario.steps):
            before = run.state.copy() if run.state is not None and "do" not in row else None
            run.step(number)
            state = before or run.state
            if "refused" not in row or state is None:
                continue
            with suppress(TebikiError):
                yield from tried_in(state, row["refused"], row.get("by"), repr(scenario.name))
    for row in data(name).get("refused", ()):
        state = fixed(name, row["at"], row["text"])
        for line in row.get("after", ()):
            scenarios.play_line(state, line)
        yield from tried_in(state, row["text"], row.get("by"), "written")


def tried_in(state, text, by, where):
    """Yield the scan's results for one text: its action, or the actions up to the refused pick.

    by : the seat that tries, by default the player who decides. Raises NotationError if the text matches no action.
    """
    seat = scenarios.SEAT_NAMES[by] if by else None
    here = state.copy()
    for action in state.game.notation.read(state, text, seat):
        acting = seat if seat is not None else here.seat_to_act if here.result is None else 0
        yield here.copy(), acting, action, f"{where}, {here.step.name}"
        if action not in here.actions:
            break
        here.apply(action)
        seat = None


class Tally:
    """How often a requirement of a kind of action has refused an action, and the stored refusals."""

    __slots__ = ("kept", "times")

    def __init__(self):
        self.times, self.kept = 0, []

    def note(self, *refusal):
        """Count a refusal."""
        self.times += 1
        if self.times <= OFTEN or self.times % THEN == 0:
            self.kept.append(Refusal(*refusal))


@cache
def scan(name):
    """Scan everything once; the game's tests use the result.

    It tries everything that either player could click, and the legal actions of both. In one game there are more than a
    million of these, so the code of `failing` is inlined here.
    """
    tallies, wrong, pairs, refused = defaultdict(Tally), [], 0, 0
    for state, seat, action, where in refused_steps(name):
        for requirement in failing(state, seat, action):
            tallies[action[0], requirement.name].note(state, seat, action, requirement, where)
    played = positions(name)
    for number, state in enumerate((*starts(name), *(played[: len(played) // FIRST] if QUICK else played))):
        before = state.position() if number % (LOOK * SHARE) == 0 else None
        legal, where = set(state.actions), state.step.name
        for seat in seats(state):
            kind, needed, deciding = "", [], state.seat_to_act == seat
            own = state.game.tries(state, seat) if seat < NATURE else []
            for action in dict.fromkeys((*own, *state.actions)):
                if action[0] != kind:
                    kind = action[0]
                    needed = [
                        (one.holds, one, one.essential, tallies[kind, one.name])
                        for one in requirements(state.game, kind)
                    ]
                speaks = False
                for holds, requirement, essential, tally in needed:
                    if not holds(state, seat, action):
                        speaks = True
                        if seat < NATURE:
                            tally.times = times = tally.times + 1
                            if times <= OFTEN or times % THEN == 0:
                                tally.kept.append(Refusal(state, seat, action, requirement, where))
                        if essential:
                            break
                pairs += 1
                refused += speaks
                if (deciding and action in legal) == speaks:
                    found = [one.name for one in failing(state, seat, action)]
                    wrong.append((action, seat, found, state.position()))
        if before is not None and state.position() != before:
            wrong.append(("asking changes the position", before))
    return Scan(pairs, refused, wrong, {pair: tally.kept for pair, tally in tallies.items() if tally.kept})
