"""The state of a game, and the loop that runs a flow table on it.

A game's own state class adds its zones, `copy`, `view` and `canonical_key`; everything here is shared. States are
mutable objects with slots. Copying a state never copies deeply: zones are lists of small integers, frames and locals
are tuples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from engines.book.toml_schema import SEATS
from engines.book.words import Phrase
from engines.errors import Check, DataError, IllegalAction, Reason
from engines.kernel import chance as chance_source
from engines.kernel.flow import CompiledStep, Step
from engines.kernel.listener import AutoPick, Event, Listener
from engines.kernel.tuples import Row

if TYPE_CHECKING:
    from engines.game import Game

Action = tuple[Any, ...]
"""(kind, argument, ...): the name of the kind, then small integers or words."""

View = dict[str, Any]
"""A position, or part of one, as a player sees it: plain dicts, lists, texts and numbers."""

NATURE = 2
"""The seat that decides dice rolls and unseen cards when a solver examines every outcome."""

Origin = tuple[int, int, str, int, int]
"""The origin of a lasting effect: turn, card in play that it affects, figure, change, card that caused it."""

Lasting = tuple[str, int, int, str, int, int, int, int, int]
"""What a text has done for a while, see `engines.legal.lasting`."""

KEPT = 60
"""The number of recent lasting effects whose origin is remembered."""

AUTOMATIC_STEPS = range(1001)
"""The automatic steps that may follow one another.

A game that has taken all of them without a decision is in an endless loop.
"""


class Result(NamedTuple):
    """How a game ended: the winner (0, 1, or None for a draw), the clause that ended it, and why in English.

    why : the reason as a translatable phrase; None if the result was read from a position.
    """

    winner: int | None
    clause: str
    text: str
    why: Phrase | None = None

    def __repr__(self) -> str:
        """Return the result as a NamedTuple does, with its reason in English."""
        return f"Result(winner={self.winner!r}, clause={self.clause!r}, text={self.text!r})"

    def __str__(self) -> str:
        """Return the winner, the clause and the reason."""
        who = "Nobody wins" if self.winner is None else f"{SEATS[self.winner]} wins"
        return f"{who} ({self.clause}): {self.text}"


class Decision(NamedTuple):
    """The player who must decide now, and the step."""

    seat: int
    step: str


class State:
    """The state that all games share. Subclasses add zones and implement the methods that raise here."""

    __slots__ = (
        "actions",
        "call_arguments",
        "chance",
        "frames",
        "game",
        "lasting",
        "listener",
        "open_chance",
        "origins",
        "pending",
        "procedure_locals",
        "prover",
        "refusal_cache",
        "result",
        "script",
        "serial",
        "step",
        "texts_begun",
        "turn",
        "unnamed",
    )

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.step: CompiledStep[State] = game.flow.first
        self.procedure_locals: Any = ()  # the locals of the running procedure; often a NamedTuple
        self.call_arguments: Row = ()  # what an effect passes to the procedure called next
        self.frames: Row = ()  # (step or exit to continue at, its locals, the frames below)
        self.chance = chance_source.advance_chance(seed)[1]
        self.script: Row = ()  # scripted results of chance, used up first
        self.open_chance = False  # True: NATURE decides chance and unseen cards
        self.prover = 0  # the seat whose win is being proved while chance is open
        self.pending: Row = ()  # secret choices that have been made but not revealed
        self.result: Result | None = None
        self.actions: list[Action] = []
        self.listener: Listener | None = None  # None if nothing is recorded
        self.serial = 0
        self.turn = 0
        self.texts_begun = (0, 0)  # (turn, texts in the shared effect language begun in it): a limit for loops
        self.lasting: tuple[Lasting, ...] = ()  # what texts have done for a while, see `engines.legal.lasting`
        self.origins: tuple[Origin, ...] = ()  # of lasting effects, the latest last; only while listening
        self.refusal_cache: Any = None  # facts found while explaining refusals
        self.unnamed: frozenset[int] = frozenset()  # cards only in places that a position left unnamed

    def __repr__(self) -> str:
        """Return the current step and player on one line."""
        decision, over = self.decision, self.result
        if over is not None:
            where = "over, drawn" if over.winner is None else f"over, P{over.winner + 1} has won"
        elif decision is None:
            where = "nobody decides"
        else:
            count = len(self.actions)
            where = f"P{decision.seat + 1} decides, {count} action{'' if count == 1 else 's'}"
        return f"<{type(self).__name__}: turn {self.turn}, {self.step.name}, {where}>"

    def __str__(self) -> str:
        """Return the table as text, as the player to act sees it. For other players see `Game.board_text`."""
        return self.game.board_text(self)

    # Questions from a player.

    @property
    def decision(self) -> Decision | None:
        """The player who must decide, and the step.

        It is None when the game is over, and in the pictures of a film taken during a step.
        """
        if self.result is not None or self.step.ask is None or not self.actions:
            return None
        return Decision(self.seat_to_act, self.step.name)

    @property
    def seat_to_act(self) -> int:
        """The seat that must decide now: 0, 1 or NATURE. In an automatic step, which asks no player, it is NATURE."""
        step = self.step
        return NATURE if step.chance or step.who is None else step.who(self)

    def seat_to_act_is(self, seat: int) -> bool:
        """Return True if the player in `seat` must decide."""
        decision = self.decision
        return decision is not None and decision.seat == seat

    def legal_actions(self) -> list[Action]:
        """Return the legal actions of the current decision. The list is never empty while there is a decision."""
        return self.actions

    def explain(self, action: Action, seat: int | None = None, language: str = "en") -> list[Check]:
        """Return every requirement of `action`, met or not, each with its clause and the fact in this position."""
        return self.game.explain(self, action, seat, language)

    def why_not(self, action: Action, seat: int | None = None, language: str = "en") -> list[Reason]:
        """Return why `action` is refused; the last reason says what would make it legal. [] means that it is legal."""
        return self.game.why_not(self, action, seat, language)

    def text(self, action: Action) -> str:
        """Return the short text form of `action` in this position, which `read` accepts."""
        return self.game.notation.write(self, action)

    def read(self, text: str) -> list[Action]:
        """Return the action or actions (main action first) that `text` means here.

        Raises NotationError if no action matches.
        """
        return self.game.notation.read(self, text)

    # What a player does.

    def apply(self, action: Action) -> None:
        """Carry out `action` and run on to the next decision.

        Raises IllegalAction with the reasons if it is refused, or DataError if it is not an action of this position. In
        both cases the state is unchanged.
        """
        if action not in self.actions:
            reasons = self.why_not(action)
            if not reasons:
                raise DataError("action", f"{action!r} is none of the choices here.", "Take one of legal_actions().")
            raise IllegalAction(self.game.notation.write(self, action), reasons)
        self.refusal_cache = None
        step = self.step
        effect, way = step.taken[action[0]]
        if self.listener is not None:
            self.listener.begin_action(step.name)
        if effect is not None:
            effect(self, action)
        if self.result is None:
            if type(way) is CompiledStep:
                self.step = way
            else:
                way(self)
            step = self.step
            if step.asks_at_once and self.result is None:  # usually: no need to start the loop
                actions = step.ask(self)  # type: ignore[misc]
                if actions:
                    self.actions = actions
                    return
        self.run()

    def run(self) -> None:
        """Run automatic steps until a player must decide or the game is over."""
        listener, over = self.listener, self.result
        if over is None:
            for _ in AUTOMATIC_STEPS:
                step = self.step
                if step.ask is None:
                    if listener is not None:
                        listener.add_step(step.name)
                    step.do(self)  # type: ignore[misc]
                    way = step.exit
                else:
                    actions = step.ask(self)
                    if actions and (not step.chance or self.open_chance):
                        self.actions = actions
                        return
                    if listener is not None:
                        listener.add_step(step.name)
                    if actions:
                        action = self._outcome(step, actions)
                        effect, way = step.taken[action[0]]
                        if effect is not None:
                            effect(self, action)
                    else:
                        fallback, way = step.alone  # type: ignore[misc]
                        if listener is not None:
                            listener.add_auto_picks(self, step)
                        if fallback is not None:
                            fallback(self)
                over = self.result
                if over is not None:
                    break
                if type(way) is CompiledStep:
                    self.step = way
                    continue
                way(self)
                over = self.result
                if over is not None:
                    break
            else:
                self.result = self.game.endless(self)
        self.actions = []

    def after(self, action: Action) -> Self:
        """Return an independent state in which `action` has been carried out."""
        other = self.copy()
        other.apply(action)
        return other

    # Chance.

    def _outcome(self, step: Step[State], actions: list[Action]) -> Action:
        """Return the outcome of a chance step, which is scripted or random."""
        if self.script:
            wanted, self.script = self.script[0], self.script[1:]
            for action in actions:
                if wanted in (action[-1], action[1:]) or wanted == self.text(action):
                    return action
            known = ", ".join(str(action[-1]) for action in actions)
            raise DataError("scripted chance", f"{wanted!r} cannot come in step {step.name}.", f"Outcomes: {known}.")
        weights = step.weights and step.weights(self, actions)
        if weights is None:
            return actions[self.below(len(actions))]
        drawn = self.below(sum(weights))
        for action, weight in zip(actions, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return action
        raise AssertionError("weights are whole numbers, none below 0")

    def below(self, limit: int) -> int:
        """Return a random number from 0 to limit - 1.

        Randomness that the solver must enumerate (dice, a random discard) belongs in a chance step, where NATURE
        chooses.
        """
        if self.open_chance:
            raise AssertionError("chance outside a chance step: a proof would rest on one result")
        self.chance, value = chance_source.draw_below(self.chance, limit)
        return value

    def may_hold_any(self, seat: int) -> bool:
        """Return True in a proof for the prover's opponent, whose unseen cards may be any cards.

        Unseen cards of the prover can do nothing.
        """
        return self.open_chance and seat != self.prover

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle `cards` in place. While chance is open, only unseen cards may be shuffled."""
        if self.open_chance and len(set(cards)) > 1:
            raise AssertionError("shuffled in the open: a proof would rest on one order")
        self.chance = chance_source.shuffle_cards(self.chance, cards)

    # The end of the game.

    def end(self, winner: int | None, clause: str, why: str, by: int = 0, **facts: object) -> None:
        """End the game, and record it.

        why : the key of the reason, `why.<why>` in the words. by : the player who caused a draw.
        """
        self.result = self.ended(winner, clause, why, **facts)
        kind = "drawn_game" if winner is None else "won"
        self.note(kind, clause, by if winner is None else winner, why=self.result.why)

    def ended(self, winner: int | None, clause: str, why: str, **facts: object) -> Result:
        """Return the result of a game that ends like this. why : the key of the reason, `why.<why>` in the words."""
        phrase = Phrase(f"why.{why}", facts)
        return Result(winner, clause, self.game.why_ended(Result(winner, clause, "", phrase)), phrase)

    def why_over(self, language: str = "en") -> str:
        """Return why the game is over, in a language; "" while it is still in progress."""
        return "" if self.result is None else self.game.why_ended(self.result, language)

    # Events.

    def listen(self, film: bool = False) -> State:
        """Start recording events and the path through the flow table; with `film`, also the state at each event.

        Returns the state itself.
        """
        self.listener = Listener([], [], [] if film else None, self.auto_picks)
        return self

    def keep_auto_picks(self) -> None:
        """Start recording the picks that the flow makes automatically, discarding those recorded so far."""
        if self.listener is None:
            self.listener = Listener()
        self.listener.auto_picks = []

    @property
    def events(self) -> list[Event] | None:
        """The events since recording began; None if they are not recorded."""
        return None if self.listener is None else self.listener.events

    @property
    def path(self) -> list[str] | None:
        """The names of the steps visited since recording began; None if they are not recorded."""
        return None if self.listener is None else self.listener.path

    @property
    def film(self) -> list[State] | None:
        """A copy of the state at each event, for a learner to step through; None if it is not recorded."""
        return None if self.listener is None else self.listener.film

    @property
    def auto_picks(self) -> list[AutoPick] | None:
        """The picks that the flow has made automatically since the last action; None if they are not recorded."""
        return None if self.listener is None else self.listener.auto_picks

    def note(self, kind: str, clause: str, seat: int, secret: bool = False, **facts: object) -> None:
        """Record an event, if recording is on.

        A fact listed in `Rules.card_facts` may be anything that `name_cards` accepts.
        """
        if self.listener is not None:
            self.listener.add_event(self, kind, clause, seat, secret, facts)

    def name_cards(self, fact: object) -> object:
        """Return a card or several cards in the form that events use.

        Games override this; here the fact is unchanged.
        """
        return fact

    def remember(self, number: int, figure: str, change: int, card: int) -> None:
        """Remember that `card` changed a figure of the card in play with id `number`; only explanations use this."""
        if self.events is not None:
            self.origins = (*self.origins[1 - KEPT :], (self.turn, number, figure, change, card))

    def new_id(self) -> int:
        """Return the id, a running number, for a card that is entering play."""
        self.serial += 1
        return self.serial

    # What each game provides.

    def copy(self) -> Self:
        """Return an independent copy: playing either one does not affect the other."""
        raise NotImplementedError

    def view(self, seat: int) -> View:
        """Return the position as the player in `seat` may see it; hidden cards do not appear in it at all."""
        raise NotImplementedError

    def canonical_key(self) -> Row:
        """Return a hashable key, equal exactly for positions with the same possible continuations."""
        raise NotImplementedError

    def position(self) -> str:
        """Return this position as text (TOML) that `game.position` reads back."""
        return self.game.write_position(self)

    def copy_kernel(self, other: State) -> None:
        """Copy the slots of this class, except the listener, into `other`; for use in `copy`."""
        other.game = self.game
        other.step = self.step
        other.procedure_locals = self.procedure_locals
        other.call_arguments = self.call_arguments
        other.frames = self.frames
        other.chance = self.chance
        other.script = self.script
        other.open_chance = self.open_chance
        other.prover = self.prover
        other.pending = self.pending
        other.result = self.result
        other.actions = self.actions
        other.listener = None
        other.serial = self.serial
        other.turn = self.turn
        other.texts_begun = self.texts_begun
        other.lasting = self.lasting
        other.origins = self.origins
        other.refusal_cache = None
        other.unnamed = self.unnamed
