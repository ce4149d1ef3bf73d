"""A puzzle being solved: a solve step to which "why not this?" can be asked about every first move.

`SolvePuzzle` is certain, `SolveByChance` is decided by dice; `solve_session` returns the one that a step asks for.
"""

from __future__ import annotations

from engines.search.solver import open_chance
from tutor.lessons.chance_steps import BestChanceStep
from tutor.lessons.loader import Lesson, Step
from tutor.lessons.playing import DoStep
from tutor.lessons.verdicts import VerdictFacts, VerdictListener
from tutor.matches.phrases import words_for_notation
from tutor.messages import shapes
from tutor.messages.clicks import CommandClick, Picks
from tutor.text import format_message


class AskingStep(DoStep):
    """A step with a goal, with an answer to "why not this?" for each of the moves it begins with."""

    by_itself = True
    asking: bool
    silent = False

    def __init__(
        self, lesson: Lesson, step: Step, listener: VerdictListener | None = None, language: str = "en", seed: int = 0
    ) -> None:
        def hear(verdict: str, facts: VerdictFacts) -> None:
            if listener is not None and not self.silent:
                listener(verdict, facts)

        super().__init__(lesson, step, hear, language, seed)

    def begin(self) -> None:
        """Nothing is asked yet."""
        super().begin()
        self.asking = False

    def command(self, name: str, message: CommandClick) -> None:
        """Open or close the list of first moves; everything else as in any step."""
        if name == "why_not":
            if self.table.history or self.done:
                self.reset()
            self.asking = not self.asking
            return
        super().command(name, message)

    def answered(self, picks: Picks) -> None:
        """Show what comes of the first move that was asked about; it counts for nothing."""
        moves = self.table.moves()
        if not self.asking or not isinstance(picks, list) or picks[:1] not in [[str(at)] for at in range(len(moves))]:
            return
        number, self.asking, self.silent = int(picks[0]), False, True
        try:
            text = words_for_notation(moves[number].text, self.lesson.game)
            super().act(number)
            while not (self.lost or self.done or self.reached) and self._picks():
                super().act(0)
            if not self.lost:
                self.feedback = self.info(format_message("puzzle.that_is_it", self.language, move=text))
                self.undo_to_begin()
        finally:
            self.silent = False

    def act(self, number: int) -> None:
        """Make a move; a list of moves that is open is closed."""
        self.asking = False
        super().act(number)

    def undo_to_begin(self) -> None:
        """Take everything back without a word about it."""
        said = self.feedback
        while self.table.history:
            super().undo()
        self.done, self.feedback = False, said

    def _first_moves(self) -> list[shapes.Item]:
        """Return each move as an answer, with the card it is about; of those that come to the same the first one."""
        known: set[object] = set()
        found: list[shapes.Item] = []
        for at, move in enumerate(self.table.moves()):
            here = open_chance(self.table.state)
            for action in move.actions:
                here.apply(action)
            key = here.canonical_key()
            if key not in known:
                known.add(key)
                text = words_for_notation(move.text, self.lesson.game)
                found.append({"id": str(at), "text": text, "state": "", "at": move.source or move.target})
        return found

    def _picks(self) -> bool:
        return self.table.yours and self.table.state.step.pick

    def coach(self) -> shapes.Coach:
        """Return the coach of a step, with the question and, where it is asked, the moves."""
        found = super().coach()
        label = format_message("puzzle.why_not", self.language)
        why: shapes.Control = {
            "name": "why_not",
            "label": label,
            "primary": False,
            "enabled": True,
        }
        found["controls"] = [*found.get("controls", ()), why]
        if self.asking:
            found["choices"] = {"mode": "one", "title": label, "items": self._first_moves()}
        return found


class SolvePuzzle(AskingStep):
    """A puzzle whose goal is certain."""


class SolveByChance(AskingStep, BestChanceStep):
    """A puzzle that asks for the best chance."""


def solve_session(
    lesson: Lesson, step: Step, listener: VerdictListener | None = None, language: str = "en"
) -> AskingStep:
    """Return the session of a puzzle."""
    return (SolvePuzzle if step.least is None else SolveByChance)(lesson, step, listener, language)
