"""Counts the choices of a watched game that reach the rival.

There is no standard measure of interaction. Elias, Garfield and Gutschera (2012), Characteristics of Games, MIT Press,
define it as how far one player's actions affect the other. Accordingly a choice *reaches* the rival if it refers to
something that the rival has, or if something that the rival has changes while the attack or effect that it started is
still in progress. All of this follows from the game's declaration, without a list of actions: what is in progress
(procedures, and the attack, battle or fight in the state), what a player has (zones and numbers), and what an action
refers to (the references in its arguments).

A pass during an attack starts nothing, so the blow that follows counts for the attack. A choice that ends the turn is
not credited with what happens in the next turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.declare.declaration import DeclaredState
from engines.declare.scalar_fields import WorkedOut
from engines.declare.transient_fields import UnderWay
from engines.declare.zone_fields import Area
from engines.kernel.state import Action, State


@dataclass(slots=True)
class _Choice:
    """A choice in progress: its call depth, the seat that made it, and whether it has reached the rival."""

    depth: int
    seat: int
    reached: bool


class ReachCounter:
    """Counts the choices of a game that reach the rival. Call `before` and `after` around each decision.

    asked : number of choices after set-up. reaching : number of those that reach the rival.
    """

    def __init__(self) -> None:
        self.asked = self.reaching = 0
        self._open = list[_Choice]()
        self._had: tuple[object, object] | None = None
        self._turn = 0

    def before(self, state: State, action: Action, choice: bool) -> None:
        """Record what both players have, before `action` is carried out.

        choice : True for a choice after set-up. A forced action starts nothing, but may continue something.
        """
        if not isinstance(state, DeclaredState):
            return
        depth = _depth(state)
        self._open = [one for one in self._open if one.depth < depth]
        if choice:
            seat = state.seat_to_act
            self.asked += 1
            reached = names_rival(state, seat, action)
            self.reaching += reached
            self._open.append(_Choice(depth, seat, reached))
        self._had, self._turn = None, state.turn
        if any(not one.reached for one in self._open):
            self._had = (_has(state, 0), _has(state, 1))
            if state.listener is not None:
                state.listener.film = []  # pictures of the position, to find the last one of this turn
                state.listener.path = []

    def after(self, state: State) -> None:
        """Compare what both players have, after the action has been carried out."""
        if self._had is None or not isinstance(state, DeclaredState):
            return
        pictures = state.film or []
        if state.listener is not None:
            state.listener.film = None
        same = [one for one in pictures if one.turn == self._turn]
        last = state if state.turn == self._turn else same[-1] if same else None
        if isinstance(last, DeclaredState):
            for one in self._open:
                if not one.reached and _has(last, 1 - one.seat) != self._had[1 - one.seat]:
                    one.reached = True
                    self.reaching += 1
        if state.turn != self._turn:
            self._open = []


def names_rival(state: State, seat: int, action: Action) -> bool:
    """Return True if an argument of the action refers to something on the table that belongs to the rival of `seat`."""
    arguments, where = state.game.kinds[action[0]].arguments, state.game.rules.references
    return any(
        place.startswith(f"{1 - seat}.")
        for name, value in zip(arguments, action[1:], strict=False)
        for place in where(state, seat, name, value)
    )


def _depth(state: DeclaredState) -> int:
    """Return the nesting depth: procedures that were called, plus an attack or battle in the state."""
    deep, frames = 0, state.frames
    while frames:
        deep, frames = deep + 1, frames[2]
    declared = state.declaration.items()
    return deep + sum(isinstance(one, UnderWay) and getattr(state, name) is not None for name, one in declared)


def _has(state: DeclaredState, seat: int) -> tuple[object, ...]:
    """Return everything a player has: the zones and numbers of the state's declaration."""
    player = state.both[seat]
    kept = (name for name, one in state.zones_of_players.items() if not isinstance(one, Area | WorkedOut))
    parts = (getattr(player, name) for name in kept)
    return tuple(tuple(part) if isinstance(part, list) else part for part in parts)
