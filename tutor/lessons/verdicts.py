"""Results of a session: what the stage draws, and the verdicts for the progress log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict

from tutor.messages import shapes


class DrawnStage(TypedDict):
    """Everything that the stage draws."""

    scene: shapes.Scene
    coach: shapes.Coach
    events: list[shapes.EventLine]
    panel: shapes.Panel


class JudgedBeliefs(TypedDict, total=False):
    """The beliefs that predict the given answer, and those that predict another one.

    options : the number of possible answers. form : of a practice question, a digest of what it asks.
    """

    agrees: Sequence[str]
    differs: Sequence[str]
    options: int
    form: str


class VerdictFacts(JudgedBeliefs, total=False):
    """The facts that a listener receives with a verdict."""

    actions: Sequence[str]
    clauses: Sequence[str]
    hints: int
    seed: int


VerdictListener = Callable[[str, VerdictFacts], None]
"""Called with a verdict and its facts."""
