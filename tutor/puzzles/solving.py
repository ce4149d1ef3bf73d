"""A puzzle being solved: a solve step in which the learner can ask "why not this?" about every first move.

`SolvePuzzle` is certain, `SolveByChance` is decided by dice; `solve_session` returns the one for a step.
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
    """A step with a goal that answers "why not this?" for each of its first moves."""

    standalone = True
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
        """Begin without an open question."""
        super().begin()
        self.asking = False

    def command(self, name: str, message: CommandClick) -> None:
        """Open or close the list of first moves; handle other commands as any step does."""
        if name == "why_not":
            if self.table.history or self.done:
                self.reset()
            self.asking = not self.asking
            return
        super().command(name, message)

    def answered(self, picks: Picks) -> None:
        """Show what follows the first move in question; it does not count as an answer."""
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
        """Make a move, closing the list of moves."""
        self.asking = False
        super().act(number)

    def undo_to_begin(self) -> None:
        """Take everything back without comment."""
        said = self.feedback
        while self.table.history:
            super().undo()
        self.done, self.feedback = False, said

    def _first_moves(self) -> list[shapes.Item]:
        """Return each move as an answer, with the card it is about; only the first of equivalent moves."""
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
        """Return the coach of a step, with the question and, once it is asked, the moves."""
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
