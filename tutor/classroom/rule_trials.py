"""The effect of a changed rule, with which a class compares its predictions: looked up, or measured on the spot.

What is looked up is judged as on the page of causes: for decks like these, among all mechanics tested together.

Small games are played at once. For the others the figures were measured in advance and are in `tutor.compare.causes`,
so that a class of forty does not play thousands of games at the same time.

>>> found = run_trial({"game": "lanterns", "changes": {"lanterns": 3}, "by": "turns"})
>>> found.direction  # visibly fewer turns
-1
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import engines
from engines.errors import DataError
from tutor.classroom.lesson_plans import Prediction
from tutor.compare.causes import BEHIND, Cause, CauseFigures, list_causes, read_causes
from tutor.compare.causes_page import stands_out
from tutor.compare.metrics import find_metric
from tutor.experiments.effects import RuleEffect, measure_effect
from tutor.experiments.paired import GamePair, play_pairs
from tutor.matches.house_rules import find_choice

PAIRS = 40
"""Number of deals of a small game that are played with and without a change."""


class Trial(NamedTuple):
    """The effect of a change on a measure: the game, the change, its clause, the effect, and the number of pairs.

    pairs : the number of deals played by both rules, or of positions from which games were played on by both. sure :
    False if the effect does not stand out among all that were tested together.
    """

    game: str
    change: str
    clause: str
    effect: RuleEffect
    pairs: int
    sure: bool = True

    @property
    def direction(self) -> int:
        """Return -1 for visibly fewer, 1 for visibly more, 0 for no visible difference."""
        return self.effect.direction if self.sure else 0


def run_trial(row: Prediction) -> Trial:
    """Return the effect of a change. Raises DataError if a mechanic or rule is unknown."""
    if "cause" in row:
        cause, kept = cause_of(row["cause"]), _causes()
        change = cause.change()
        found = kept.of(cause, row["by"]) if kept else None
        if found is None or kept is None:
            raise DataError("lesson plan", f"{row['cause']} was not measured by {row['by']}.", "See causes.json.")
        like = found._replace(difference=found.like_these)
        sure = stands_out(kept, cause, row["by"])
        return Trial(cause.game, change.title, change.clause, like, count_pairs(row), sure)
    [(id, value)] = row["changes"].items()
    rule = find_choice(engines.load(row["game"]), id)
    pairs = _played(row["game"], id, value)
    return Trial(
        row["game"], f"{rule.title}: {value}", rule.clause, measure_effect(find_metric(row["by"]), pairs), len(pairs)
    )


def count_pairs(row: Prediction) -> int:
    """Return the number of deals, or of positions, from which a change's outcome is known; 0 if it was not measured."""
    if "cause" not in row:
        return PAIRS
    kept = _causes()
    if kept is None:
        return 0
    found = kept.of(cause_of(row["cause"]), row["by"])
    return found.difference.n if found and counts_positions(row) else kept.pairs


def counts_positions(row: Prediction) -> bool:
    """Return True if an outcome is known from games that were played on from the same positions, not from deals."""
    return row["by"] == BEHIND


def cause_of(path: str) -> Cause:
    """Return the mechanic with the path "game.id". Raises DataError if it is unknown."""
    game, _, id = path.partition(".")
    for one in list_causes(game):
        if one.id == id:
            return one
    raise DataError("lesson plan", f"there is no mechanic {path!r}.", "They are in tutor/compare/causes.toml.")


@cache
def _causes() -> CauseFigures | None:
    return read_causes()


@cache
def _played(game: str, id: str, value: int) -> list[GamePair]:
    return play_pairs(game, {id: value}, PAIRS, jobs=1)
