"""The play step: a whole game against a bot, with undo, hints, and moments looked at afterwards."""

from __future__ import annotations

import secrets
from typing import Any

from engines.core.cards import Deck
from engines.core.errors import DataError
from engines.core.players import STRENGTHS
from tutor.lessons.films import film_lines
from tutor.lessons.session import Json, Session
from tutor.matches import feedback
from tutor.matches.match import Match, Moment, Setup
from tutor.matches.playthrough import LogEntry, Playthrough
from tutor.text import say

SEATS = ("you", "rival")


class Play(Session):
    """A whole game against a bot, with undo and hints."""

    match: Match
    missed: list[Moment]

    def fresh_table(self) -> Playthrough:
        """Set up the game: a variant, with decks of its own, if the step says so."""
        step, game = self.step, self.lesson.game.variant(**self.step.get("variant", {}))
        strength, decks = step.get("bot", "beginner"), {who: step.get("decks").get(who, {}) for who in SEATS}
        if strength not in STRENGTHS:
            raise DataError(step.where, f"there is no bot {strength!r}.", f"Bots: {', '.join(STRENGTHS)}.")
        own = [Deck(who, who, "", cards) for who, cards in decks.items() if not isinstance(cards, str)]
        you, rival = (cards if isinstance(cards, str) else who for who, cards in decks.items())
        self.seed = self.wanted or step.get("seed") or secrets.randbelow(1 << 30)
        self.match = Match(Setup(game.name, you, rival, strength, seed=self.seed), game.with_decks(own))
        return self.match.table

    def begin(self) -> None:
        """Nothing has been missed yet."""
        self.missed = []

    def act(self, number: int) -> None:
        """Play the learner's move and the rival's answers."""
        moves = self.table.moves()
        if not 0 <= number < len(moves):
            self.feedback = self.info(say("lesson.stale", self.language))
            return
        self.feedback = None
        self.match.play(moves[number].actions)
        if self.match.over and not self.done:
            self.missed = self.match.moments(self.step.get("moments", 0))
            end = feedback.ending(self.match, self.language)
            facts = [*end["facts"], *feedback.missed(self.match, self.missed, self.language)]
            none = self.step.get("moments") and not self.missed
            self.verdict(True, end["title"], facts, say("play.no_moments", self.language) if none else "")
            self.feedback = (self.feedback or {}) | {"tone": end["tone"]}

    def command(self, name: str, message: Json) -> None:
        """Carry out a command of the controls; after the game also: back to a moment."""
        place = name.removeprefix("moment-")
        if place.isdecimal() and place != name and int(place) < len(self.missed):
            self.match.back_to(self.missed[int(place)].place)
            self.go_on()
        else:
            super().command(name, message)

    def undo(self) -> None:
        """Take the last move back, also after the end."""
        super().undo()
        self.go_on()

    def go_on(self) -> None:
        """Play on from an earlier moment."""
        self.feedback, self.answer, self.lit = None, None, {}
        self.missed, self.done = [], self.match.over

    def events(self) -> tuple[list[Json], Json]:
        """Return the log, the newest line first."""
        return film_lines(self, self.table.log)[::-1][:60], {"kind": "log"}

    def entry(self, number: Any) -> LogEntry | None:
        """Return event `number` of the log."""
        return self.table.log[number - 1] if isinstance(number, int) and 0 < number <= len(self.table.log) else None

    def hint(self) -> None:
        """Suggest what a careful player would do, and light its cards."""
        hint = feedback.advised(self.match, self.language)
        if hint is not None:
            self.feedback, self.lit = hint
            self.listener("hint", {"hints": 1})

    def coach(self) -> Json:
        """Return the controls of a game."""
        back = [
            {
                "name": f"moment-{number}",
                "label": say("play.back_to", self.language, turn=moment.turn),
                "primary": False,
                "enabled": True,
            }
            for number, moment in enumerate(self.missed)
        ]
        return {
            "controls": [
                *back,
                self.control("hint", enabled=self.table.yours),
                self.control("undo", enabled=bool(self.table.history)),
                self.control("reset"),
            ],
            "hints": None,
        }
