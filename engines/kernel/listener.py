"""What is recorded of a game while someone listens: events, the path through the flow table, pictures, own picks.

A state that nobody listens to has no listener, so that silent games pay one test for each of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engines.kernel.flow import Step
    from engines.kernel.state import Action, State


class Event(NamedTuple):
    """Something that happened: its kind, the clause that made it happen, whose it is, and the facts of it.

    secret : only `seat` may know the cards in it. step : where in the flow table it happened.
    """

    kind: str
    clause: str
    seat: int
    facts: dict[str, object]
    secret: bool
    step: str


class AutoPick(NamedTuple):
    """Picks that the flow made for want of a choice: the state in that step, and the picks as actions."""

    state: State
    actions: list[Action]


class Listener:
    """What is recorded of one game. Each entry is None where it is not recorded.

    events : what has happened. path : the names of the steps gone through. film : a copy of the state at each event,
    for a learner to step through. auto_picks : the picks that the flow has made since the last action.
    """

    __slots__ = ("auto_picks", "events", "film", "path")

    def __init__(
        self,
        events: list[Event] | None = None,
        path: list[str] | None = None,
        film: list[State] | None = None,
        auto_picks: list[AutoPick] | None = None,
    ) -> None:
        self.events = events
        self.path = path
        self.film = film
        self.auto_picks = auto_picks

    def add_step(self, step: str) -> None:
        """Record that the game goes through a step."""
        if self.path is not None:
            self.path.append(step)

    def begin_action(self, step: str) -> None:
        """Record that an action is carried out in a step; picks made after earlier actions are forgotten."""
        if self.path is not None:
            self.path.append(step)
        if self.auto_picks:
            self.auto_picks = []

    def add_auto_picks(self, state: State, step: Step[State]) -> None:
        """Record the picks that a step makes by itself, if it makes any."""
        if self.auto_picks is not None and step.auto_picks is not None:
            picks = step.auto_picks(state)
            if picks:
                self.auto_picks.append(AutoPick(state.copy(), picks))

    def add_event(
        self, state: State, kind: str, clause: str, seat: int, secret: bool, facts: dict[str, object]
    ) -> None:
        """Record an event, with the names of the cards among its facts, and take a picture for the film.

        The facts that are cards are those in `Rules.card_facts`; see `State.name_cards`.
        """
        if self.events is None:
            return
        for name in state.game.rules.card_facts:
            if name in facts:
                facts[name] = state.name_cards(facts[name])
        self.events.append(Event(kind, clause, seat, facts, secret, state.step.name))
        if self.film is not None:
            picture = state.copy()
            picture.actions = []  # nothing is asked in the middle of an effect
            picture.listener = Listener(path=list(self.path or ()))  # how far it had come through the flow table
            self.film.append(picture)
