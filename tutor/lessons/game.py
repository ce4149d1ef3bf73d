"""The play step: a whole game against a bot, with undo, hints, and moments looked at afterwards."""

from __future__ import annotations

import secrets
from typing import Any

from engines.core import players, solver
from engines.core.solver import Solver, TooDeep
from engines.core.state import State
from tutor import feedback
from tutor.lessons.session import LEARNER, Json, Session
from tutor.table import Happening, Table
from tutor.text import say


class Play(Session):
    """A whole game against a bot, with undo and hints."""

    rival: players.Player

    def fresh_table(self) -> Table:
        """Set up the game."""
        step, game = self.step, self.lesson.game.variant(**self.step.get("variant", {}))
        decks = step.get("decks", {})
        state = game.new((decks.get("you"), decks.get("rival")) if decks else None, seed=step.get("seed", self.seed()))
        return Table(state, LEARNER, film=False)

    def seed(self) -> int:
        """Return a seed that differs from try to try."""
        return secrets.randbelow(1 << 30)

    def begin(self) -> None:
        """Let the rival act until the learner must decide."""
        self.rival = players.STRENGTHS[self.step.get("bot", "beginner")](self.table.state.chance)
        self.table.history.clear()
        self._answers()

    def act(self, number: int) -> None:
        """Play the learner's move and the rival's answers."""
        moves = self.table.moves()
        if not 0 <= number < len(moves):
            self.feedback = self.info(say("lesson.stale", self.language))
            return
        self.feedback = None
        self.table.play(moves[number].actions)
        self._answers()

    def _answers(self) -> None:
        table = self.table
        while table.state.decision is not None and not table.yours:
            table.play([self.rival(table.state)], remember=False)
        if table.state.result is not None and not self.done:
            last = table.log[-1]
            self.verdict(True, say("lesson.over", self.language), [self.told(last), *self.moments()])

    def moments(self) -> list[Json]:
        """Return up to three moments of the game where a win this turn was missed, with the better line."""
        found: list[Json] = []
        for state, _ in reversed(self.table.history[-40:]):
            if len(found) >= self.step.get("moments", 0):
                break
            if state.step.pick or state.step.window or state.seat_to_act != LEARNER:
                continue
            line = missed_win(state, LEARNER)
            if line and not (found and found[-1]["turn"] == state.turn):
                text = say("lesson.missed_win", self.language, turn=state.turn, line=line)
                found.append(self.fact(text, state.step.clauses[0]) | {"turn": state.turn})
        return found

    def rule_hint(self) -> list[str]:
        """Return the clauses of the present step."""
        return list(self.table.state.step.clauses[:2])

    def events(self) -> tuple[list[Json], Json]:
        """Return the log, the newest line first."""
        lines = [
            {
                "n": number,
                "text": self.table.tell(one.event),
                "clause": one.event.clause,
                "who": "Y" if one.event.seat == LEARNER else "R",
            }
            for number, one in enumerate(self.table.log, 1)
        ]
        return lines[::-1][:60], {"kind": "log"}

    def happening(self, number: Any) -> Happening | None:
        """Return event `number` of the log."""
        return self.table.log[number - 1] if isinstance(number, int) and 0 < number <= len(self.table.log) else None

    def hint(self) -> None:
        """Suggest what a careful player would do, and light its cards."""
        if not self.table.yours:
            return
        action = players.STRENGTHS["careful"](self.table.state.turn)(self.table.state)
        sources, targets = self.table.places(action)
        self.lit = dict.fromkeys([*sources[:1], *targets[:1]], "lit")
        self.feedback = self.info(
            say(
                "lesson.suggestion",
                self.language,
                move=feedback.plain(self.table.state.text(action), self.table.state.game),
            )
        )
        self.listener("hint", {"hints": 1})

    def coach(self) -> Json:
        """Return the controls of a game."""
        return {
            "controls": [
                self.control("hint", enabled=self.table.yours),
                self.control("undo", enabled=bool(self.table.history)),
                self.control("reset"),
            ],
            "hints": None,
        }


def missed_win(state: State, seat: int, limit: int = 1500) -> str:
    """Return the first move of a win this turn against everything unseen, "" if none is found within `limit`."""
    veiled = state.copy()
    veiled.game.rules.veil(veiled, seat)
    search = Solver(seat, solver.win_this_turn(veiled, seat), limit)
    try:
        here = solver.opened(veiled)
        if not search.holds(here):
            return ""
        line = [action for who, action in search.winning_line(here) if who == seat]
        return feedback.plain(veiled.text(line[0]), veiled.game) if line else ""
    except (TooDeep, RecursionError):
        return ""
