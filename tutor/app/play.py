"""The page of a whole game against a bot: board, phase graph, log with a why for every line, hints, undo."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import ipywidgets

import engines
from engines.core.game import Game
from engines.core.state import Action
from tutor.app.links import query
from tutor.app.parts import page_bar, setup_form
from tutor.boards import scenery
from tutor.boards.stage import Message, Stage
from tutor.graphs.widget import PhaseGraph
from tutor.matches import feedback
from tutor.matches.match import Match, Moment, Setup, exits
from tutor.matches.playthrough import Move
from tutor.text import language as wanted_language
from tutor.text import say


def play(game: str | Game, **wanted: Any) -> Play:
    """Return the page of a whole game.

    Parameters
    ----------
    game
        The game, its name, such as `engines.names()` lists, or the .py file of a game of one's own.
    wanted
        `you` and `rival` (deck ids), `bot` (a strength), `first` ("rules", "you" or "rival"), `seed`. With any of
        them, also behind the `?` of the address, the game begins at once; without, the choices are shown first.
    """
    if isinstance(game, str):
        game = engines.load_file(game) if game.endswith(".py") else engines.load(game)
    return Play(game, query() | wanted)


class Play(ipywidgets.Box):
    """The choices before a game, then the game itself."""

    def __init__(self, game: Game, wanted: dict[str, Any]) -> None:
        super().__init__(layout={"display": "block", "overflow": "visible", "margin": "0"})
        self.game = game
        self.language = wanted_language()
        self.setup = Setup.of(game, wanted, random.randrange(1, 10_000))
        if any(key in wanted for key in ("you", "rival", "bot", "first", "seed")):
            self.begin(self.setup)
        else:
            self.choose()

    def choose(self) -> None:
        """Show the choices."""
        form = setup_form(self.game, self.setup, self.language)
        form.on_message(self._chosen)
        self.children = (form,)

    def _chosen(self, message: Message) -> None:
        if message["name"] == "start":
            self.begin(Setup.of(self.game, message, self.setup.seed))

    def begin(self, setup: Setup) -> None:
        """Begin a game."""
        self.setup = setup
        self.board = Board(Match(setup), self.language, leave=self._leave)
        self.children = (self.board.stage,)

    def _leave(self) -> None:
        self.setup = replace(self.setup, seed=self.setup.seed + 1)
        self.choose()

    def __repr__(self) -> str:
        return f"Play({self.game.title!r})"


class Board:
    """A match on a stage: what each click does, and what is shown after it."""

    def __init__(self, match: Match, language: str, leave: Any = None) -> None:
        self.match, self.language, self.leave = match, language, leave
        match.table.language = language
        self.stamp = 0
        self.moments: list[Moment] | None = None
        self.moves: list[Move] = []
        self._lines: list[dict[str, Any]] = []
        self.stage = Stage(mode="play", bar=self.bar())
        self.graph = PhaseGraph.of(match.game, height=560)
        self.stage.beside = self.graph
        self.stage.on_message(self.receive)
        self.show()

    def say(self, key: str, **facts: Any) -> str:
        """Return words of this page in the learner's language."""
        return say(f"play.{key}", self.language, **facts)

    # What another kind of board says otherwise.

    def bar(self) -> dict[str, Any]:
        """Return the line at the top."""
        return page_bar(self.match.game, "play.place", self.language)

    def players(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return what the players are called, and the note beside each."""
        yours, rivals, strength = self._chosen()
        return (self.say("you"), self.say("rival")), (yours, self.say("bot", deck=rivals, strength=strength))

    def introduction(self) -> tuple[str, str]:
        """Return the title of the page, and what stands below it."""
        yours, rivals, strength = self._chosen()
        turn = self.match.table.state.turn
        when = self.say("both_turn" if turn else "before", turn=turn)
        title = self.say("title", you=yours, rival=rivals)
        return title, self.say("text", deck=yours, strength=strength, when=when)

    def ending(self) -> dict[str, Any]:
        """Return how the game ended."""
        return feedback.ending(self.match, self.language)

    def _chosen(self) -> tuple[str, str, str]:
        """Return the names of the two decks and the strength of the bot."""
        setup, decks = self.match.setup, self.match.game.decks
        return decks[setup.you].name, decks[setup.rival].name, say(f"strength.{setup.strength}", self.language)

    # Messages.

    def receive(self, message: Message) -> None:
        """Do what a click means."""
        if message["type"] == "command" and message["name"] in ("why", "clause"):
            self._answer(message)
        elif message["stamp"] != self.stamp:
            self.stage.notice(self.say("stale"))
        elif message["type"] == "move":
            self._move(message["id"])
        elif message["type"] == "try":
            self._try(message.get("kind"), message.get("from"), message.get("to"))
        elif message["type"] == "command":
            self._command(message["name"])

    def _move(self, number: int) -> None:
        if not 0 <= number < len(self.moves):
            self.stage.notice(self.say("stale"))
            return
        self._play(self.moves[number].actions)

    def _play(self, actions: tuple[Action, ...]) -> None:
        self.moments = None
        self.match.play(actions)
        self.show()

    def _try(self, kind: str | None, source: str | None, target: str | None) -> None:
        table = self.match.table
        attempt = table.attempt(kind, source, target)
        if attempt is None:
            self.show({"tone": "info", "title": self.say("nothing"), "facts": []})
        elif attempt.reasons:
            said = feedback.refusal(table.state.game, attempt, language=self.language)
            self.show(said, dict.fromkeys(attempt.refs[:1], "refused"))
        elif attempt.action in table.state.actions:
            self._play((attempt.action,))

    def _command(self, name: str) -> None:
        if name == "undo" and self.match.table.undo():
            self.moments = None
            self.show()
        elif name == "hint":
            self._hint()
        elif name == "new":
            self.leave()
        elif name == "again":
            self.match, self.moments, self._lines = self.match.again(), None, []
            self.show()
        elif name == "look" and self.match.over:
            self._look_back()
        else:
            for number, moment in enumerate(self.moments or ()):
                if name == f"moment-{number}":
                    self.moments = None
                    self.match.back_to(moment.place)
                    self.show()

    # Help.

    def _hint(self) -> None:
        """Show what a careful player would do, and light its cards."""
        hint = feedback.advised(self.match, self.language)
        if hint is not None:
            self.show(*hint)

    def _look_back(self) -> None:
        """After the game: show where a certain win was let go."""
        self.moments = self.match.moments()
        said = self.ending()
        said["facts"] += feedback.missed(self.match, self.moments, self.language)
        if not self.moments:
            said["say"] = self.say("no_moments")
        self.show(said)

    def _answer(self, message: Message) -> None:
        """Open or close the clause behind a line of the log, and show its step in the graph."""
        panel = dict(self.stage.panel)
        number = message.get("n") if message["name"] == "why" else 0
        log = self.match.table.log
        if message["name"] == "why" and "answer" in panel and panel["answer"]["n"] == number:
            panel.pop("answer")
            self._point()
        elif message["name"] == "clause":
            panel["answer"] = {"n": 0, "clauses": feedback.known(self.match.game, [str(message.get("id"))])}
        elif isinstance(number, int) and 1 <= number <= len(log):
            entry = log[number - 1]
            panel["answer"] = {"n": number, **feedback.why(self.match.game, entry, self.language)}
            self._point(entry.event.step)
        self.stage.panel = panel

    # Showing.

    def show(self, said: dict[str, Any] | None = None, marks: dict[str, str] | None = None) -> None:
        """Draw the table as it stands, with something said and marked cards."""
        table, self.stamp = self.match.table, self.stamp + 1
        table.names, table.notes = self.players()
        title, text = self.introduction()
        self.moves = table.moves()
        more: dict[str, Any] = {"marks": marks or {}}
        if self.match.over:
            end = self.ending()
            more["question"] = {"title": end["title"], "text": end["facts"][0]["fact"]}
            said = said or end
        scene = table.scene(self.stamp, **more)
        with self.stage.hold_sync():
            self.stage.scene = scene
            self.stage.coach = {"title": title, "text": text, "feedback": said, "controls": self._controls()}
            self.stage.events = self._log()
            self.stage.panel = {"kind": "log", "at": len(table.log)}
        self._point()

    def _point(self, step: str = "") -> None:
        """Show in the phase graph where the game is, or the `step` of a line of the log that was asked about."""
        table = self.match.table
        state = table.state
        if step:
            self.graph.title = self.say("asked")
            self.graph.move(step, [], [])
            return
        steps = self._steps_of_turn(state.turn)
        visited = [name for at, name in enumerate(steps) if name != state.step.name and steps[at - 1 : at] != [name]]
        self.graph.title = self._heading(state)
        self.graph.notes = {state.step.phase: self.say("you_decide")} if table.yours else {}
        self.graph.move(state.step.name, visited, exits(state))

    def _steps_of_turn(self, turn: int) -> list[str]:
        """Return the steps of a turn in which something was logged, without the one in which the last turn ended."""
        earlier = ""
        steps: list[str] = []
        for entry in self.match.table.log:
            step = entry.event.step
            if entry.state.turn != turn:
                earlier = step
            elif steps or step != earlier:
                steps.append(step)
        return steps

    def _controls(self) -> list[dict[str, Any]]:
        undo = {"name": "undo", "label": self.say("undo"), "enabled": bool(self.match.table.history)}
        new = {"name": "new", "label": self.say("new")}
        if not self.match.over:
            return [undo, {"name": "hint", "label": self.say("hint"), "enabled": self.match.table.yours}, new]
        back = [
            {"name": f"moment-{number}", "label": self.say("back_to", turn=moment.turn)}
            for number, moment in enumerate(self.moments or ())
        ]
        look_back = [] if self.moments is not None else [{"name": "look", "label": self.say("look")}]
        return [{"name": "again", "label": self.say("again"), "primary": True}, *back, *look_back, undo, new]

    def _log(self) -> list[dict[str, Any]]:
        """Return the log, the latest first, under a heading for each turn."""
        table = self.match.table
        del self._lines[len(table.log) :]
        for entry in table.log[len(self._lines) :]:
            turn, seat = entry.state.turn, entry.event.seat
            last = self._lines[-1] if self._lines else {"turn": None, "head": ""}
            head = last["head"] if last["turn"] == turn else self._heading(entry.state)
            self._lines.append(
                {
                    "n": len(self._lines) + 1,
                    "text": table.narrate(entry.event),
                    "turn": turn,
                    "head": head,
                    "clause": entry.event.clause,
                    "who": scenery.letters(table.names)[seat] if seat < 2 else "",
                }
            )
        shown: list[dict[str, Any]] = []
        head = None
        for line in reversed(self._lines):
            if line["head"] != head:
                head = line["head"]
                shown.append({"head": head})
            shown.append({key: line[key] for key in ("n", "text", "clause", "who")})
        return shown

    def _heading(self, state: Any) -> str:
        if not state.turn:
            return self.say("before")
        viewer = self.match.table.viewer
        whose = state.game.rules.table(state, viewer).turn_player
        key = "both_turn" if whose is None else "your_turn" if whose == viewer else "rival_turn"
        return self.say(key, turn=state.turn)
