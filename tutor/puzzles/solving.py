"""A puzzle being solved: a solve step in which the learner can ask "why not this?" about every first move.

`SolvePuzzle` is for a goal that can be reached for certain, `SolveByChance` for one that dice decide; `solve_session`
chooses between them.
"""

from __future__ import annotations

from typing import Self

from engines.kernel.state import NATURE, State
from engines.search.solver import Odds, open_chance
from tutor.lessons.chance_steps import BestChanceStep
from tutor.lessons.loader import Lesson, Step
from tutor.lessons.playing import DoStep
from tutor.lessons.session import LEARNER
from tutor.lessons.verdicts import VerdictFacts, VerdictListener
from tutor.matches.feedback import speak_move
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import LogEntry
from tutor.messages import shapes
from tutor.messages.clicks import CommandClick, Picks
from tutor.puzzles.refutation import Refutation, describe_loss
from tutor.text import format_message


class AskingStep(DoStep):
    """A step with a goal that answers "why not this?" for each of its first moves.

    tempting : the move refuted once the puzzle is solved, as text; "" if there is none. wrong : the learner's first
    moves that failed, the latest first; they are refuted instead if the tempting move cannot be refuted. refutation :
    None until the puzzle is solved, or if nothing is proved. watching : whether the refutation's film is on the board.
    """

    asks = True

    standalone = True
    asking: bool
    silent = False
    limits_refutation = False
    tempting = ""
    begun = ""
    wrong: tuple[str, ...] = ()
    reveals = False
    refutation: Refutation | None
    watching: bool

    def __init__(
        self, lesson: Lesson, step: Step, listener: VerdictListener | None = None, language: str = "en", seed: int = 0
    ) -> None:
        def hear(verdict: str, facts: VerdictFacts) -> None:
            if listener is not None and not self.silent:
                listener(verdict, facts)

        super().__init__(lesson, step, hear, language, seed)

    def begin(self) -> None:
        """Begin without a question about a first move."""
        super().begin()
        self.asking = self.watching = False
        self.refutation = None

    def command(self, name: str, message: CommandClick) -> None:
        """Open or close the list of first moves; handle other commands as every step does."""
        if name == "why_not":
            if self.table.history or self.done:
                self.reset()
            self.asking = not self.asking
            return
        if name == "refute" and self.refutation is not None:
            self.watch(not self.watching)
            return
        super().command(name, message)

    def watch(self, on: bool) -> None:
        """Show the film of the refutation on the board, or the solved puzzle again."""
        assert self.refutation is not None
        self.watching = on
        self.roll(list(self.refutation.reel) if on else [], self.refutation.first if on else self.table.state)

    @property
    def rolling(self) -> bool:
        """Return True while a film has more to show, or a refutation is being watched."""
        return self.watching or super().rolling

    def answered(self, picks: Picks) -> None:
        """Show what follows the first move that was asked about; asking is not an answer to the puzzle."""
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
        """Make a move and close the list of moves; once the puzzle is solved, refute the tempting move."""
        self.asking = False
        state, moves, was_done = self.table.state, self.table.moves(), self.done
        if not self.table.history and 0 <= number < len(moves):
            self.begun = state.text(moves[number].actions[0])
        super().act(number)
        if self.done and not was_done and not self.silent:
            self._explain()

    def give_away(
        self,
        first: State,
        happened: list[LogEntry],
        text: str,
        facts: list[shapes.Fact],
        title: str = "lesson.given_away",
    ) -> None:
        """Show a move that gives the goal away, and a film of what follows."""
        super().give_away(first, happened, text, facts, title)
        self.wrong = (self.begun, *self.wrong)
        self.roll(happened, first)

    def _explain(self) -> None:
        """Say below the verdict why the tempting move would have failed."""
        found = (self.refute(text) for text in dict.fromkeys((self.tempting, *self.wrong)) if text)
        self.refutation = next((one for one in found if one is not None), None)
        if self.refutation is not None and self.feedback is not None:
            head = format_message("puzzle.why_not_this", self.language, move=self.refutation.move)
            self.feedback["facts"] = [*self.feedback["facts"], {**self.refutation.fact, "head": head}]

    def refute(self, text: str) -> Refutation | None:
        """Return the refutation of a first move; None if it is not proved to fail."""
        run = self.fresh_copy()
        state, moves = run.table.state, run.table.moves()
        same = [at for at, move in enumerate(moves) if state.text(move.actions[0]) == text]
        if not same:
            return None
        number, before, log = same[0], run.table.state, run.table.log
        lines = len(log)
        run.act(number)
        while not (run.lost or run.done or run.reached) and run._picks():
            lines = len(log)
            run.act(run.best_looking_pick())
        if not run.lost or run.feedback is None:
            return None
        begun = [one for one in log[:lines] if one.event.seat != NATURE]  # up to the last pick; the film shows the rest
        reel = [] if isinstance(run.solver, Odds) else [*begun, *run.reel]
        return Refutation(speak_move(state, moves[number].actions[:1]), before, reel, run.feedback["facts"][0])

    def fresh_copy(self) -> Self:
        """Return the same puzzle from its beginning, without a listener; it may reveal the solution."""
        run = type(self)(self.lesson, self.step, None, self.language)
        run.silent = run.reveals = True
        return run

    def best_looking_pick(self) -> int:
        """Return the number of the move that looks best immediately."""
        state, moves = self.table.state, self.table.moves()
        return max(range(len(moves)), key=lambda at: state.game.rules.heuristic(state, moves[at].actions[0]))

    def refutation_facts(
        self, first: State, happened: list[LogEntry], loud: list[LogEntry], end: State, asked: list[State]
    ) -> list[shapes.Fact]:
        """Return one sentence on what the move costs; the film shows the rest."""
        return [describe_loss(self, first, happened, end, asked, self.reveals)]

    def judged(self, happened: list[LogEntry], before: State) -> list[LogEntry]:
        """Return the events up to the moment of judgement; if the game is lost, up to its end."""
        result = happened[-1].state.result if happened else None
        return happened if result is not None and result.winner == 1 - LEARNER else super().judged(happened, before)

    def undo(self) -> None:
        """Take back the last move; while a refutation is watched, return to the solution."""
        if self.watching:
            self.watch(False)
        else:
            super().undo()

    def undo_to_begin(self) -> None:
        """Take everything back without comment."""
        said = self.feedback
        while self.table.history:
            super().undo()
        self.done, self.feedback = False, said

    def _first_moves(self) -> list[shapes.Item]:
        """Return the first moves as items, each with the card it is about; equivalent moves are listed once."""
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
        """Return the coach of a step, with the question "why not this?" and, once that is opened, the moves."""
        found = super().coach()
        if self.lost and self.rolling:  # the film is shown before the question
            found["controls"] = [control | {"primary": False} for control in found["controls"]]
        if self.done:
            return self._with_refutation(found)
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

    def _with_refutation(self, found: shapes.Coach) -> shapes.Coach:
        """Return the coach of a solved puzzle, with a control for the film if there is one."""
        if self.refutation is None or not self.refutation.reel:
            return found
        key = "puzzle.back_to_solution" if self.watching else "puzzle.why_not_this"
        label = format_message(key, self.language, move=self.refutation.move)
        show: shapes.Control = {"name": "refute", "label": label, "primary": False, "enabled": True}
        if self.watching:
            head = format_message("puzzle.why_not_this", self.language, move=self.refutation.move)
            found["feedback"] = self.info(head) | {"facts": [self.refutation.fact]}
        return {**found, "controls": [show, *found["controls"]]}

    def events(self) -> tuple[list[shapes.EventLine], shapes.Panel]:
        """Return the lines of the film; for a refutation, they say which move it follows."""
        lines, panel = super().events()
        if self.watching and self.refutation is not None:
            panel["title"] = format_message("puzzle.why_not_this", self.language, move=self.refutation.move)
        return lines, panel


class SolvePuzzle(AskingStep):
    """A puzzle whose goal can be reached for certain."""


class SolveByChance(AskingStep, BestChanceStep):
    """A puzzle in which the best chance is wanted."""


def solve_session(
    lesson: Lesson, step: Step, listener: VerdictListener | None = None, language: str = "en", tempting: str = ""
) -> AskingStep:
    """Return the session of a puzzle. tempting : the move that is refuted once the puzzle is solved."""
    run = (SolvePuzzle if step.least is None else SolveByChance)(lesson, step, listener, language)
    run.tempting = tempting
    return run
