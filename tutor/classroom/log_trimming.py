"""Trims a log that is too long to its newest part, such that it can still be replayed."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.event_log import Event
from tutor.matches.kept_games import GameRun


def newest_events(numbered: Sequence[tuple[int, Event]], most: int) -> list[tuple[int, Event]]:
    """Return the newest of some numbered events, at most `most`.

    Games and exams that have lost their beginning are dropped entirely, and so are games that continue one of these:
    without the beginning they would not replay as recorded, and the log would look edited.
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
