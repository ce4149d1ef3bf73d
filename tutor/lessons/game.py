"""The play step: a full game against a bot, with undo and hints; its key moments are reviewed afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from engines.book.cards import Deck
from engines.kernel.state import Action
from engines.search.players import STRENGTHS, name_of_strength
from tutor.lessons.event_films import film_lines
from tutor.lessons.session import Session
from tutor.matches import clicks, feedback, kept_boards, kept_games, passing_on
from tutor.matches.asking_first import ask_first
from tutor.matches.match import Match, MissedMoment, Setup
from tutor.matches.playthrough import Attempt, LogEntry, Playthrough
from tutor.messages import shapes
from tutor.messages.clicks import CommandClick, TableClick
from tutor.progress import Event
from tutor.text import format_message

SEATS = ("you", "rival")


class PlayStep(Session):
    """The step in which the learner plays a full game against a bot, with undo and hints."""

    match: Match
    missed: list[MissedMoment]
    asked: tuple[Action, ...] | None  # a losing move that the learner must confirm
    question: shapes.Question
    switch: Callable[[bool], None] | None = None  # called when the warning before a losing move is switched on or off

    def fresh_table(self) -> Playthrough:
        """Set up the game, with the variant and the decks that the step asks for."""
        step, game = self.step, self.lesson.game.variant(**self.step.get("variant", {}))
        strength, decks = step.get("bot", "beginner"), {who: step.get("decks").get(who, {}) for who in SEATS}
        strength = name_of_strength(strength, STRENGTHS, step.where)
        own = [Deck(who, who, cards) for who, cards in decks.items() if not isinstance(cards, str)]
        you, rival = (cards if isinstance(cards, str) else who for who, cards in decks.items())
        self.seed = self.wanted or step.get("seed") or secrets.randbelow(1 << 30)
        setup = Setup(game.name, you, rival, strength, step.get("first", "rules"), self.seed)
        self.match = Match(setup, game.with_decks(own))
        return self.match.table

    def begin(self) -> None:
        """Begin with no missed moments and no move to be confirmed."""
        self.missed, self.asked = [], None

    def kept(self, learner: str, events: Iterable[Event], warns: bool) -> None:
        """Store the game in the learner's log from now on; resume an unfinished game found there."""
        lesson, step, found = self.lesson.name, self.step.id, None
        try:
            found = kept_games.half_played_game(events, lesson, step)
            if found is not None:
                self.match = kept_games.replay_game(found, self.match.game)
                self.table, self.seed = self.match.table, found.setup.seed
                self.table.language = self.language
                self._say_resumed(len(found.moves))
        except kept_games.ReplayError as error:
            found = None
            self.feedback = self.info(format_message("play.not_resumed", self.language, why=str(error)))
        self.match.keeper, self.match.warns = kept_games.GameKeeper(learner, lesson, step, found), warns

    def keep_at(self, place: str) -> None:
        """Keep the game under a name, outside the log; resume an unfinished one found there."""
        keeper = kept_boards.BoardKeeper(place)
        found = kept_boards.resume_match(keeper, self.match.game)
        if found is None:
            self.match.keeper = keeper
            return
        self.match, self.table, self.seed = found, found.table, found.setup.seed
        self.table.language = self.language
        self._say_resumed(len(keeper.rows))

    def _say_resumed(self, moves: int) -> None:
        self.feedback = self.info(format_message("play.resumed", self.language))
        self.feedback["say"] = format_message("play.resumed_text", self.language, moves=moves)

    def reset(self) -> None:
        """Begin another game, stored in the same way as the one before."""
        keeper, warns = self.match.keeper, self.match.warns
        super().reset()
        self.match.keeper, self.match.warns = keeper and keeper.anew(), warns

    def read_click(self, message: TableClick) -> clicks.ClickMeaning:
        """Return what a click means; ways of passing count as moves."""
        scopes = self.match.ways_to_pass()
        return clicks.read_click(self.table, message, self.stamp, scopes, self.offers_moves())

    def offers_moves(self) -> bool:
        """Return True while the learner decides, even if a move is to be confirmed: another may be made instead."""
        return self.table.yours

    def choose(self, chosen: clicks.ChosenMove) -> None:
        """Play a chosen move; a division counts as one move."""
        self.play(chosen.actions, on=chosen.scope)

    def act(self, number: int) -> None:
        """Play legal move `number`."""
        self.click(clicks.read_move(self.table, number, self.match.ways_to_pass()))

    def play(self, actions: tuple[Action, ...], sure: bool = False, on: str = "") -> None:
        """Make a move and judge the end. sure : play it even if it loses. on : how long to continue passing."""
        asked = None if sure else ask_first(self.match, actions, self.language)
        if asked is not None:
            self.asked, self.feedback = actions, asked.note
            self.question = {"title": asked.said["title"], "text": asked.said["facts"][0]["fact"]}
            return
        self.feedback = self.asked = None
        if on:
            self.match.pass_on(on)
        else:
            self.match.play(actions)
        if self.match.over and not self.done:
            self.missed = self.match.moments(self.step.get("moments", 0))
            end = feedback.ending_feedback(self.match, self.language)
            facts = [*end["facts"], *feedback.missed_wins(self.match, self.missed, self.language)]
            words = feedback.missed_wins_note(self.missed, self.language) if self.step.get("moments") else ""
            self.verdict(True, end["title"], facts, words)
            if self.feedback:
                self.feedback["tone"] = end["tone"]

    def scene(self) -> shapes.Scene:
        """Return the scene; while a move is to be confirmed, without other moves."""
        scene = super().scene()
        if feedback.fight_end(self.match):
            feedback.add_news(scene, feedback.news_feedback(self.match, self.language))
        scene["moves"] += passing_on.passing_buttons(self.match.ways_to_pass(), len(scene["moves"]), self.language)
        if self.asked and self.feedback:
            now = f"{self.question['title']} {self.question['text']}"
            scene |= {"moves": [], "divide": None, "question": self.question, "now": now}
            scene |= {"answers": [self.control("take_back", primary=True), self.control("do_anyway")]}
        return scene

    def command(self, name: str, message: CommandClick) -> None:
        """Carry out a command of the controls, such as returning to a moment after the game."""
        place, asked = name.removeprefix("moment-"), self.asked
        self.asked = None
        if name == "do_anyway" and asked:
            self.play(asked, sure=True)
        elif name == "take_back":
            self.feedback = None
        elif name == "warnings" and self.switch:
            self.match.warns = not self.match.warns
            self.switch(self.match.warns)
        elif name == "before_end" and self.match.over:
            self.back_to(self.match.before_the_end())
        elif place.isdecimal() and place != name and int(place) < len(self.missed):
            self.back_to(self.missed[int(place)].place)
        else:
            super().command(name, message)

    def back_to(self, place: int | None) -> None:
        """Return to the earlier decision `place`, if there is such a decision."""
        if place is not None:
            self.match.back_to(place)
            self.go_on()

    def tried(self, attempt: Attempt | clicks.SenselessTry) -> None:
        """Explain a click that was not a legal move, and drop a move that was to be confirmed."""
        self.asked = None
        if isinstance(attempt, Attempt) and self.match.keeper is not None:
            self.match.keeper.refused(self.match, attempt)
        super().tried(attempt)

    def undo(self) -> None:
        """Take back the last move, even after the end of the game."""
        self.match.undo()
        self.go_on()

    def go_on(self) -> None:
        """Continue from an earlier moment."""
        self.feedback, self.answer, self.lit = None, None, {}
        self.missed, self.done = [], self.match.over

    def events(self) -> tuple[list[shapes.EventLine], shapes.Panel]:
        """Return the log, with the newest line first."""
        return film_lines(self, self.table.log)[::-1][:60], {"kind": "log"}

    def entry(self, number: int | None) -> LogEntry | None:
        """Return event `number` of the log."""
        return self.table.log[number - 1] if number is not None and 0 < number <= len(self.table.log) else None

    def hint(self) -> None:
        """Suggest what a careful player would do, and highlight the cards involved."""
        hint = feedback.advice_feedback(self.match, self.language)
        if hint is not None:
            self.feedback, self.lit = hint
            self.listener("hint", {"hints": 1})

    def coach(self) -> shapes.Coach:
        """Return the controls of a game."""
        before = self.match.may_go_back
        back = [self.control("before_end")] if before else []
        back += [
            {
                "name": f"moment-{number}",
                "label": format_message("play.back_to", self.language, turn=moment.turn),
                "primary": False,
                "enabled": True,
            }
            for number, moment in enumerate(self.missed)
        ]
        label = format_message("play.warns_on" if self.match.warns else "play.warns_off", self.language)
        warns: list[shapes.Control] = [{"name": "warnings", "label": label, "primary": False, "enabled": True}]
        return {
            "playing": bool(self.table.history) and not self.match.over,
            "controls": [
                *back,
                self.control("hint", enabled=self.table.yours),
                *(warns if self.switch and not self.match.over else []),
                self.control("undo", enabled=bool(self.table.history)),
                self.control("reset"),
            ],
            "hints": None,
        }
