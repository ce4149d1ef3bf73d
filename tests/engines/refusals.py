"""The refusals of a game as a readable list: each requirement of each kind of action, in words.

There is one block per kind of action, with each requirement, its clauses and up to MOST of its sentences, each with the
place where it occurred. The sentences come from the scenarios' `refused` steps, the fixed positions and the positions
of play-outs (tests/engines/tried.py), in this order. For a requirement that never fails, `[never_refused]` in the
game's data file says why.
"""

from __future__ import annotations

import difflib
import re
from functools import cache
from pathlib import Path

import engines
from engines.legal.refusals import find_unmet
from tests.engines.play import data
from tests.engines.tried import scan

FOLDER = Path(__file__).parents[1] / "golden"
FILE = "refusals.txt"
MOST = 3
"""The maximum number of sentences shown per requirement; they differ in more than names and figures."""
MOMENTS = 6
"""The same maximum for the timing requirement, whose sentences mention steps."""
OFTEN, THEN = 12, 9
"""The number of refusals by a requirement that are searched for new sentences; after that, one in this many."""
HERE = "python -m tests.engines.regenerate refusals"


@cache
def names_and_figures(game):
    """Return a pattern that finds the cards and figures in a sentence."""
    names = sorted((card.name for card in game.cards), key=len, reverse=True)
    return re.compile(r"\d+|" + "|".join(map(re.escape, names)), re.IGNORECASE)


def shape(reason, names):
    """Return a refusal without names and figures. If two results are equal, they count as the same sentence."""
    return reason.clause, names.sub("_", f"{reason.fact} {reason.repair}")


def told(reason):
    """Return a reason as it is shown to a player."""
    repair = reason.repair
    if repair and not repair[0].isupper():
        repair = f"It would work {repair}"
    ended = repair if not repair or repair.endswith((".", "?", "!")) else f"{repair}."
    return f"{reason.clause}: {reason.fact} {ended}".rstrip()


@cache
def met(name):
    """Return {(kind, requirement): the refusals shown for it} for all requirements that refused something."""
    found = {}
    for pair, refusals in scan(name).met.items():
        shapes, shown = set(), []
        most = MOMENTS if pair[1] == "timing" else MOST
        for state, seat, action, requirement, where in (*refusals[:OFTEN], *refusals[OFTEN::THEN]):
            text = state.game.notation.write(state, action, seat)
            if len(shown) < most and text != repr(action):  # text that equals the repr refers to something missing
                against = find_unmet(state.game.kinds[action[0]], state, seat, action)
                reason = next(reason for one, reason in against if one.name == requirement.name)
                said = shape(reason, names_and_figures(state.game))
                if said not in shapes:
                    shapes.add(said)
                    shown.append(f"P{seat + 1} ({where}): {text}\n        {told(reason)}")
        if shown:
            found[pair] = shown
    return found


def declared(name):
    """Return {(kind, requirement): None} for all possible refusals, in the order of the game."""
    game, found = engines.load(name), {}
    for kind in game.kinds.values():
        if not all(game.flow.steps[step].chance for step in kind.steps):
            found |= {(kind.name, one): None for one in ("timing", *(need.name for need in kind.requirements))}
    return found


def never_met(name):
    """Return the pairs, as "kind: requirement", that never refuse anything in the tests."""
    return [": ".join(pair) for pair in declared(name) if pair not in met(name)]


def begins(name):
    """Return the requirements, as "kind: requirement", whose stored sentences do not begin with those now found.

    A partial scan can only check how the sentences begin, since they are in the order in which they occur.
    """
    kept, pair = {}, ("", "")
    for line in (FOLDER / name / FILE).read_text(encoding="utf-8").splitlines():
        depth = len(line) - len(line.lstrip())
        if depth == 0:
            pair = (line.partition(":")[0], "")
        elif depth == 2:
            pair = (pair[0], line.strip())
        else:
            kept[pair] = f"{kept.get(pair, '')}{line}\n"
    now = {pair: "".join(f"    {text}\n" for text in shown) for pair, shown in met(name).items()}
    return [": ".join(pair) for pair, text in now.items() if not kept.get(pair, "").startswith(text)]


def written(name):
    """Return the list of refusals of a game as text."""
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
    """Return how the list of a game differs from the stored one, as a diff; "" if it does not differ."""
    path = FOLDER / name / FILE
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    lines = difflib.unified_diff(kept.splitlines(), written(name).splitlines(), "kept", "now", lineterm="", n=2)
    return "\n".join(lines)


def regenerate(names):
    """Rewrite the lists of these games, and yield the path of each file."""
    for name in names:
        path = FOLDER / name / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(name), encoding="utf-8")
        yield path
