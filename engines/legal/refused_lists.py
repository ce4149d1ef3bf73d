"""Lists of legal actions without those that an added requirement refuses."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.flow import S, Step
from engines.kernel.state import Action
from engines.legal.reasons import Requirement

Ask = Callable[[S], list[Action]]


def asked_in(row: Step[S]) -> Ask[S]:
    """Return the function that lists the legal actions of a step in which a player decides."""
    assert row.ask is not None
    return row.ask


def fewer_listed(row: Step[S], kind: str, requirement: Requirement[S]) -> Ask[S]:
    """Return the `ask` of a row without the actions that an added requirement refuses.

    If the requirement refuses every action, none is removed. If only passing is left and the step may pass
    automatically, it does.
    """
    return only_those(
        row,
        lambda state, seat, found: [
            action for action in found if action[0] != kind or requirement.holds(state, seat, action)
        ],
    )


def only_those(row: Step[S], drop: Callable[[S, int, list[Action]], list[Action]]) -> Ask[S]:
    """Return the `ask` of a row without the actions that are dropped, like `fewer_listed`.

    drop(state, seat, actions) : returns the actions that are left.
    """
    ask = asked_in(row)

    def listed(state: S) -> list[Action]:
        found = ask(state)
        rest = drop(state, state.seat_to_act, found)
        if rest is found or len(rest) == len(found):
            return found
        if row.otherwise is not None and all(action[0] == row.passing for action in rest):
            return []
        return rest or found

    return listed
