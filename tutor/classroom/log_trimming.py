"""Trims a log that is too long to its newest part, so that it can still be replayed."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.event_log import Event
from tutor.matches.kept_games import GameRun


def newest_events(numbered: Sequence[tuple[int, Event]], most: int) -> list[tuple[int, Event]]:
    """Return at most `most` of the numbered events, the newest.

    A game or exam whose beginning is cut off is dropped entirely, and so are the games that continue it: they would not
    replay as recorded, so the log would appear to have been edited.
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
