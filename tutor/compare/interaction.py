"""Which choices reach what the rival has, and which positions a choice was made in: seen while a game is watched.

Interaction has no measure of its own that all use. Elias, Garfield and Gutschera (2012), Characteristics of Games, MIT
Press, mean by it how far what one player does bears on the other; so that is what is counted here: a choice *reaches*
the rival if it names something that the rival has, or if something that the rival has becomes another while what the
choice began is still under way. What is under way, what a player has and what an action names follow from the game's
own declaration: procedures and the attack, battle or fight that lies in the state, the zones and numbers of a player,
the references of arguments. There is no list of actions.

A pass in the middle of an attack begins nothing of its own, so the blow that follows counts for the attack; a choice
after which the turn comes to an end is not to blame for what the next turn brings.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engines.declare.declaration import DeclaredState
from engines.declare.scalar_fields import WorkedOut
from engines.declare.transient_fields import UnderWay
from engines.declare.zone_fields import Area
from engines.kernel.state import Action, State


@dataclass(slots=True)
class _Choice:
    """A choice under way: at which depth it was made, by whom, and whether it has reached the rival."""

    depth: int
    seat: int
    reached: bool


class ReachCounter:
    """Counts the choices of a game that reach the rival; `before` and `after` stand around each decision.

    asked : choices after the set-up. reaching : those of them that reach the rival.
    """

    def __init__(self) -> None:
        self.asked = self.reaching = 0
        self._open = list[_Choice]()
        self._had: tuple[object, object] | None = None
        self._turn = 0

    def before(self, state: State, action: Action, choice: bool) -> None:
        """Take down what both players have before `action`, which is about to be carried out.

        choice : whether it is a choice after the set-up; what is forced begins nothing, but may carry something out.
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
        """Look at what the players have now, when `action` has been carried out."""
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
    """Return True if an argument of the action lies, on the table, among what the rival of `seat` has."""
    arguments, where = state.game.kinds[action[0]].arguments, state.game.rules.references
    return any(
        place.startswith(f"{1 - seat}.")
        for name, value in zip(arguments, action[1:], strict=False)
        for place in where(state, seat, name, value)
    )


def position_digest(state: State) -> str:
    """Return twelve signs that stand for a position as the player who decides knows it; "" where a game cannot say.

    Two positions have the same signs if they go on alike for all that this player can see (`State.canonical_key`).
    """
    if not isinstance(state, DeclaredState):
        return ""
    seat, known = state.seat_to_act, state.copy()
    known.game.rules.forget_unseen(known, seat)
    return hashlib.blake2b(repr((seat, known.canonical_key())).encode(), digest_size=6).hexdigest()


def _depth(state: DeclaredState) -> int:
    """Return how many things are under way: procedures that have been called, an attack or battle in the state."""
    deep, frames = 0, state.frames
    while frames:
        deep, frames = deep + 1, frames[2]
    declared = state.declaration.items()
    return deep + sum(isinstance(one, UnderWay) and getattr(state, name) is not None for name, one in declared)


def _has(state: DeclaredState, seat: int) -> tuple[object, ...]:
    """Return all that a player has: the zones and numbers of the declaration."""
    player = state.both[seat]
    kept = (name for name, one in state.zones_of_players.items() if not isinstance(one, Area | WorkedOut))
    parts = (getattr(player, name) for name in kept)
    return tuple(tuple(part) if isinstance(part, list) else part for part in parts)
