"""Draws the turns of an exam: whole turns whose goal is proved, new to the learner if possible."""

from __future__ import annotations

import random
from collections.abc import Iterable

from engines.errors import DataError
from tutor.courses.exam_question import TURN_PREFIX, ExamQuestion, from_turn
from tutor.practice.maker_own_turn import is_defence, whole_turns


def has_enough_turns(game: str, count: int) -> bool:
    """Return True if a game has several times as many turns as an exam needs."""
    return len(whole_turns(game)) >= 5 * count


class TurnDrawer:
    """Draws turns, always the same for a seed: if possible, the learner acts in the first, and defends in the second.

    seen : ids of stored positions that the learner has met; these are drawn last.
    """

    def __init__(self, game: str, seed: int, seen: frozenset[str] = frozenset()) -> None:
        self.game = game
        turns = list(whole_turns(game))
        random.Random(seed).shuffle(turns)
        self.turns = sorted(turns, key=lambda one: one.id in seen)
        self.unseen = len([one for one in turns if one.id not in seen])

    def at(self, place: int, before: Iterable[str]) -> ExamQuestion:
        """Return the turn at an index. before : the ids of the turns already asked.

        Raises DataError if none is left.
        """
        asked = {id.removeprefix(f"{TURN_PREFIX}/") for id in before}
        targets = {one.target for one in self.turns if one.id in asked}
        left = [one for one in self.turns if one.id not in asked]
        if not left:
            raise DataError("exam", f"there are no turns about {self.game}.", "Mine some.")
        defends = place % 2 == 1
        fitting = [one for one in left[: self.unseen] if is_defence(one) == defends and one.target not in targets]
        others = [one for one in left if one.target not in targets]
        return from_turn(self.game, [*fitting, *others, *left][0].id)

    def again(self, id: str) -> ExamQuestion:
        """Return the turn with this id. Raises DataError if it no longer exists."""
        if not self.can(id):
            raise DataError("exam", f"there is no turn {id!r} any more.", "Begin this part again.")
        return from_turn(self.game, id.removeprefix(f"{TURN_PREFIX}/"))

    def can(self, id: str) -> bool:
        """Return True if a turn still exists."""
        return id.removeprefix(f"{TURN_PREFIX}/") in {one.id for one in self.turns}

    def prepare(self, before: list[str]) -> None:
        """Do nothing; turns are stored and need not be made."""
