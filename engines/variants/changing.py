"""Helpers for counter-rules of any game: retracting events, and dropping requirements."""

from __future__ import annotations

from collections.abc import Iterable

from engines.kernel.flow import S
from engines.kernel.state import State
from engines.variants.rule_patch import Draft, Face
from engines.variants.rule_patch import Run as Run


def count_events(state: State) -> int:
    """Return the number of events recorded so far."""
    return 0 if state.events is None else len(state.events)


def forget_events(state: State, since: int, kind: str, seat: int | None = None, **facts: object) -> None:
    """Remove events that were recorded but do not happen under a counter-rule.

    since : the number of events recorded before them. kind, seat, facts : those that the events to remove have; a seat
    of None means either player.
    """
    events, film = state.events, state.film
    if events is None:
        return
    before = 0 if film is None else len(events) - len(film)  # a film may have begun later than these events
    for at in range(len(events) - 1, since - 1, -1):
        event = events[at]
        if event.kind.startswith(kind) and seat in (None, event.seat) and facts.items() <= event.facts.items():
            del events[at]
            if film is not None and at >= before:
                del film[at - before]


def not_asked(draft: Draft[S, Face], kinds: Iterable[str], names: Iterable[str]) -> None:
    """Remove requirements from kinds of action whose legal actions are listed by other code.

    kinds, names : the kinds of action, and the names of the requirements.
    """
    for kind in kinds:
        draft.require(kind, [one for one in draft.kinds[kind].requirements if one.name not in names])
