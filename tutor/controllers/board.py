"""A match on a stage: board, phase graph, a log with a "why?" for every line, hints, undo, questions and messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engines.errors import DataError
from engines.kernel.state import Action, State
from tutor.boards import scenery
from tutor.boards.stage import Stage
from tutor.graphs.exits import next_step_names
from tutor.graphs.widget import PhaseGraph
from tutor.matches import clicks, feedback, hand_panel, passing_on
from tutor.matches.asking_first import ask_first
from tutor.matches.hand_moves import HAND, PICK
from tutor.matches.match import LOOKING_AHEAD, Advice, Match, MissedMoment, RivalAnswers
from tutor.matches.moves import TableMove
from tutor.matches.playthrough import Attempt, SceneChanges
from tutor.messages import shapes
from tutor.messages.clicks import CommandClick, StageClick
from tutor.navigation.links import has_page, page_link
from tutor.navigation.page_header import page_bar
from tutor.practice import background
from tutor.text import format_message


class LogLine(NamedTuple):
    """A line of the log, with the number and the heading of its turn."""

    turn: int
    head: str
    shown: shapes.EventLine


class Board:
    """A match on a stage: carries out what clicks mean, and shows the result.

    leave : called when the learner asks for another game. switch : called when the warnings are switched on or off;
    None if they cannot be switched.
    """

    def __init__(
        self,
        match: Match,
        language: str,
        leave: Callable[[], None] | None = None,
        switch: Callable[[bool], None] | None = None,
    ) -> None:
        self.match, self.language, self.leave, self.switch = match, language, leave, switch
        self.asked: tuple[Action, ...] | None = None  # a move that loses, or lets a win go
        self.note: shapes.Feedback | None = None  # what is said beside the question about it
        match.table.language = language
        self.stamp = 0
        self.moments: list[MissedMoment] | None = None
        self.beside = background.WorkBeside()
        if match.setup.strength == LOOKING_AHEAD:
            background.start_helpers()
        self.moves: list[TableMove] = []
        self._lines: list[LogLine] = []
        self.stage = self.new_stage()
        self.graph = PhaseGraph.of(match.game, height=560)
        self.stage.beside = self.graph
        self.stage.on_message(self.receive)
        self.show()

    def say(self, key: str, **facts: object) -> str:
        """Return one of this page's texts, by key, in the learner's language."""
        return format_message(f"play.{key}", self.language, **facts)

    # Overridden by other kinds of board.

    helps = True
    """Whether the buttons of harmless moves are highlighted."""

    def put_light(self, scene: shapes.Scene) -> shapes.Scene:
        """Return the scene with the highlights of this board."""
        return scene

    def new_stage(self) -> Stage:
        """Return the widget on which the match is played."""
        return Stage(mode="play", bar=self.bar())

    def bar(self) -> shapes.Bar:
        """Return the bar at the top."""
        return page_bar(self.match.game, "play.place", self.language)

    def players(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the names of the players, each with the note beside it."""
        yours, rivals, strength = self._chosen()
        return (self.say("you"), self.say("rival")), (yours, self.say("bot", deck=rivals, strength=strength))

    def introduction(self) -> tuple[str, str]:
        """Return the title of the page, and the text below it."""
        yours, rivals, strength = self._chosen()
        turn = self.match.table.state.turn
        when = self.say("both_turn" if turn else "before", turn=turn)
        title = self.say("title", you=yours, rival=rivals)
        return title, self.say("text", deck=yours, strength=strength, when=when)

    def ending(self) -> shapes.Feedback:
        """Return how the game ended."""
        return feedback.ending_feedback(self.match, self.language)

    def news(self) -> str:
        """Return the news shown with the next question: how a fight ended, the rival's turn, or a tied throw."""
        return feedback.news_feedback(self.match, self.language, closed_book=not self.helps)

    def _chosen(self) -> tuple[str, str, str]:
        """Return the names of the two decks and the strength of the bot."""
        setup, decks = self.match.setup, self.match.game.decks
        return (
            decks[setup.you].name,
            decks[setup.rival].name,
            format_message(f"strength.{setup.strength}", self.language),
        )

    # Messages.

    def receive(self, message: StageClick) -> None:
        """Carry out the action or command that a click means."""
        if message["type"] == "command" and message["name"] in ("why", "clause"):
            self._answer(message)
        elif message["type"] == "command":
            self._command(message["name"]) if message["stamp"] == self.stamp else self._say_stale()
        elif message["type"] != "answer":
            self._click(clicks.read_click(self.match.table, message, self.stamp, self.match.ways_to_pass()))

    def _click(self, meaning: clicks.ClickMeaning) -> None:
        """Make a move, or explain why a click is not one."""
        table = self.match.table
        match meaning:
            case clicks.StaleClick():
                self._say_stale()
            case clicks.ChosenMove(actions=((name, *named),)) if name in (HAND, PICK):
                self._move_by_hand(name, named)
            case clicks.ChosenMove(actions=actions, scope=scope):
                self._play(actions, on=scope)
            case Attempt() if table.by_hand:  # no rule governs moves by hand
                self.show(hand_panel.explain_by_hand(self.match, self.language))
            case clicks.SenselessTry(text=text, instead=instead):
                self.asked = None
                asked = clicks.question_now(table)
                facts = [] if asked is None else [feedback.fact_of_clause(table.state.game, *asked)]
                self.show({"tone": "info", "title": text, "facts": facts, "say": instead})
            case attempt:
                self.asked = None
                if self.match.keeper is not None:
                    self.match.keeper.refused(self.match, attempt)
                said = feedback.refusal_feedback(table.state.game, attempt, language=self.language)
                self.show(said, dict.fromkeys(attempt.refs[:1], "refused"))

    def _say_stale(self) -> None:
        self.stage.notice(self.say("stale"))

    def _play(self, actions: tuple[Action, ...], sure: bool = False, on: str = "") -> None:
        """Make a move, and keep passing for the scope `on`; first ask about a costly move, unless `sure`."""
        question = None if sure else ask_first(self.match, actions, self.language)
        if question is not None:
            self.asked, self.note = actions, question.note
            self.show(question.said)
            return
        self.moments = self.asked = None
        self.beside.stop_work()
        self.match.begin_move(*(self.match.passing_move(on) if on else (actions, None)))
        if self.match.looks_ahead and self.beside.begin_work(
            self.match.bare_copy().find_answers, self._take_answers, brief=True
        ):
            self.show()
            return
        self.match.answer()
        self._end_move()

    def _take_answers(self, found: RivalAnswers) -> None:
        self.match.repeat_answers(found)
        self._end_move()

    def _end_move(self) -> None:
        self.match.end_move()
        self.show(self._unsaved())

    def _move_by_hand(self, name: str, named: list[Any]) -> None:
        """Make a free move, or choose one of the cards that have been looked at."""
        if name == PICK:
            zone, card, number = named
            self.match.table.picked = (zone, card, number)
            self.show()
            return
        try:
            self.match.play_free_move(named[0])
        except DataError as error:
            self.show(hand_panel.refuse_by_hand(error))
            return
        self.show(self._unsaved())

    def _unsaved(self) -> shapes.Feedback | None:
        """Return a message that the game cannot be stored; None if it can."""
        why = self.match.keeper.unsaved if self.match.keeper else ""
        return {"tone": "info", "title": self.say("not_kept", why=why), "facts": []} if why else None

    @property
    def _rival_thinks(self) -> bool:
        return self.beside.is_under_way and self.match.looks_ahead

    def _command(self, name: str) -> None:
        if self._rival_thinks and name not in ("undo", "new"):
            return
        if name != "new":  # a game that is left may be resumed
            self.beside.stop_work()
        asked, self.asked = self.asked, None
        if name == "do_anyway" and asked:
            self._play(asked, sure=True)
        elif name == "take_back":
            self.show()
        elif name == "warnings" and self.switch:
            self.match.warns = not self.match.warns
            self.switch(self.match.warns)
            self.show()
        elif name == "before_end" and self.match.over:
            self._before_the_end()
        elif name == "by_hand" and self.match.may_call_hands:
            self.match.call_by_hand()
            self.show()
        elif name == "undo" and self.match.undo():
            self.moments = None
            self.show()
        elif name == "hint":
            self._hint()
        elif name == "new" and self.leave:
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
        """Show what a careful player would do, and highlight its cards."""
        match = self.match.bare_copy()
        if self.beside.begin_work(match.advise, self._show_advice, brief=True):
            self.show(self._thinking())
        else:
            self._show_advice(match.advise())

    def _show_advice(self, advice: Advice | None) -> None:
        if advice is not None:
            self.show(*feedback.explain_advice(self.match, advice, self.language))

    def _look_back(self) -> None:
        """After the game, show where a certain win was missed."""
        match = self.match.bare_copy(history=True)
        if self.beside.begin_work(match.moments, self._show_moments):
            self.show(self._thinking())
        else:
            self._show_moments(match.moments())

    def _show_moments(self, moments: list[MissedMoment]) -> None:
        self.moments = moments
        said = self.ending()
        said["facts"] += feedback.missed_wins(self.match, self.moments, self.language)
        said["say"] = feedback.missed_wins_note(self.moments, self.language)
        self.show(said)

    def _thinking(self) -> shapes.Feedback:
        return {"tone": "info", "title": self.say("thinking"), "facts": []}

    def _before_the_end(self) -> None:
        """Go back to the last decision at which a game that was lost could still be saved."""
        place = self.match.before_the_end()
        if place is not None:
            self.match.back_to(place)
            self.moments = None
            turn = self.match.table.state.turn
            self.show({"tone": "info", "title": self.say("before_it", turn=turn), "facts": []})

    def welcome(self, moves: int | None, notice: str = "") -> None:
        """Say that an unfinished game has been resumed after `moves` moves; with None, why it could not be."""
        if moves is not None:
            text = self.say("resumed_text", moves=moves)
            self.show({"tone": "info", "title": self.say("resumed"), "facts": [], "say": text})
        elif notice:
            self.show({"tone": "info", "title": notice, "facts": []})

    def _answer(self, message: CommandClick) -> None:
        """Open or close the clause behind a line of the log, and show the line's step in the graph."""
        panel = self.stage.panel.copy()
        number = message.get("n") if message["name"] == "why" else 0
        log = self.match.table.log
        if message["name"] == "why" and (opened := panel.get("answer")) and opened.get("n") == number:
            panel.pop("answer")
            self._point()
        elif message["name"] == "clause":
            panel["answer"] = {"n": 0, "clauses": feedback.known_entries(self.match.game, [str(message.get("id"))])}
        elif isinstance(number, int) and 1 <= number <= len(log):
            entry = log[number - 1]
            panel["answer"] = {"n": number, **feedback.why_it_happened(self.match.game, entry, self.language)}
            self._point(entry.event.step)
        self.stage.panel = panel

    # Display.

    def show(self, said: shapes.Feedback | None = None, marks: dict[str, str] | None = None) -> None:
        """Draw the current table, with a message and marked cards."""
        table, self.stamp = self.match.table, self.stamp + 1
        table.names, table.notes = self.players()
        title, text = self.introduction()
        self.moves = table.moves()
        more: SceneChanges = {"marks": marks or {}}
        if self._rival_thinks:
            more["question"] = {"title": self.say("rival_thinks"), "text": ""}
        if self.match.over:
            end = self.ending()
            more["question"] = {"title": end["title"], "text": end["facts"][0]["fact"]}
            said = said or end
        if table.by_hand:
            asked = hand_panel.ask_by_hand(self.match, self.language)
            more |= {"question": asked, "now": f"{asked['title']}. {asked['text']}"}
            said = said or hand_panel.explain_by_hand(self.match, self.language)  # until the player is done
        scene = self.put_light(table.scene(self.stamp, **more) | {"primary": []})
        scene["moves"] += passing_on.passing_buttons(self.match.ways_to_pass(), len(self.moves), self.language)
        feedback.add_news(scene, self.news())
        if self.asked:
            assert said is not None
            question = shapes.Question(title=said["title"], text=said["facts"][0]["fact"])
            scene |= {
                "moves": [],
                "divide": None,
                "question": question,
                "now": f"{question['title']} {question['text']}",
            }
            said = self.note
            scene |= {"answers": [self._control("take_back", primary=True), self._control("do_anyway")]}
        with self.stage.hold_sync():
            self.stage.scene = scene
            self.stage.coach = {
                "title": title,
                "text": text,
                "feedback": said,
                "controls": self._controls(),
                "playing": bool(table.history) and not self.match.over,
            }
            self.stage.events = self._log()
            self.stage.panel = {"kind": "log", "at": len(table.log)}
        self._point()
        # the table does not wait for this, because it only highlights buttons
        safe = [0] if table.by_hand else self.match.harmless_moves(self.moves) if self.helps and self.moves else []
        if safe:
            self.stage.scene = self.stage.scene | {"primary": safe}

    def _point(self, step: str = "") -> None:
        """Show the current step in the phase graph, or the `step` of an opened log line."""
        table = self.match.table
        state = table.state
        if step:
            self.graph.move(step, [], [], title=self.say("asked"))
            return
        steps = self._steps_of_turn(state.turn)
        visited = [name for at, name in enumerate(steps) if name != state.step.name and steps[at - 1 : at] != [name]]
        notes = {state.step.phase: self.say("you_decide")} if table.yours else {}
        self.graph.move(state.step.name, visited, next_step_names(state), title=self._heading(state), notes=notes)

    def _steps_of_turn(self, turn: int) -> list[str]:
        """Return the steps of a turn in the log, without the step in which the previous turn ended."""
        earlier = ""
        steps: list[str] = []
        for entry in self.match.table.log:
            step = entry.event.step
            if entry.state.turn != turn:
                earlier = step
            elif steps or step != earlier:
                steps.append(step)
        begun = self.match.table.state.game.flow.first.name  # its work, such as checking the decks, is not logged
        return [begun, *steps] if turn == 0 and steps and begun not in steps else steps

    def _controls(self) -> list[shapes.Control]:
        undo: shapes.Control = {"name": "undo", "label": self.say("undo"), "enabled": bool(self.match.table.history)}
        new = self._control("new")
        if not self.match.over:
            hint: shapes.Control = {"name": "hint", "label": self.say("hint"), "enabled": self.match.table.yours}
            label = self.say("warns_on" if self.match.warns else "warns_off")
            warnings: list[shapes.Control] = (
                [{"name": "warnings", "label": label, "title": self.say("warns_title")}] if self.switch else []
            )
            if self.match.table.by_hand:
                return [undo, new]
            title = format_message("hand.call_title", self.language)
            call: shapes.Control = {
                "name": "by_hand",
                "label": format_message("hand.call", self.language),
                "title": title,
            }
            return [undo, hint, *([call] if self.match.may_call_hands else []), *warnings, new]
        before = [self._control("before_end")] if self.match.may_go_back else []
        back: list[shapes.Control] = [
            {"name": f"moment-{number}", "label": self.say("back_to", turn=moment.turn)}
            for number, moment in enumerate(self.moments or ())
        ]
        look_back: list[shapes.Control] = (
            [] if self.moments is not None else [{"name": "look", "label": self.say("look")}]
        )
        return [self._control("again", primary=True), *self._review(), *before, *back, *look_back, undo, new]

    def _review(self) -> list[shapes.Control]:
        """Return the link to the page that reviews the game, if the game is stored and there is such a page."""
        page = f"{self.match.game.name}/review.ipynb"
        if self.match.keeper is None or self.match.keeper.unsaved or not has_page(page):
            return []
        return [{"name": "review", "label": self.say("review"), "href": page_link(page), "primary": False}]

    def _control(self, name: str, primary: bool = False) -> shapes.Control:
        return {"name": name, "label": self.say(name), "primary": primary}

    def _log(self) -> list[shapes.EventLine]:
        """Return the log with the latest line first, and a heading for each turn."""
        table = self.match.table
        del self._lines[len(table.log) :]
        for entry in table.log[len(self._lines) :]:
            turn, seat = entry.state.turn, entry.event.seat
            last = self._lines[-1] if self._lines else None
            head = last.head if last and last.turn == turn else self._heading(entry.state)
            line: shapes.EventLine = {
                "n": len(self._lines) + 1,
                "text": table.narrate(entry.event),
                "clause": entry.event.clause,
                "who": scenery.player_letters(table.names)[seat] if seat < 2 else "",
            }
            self._lines.append(LogLine(turn, head, line))
        shown: list[shapes.EventLine] = []
        last_head = None
        for one in reversed(self._lines):
            if one.head != last_head:
                last_head = one.head
                shown.append({"head": one.head})
            shown.append(one.shown)
        return shown

    def _heading(self, state: State) -> str:
        if not state.turn:
            return self.say("before")
        viewer = self.match.table.viewer
        whose = state.game.rules.table(state, viewer).turn_player
        key = "both_turn" if whose is None else "your_turn" if whose == viewer else "rival_turn"
        return self.say(key, turn=state.turn)
