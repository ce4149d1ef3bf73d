"""The summary of a learner's log: lessons, clauses, games in progress and switches.

The order of the lines does not matter: the latest time decides which event came last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tutor.event_log import NON_ANSWERS, Event

DONE = ("right", "seen")
ANSWERS = ("right", "wrong")
"""Verdicts that show how well a rule is known. Refused tries do not, because trying is how people learn."""


@dataclass(slots=True)
class LessonProgress:
    """The progress in a lesson: the steps done, each with the time of its first completion.

    The last step used, and when.
    """

    done: dict[str, str] = field(default_factory=dict)
    last: str = ""
    time: str = ""
    seconds: float = 0.0


@dataclass(slots=True)
class ClauseProgress:
    """The progress with a clause: numbers of answers and of right ones, whether the last was wrong, and its time."""

    seen: int = 0
    right: int = 0
    due: bool = False
    time: str = field(default="", compare=False)


@dataclass(slots=True)
class Summary:
    """The summary of a log.

    lessons, clauses : the progress by lesson name and by clause id. broken : number of unreadable lines.

    games : the last event of each game in progress, by lesson and step. settings : the learner's switches.
    """

    lessons: dict[str, LessonProgress] = field(default_factory=dict)
    clauses: dict[str, ClauseProgress] = field(default_factory=dict)
    broken: int = 0
    games: dict[tuple[str, str], Event] = field(default_factory=dict)
    settings: dict[str, bool] = field(default_factory=dict)
    switched: dict[str, str] = field(default_factory=dict)
    """The time at which each switch was last changed."""

    def take(self, event: Event) -> None:
        """Add one event."""
        if event.kind == "game":
            there = self.games.get((event.lesson, event.step))
            if there is None or event.time >= there.time:
                self.games[event.lesson, event.step] = event
            return
        if event.kind in NON_ANSWERS:
            if event.kind == "setting" and event.time >= self.switched.get(event.step, ""):
                self.settings[event.step], self.switched[event.step] = event.verdict == "on", event.time
            return
        lesson = self.lessons.setdefault(event.lesson, LessonProgress())
        if event.time >= lesson.time:
            lesson.last, lesson.time = event.step, event.time
        lesson.seconds += event.seconds
        if event.verdict in DONE:
            lesson.done[event.step] = min(event.time, lesson.done.get(event.step, event.time))
        for id in event.clauses if event.verdict in ANSWERS else ():
            clause = self.clauses.setdefault(id, ClauseProgress())
            clause.seen += 1
            clause.right += event.verdict == "right"
            if event.time >= clause.time:
                clause.due, clause.time = event.verdict == "wrong", event.time

    def half_played(self) -> Event | None:
        """Return the last event of the most recent game; None if it is over, or a lesson has been used since."""
        last = max(self.games.values(), key=lambda event: event.time, default=None)
        since = max((lesson.time for lesson in self.lessons.values()), default="")
        return last if last is not None and last.verdict != "over" and last.time >= since else None

    def next_step(self, lesson: str, steps: Sequence[str]) -> str | None:
        """Return the first of `steps` that is not done; None if all are done.

        The search begins after the last step used, so that a learner who skipped a step is not sent straight back.
        """
        found = self.lessons.get(lesson)
        if found is None:
            return steps[0] if steps else None
        at = steps.index(found.last) if found.last in steps else 0
        return next((step for step in (*steps[at:], *steps[:at]) if step not in found.done), None)

    def go_on(self, outline: Mapping[str, Sequence[str]]) -> tuple[str, str] | None:
        """Return the (lesson, step) to continue with; None if nothing is left.

        outline : the step ids of every lesson, in lesson order. The lesson used last comes first, then the lessons
        after it, then those before it.
        """
        names = list(outline)
        touched = [name for name in names if name in self.lessons]
        at = names.index(max(touched, key=lambda name: self.lessons[name].time)) if touched else 0
        for name in (*names[at:], *names[:at]):
            step = self.next_step(name, outline[name])
            if step is not None:
                return name, step
        return None


def summarise_events(events: Iterable[Event], broken: int = 0) -> Summary:
    """Summarise events. broken : number of unreadable lines besides them."""
    summary = Summary(broken=broken)
    for event in events:
        summary.take(event)
    return summary
