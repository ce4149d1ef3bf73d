"""The do and solve steps that dice decide (`at_least`): a move is judged by the chance it leaves, not by the result."""

from __future__ import annotations

import secrets
from fractions import Fraction

from engines.kernel.state import NATURE, State
from engines.search.solver import Odds, open_chance
from tutor.lessons.event_films import trim_film
from tutor.lessons.playing import DoStep
from tutor.matches.phrases import words_for_notation
from tutor.matches.playthrough import LogEntry
from tutor.messages import shapes
from tutor.text import format_message


class BestChanceStep(DoStep):
    """The step in which the learner looks for a good chance.

    Dice are rolled as in a game; a good move counts as right even if the roll is unlucky.
    """

    solver: Odds

    def begin(self) -> None:
        """Use new dice each time, unless the answer is being replayed."""
        self.seed = self.wanted or secrets.randbelow(1 << 30)
        self.table.state.chance = self.seed
        self.at_stake: shapes.Fact | None = None  # the chance at the last move that depended on luck
        super().begin()

    def act(self, number: int) -> None:
        """Judge a move before its dice are rolled, then play it."""
        moves, first = self.table.moves(), self.table.state
        if self.lost or self.done or not 0 <= number < len(moves):
            super().act(number)
            return
        best, left = self.solver.probability(open_chance(first)), self.solver.after(first, moves[number].actions)
        clause = self.clause_of_chance(first, moves[number].actions)
        if left < min(best, self.solver.least):
            self.spoiled(number, self.odds("lost", clause, left, best))
            return
        kept, count = self.odds("kept", clause, left, best), len(self.table.log)
        if 0 < best < 1:
            move = words_for_notation(moves[number].text, self.lesson.game)
            self.at_stake = self.odds("kept_by", clause, left, best, move=f"{move[:1].upper()}{move[1:]}")
        elif self.at_stake is not None:  # after the roll, show the chance judged before it
            kept = self.at_stake
        super().act(number)
        last = self.last_facts(self.judged(self.table.log[count:], first))
        if not self.done and self.solver.goal(self.table.state) is False:
            self.verdict(True, format_message("lesson.odds.unlucky", self.language), last, "", self.moves_made())
        if self.done and self.feedback is not None:
            self.feedback["facts"] = [kept, *last]

    def spoiled(self, number: int, fact: shapes.Fact) -> None:
        """Play a move that leaves too small a chance, and say how small it is, whatever the roll."""
        first = self.table.state
        happened, text = self.make(self.table.moves()[number])
        seen = trim_film(happened, self.is_loud)
        self.give_away(first, seen, text, [fact, *self.last_facts(happened)], "lesson.odds.given_away")

    def last_facts(self, happened: list[LogEntry]) -> list[shapes.Fact]:
        """Return the last three notable events as facts; if there was a fight, only events of the fight."""
        loud = self.loud(happened)
        fought = [one for one in loud if one.state.game.rules.fighting(one.state)]
        return [self.rendered(one) for one in (fought or loud)[-3:]]

    def odds(self, name: str, clause: str, left: Fraction, best: Fraction, **facts: str) -> shapes.Fact:
        """Return a chance as a fact, with the clause of the roll on which it depends."""
        return self.fact(format_message(f"lesson.odds.{name}", self.language, left=left, best=best, **facts), clause)

    def clause_of_chance(self, state: State, actions: tuple[tuple[object, ...], ...]) -> str:
        """Return the clause of the next roll after these actions; if there is none, that of the current step."""
        here = open_chance(state)
        for action in actions:
            here.apply(action)
        while here.actions and self.solver.goal(here) is None:
            if here.seat_to_act == NATURE:
                return here.step.clauses[0]
            here.apply(self.solver.best(here))
        return state.step.clauses[0]

    def still_possible(self) -> bool:
        """Return True until the learner makes a worse move; until then the goal may still be reached."""
        return not self.lost
