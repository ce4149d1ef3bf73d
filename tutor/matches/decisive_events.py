"""Finds what decided a game: the event that ended it, and the beginning of the fight in which it happened."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel.listener import Event
from engines.kernel.state import Result, State
from tutor.boards.presentation import load_look

EventAndState = tuple[Event, State]

EVENTS_AFTER = 5
"""Maximum number of events shown after the decisive one."""

EVENTS_LOOKED_BACK = 400
"""Maximum number of events examined, counted back from the end."""


def deciding_events(happened: Sequence[EventAndState], result: Result) -> list[EventAndState]:
    """Return the events that decided a game, the beginning of their fight first; [] for a draw.

    The decisive event is one caused by the clause that ended the game; failing that, the last event that changed how
    far the winner was from winning (`Rules.standing`).
    """
    before_end = [one for one in happened if one[0].kind not in ("won", "drawn_game")][-EVENTS_LOOKED_BACK:]
    if not before_end or result.winner is None:
        return []
    rules = before_end[0][1].game.rules
    at = begun = _decisive(before_end, result)
    while begun and rules.fighting(before_end[begun - 1][1]) and _turn(before_end, begun - 1) == _turn(before_end, at):
        begun -= 1
    begins = before_end[begun][0].kind  # fights may follow directly on one another
    begun = max(place for place in range(begun, at + 1) if before_end[place][0].kind == begins)
    return [before_end[place] for place in sorted({begun, at})]


def _decisive(happened: Sequence[EventAndState], result: Result) -> int:
    """Return the index of the decisive event."""
    last = len(happened) - 1
    for at in range(last, max(last - EVENTS_AFTER, -1), -1):
        if happened[at][0].clause == result.clause:
            return at
    standing = happened[last][1].game.rules.standing
    assert result.winner is not None
    end = standing(happened[last][1], result.winner)
    for at in range(last, 0, -1):
        if standing(happened[at - 1][1], result.winner) != end:
            return _telling(happened, at)
    return last


def _telling(happened: Sequence[EventAndState], at: int) -> int:
    """Return the index of the event that changed the standing at `at`.

    It may have been recorded before it took effect.

    An event without facts, such as the end of a battle, only marks a moment. Among the events of a step, one that the
    presentation calls a result is preferred: a unit's destruction rather than the return of its Equipment.
    """
    words = load_look(happened[at][1].game.name)
    while at and not happened[at][0].facts and happened[at][0].kind.split(".")[0] not in words["loud"]:
        at -= 1
    result = at
    while result and happened[result - 1][0].step == happened[at][0].step and not _is_result(happened, result):
        result -= 1
    return result if _is_result(happened, result) else at


def _is_result(happened: Sequence[EventAndState], at: int) -> bool:
    event, state = happened[at]
    return event.kind.split(".")[0] in load_look(state.game.name).get("result", ())


def _turn(happened: Sequence[EventAndState], at: int) -> int:
    return happened[at][1].turn
