"""Scripts of lessons: plays them, and selects which of their events count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.checking import scenarios
from engines.kernel.state import State
from tutor.lessons.loader import FIGHT_ENDS, NEXT_CHOICE
from tutor.matches.playthrough import LogEntry, take_events

Script = Sequence[str | Mapping[str, str]]
"""Lines as written in a lesson file; a mapping has its line under `aside`."""


def play_script(here: State, script: Script, when: str | None = None) -> tuple[State, list[LogEntry]]:
    """Play a script from a state that records a film; return the final state and what happened.

    Players pass in response windows that the script does not mention, even at its end. when : "turn over" leaves out
    events after the turn in which the script begins; "battle over", "attack over" and "fight over" leave out events
    after the fight; "next choice" stops at the next decision, even if it is only to pass.
    """
    turn = here.turn
    if here.step.ask is None:
        here.run()
    for line in script:
        scenarios.play_line(here, line["aside"] if isinstance(line, Mapping) else line)
    while here.result is None and here.step.window and when != NEXT_CHOICE:
        here.apply(scenarios.passing_action(here))
    happened = events_until(take_events(here, 1), when, turn)
    if when and when != NEXT_CHOICE and happened:
        return happened[-1].state, happened
    if happened:  # the table after the last event is the final one, so both have the same picture
        happened[-1] = replace(happened[-1], state=here)
    return here, happened


def events_until(happened: list[LogEntry], when: str | None, turn: int) -> list[LogEntry]:
    """Return the events up to `when` ("turn over", or the end of a fight); all of them if it is None."""
    if when in FIGHT_ENDS:
        fights = [one.state.game.rules.fighting(one.state) for one in happened]
        begun = fights.index(True) if True in fights else 0
        return happened[: fights.index(False, begun) if False in fights[begun:] else len(happened)]
    return [one for one in happened if one.state.turn == turn] if when == "turn over" else happened
