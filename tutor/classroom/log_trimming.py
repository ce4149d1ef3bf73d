"""The newest part of a log that is too long, cut so that what is left can still be played again."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.event_log import Event
from tutor.matches.kept_games import GameRun


def newest_events(numbered: Sequence[tuple[int, Event]], most: int) -> list[tuple[int, Event]]:
    """Return the newest of some numbered events, at most `most`.

    Games and exams whose beginning is cut off are left out whole, and games that continue one of these: without its
    beginning nothing of it comes out as it is written, and the log would look edited.
    """
    cut = max(0, len(numbered) - most)
    gone = {event.run for _, event in numbered[:cut]} - {""}
    kept = []
    for number, event in numbered[cut:]:
        if event.kind == "game" and event.verdict == "begun" and GameRun([event]).facts.get("parent") in gone:
            gone.add(event.run)
        if event.run not in gone:
            kept.append((number, event))
    return kept
