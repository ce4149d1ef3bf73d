"""A position on a board in any notebook, played for both sides, or for one of them against a bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from engines.book.toml_schema import SEATS
from engines.errors import DataError
from engines.forms.board_text import seat_looking
from engines.game import Game
from engines.kernel.listener import Event
from engines.kernel.state import Action, State
from engines.search.players import STRENGTHS, name_of_strength
from tutor.boards.stage import Stage
from tutor.controllers.board import Board
from tutor.embed.reading import resolve_state
from tutor.matches.kept_boards import keep_open_match
from tutor.matches.match import Match, Setup
from tutor.matches.playthrough import PASSED_KIND, LogEntry, Playthrough
from tutor.matches.setup import WEAKEST
from tutor.messages import shapes
from tutor.text import format_message, page_language

MoveListener = Callable[[list[Event], State], object]
"""Called after a move with its events, and the state after it."""


class BothSides(Playthrough):
    """A game in progress in which one person decides for both players; it is always seen by the player who decides."""

    __slots__ = ()

    def play(self, actions: Iterable[Action], remember: bool = True) -> list[LogEntry]:
        """Play actions, then switch the view to the seat that decides."""
        happened = Playthrough.play(self, actions, remember)
        self.viewer = seat_looking(self.state)
        return happened

    def undo(self) -> bool:
        """Take back the last move, then switch the view to the seat that decides."""
        undone = Playthrough.undo(self)
        self.viewer = seat_looking(self.state)
        return undone

    def narrate(self, event: Event) -> str:
        """Describe an event with the players' names, because the meaning of "you" would change with every decision."""
        if event.kind == PASSED_KIND:
            return format_message("play.passes", self.language, name=self.names[event.seat])
        return self.state.game.narrate(event, self.viewer, self.language, self.names)


class OpenMatch(Match):
    """A match that can begin in any position.

    start : the position. bot : the strength of the other player; None to play both sides. seat : the user's seat when
    playing against a bot.
    """

    def __init__(self, start: State, bot: str | None, seat: int, seed: int = 1) -> None:
        self.start, self.bot, self.seat = start.copy(), bot, seat
        self.setup, self.game = Setup(start.game.name, "", "", WEAKEST if bot is None else bot, seed=seed), start.game
        self.again()

    def again(self) -> OpenMatch:
        """Return to the initial position and forget all moves; return the match itself."""
        table = BothSides if self.bot is None else Playthrough
        seats = (SEATS[0], SEATS[1])
        keeper = getattr(self, "keeper", None)
        self._begin(self.setup, self.game, table(self.start.copy(), self.seat, seats, language=page_language()))
        self.keeper = keeper and keeper.anew()
        self.warns = self.bot is not None  # a user who plays both sides may well lose with one of them
        self.answer()
        return self


class PlayedBoard(Stage):
    """A position on a board in a notebook: what `tutor.board` returns. The last line of a cell shows it.

    >>> board = tutor.board("altaria", bot="quick")     # a new game, a position (text or file), a state
    >>> board                                           # play on it with the mouse or the keyboard
    >>> board.state                                     # a copy of the current state: print(board.state) is its table
    >>> board.state.actions                             # what is legal now; board.state.text(action) puts it in words
    >>> board.on_move(lambda events, state: print(events[-1].kind))     # after every move
    >>> board.match.table.log                           # what has happened, with the clause of each event

    `tutor.picture(board.state)` draws the position as a still picture, `tutor.phase_graph(board.state.game,
    board.state)` shows where in the turn it is.
    """

    match: OpenMatch

    def __init__(self, **traits: object) -> None:
        super().__init__(**traits)
        self._listeners: list[MoveListener] = []

    @property
    def state(self) -> State:
        """A copy of the current state of the engine."""
        return self.match.table.state.copy()

    def on_move(self, callback: MoveListener) -> MoveListener:
        """Call `callback(events, state)` after every move made on the board; usable as a decorator.

        events : what happened (kind, clause, seat, facts), including the bot's answers. state : a copy of the state
        afterwards. Refused tries and undo are not reported. An exception in the callback is logged and shown as a line
        on the board; the move remains made.
        """
        self._listeners.append(callback)
        return callback

    def tell_move(self, events: Sequence[Event]) -> None:
        """Call the callbacks after a move."""
        for callback in self._listeners:
            self.guarded(callback, list(events), self.state)


class OpenBoard(Board):
    """The board of an open match, without a page around it."""

    match: OpenMatch
    stage: PlayedBoard

    def new_stage(self) -> PlayedBoard:
        """Return the widget on which the match is played."""
        stage = PlayedBoard(mode="play", bar=self.bar())
        stage.match = self.match
        return stage

    def bar(self) -> shapes.Bar:
        """Return an empty bar, because the notebook has its own."""
        return {}

    def players(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return the two seats and, against a bot, which player is which."""
        if self.match.bot is None:
            return (SEATS[0], SEATS[1]), ("", "")
        you, rival = (
            (self.say("you"), ""),
            (self.say("rival"), format_message("open.bot", self.language, strength=self._strength())),
        )
        (one, beside_one), (two, beside_two) = (you, rival) if self.match.seat == 0 else (rival, you)
        return (one, two), (beside_one, beside_two)

    def introduction(self) -> tuple[str, str]:
        """Return the title of the board, and who plays against whom."""
        if self.match.bot is None:
            return self.match.game.title, format_message("open.both", self.language)
        facts = {"seat": SEATS[self.match.seat], "strength": self._strength()}
        return self.match.game.title, format_message("open.against", self.language, **facts)

    def _review(self) -> list[shapes.Control]:
        """Return nothing: the game is in no log that could be reviewed."""
        return []

    def news(self) -> str:
        """Return what happened in the bot's turn; "" if the user plays both sides and has seen each turn."""
        return "" if self.match.bot is None else super().news()

    def ending(self) -> shapes.Feedback:
        """Return the feedback about the end of the game.

        If one person played both sides, it names the side that won.
        """
        end, result = super().ending(), self.match.table.state.result
        if self.match.bot is None and result is not None and result.winner is not None:
            facts = {"seat": SEATS[result.winner], "turn": self.match.table.state.turn}
            end |= {"tone": "info", "title": format_message("open.won", self.language, **facts)}
        return end

    def show(self, said: shapes.Feedback | None = None, marks: dict[str, str] | None = None) -> None:
        """Draw the table.

        For a user who plays both sides, the viewer changes from decision to decision, so the log is rewritten.
        """
        self._lines.clear()
        super().show(said, marks)

    def _play(self, actions: tuple[Action, ...], sure: bool = False, on: str = "") -> None:
        """Make a move and call the callbacks, unless the move needs a warning first."""
        before, lines = self.match.table.state, len(self.match.table.log)
        super()._play(actions, sure, on)
        if self.match.table.state is not before:
            self.stage.tell_move([entry.event for entry in self.match.table.log[lines:]])

    def _strength(self) -> str:
        return format_message(f"strength.{self.match.bot}", self.language)

    def _controls(self) -> list[shapes.Control]:
        left_out = ("new", "again", *(("look", "before_end") if self.match.bot is None else ()))
        kept = [control for control in super()._controls() if control["name"] not in left_out]
        begun = bool(self.match.table.history)
        return [*kept, {"name": "again", "label": format_message("open.again", self.language), "enabled": begun}]

    def _heading(self, state: State) -> str:
        if self.match.bot is not None:
            return super()._heading(state)
        if not state.turn:
            return self.say("before")
        whose = state.game.rules.table(state, 0).turn_player
        both = self.say("both_turn", turn=state.turn)
        return both if whose is None else format_message("open.turn", self.language, turn=state.turn, seat=SEATS[whose])


def open_board(
    position: State | Game | str | Path,
    bot: str | None = None,
    seat: str | None = None,
    game: str | Path | Game | None = None,
    seed: int = 1,
    place: str = "",
) -> PlayedBoard:
    """Return a board on which to play a position.

    Every refusal is explained, every move can be taken back, and every line of the log gives the clause behind it.
    `board.state` is the current state; `board.on_move(callback)` calls `callback(events, state)` after each move.

    >>> tutor.board("altaria")                          # a new game, both sides
    >>> tutor.board(state)                              # from a state of the engine
    >>> tutor.board("my_position.toml", bot="quick")    # from a position, against a bot

    Parameters
    ----------
    position
        A state (it is copied), the text of a position (TOML), the path of one, or a game for its beginning.
    bot
        The bot that plays the other side: "beginner", "quick" or "careful". With None you play both sides, and see what
        the deciding player sees.
    seat
        The player you are against a bot, "P1" or "P2"; by default the first player to decide.
    game
        The game of a position that does not name it.
    seed
        The bot's seed; with the same seed it answers the same moves in the same way.
    place
        A name under which the game is kept for this learner until it ends; "" to keep nothing.

    Raises
    ------
    DataError
        If the position, the bot or the seat is invalid; the message gives the place and the remedy.
    """
    if seat is not None and seat not in SEATS:
        raise DataError("tutor.board", f"there is no seat {seat!r}.", f"Use {' or '.join(SEATS)}.")
    state = resolve_state(position, game)
    viewer = seat_looking(state) if seat is None or bot is None else SEATS.index(seat)
    match = OpenMatch(state, None if bot is None else name_of_strength(bot, STRENGTHS, "tutor.board"), viewer, seed)
    kept = bool(place) and keep_open_match(match, place)
    board = OpenBoard(match, page_language(), switch=None if bot is None else lambda warns: None)
    if kept:
        board.welcome(len(match.table.history))
    return board.stage
