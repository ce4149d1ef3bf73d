"""The lines of a learner's log: events written as JSON, and read back from any file (see `tutor.progress`).

A lesson that has since been renamed is read under its current name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from typing import Any

from tutor.courses import lesson_names

VERDICTS = ("right", "wrong", "refused", "hint", "seen", "odd")
"""right, wrong : an answer or a move was judged. refused : an illegal try was made. hint : a hint was shown. seen : a
step without a question was watched to its end. odd : the learner reports the question as odd, after an answer.
"""
NON_ANSWERS = {
    "game": ("begun", "move", "hand", "undo", "refused", "over"),
    "setting": ("on", "off"),
    "exam": ("begun", "over"),
    "habit": ("right", "wrong", "refused", "odd"),
}
"""Kinds of event that are not answers about rules, with their verdicts: moves of a game in progress, switches, the
beginning and end of an exam, and moves in the positions of habits.
"""
EXAM_NAMES = ("exam", "player", "judge")
"""The second part of a lesson's name in the log, for exams: the former exam and the two grades."""
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_TIME = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z")
LARGEST_NUMBER = 1e15
"""Upper bound for the numbers in an event; JSON would also allow NaN and Infinity."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log. `lesson` is a name such as "altaria/04_attacking", `step` the id of a step in it.

    run, place : for a game in progress, its id and the number of earlier moves (see `tutor.matches.kept_games`).
    agrees, differs : the beliefs (see `engines.variants.counter_rules`) that predict the given answer, and those that
    predict another one; only beliefs under which the right answer to this question is a different one. options : number
    of possible answers, 0 if unknown. form : for a practice question, a digest of what it asked (`Question.form`), ""
    if unknown.
    """

    time: str
    learner: str
    game: str
    lesson: str
    step: str
    kind: str
    verdict: str
    actions: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    hints: int = 0
    seed: int = 0
    seconds: float = 0.0
    run: str = ""
    place: int = 0
    agrees: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    options: int = 0
    form: str = ""

    def line(self) -> str:
        """Return the event as one line of JSON, without a newline."""
        row = {name: getattr(self, name) for name in self.__slots__}
        if not self.run:
            del row["run"], row["place"]
        for name in ("agrees", "differs", "options", "form"):
            if not row[name]:
                del row[name]
        return _JSON.encode(row)


@dataclass(frozen=True, slots=True)
class Log:
    """A log as read: its events in order, and the number of unreadable lines.

    Each event occurs once, except moves of games, which may be taken back and repeated at the same time.
    """

    events: tuple[Event, ...]
    broken: int


OWN_CARDS = "sets"
"""The fact that lists the sets used in a game with custom cards, each as "id:digest"."""


def without_own_cards(events: Iterable[Event]) -> list[Event]:
    """Return events without the games played with custom cards, which are never exported."""
    events = list(events)
    begun = [event for event in events if (event.kind, event.verdict) == ("game", "begun")]
    own = {event.run for event in begun if any(fact.startswith(f"{OWN_CARDS}=") for fact in event.actions)}
    return [event for event in events if event.kind != "game" or event.run not in own]


def parse_log(text: str) -> Log:
    """Parse the text of a log; unreadable lines are counted."""
    return log_of([event for line in text.removeprefix("\ufeff").split("\n") for event in events_of(line)])


def log_of(found: Sequence[Event | None]) -> Log:
    """Return the log of events that were read line by line, in which None stands for a line that is not an event."""
    events = [event for event in found if event is not None]
    once = dict.fromkeys((event, at if event.kind == "game" else 0) for at, event in enumerate(events))
    return Log(tuple(event for event, _ in once), len(found) - len(events))


def settle_times(events: Sequence[Event | None], now: datetime) -> list[Event | None]:
    """Return the events of a log with corrected times; a time later than `now` comes from a wrong clock.

    Such an event gets the time of the event after it in the log or, at the end of the log, the current time.
    """
    latest = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    settled, upper = [], latest
    for event in reversed(events):
        if event is not None and event.time > latest:
            event = replace(event, time=upper)
        elif event is not None:
            upper = event.time
        settled.append(event)
    return settled[::-1]


def events_of(line: str) -> tuple[Event | None, ...]:
    """Parse the event in a line; return (None,) for an unreadable line, and () for an empty one."""
    return (_event(line),) if line.strip() else ()


def _event(line: str) -> Event | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict):
        return None
    values: list[Any] = []
    for name, usual, kind in _ENTRIES:
        value = row.get(name, usual)
        if kind == "list":
            if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
                return None
            value = tuple(value)
        elif kind == "number":
            if type(value) not in (int, float) or not abs(value) < LARGEST_NUMBER:
                return None
        elif not isinstance(value, str):
            return None
        values.append(value)
    values[_LESSON] = lesson_names.present_names().get(values[_LESSON], values[_LESSON])
    event = Event(*values)
    if event.seconds < 0 or not _is_time(event.time):
        return None
    if "\\u" in line or not line.isascii():
        try:
            event.line().encode()
        except UnicodeEncodeError:  # half a surrogate pair, which no file can contain
            return None
    return event


_NUMBERS, _LISTS = ("hints", "seed", "seconds", "place", "options"), ("actions", "clauses", "agrees", "differs")
_ENTRIES = tuple(
    (one.name, one.default, "number" if one.name in _NUMBERS else "list" if one.name in _LISTS else "text")
    for one in fields(Event)
)
_LESSON = [one.name for one in fields(Event)].index("lesson")


def _is_time(text: str) -> bool:
    """Return True for a time in UTC as the log writes it, in whole seconds or with fractions."""
    return _TIME.fullmatch(text) is not None
