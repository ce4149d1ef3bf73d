"""Perft: the number of lines of n decisions from a position, a figure that any change of the rules alters."""

from __future__ import annotations

import json
from pathlib import Path

from tests.engines.play import GAMES, data, fixed

FILE = Path(__file__).parents[1] / "golden" / "perft.json"
MOST = 20_000


def perft(state, depth):
    """Return the number of lines of `depth` decisions from `state`; a finished game counts as one line."""
    if depth == 0 or state.result is not None:
        return 1
    if depth == 1:
        return len(state.actions)
    total = 0
    for action in state.actions:
        child = state.copy()
        child.apply(action)
        total += perft(child, depth - 1)
    return total


def table(name):
    """Return {position: counts at depth 1, 2, ...} for the fixed positions of a game, as deep as MOST lines allow."""
    found = {}
    for row in data(name).get("position", ()):
        state = fixed(name, row["at"], row["name"], run=row.get("run", True))
        state.open_chance = True
        counts = []
        while state.actions and len(counts) < 6 and (not counts or counts[-1] * max(2, counts[0]) < MOST):
            counts.append(perft(state, len(counts) + 1))
        if counts:
            found[row["name"]] = counts
    return found


def regenerate():
    """Rewrite the table of all games, and return its path."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps({name: table(name) for name in GAMES}, indent=1) + "\n", encoding="utf-8")
    return FILE
