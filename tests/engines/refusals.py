"""The refusals of a game as a list that a person can read: each requirement of each kind of action, as it is told.

A block an action kind, in it each requirement with the clauses and sentences that it refuses with, up to MOST of
them, each with where it was met. They come from the scenarios' `refused` steps, the fixed positions and the
positions of play-outs (tests/engines/play.py), in this order. A requirement that is never met has its reason in
`[never_refused]` of the game's data file.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import engines
from engines.core import scenarios
from engines.core.errors import TebikiError
from engines.core.reasons import timing
from engines.core.state import NATURE
from tests.engines.play import data, positions, seats, starts

FOLDER = Path(__file__).parents[1] / "golden"
FILE = "refusals.txt"
MOST = 3
"""Sentences of a requirement that are shown, differing in more than names and figures."""
MOMENTS = 6
"""And of the timing requirement, which tells of a step."""
OFTEN, THEN = 12, 31
"""The first so many refusals of a requirement are read for new sentences, then one in so many."""
HERE = "python -m tests.engines.regenerate refusals"


def tried(state):
    """Yield (seat, action) for all that could be tried here: clicks of both players, legal actions of either."""
    for seat in seats(state):
        own = state.game.tries(state, seat) if seat < NATURE else []
        for action in dict.fromkeys((*own, *state.actions)):
            yield seat, action


def failing(state, seat, action):
    """Return the requirements that refuse an action, without their words."""
    kind, found = state.game.kind(action), []
    for requirement in (timing(kind), *kind.requirements):
        if not requirement.holds(state, seat, action):
            found.append(requirement)
            if requirement.essential:
                break
    return found


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
                yield here, acting, action, f"{scenario.name!r}, {here.step.name}"
                if action not in here.actions:
                    break
                here.apply(action)
                seat = None


def tries_of(name):
    """Yield (state, seat, action, where) for everything that the tests can try in a game."""
    yield from refused_steps(name)
    for state in (*starts(name), *positions(name)):
        for seat, action in tried(state):
            if seat < NATURE:
                yield state, seat, action, state.step.name


@cache
def names_and_figures(game):
    """Return the pattern that finds the cards and figures in a sentence."""
    names = sorted((card.name for card in game.cards), key=len, reverse=True)
    return re.compile(r"\d+|" + "|".join(map(re.escape, names)), re.IGNORECASE)


def shape(reason, names):
    """Return what a refusal says without names and figures, by which two sentences count as the same."""
    return reason.clause, names.sub("_", f"{reason.fact} {reason.repair}")


def told(reason):
    """Return a reason as a player reads it."""
    repair = reason.repair
    if repair and not repair[0].isupper():
        repair = f"It would work {repair}"
    ended = repair if not repair or repair.endswith((".", "?", "!")) else f"{repair}."
    return f"{reason.clause}: {reason.fact} {ended}".rstrip()


@cache
def met(name):
    """Return {(kind, requirement): the refusals that are shown of it}, for all that is met."""
    found, shapes, times = defaultdict(list), defaultdict(set), Counter()
    for state, seat, action, where in tries_of(name):
        for requirement in failing(state, seat, action):
            pair = action[0], requirement.name
            times[pair] += 1
            most = MOMENTS if requirement.name == "timing" else MOST
            if len(found[pair]) >= most or (times[pair] > OFTEN and times[pair] % THEN):
                continue
            reason = next(one for one in state.why_not(action, seat) if one.requirement == requirement.name)
            said, text = shape(reason, names_and_figures(state.game)), state.game.notation.write(state, action, seat)
            if said not in shapes[pair] and text != repr(action):  # nobody can write what is not there for him
                shapes[pair].add(said)
                found[pair].append(f"P{seat + 1} ({where}): {text}\n        {told(reason)}")
    return {pair: told_of for pair, told_of in found.items() if told_of}


def declared(name):
    """Return {(kind, requirement): None} in the order of the game: all that could refuse what a player tries."""
    game, found = engines.load(name), {}
    for kind in game.kinds.values():
        if not all(game.flow.steps[step].chance for step in kind.steps):
            found |= {(kind.name, one): None for one in ("timing", *(need.name for need in kind.requirements))}
    return found


def never_met(name):
    """Return the pairs, as "kind: requirement", that nothing in the tests is refused by."""
    return [": ".join(pair) for pair in declared(name) if pair not in met(name)]


def written(name):
    """Return the list of a game as text."""
    game, found = engines.load(name), met(name)
    lines = [f"{game.title}: why an action is refused, as a player reads it. Written by {HERE}."]
    for kind in sorted(game.kinds.values(), key=lambda kind: kind.name):
        lines += ["", f"{kind.name}: {kind.form}"]
        for pair in declared(name):
            if pair[0] == kind.name and pair in found:
                lines.append(f"  {pair[1]}")
                lines += [f"    {text}" for text in found[pair]]
    reasons = data(name).get("never_refused", {})
    lines += ["", "Never met", *(f"  {pair}: {reasons.get(pair, 'no reason is given')}" for pair in never_met(name))]
    return "\n".join(lines) + "\n"


def difference(name):
    """Return how the list of a game differs from the one that is kept, as a diff; "" if it does not."""
    path = FOLDER / name / FILE
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    lines = difflib.unified_diff(kept.splitlines(), written(name).splitlines(), "kept", "now", lineterm="", n=2)
    return "\n".join(lines)


def regenerate(names):
    """Write the lists of these games anew; yield the path of each file."""
    for name in names:
        path = FOLDER / name / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(name), encoding="utf-8")
        yield path
