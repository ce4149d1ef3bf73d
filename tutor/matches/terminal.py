"""A game in the terminal: the text version of the board, plain lines for every terminal and every screen reader.

The output comes from the scene that the board draws, so it shows nothing hidden. The input is a number, an action in
the game's notation (quotes may be left out), or a command. A refused action changes nothing; fact, clause and repair
explain it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable

from engines.book.words import InLanguage
from engines.declare.declaration import DeclaredState
from engines.errors import DataError, NotationError, Reason, TextRefused
from engines.forms.free_move_examples import examples_of
from engines.forms.free_moves import EXAMPLES, figures_of, zone_fields_of
from engines.kernel.listener import Event
from engines.kernel.state import Action
from tutor.boards.presentation import load_look
from tutor.matches import feedback, hand_panel, passing_on
from tutor.matches.asking_first import ask_first
from tutor.matches.lookup import look_up
from tutor.matches.match import Match
from tutor.matches.playthrough import Attempt
from tutor.matches.text_lines import card_lines, position_lines, quote_names
from tutor.matches.unreadable_lines import explain_unreadable
from tutor.messages import shapes
from tutor.text import end_sentence, format_message

AskLine = Callable[[str], str]
PrintLine = Callable[[str], object]
SHORT_COMMANDS = {"?": "help", "h": "help"}
"""Common abbreviations of commands."""
FREE_MOVES = tuple(form.partition(" ")[0] for form in EXAMPLES)
"""The words that begin a free move; `look` can also be a command."""


class Terminal:
    """One game played with lines of text.

    match : the game against the bot. ask(prompt) : returns what the learner types; raises EOFError at the end of input.
    out(line) : shows a line. language : the language of the texts around the game. moves : number of moves made in a
    resumed game. told : what is shown at the beginning. switch(on) : stores the switch for the warning before a losing
    move.
    """

    def __init__(
        self,
        match: Match,
        ask: AskLine = input,
        out: PrintLine = print,
        language: str = "en",
        *,
        moves: int = 0,
        told: str = "",
        switch: Callable[[bool], None] = lambda on: None,
    ) -> None:
        self.match, self.ask, self.out, self.language = match, ask, out, language
        self.moves, self.told, self.switch = moves, told, switch
        match.table.language = language
        self.game = match.game
        categories = load_look(self.game.name)["categories"]
        self.cards = [card.name for card in self.game.cards if card.category in categories]
        self.said = {word for kind in self.game.kinds.values() for word in kind.form.split()}
        self.printed = len(match.table.log) if moves else 0
        self.place: tuple[int, str] | None = None
        self.refused: tuple[Attempt, ...] = ()
        self.unkept = ""  # why the game is not stored, once that has been shown
        self.asked: tuple[Action, ...] = ()  # a losing move, until the learner confirms it
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "look": lambda _: self.show_position(),
            "hint": lambda _: self.hint(),
            "why": self.why,
            "undo": lambda _: self.undo(),
            "yes": lambda _: self.confirm(),
            "pass": self.pass_on,
            "before": lambda _: self.go_back_before_loss(),
            "warnings": lambda _: self.switch_warnings(),
            "log": lambda _: self.log(),
            "rules": self.rules,
            "card": self.card,
            "hand": lambda _: self.call_by_hand(),
        }

    def run(self) -> None:
        """Play until the learner quits or the input ends."""
        setup = self.match.setup
        decks = {"deck": self.game.decks[setup.you].name, "rival": self.game.decks[setup.rival].name}
        strength = self.word("strength", setup.strength)
        if self.told:
            self.out(self.told)
        self.say("begin", game=self.game.title, strength=strength, seed=setup.seed, **decks)
        if self.moves:
            self.say("resumed", moves=self.moves)
        self.say("begin_help")
        self.show()
        while True:
            try:
                line = self.ask(format_message("terminal.prompt", self.language)).strip()
            except EOFError:
                return
            if line.casefold() in ("quit", "exit", "q"):
                return
            if line:
                self.handle(line)

    def handle(self, line: str) -> None:
        """Carry out a line: a number, an action, or a command.

        An action takes precedence over a command of the same name.
        """
        word, _, rest = line.partition(" ")
        self.asked = self.asked if word.casefold() == "yes" else ()
        command = self.commands.get(SHORT_COMMANDS.get(word.casefold(), word.casefold()))
        by_hand = self.match.table.by_hand and word in FREE_MOVES and line != word
        if by_hand:
            self.play_free_move(line)
        elif command is not None and not any(line == text for text in self.options()):
            command(rest.strip())
        else:
            self.act(line)

    # Showing.

    def say(self, key: str, **facts: object) -> None:
        """Show a sentence from the catalogue."""
        self.out(format_message(f"terminal.{key}", self.language, **facts))

    def word(self, table: str, key: str) -> str:
        """Return a word from another table of the catalogue."""
        return format_message(f"{table}.{key}", self.language)

    def options(self) -> list[str]:
        """Return the legal actions as texts, in the order of their numbers."""
        return [text for text, _ in self.match.table.choices()]

    def show(self) -> None:
        """Show what has happened, the position if a new phase has begun, the question, and the legal actions."""
        self.show_events()
        if self.match.over:
            self.show_ending()
            return
        scene = self.match.table.scene(0)
        state = self.match.table.state
        place = (state.turn, scene["turn"]["label"])
        shown = place != self.place and not state.step.pick
        if shown:
            self.place = place
            self.show_position()
        question = scene["question"] or {"title": state.step.title, "text": ""}
        if self.match.table.by_hand:
            question = hand_panel.ask_by_hand(self.match, self.language)
        self.out("")
        if not shown:  # it is already part of the full position
            self.show_totals(scene)
        self.out(" ".join(end_sentence(part) for part in (question["title"], question["text"]) if part))
        for number, text in enumerate(self.options(), 1):
            self.out(f"{number}. {text}")
        if self.match.table.by_hand:
            assert isinstance(state, DeclaredState)
            forms = "\n".join(f"  {form}" for form in examples_of(state, self.match.table.viewer))
            self.say("free_moves", zones=self.list_zones(), forms=forms)
        if scopes := self.match.ways_to_pass():
            self.say("pass_on", ways=" / ".join(f"pass {scope}" for scope in scopes))

    def show_totals(self, scene: shapes.Scene) -> None:
        """Show the running totals, and who has passed."""
        for row in scene["tallies"]:
            self.out(end_sentence(row["label"]))
        for player in scene["players"]:
            if player["passed"]:
                self.out(end_sentence(f"{player['name']} {player['passed']}"))

    def show_events(self) -> None:
        """Show the events since the last call, each with its clause."""
        log = self.match.table.log
        for entry in log[self.printed :]:
            self.out(self.format_event(entry.event))
        self.printed = len(log)

    def format_event(self, event: Event) -> str:
        """Return an event as a line: the sentence, and the clause behind it."""
        told = self.match.table.narrate(event)
        return f"{told} ({event.clause})" if event.clause else told

    def show_position(self) -> None:
        """Show the whole table as the learner sees it."""
        self.out("")
        for line in position_lines(self.match.table.scene(0), self.language):
            self.out(line)

    def show_ending(self) -> None:
        """Show how the game ended, by which clause, and at which moments a certain win was missed."""
        said = feedback.ending_feedback(self.match, self.language)
        how, *decided = said["facts"]
        self.out("")
        self.out(f"{said['title']}. {how['fact']}" + (f" ({how['clause']})" if how["clause"] else ""))
        for fact in decided:
            self.out(f"{fact.get('head', '')} {fact['fact']} ({fact['clause']})".strip())
        for moment in self.match.moments():
            self.out(format_message("play.moment", self.language, turn=moment.turn, moves=", ".join(moment.moves)))
        self.say("over_lost" if self.match.may_go_back else "over")

    # Acting.

    def act(self, text: str) -> None:
        """Play what `text` means; explain a refusal, or suggest something similar if it means nothing."""
        table = self.match.table
        if self.match.over:
            self.say("over")
            return
        actions, refused = self.read_and_judge(text)
        if refused is not None:
            self.refused = (refused,)
            if self.match.keeper is not None:
                self.match.keeper.refused(self.match, refused)
            self.explain_refusal(refused)
            return
        if not actions:
            return
        assert table.yours
        if not self.needs_confirmation(tuple(actions)):
            self.play(tuple(actions))

    def needs_confirmation(self, actions: tuple[Action, ...]) -> bool:
        """Warn before a move that loses, or lets a win go; return True if the learner has to confirm it."""
        question = ask_first(self.match, actions, self.language)
        if question is None:
            return False
        self.asked = actions
        self.out(question.said["title"])
        for fact in question.said["facts"]:
            self.show_fact(fact)
        self.say("sure")
        return True

    def play(self, actions: tuple[Action, ...], on: str = "") -> None:
        """Make a move, keep passing for the scope `on`, and show what follows.

        Say once if the game cannot be stored.
        """
        if on:
            self.match.pass_on(on)
        else:
            self.match.play(actions)
        why = self.match.keeper.unsaved if self.match.keeper is not None else ""
        if why and why != self.unkept:
            self.unkept = why
            self.out(format_message("play.not_kept", self.language, why=why))
        self.show()

    def pass_on(self, scope: str) -> None:
        """Pass for the rest of a fight or a turn; `pass` alone is an action, which may be unavailable."""
        if scope not in (passing_on.FIGHT, passing_on.TURN):
            self.act(f"pass {scope}".strip())
        elif scope not in self.match.ways_to_pass():
            self.say("no_passing_on")
        elif not self.needs_confirmation((action := passing_on.passing_action(self.match.table.state),)):
            self.play((action,), scope)

    def list_zones(self) -> str:
        """Return the zones and figures that free moves may refer to, as positions call them."""
        state = self.match.table.state
        assert isinstance(state, DeclaredState)
        return ", ".join(dict.fromkeys([*zone_fields_of(state), *(zone[1] for zone, _ in figures_of(state))]))

    def call_by_hand(self) -> None:
        """Let the learner carry out a card text by hand before the current decision."""
        if not self.match.may_call_hands:
            self.say("no_hand")
            return
        self.match.call_by_hand()
        self.show()

    def play_free_move(self, text: str) -> None:
        """Make a free move while a card text is carried out by hand, or say why it is impossible."""
        try:
            self.match.play_free_move(text)
        except DataError as error:
            self.out(f"{error.what[:1].upper()}{error.what[1:]} {error.remedy}")
            return
        self.show_events()

    def confirm(self) -> None:
        """Make the losing move that the learner confirms."""
        actions, self.asked = self.asked, ()
        if not actions:
            self.say("nothing_asked")
            return
        self.play(actions)

    def switch_warnings(self) -> None:
        """Switch the warning before a losing move on or off."""
        self.match.warns = not self.match.warns
        self.switch(self.match.warns)
        self.out(f"{format_message('play.warns_on' if self.match.warns else 'play.warns_off', self.language)}.")

    def go_back_before_loss(self) -> None:
        """Go back to the last decision at which a lost game was not yet lost."""
        place = self.match.before_the_end()
        if place is None:
            self.say("not_lost")
            return
        self.match.back_to(place)
        self.printed, self.place = len(self.match.table.log), None
        self.out(f"{format_message('play.before_it', self.language, turn=self.match.table.state.turn)}.")
        self.show()

    def read_and_judge(self, text: str) -> tuple[list[Action], Attempt | None]:
        """Return the actions that a text means, and the attempt at the first refused one (None if all are legal).

        If it means nothing, the error is shown.
        """
        table = self.match.table
        try:
            with InLanguage(self.language):
                actions = self.read_actions(text)
        except TextRefused as error:
            refused = table.picks_refused(error, text)
            if refused is None:
                self.out(str(error))
            return [], refused
        except NotationError as error:
            explain_unreadable(self, text, str(error))
            return [], None
        return actions, table.first_refused(actions)

    def read_actions(self, text: str) -> list[Action]:
        """Return the actions that a number or a text stands for.

        Raises NotationError if the number is not listed or the text is not an action.
        """
        table = self.match.table
        choices = table.choices()
        if text.isdecimal():
            number = int(text[:9])  # Python refuses to parse thousands of digits
            if not 1 <= number <= len(choices):
                raise NotationError(format_message("terminal.no_number", self.language, number=text, most=len(choices)))
            return list(choices[number - 1][1])
        wanted = quote_names(text, self.cards, self.said)
        listed = next((actions for line, actions in choices if line == wanted), None)
        return list(listed) if listed else self.game.notation.read(table.state, wanted, table.viewer)

    def explain_refusal(self, attempt: Attempt) -> None:
        """Show why something is refused: the fact, the clause, and what would make it legal."""
        refused = feedback.refusal_feedback(self.game, attempt, language=self.language)
        self.out(f"{refused['title']}.")
        self.out(refused["tried"])
        for fact in refused["facts"]:
            self.show_fact(fact)

    def show_fact(self, fact: shapes.Fact) -> None:
        """Show one fact with its clause and repair."""
        self.out(f"- {fact['fact']}")
        if fact["clause"]:
            self.say("clause", id=fact["clause"], title=fact["clause_title"], text=fact["clause_text"])
        if fact["repair"]:
            repair = end_sentence(fact["repair"])
            self.out(
                f"  {repair}"
                if repair[0].isupper()
                else format_message("terminal.repair", self.language, repair=repair)
            )

    # Commands.

    def help(self, _: str) -> None:
        """List what can be typed."""
        self.out(format_message("terminal.help", self.language))

    def hint(self) -> None:
        """Show what a careful player would do, knowing only what the learner knows."""
        advice = self.match.advise()
        if advice is None:
            self.say("over")
            return
        table = self.match.table
        choices, wanted = enumerate(table.choices(), 1), advice.actions
        number, text = next((at, line) for at, (line, made) in choices if made[: len(wanted)] == wanted)
        self.out(format_message("play.hint_title", self.language, move=f"{number}, {text}."))
        reason = feedback.advice_reason(self.match, advice, self.language)
        if reason:
            self.out(reason)
        if advice.win is not None:
            return
        other = "" if advice.other is None else table.state.text(advice.other)
        self.out(feedback.advice_chances(advice, other, self.language))

    def why(self, text: str) -> None:
        """Show every requirement that an action fails; if it is legal, every requirement."""
        if not text and self.refused:
            self.explain_refusal(self.refused[0])
            return
        if not text or self.match.over:
            self.say("why_what" if not text else "over")
            return
        actions, refused = self.read_and_judge(text)
        if refused is not None:
            self.explain_refusal(refused)
        if refused is not None or not actions:
            return
        state = self.match.table.state
        self.say("legal", text=state.text(actions[0]))
        for check in state.explain(actions[0], self.match.table.viewer, self.language):
            self.show_fact(feedback.reason_fact(self.game, Reason(check.clause, check.fact, "", check.requirement)))

    def undo(self) -> None:
        """Take back the learner's last move, with everything that followed."""
        if not self.match.undo():
            self.say("no_undo")
            return
        self.printed, self.place = len(self.match.table.log), None
        self.say("undone")
        self.show()

    def log(self) -> None:
        """Show everything that has happened."""
        for number, entry in enumerate(self.match.table.log, 1):
            self.out(f"{number}. {self.format_event(entry.event)}")

    def rules(self, words: str) -> None:
        """Show a clause, or every clause that contains some words."""
        if not words:
            self.say("rules_what", prefix=self.game.rulebook.prefix)
            return
        try:
            self.out(look_up([self.game], words))
        except DataError as error:
            self.out(f"{error.what[:1].upper()}{error.what[1:]} {error.remedy}")

    def card(self, name: str) -> None:
        """Show everything printed on a card."""
        known = {other.casefold(): other for other in self.cards}
        wanted = name.strip('"').casefold()
        close = [wanted] if wanted in known else difflib.get_close_matches(wanted, known, 1, 0.4)
        if not close:
            self.say("no_card", name=name)
            return
        for line in card_lines(self.game, known[close[0]]):
            self.out(line)
