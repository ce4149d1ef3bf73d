"""A full game against a bot, without widgets: setup, the bot's answers, hints, and a look back."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engines.game import Game
from engines.kernel.chance import RandomSource
from engines.kernel.listener import Event
from engines.kernel.rows import PASS
from engines.kernel.state import Action, State
from engines.kernel.tuples import Row
from engines.legal.by_hand import may_call_hands
from engines.search.players import STRENGTHS, random_player
from tutor.boards.presentation import load_look
from tutor.matches import lookahead, looking_back, passing_on
from tutor.matches.advice import Advice, advise_player
from tutor.matches.certain_wins import can_be_proved, find_certain_win, lets_win_go
from tutor.matches.effort import Effort
from tutor.matches.lookahead import LosingLine
from tutor.matches.looking_back import MissedMoment
from tutor.matches.moves import TableMove
from tutor.matches.passing_on import PassingChoice
from tutor.matches.playthrough import PASSED_KIND, LogEntry, Playthrough
from tutor.matches.setup import FirstPlayer, Setup, allowed_opponents
from tutor.sets.decks import game_with_decks

if TYPE_CHECKING:
    from tutor.matches.kept_games import GameKeeper

__all__ = ["STRENGTHS", "Advice", "FirstPlayer", "Match", "MissedMoment", "Setup", "allowed_opponents"]

CALL = "by hand"
"""The log entry for a request to make free moves."""

STAND_OUT_EFFORT, FIRST_STAND_OUT_EFFORT = 500, 4000
"""The effort after which no further move is examined for highlighting, once a move has been found, and before."""


LOOKING_AHEAD = "careful"
"""The bot strength that plays ahead in imagined deals before each decision, which takes long in some games."""


class RivalAnswers(NamedTuple):
    """The decisions up to the learner's next one, as numbers among the legal actions; and the passing choice."""

    numbers: list[int]
    passing_on: PassingChoice | None


class Match:
    """A game of the learner (seat 0) against a bot (seat 1).

    setup : the choices before the game. game : the game to play, if it is a variant or has its own decks; by default
    the one in the setup. table : the game in progress. The bot's choices depend only on the seed, the state and the
    number of decisions so far, so that a game can be replayed, and a move that is taken back and repeated gets the same
    answer.
    """

    opening: list[int]
    """The decisions before the learner's first one, as numbers among the legal actions."""

    answers: list[int]
    """The decisions since the learner's last one."""

    def __init__(self, setup: Setup, game: Game | None = None) -> None:
        self._prepare(setup, game)
        if setup.first != "rules":
            self._settle_order(0 if setup.first == "you" else 1)
        self.answer()
        self.opening, self.answers = self.answers, []

    def _prepare(self, setup: Setup, game: Game | None) -> None:
        """Set up the game, before any decision."""
        game = game or game_with_decks(setup.game)
        state = game.new((setup.you, setup.rival), setup.seed, listen=True)
        table = Playthrough(state, viewer=0)
        table.log += [LogEntry(event, 0, state) for event in state.events or ()]
        state.listener = None
        self._begin(setup, game, table)

    def _begin(self, setup: Setup, game: Game, table: Playthrough) -> None:
        """Begin with a table on which no decision has been made."""
        self.setup, self.game, self.table = setup, game, table
        self.opening, self.answers = [], []
        self.keeper: GameKeeper | None = None
        self.warns = True
        self._asked: set[Row] = set()
        self._losing_lines: dict[Row, LosingLine | None] = {}
        self._accepted_losses: set[tuple[int, str]] = set()  # accepted losses, by turn and clause
        self._window = ""  # the window in which the learner has just acted
        self._passed = 0  # the turn in which the learner last passed with other options
        self.passing_on: PassingChoice | None = None
        self._move: tuple[State, tuple[Action, ...]] | None = None  # the learner's moves that are not stored yet

    @classmethod
    def continued(cls, setup: Setup, game: Game, opening: Iterable[int]) -> Match:
        """Return a game in which the decisions before the learner's first one are given by their numbers."""
        match = cls.__new__(cls)
        match._prepare(setup, game)
        for number in opening:
            match._decide(match.table.state.actions[number])
        match.opening, match.answers = match.answers, []
        return match

    def repeat_move(self, own: Sequence[int], text: str, answers: Iterable[int]) -> None:
        """Repeat a move of the learner's and the decisions that followed it, given by their numbers.

        Raises ValueError if the move's text is not `text`, and IndexError if there is no action with a number.
        """
        state = self.table.state
        if not self.table.yours or state.text(state.actions[own[0]]) != text:
            raise ValueError(text)
        actions, here = [], state.copy()
        for number in own:
            actions.append(here.actions[number])
            here.apply(actions[-1])
        self._make(actions)
        for number in answers:
            self._decide(self.table.state.actions[number])

    def repeat_by_hand(self, text: str) -> None:
        """Repeat a free move of the learner's, or a request for one. Raises DataError if it cannot be made now."""
        self.table.call_by_hand() if text == CALL else self.table.play_free_move(text)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.table.state!r}>"

    def __str__(self) -> str:
        """Return the table as text, as the learner sees it."""
        return str(self.table)

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.table.state.result is not None

    def again(self) -> Match:
        """Return the same game from its beginning."""
        other = Match(self.setup, self.game)
        other.warns = self.warns
        other.keeper = self.keeper and self.keeper.anew()
        return other

    def play(self, actions: tuple[Action, ...], then: PassingChoice | None = None) -> None:
        """Make a move of the learner's and let the bot answer.

        Raises IllegalAction, changing nothing, if it is illegal.

        then : how the learner keeps passing afterwards.
        """
        self.begin_move(actions, then)
        self.answer()
        self.end_move()

    def begin_move(self, actions: tuple[Action, ...], then: PassingChoice | None = None) -> None:
        """Make a move of the learner's, as `play` does, but without the bot's answer."""
        before = self.table.state
        key = (before.canonical_key(), actions)
        self._make(actions)
        if before.step.window:
            self.passing_on = then
        losing = self._losing_lines.get(key) if key in self._asked else None
        if losing is not None:
            self._accepted_losses.add((before.turn, losing.result.clause))
        self.answers, self._move = [], (before, actions)

    def end_move(self) -> None:
        """Store the learner's move once it has been answered."""
        if self.keeper is not None and self._move is not None:
            self.keeper.moved(self, *self._move)

    # Called in another Python process, for work that takes long.

    @property
    def looks_ahead(self) -> bool:
        """True while a rival who looks ahead is deciding."""
        return self.setup.strength == LOOKING_AHEAD and not self.over and not self.table.yours

    def bare_copy(self, history: bool = False) -> Match:
        """Return the match in its current state, without its log and, unless requested, without its history."""
        other = copy.copy(self)
        other.table = replace(self.table, log=[], history=self.table.history if history else [])
        other.keeper, other._move, other._asked, other._losing_lines = None, None, set(), {}
        return other

    def find_answers(self) -> RivalAnswers:
        """Let the bot decide until the learner has a decision, and return the bot's decisions."""
        self.answers = []
        self.answer()
        return RivalAnswers(self.answers, self.passing_on)

    def repeat_answers(self, found: RivalAnswers) -> None:
        """Make the decisions that `find_answers` found on a copy of the match."""
        for number in found.numbers:
            self._decide(self.table.state.actions[number])
        self.passing_on = found.passing_on

    def play_free_move(self, text: str) -> None:
        """Make a free move while something is carried out by hand.

        Raises DataError, changing nothing, if it is impossible.
        """
        self.table.play_free_move(text)
        if self.keeper is not None:
            self.keeper.moved_by_hand(self, text)

    @property
    def may_call_hands(self) -> bool:
        """True if the learner has a decision before which a card text may be carried out by hand."""
        return self.table.yours and may_call_hands(self.table.state)

    def call_by_hand(self) -> None:
        """Let the learner carry out a card text by hand before the current decision."""
        self.table.call_by_hand()
        if self.keeper is not None:
            self.keeper.moved_by_hand(self, CALL)

    def ways_to_pass(self) -> list[str]:
        """Return the scopes for which the learner may keep passing from here: the rest of the fight, or of the turn."""
        return passing_on.passing_scopes(self.table.state, self._passed) if self.table.yours else []

    def pass_on(self, scope: str) -> None:
        """Pass now, and keep passing without being asked until something new happens (see `passing_on`)."""
        self.play(*self.passing_move(scope))

    def passing_move(self, scope: str) -> tuple[tuple[Action, ...], PassingChoice]:
        """Return the move that passes, and the choice to keep passing that `pass_on` makes with it."""
        state = self.table.state
        return (passing_on.passing_action(state),), passing_on.choose_passing(state, scope, self.passing_on)

    def _passes(self, state: State) -> bool:
        """Return True if the learner passes here automatically."""
        if not state.step.window or len(state.actions) == 1:
            return state.step.window
        if self.passing_on is None or not self.passing_on.covers(state):
            return False
        losing = self.losing_line((passing_on.passing_action(state),)) if self.warns else None
        return losing is None or (state.turn, losing.result.clause) in self._accepted_losses

    def undo(self) -> bool:
        """Take back the learner's last move, with everything that followed; return False if there is none."""
        undone = self.table.undo()
        self._forget()
        if undone and self.keeper is not None:
            self.keeper.undone(self)
        return undone

    def answer(self) -> None:
        """Let the bot decide until the learner has a decision; windows without a choice are passed automatically."""
        while not self.over:
            state = self.table.state
            if self.passing_on is not None and not self.passing_on.lasts(state):
                self.passing_on = None
            if not self.table.yours:
                action = self._bot(state)
                if state.step.window and action[0] != state.step.passing:
                    self.passing_on = None
                self._decide(action)
            elif self._passes(state):
                self._decide(passing_on.passing_action(state) if len(state.actions) > 1 else state.actions[0])
            else:
                return

    def _make(self, actions: Sequence[Action]) -> None:
        """Make a move of the learner's."""
        before, count = self.table.state, len(self.table.log)
        self.table.play(actions)
        self._window = before.step.name if before.step.window else ""
        if passing_on.may_pass(before) and len(before.actions) > 1 and actions[0][0] == before.step.passing:
            self._passed = before.turn
        self._note_pass(before, actions[0], count)

    def _decide(self, action: Action) -> None:
        """Play an action that the learner did not choose, and store its number."""
        self.answers.append(self.table.state.actions.index(action))
        before, count = self.table.state, len(self.table.log)
        yours = self.table.yours
        self.table.play([action], remember=False)
        if not yours and before.step.name == self._window:
            self._note_pass(before, action, count)
        elif not before.step.window:
            self._window = ""

    def _note_pass(self, before: State, action: Action, count: int) -> None:
        """Add a line to the log for a pass that the game itself does not mention.

        Only the learner's passes are added, and the rival's in a window in which the learner acted, so that the log
        reveals nothing about the rival's hand.
        """
        step = before.step
        if action[0] != PASS or any(entry.event.step == step.name for entry in self.table.log[count:]):
            return
        event = Event(PASSED_KIND, next(iter(step.clauses), ""), before.seat_to_act, {}, False, step.name)
        self.table.log.insert(count, LogEntry(event, self.table.decisions, before))

    def _bot(self, state: State) -> Action:
        seed = self.setup.seed * 7919 + self.table.decisions * 31
        if state.pending:  # the learner's secret choice must not help the bot
            return random_player(seed)(state)
        return STRENGTHS[self.setup.strength](seed)(state)

    def _settle_order(self, seat: int) -> None:
        """Make the decisions about who begins so that `seat` does; if that is impossible, leave them to the rules."""
        look = load_look(self.game.name)
        steps = look["opening"] if look.get("chosen_first") else ()
        ways = (_way_to_begin(self.table.state, steps, seat, depth) for depth in range(1, 7))
        for action in next((way for way in ways if way), []):
            self._decide(action)

    # Help.

    def advise(self) -> Advice | None:
        """Return what a careful player with the learner's knowledge would do; None if there is nothing to decide."""
        return advise_player(self.table, RandomSource(self.setup.seed + self.table.decisions))

    def moments(self, most: int = 3) -> list[MissedMoment]:
        """Return decisions at which the learner missed a win, the latest first; see `looking_back.missed_moments`.

        In a game whose card texts are carried out by hand, or look into hands and decks, no win is certain and [] is
        returned.
        """
        if not can_be_proved(self.table.state):
            return []
        return looking_back.missed_moments(self.table, most)

    def back_to(self, place: int) -> None:
        """Take back the learner's moves, up to and including decision `place`."""
        while len(self.table.history) > place:
            self.table.undo()
        self._forget()
        if self.keeper is not None:
            self.keeper.undone(self)

    @property
    def may_go_back(self) -> bool:
        """True if the game was lost and there was a decision that might have saved it."""
        return bool(looking_back.choices_before_the_end(self.table))

    def before_the_end(self) -> int | None:
        """Return the index of the last decision at which a lost game was not yet lost.

        See `looking_back.last_open_decision`.
        """
        return looking_back.last_open_decision(self.table, self.setup.seed)

    def _forget(self) -> None:
        """Discard choices that belong to moves that were taken back."""
        self._accepted_losses.clear()
        self.passing_on = None

    # Warnings.

    def losing_line(self, actions: tuple[Action, ...]) -> LosingLine | None:
        """Return how a move of the learner loses, found by a quick lookahead; None if it does not lose."""
        state = self.table.state
        key = (state.canonical_key(), actions)
        if key not in self._losing_lines:
            seed = self.setup.seed + self.table.decisions
            self._losing_lines[key] = lookahead.find_losing_line(state, self.table.viewer, actions, seed)
        return self._losing_lines[key]

    def warning(self, actions: tuple[Action, ...]) -> LosingLine | None:
        """Return the losing line about which the learner must be warned before a move; None if there is none.

        There is one warning per move and position, and none about a loss that the learner has already accepted this
        turn.
        """
        key = (self.table.state.canonical_key(), actions)
        if not self.warns or not self.table.yours or key in self._asked:
            return None
        found = self.losing_line(actions)
        if found is None or (self.table.state.turn, found.result.clause) in self._accepted_losses:
            return None
        self._asked.add(key)
        return found

    def win_let_go(self, actions: tuple[Action, ...]) -> bool:
        """Return True if the learner must be told that a win is certain in this turn, and that a move lets it go.

        There is one such warning per move and position.
        """
        state, seat = self.table.state, self.table.viewer
        key = ("win", state.canonical_key(), actions)
        if not self.warns or not self.table.yours or key in self._asked:
            return False
        if find_certain_win(state, seat) is None or not lets_win_go(state, seat, actions):
            return False
        self._asked.add(key)
        return True

    def harmless_moves(self, moves: Sequence[TableMove]) -> list[int]:
        """Return the indices of the moves that may be highlighted: for each card, the first one that does not lose.

        Moves without a card are examined first. When the search effort is spent, the remaining moves are not
        highlighted; until the first harmless move is found, the limit is higher (`FIRST_STAND_OUT_EFFORT`).
        """
        state, seat, seed = self.table.state, self.table.viewer, self.setup.seed + self.table.decisions
        if len(state.actions) == 1:
            return list(range(len(moves)))
        found: dict[str | None, int] = {}
        effort = Effort(FIRST_STAND_OUT_EFFORT)
        buttons = [number for number, move in enumerate(moves) if not (move.source and move.target)]
        for number in sorted(buttons, key=lambda number: bool(moves[number].source or moves[number].target)):
            place = moves[number].source or moves[number].target
            if place in found:
                continue
            if effort.left <= (FIRST_STAND_OUT_EFFORT - STAND_OUT_EFFORT if found else 0):
                break
            if lookahead.is_surely_safe(state, seat, moves[number].actions, seed, effort):
                found[place] = number
        return list(found.values())


def _way_to_begin(state: State, steps: Collection[str], seat: int, depth: int) -> list[Action] | None:
    """Return at most `depth` choices at the opening steps that give `seat` the first turn; None if none do."""
    if state.step.name not in steps:
        return [] if state.game.rules.table(state, seat).turn_player in (seat, None) else None
    for action in state.actions if depth else ():
        child = state.copy()
        child.apply(action)
        rest = _way_to_begin(child, steps, seat, depth - 1)
        if rest is not None:
            return [action, *rest]
    return None
