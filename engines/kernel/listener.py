"""The recording of a game: its events, its path through the flow table, a film, and the automatic picks.

A state that is not recorded has no listener; then the only cost is a test wherever something could be recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engines.kernel.flow import Step
    from engines.kernel.state import Action, State


class Event(NamedTuple):
    """Something that happened: its kind, the clause that caused it, the player it concerns, and its facts.

    secret : whether only `seat` may know the cards in its facts. step : the step of the flow table in which it
    happened.
    """

    kind: str
    clause: str
    seat: int
    facts: dict[str, object]
    secret: bool
    step: str


class AutoPick(NamedTuple):
    """Picks that the flow made because there was no choice: the state at that step, and the picks as actions."""

    state: State
    actions: list[Action]


class Listener:
    """The recording of one game. An entry is None if it is not being recorded.

    events : the events so far. path : the names of the steps visited. film : a copy of the state at each event, for a
    learner to step through. auto_picks : the picks that the flow has made since the last action.
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
        """Record that the game passes through a step."""
        if self.path is not None:
            self.path.append(step)

    def begin_action(self, step: str) -> None:
        """Record that an action is carried out in a step, and discard the automatic picks of earlier actions."""
        if self.path is not None:
            self.path.append(step)
        if self.auto_picks:
            self.auto_picks = []

    def add_auto_picks(self, state: State, step: Step[State]) -> None:
        """Record the picks that a step makes automatically, if any."""
        if self.auto_picks is not None and step.auto_picks is not None:
            picks = step.auto_picks(state)
            if picks:
                self.auto_picks.append(AutoPick(state.copy(), picks))

    def add_event(
        self, state: State, kind: str, clause: str, seat: int, secret: bool, facts: dict[str, object]
    ) -> None:
        """Record an event, with the cards among its facts replaced by their names, and add a picture to the film.

        `Rules.card_facts` lists the facts that are cards; see `State.name_cards`.
        """
        if self.events is None:
            return
        for name in state.game.rules.card_facts:
            if name in facts:
                facts[name] = state.name_cards(facts[name])
        self.events.append(Event(kind, clause, seat, facts, secret, state.step.name))
        if self.film is not None:
            picture = state.copy()
            picture.actions = []  # in the middle of an effect, nothing is asked of a player
            picture.listener = Listener(path=list(self.path or ()))  # the path up to this event
            self.film.append(picture)
