"""A procedure or phase of the flow table in slow motion: its rows as a strip of frames, each with its events.

A row in which nothing happens also has a frame, without events, to show that it was passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engines.game import Game
from engines.kernel.state import State
from tutor.matches.playthrough import LogEntry
from tutor.messages import shapes


@dataclass(slots=True)
class StripFrame:
    """A pass through one row of the flow table: the number of events before it, and the numbers of its events.

    opens : "call" at the first row, "again" when a row leads back to that row, otherwise "".
    """

    row: str
    before: int
    opens: str = ""
    events: list[int] = field(default_factory=list)


def rows_of(game: Game, name: str) -> list[str]:
    """Return the rows of a phase, or of the procedure that begins with a row, in order."""
    steps = game.flow.steps.values()
    return [step.name for step in steps if step.procedure == name] or [one.name for one in steps if one.phase == name]


def iter_frames(game: Game, name: str, reel: Sequence[LogEntry]) -> list[StripFrame]:
    """Return the rows of a procedure or phase in the order in which a film passes them."""
    rows = rows_of(game, name)
    found: list[StripFrame] = []
    came, last = 0, ""
    for number, entry in enumerate(reel, 1):
        for row in entry.path[came:]:
            if row in rows and row != last:
                opens = "" if row != rows[0] else "again" if last in rows else "call"
                found.append(StripFrame(row, number - 1, opens))
            last = row
        came = max(came, len(entry.path))
        if found and (entry.event.step in rows or _inside(entry.state, rows)):
            found[-1].events.append(number)
    return found


def _inside(state: State, rows: Sequence[str]) -> bool:
    """Return True if the current procedure was called from one of these rows."""
    below = state.frames
    while below:
        place, _, below = below
        if place.name.partition("+")[0] in rows:
            return True
    return False


def draw_strip(game: Game, name: str, reel: Sequence[LogEntry], shown: int, language: str) -> shapes.Strip:
    """Return the strip as the page draws it: rounds of frames, and their progress at event `shown`."""
    rounds: list[shapes.Round] = []
    calls = 0
    for frame in iter_frames(game, name, reel):
        calls += frame.opens == "call"
        if frame.opens or not rounds:
            rounds.append({"call": calls, "again": frame.opens == "again", "frames": []})
        reached = shown > frame.before or (shown == frame.before == len(reel))
        state: Literal["now", "done", "later"] = "now" if shown in frame.events else "done" if reached else "later"
        rounds[-1]["frames"].append(
            {
                "row": frame.row,
                "title": game.title_of(frame.row, language),
                "clause": next(iter(game.flow.steps[frame.row].clauses), ""),
                "events": frame.events,
                "state": state,
            }
        )
    phase = game.flow.steps[rows_of(game, name)[0]].phase
    return {"title": game.words.find(f"phase.{phase}.title", language), "rounds": rounds}
