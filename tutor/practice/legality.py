"""Finds out which tries are allowed, without putting any reason into words."""

from __future__ import annotations

from engines.game import Game
from engines.kernel.state import Action, State
from engines.legal import reasons
from engines.legal.reasons import in_time

TIMING = reasons.TIMING
ABSENCE_ERRORS = (KeyError, IndexError, AttributeError, TypeError, ValueError, AssertionError, StopIteration)
"""Errors that a requirement raises if its test relies on something that is missing."""


def failing_needs(game: Game, state: State, seat: int, action: Action) -> tuple[str, ...]:
    """Return the names of the requirements that `action` fails, in the order of `why_not`."""
    kind = game.kinds[action[0]]
    found: list[str] = []
    if not in_time(kind, state, seat):
        if kind.stage is None:
            return (TIMING,)
        found.append(TIMING)
    for requirement in kind.requirements:
        if not requirement.holds(state, seat, action):
            found.append(requirement.name)
            if requirement.essential:
                break
    return tuple(found)


def is_allowed(game: Game, state: State, seat: int, action: Action) -> bool:
    """Return True if `action` is among the choices, or legal by the requirements of `game`.

    Return False if the test fails because a rule has been removed on which it relies.
    """
    if seat == state.seat_to_act and action in state.actions:
        return True
    try:
        return not failing_needs(game, state, seat, action)
    except ABSENCE_ERRORS:
        return False


def kinds_changed(game: Game, other: Game) -> list[str]:
    """Return the kinds of action whose requirements differ between two games.

    All kinds if anything else differs too.
    """
    names = [name for name, kind in game.kinds.items() if other.kinds[name].requirements != kind.requirements]
    alike = game.flow is other.flow and game.parameters == other.parameters and game.cards is other.cards
    return names if alike else [*game.kinds]


def tries_of_kinds(state: State, seat: int, kinds: list[str]) -> list[Action]:
    """Return the actions of these kinds that a player could try, legal or not."""
    known = state.game.kinds
    return [action for name in kinds if (tries := known[name].tries) is not None for action in tries(state, seat)]
