"""The model of a learner, built from the log event by event and from nothing else.

It is built once from all events, and then updated with new ones; rebuilding it from the same events gives the same
model. Only the first answer to a step on a day is evidence: by the second, the solution has been shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import median

from tutor.event_log import EXAM_NAMES, NON_ANSWERS, Event
from tutor.learners import memory
from tutor.learners.beliefs import GameBeliefs
from tutor.learners.memory import ClauseTrace

SITTING_PAUSE = timedelta(minutes=30)
"""Time without an answer after which a sitting is over."""
USUAL_SECONDS = 45.0
"""Seconds assumed per question until five have been timed."""
LAST_TIMES = 50
"""Number of recent questions for which times are stored."""
PRACTICE_NAMES = ("practice", "mined", "review", *EXAM_NAMES)
"""The second parts of the names of lessons in the log that mark questions outside the lessons."""


@dataclass(slots=True)
class LearnerModel:
    """The model of one learner.

    traces : the record of each clause. beliefs : the evidence by game. sitting : the answers to practice questions
    since the last pause.
    """

    traces: dict[str, ClauseTrace] = field(default_factory=dict)
    beliefs: dict[str, GameBeliefs] = field(default_factory=dict)
    sitting: list[Event] = field(default_factory=list)
    answered: set[tuple[str, str]] = field(default_factory=set)
    """The steps answered on the day of the last answer."""
    seconds: list[float] = field(default_factory=list)
    """Seconds taken for the last practice questions, the most recent last."""
    last: str = ""
    """The time of the last event that was processed."""

    def take(self, event: Event) -> None:
        """Update the model with an event. Events must come in order of time."""
        if event.time[:10] != self.last[:10]:
            self.answered.clear()
        self.last = event.time
        if event.kind in NON_ANSWERS:
            if event.verdict == "refused":
                memory.review_event(self.traces, event)
            return
        if event.verdict not in ("right", "wrong"):
            return
        step = (event.lesson, event.step)
        if step in self.answered:
            return
        self.answered.add(step)
        memory.review_event(self.traces, event)
        self.beliefs.setdefault(event.game, GameBeliefs()).take(event)
        if is_practice(event):
            if self.sitting and memory.time_of_event(event) - memory.time_of_event(self.sitting[-1]) > SITTING_PAUSE:
                self.sitting.clear()
            self.sitting.append(event)
            if 0 < event.seconds < 600:
                self.seconds.append(event.seconds)
                del self.seconds[:-LAST_TIMES]

    def of(self, game: str) -> GameBeliefs:
        """Return the evidence about beliefs in a game, which may be empty."""
        return self.beliefs.get(game) or GameBeliefs()

    def now_sitting(self, now: datetime) -> list[Event]:
        """Return the answers of the current sitting; empty if the pause since the last one was too long."""
        return self.sitting if self.sitting and now - memory.time_of_event(self.sitting[-1]) <= SITTING_PAUSE else []

    @property
    def pace(self) -> float:
        """The median number of seconds that this learner takes for a question."""
        return median(self.seconds) if len(self.seconds) >= 5 else USUAL_SECONDS


def is_practice(event: Event) -> bool:
    """Return True for an answer to a question outside the lessons."""
    return event.lesson.rpartition("/")[2] in PRACTICE_NAMES


def model_of(events: Iterable[Event]) -> LearnerModel:
    """Build the model of a learner from events in any order."""
    model = LearnerModel()
    for event in sorted(events, key=lambda event: event.time):
        model.take(event)
    return model


def present_moment() -> datetime:
    """Return the current time, in UTC like all times here."""
    return datetime.now(UTC)
