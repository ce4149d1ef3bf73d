"""The repair step: the learner makes a refused action legal by changing the table; the engine judges every change."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from engines.errors import DataError, Reason, TebikiError
from engines.kernel.state import State
from tutor.lessons.loader import Row
from tutor.lessons.session import LEARNER, Session
from tutor.lessons.smaller import SmallerQuestion, ask_about_first
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import Picks
from tutor.text import format_message

MOST_CHANGES = 2
"""Maximum number of changes in a smallest repair."""


def apply_edits(document: Row, edits: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a position with some entries replaced.

    edits : each has `at`, the keys and indices that lead to an entry, and `to`, the entry's new value, or `without`, a
    mark that is taken off the entry, so that two changes of one card can be made together.
    """
    changed: dict[str, Any] = copy.deepcopy(dict(document))
    for edit in edits:
        *way, last = edit["at"]
        part: Any = changed
        for key in way:
            part = part[key] if isinstance(part, list) else part.setdefault(key, {})
        part[last] = _without(part[last], edit["without"]) if "without" in edit else copy.deepcopy(edit["to"])
    return changed


def _without(entry: str, mark: str) -> str:
    """Return an entry of a position without one of its marks. Raises DataError if it does not have the mark."""
    parts = entry.split(", ") if isinstance(entry, str) else []
    if mark not in parts[1:]:
        raise DataError("changes", f"{entry!r} has no mark {mark!r} to be taken off.", "Write a mark that it has.")
    return ", ".join(part for part in parts if part != mark)


class RepairStep(Session):
    """The step in which the learner changes the table until a refused action is legal, with as few changes as possible.

    `changes` are the changes that can be made, each with its `text`, the `edits` of the position, and optionally `at`,
    the card or place it is about. Several can be made together; the board shows the changed table.
    """

    picks: list[int]
    changed: Playthrough

    def begin(self) -> None:
        """Begin with the table as it is."""
        self.picks, self.changed = [], self.table

    def fresh_table(self) -> Playthrough:
        """Return the table without any change."""
        return Playthrough(self.state_with(()), LEARNER, language=self.language)

    def state_with(self, picks: Sequence[int]) -> State:
        """Return the position with some changes made. Raises TebikiError if no game can reach that position."""
        changes = self.step.get("changes")
        edits = [edit for number in picks for edit in changes[number]["edits"]]
        return self.lesson.game.position(apply_edits(self.step.position, edits), self.step.where, run=False)

    def reasons(self, state: State) -> list[Reason]:
        """Return the reasons against the action on a table; [] if it is allowed."""
        action = state.game.notation.read(state, self.step.get("refused"), LEARNER)[0]
        return state.why_not(action, LEARNER, self.language)

    def allows(self, picks: Sequence[int]) -> bool:
        """Return True if these changes together make the action legal."""
        try:
            return not self.reasons(self.state_with(picks))
        except TebikiError:
            return False

    def smallest(self) -> list[tuple[int, ...]]:
        """Return all smallest sets of changes that make the action legal; [] if there are none."""
        numbers = range(len(self.step.get("changes")))
        for size in range(1, MOST_CHANGES + 1):
            found = [picks for picks in combinations(numbers, size) if self.allows(picks)]
            if found:
                return found
        return []

    # Messages.

    def answered(self, picks: Picks) -> None:
        """Apply the picked changes to the table; changes that contradict each other are not applied."""
        numbers = [str(number) for number in range(len(self.step.get("changes")))]
        wanted = [int(one) for one in picks if one in numbers] if isinstance(picks, list) else []
        try:
            self.changed = Playthrough(self.state_with(wanted), LEARNER, language=self.language)
            self.picks = wanted
        except TebikiError as error:
            self.feedback = self.info(format_message("lesson.repair.impossible", self.language)) | {"say": str(error)}

    def check(self) -> None:
        """Try the action on the changed table."""
        if not self.picks:
            self.feedback = self.info(format_message("lesson.repair.nothing", self.language))
            return
        texts = [self.step.get("changes")[number]["text"] for number in self.picks]
        left, least = self.reasons(self.changed.state), len(self.smallest()[0])
        if left:
            facts = [self.fact(one.fact, one.clause) for one in left]
            self.verdict(False, format_message("lesson.repair.still", self.language), facts, actions=texts)
        elif len(self.picks) > least:
            self.feedback = self.info(
                format_message("lesson.repair.fewer", self.language, count=len(self.picks), least=least)
            )
        else:
            key = "one" if least == 1 else "more"
            title = format_message(f"lesson.repair.allowed_{key}", self.language, count=least)
            facts = [self.fact(one.fact, one.clause) for one in self.reasons(self.table.state)[:1]]
            self.verdict(True, title, facts, actions=texts)

    def smaller_question(self) -> SmallerQuestion | None:
        """Return the question of the first requirement that the changed table does not meet."""
        state = self.changed.state
        tried = state.game.notation.read(state, self.step.get("refused"), LEARNER)[:1]
        return ask_about_first(state, LEARNER, tried, self.language)

    # What is shown.

    def scene(self) -> shapes.Scene:
        """Return the changed table, without moves."""
        return self.pointed_at(self.changed.scene(self.stamp))

    def coach(self) -> shapes.Coach:
        """Return the coach with the changes that can be made, and the refused action."""
        items: list[shapes.Item] = []
        for number, change in enumerate(self.step.get("changes")):
            picked = number in self.picks
            items.append(
                {
                    "id": str(number),
                    "text": change["text"],
                    "state": "right" if picked and self.done else "picked" if picked else "",
                    "at": change.get("at"),
                }
            )
        text = words_for_notation(self.step.get("refused"), self.lesson.game)
        return {
            "choices": {
                "mode": "many",
                "title": format_message("lesson.repair.title", self.language, text=text),
                "items": items,
            },
            "controls": [self.control("check", primary=True), self.control("reset")],
        }
