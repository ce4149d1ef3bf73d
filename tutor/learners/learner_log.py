"""Reads a learner's log, and later only what has been added to it.

The result for a long log is cached in a file beside it, which may be deleted at any time. The cache is valid only for
the code that wrote it, and for a log that begins with exactly the same lines; otherwise the whole log is read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from fsrs import State
from fsrs.scheduler import DEFAULT_PARAMETERS

from tutor import event_log, progress, summary
from tutor.courses import lesson_names
from tutor.event_log import Event, events_of
from tutor.files import write_whole
from tutor.learners import beliefs, memory, model
from tutor.learners.beliefs import BeliefEvidence, GameBeliefs, JudgedAnswer, TellingAnswer
from tutor.learners.memory import ClauseTrace, MemoryCard
from tutor.learners.model import LearnerModel, model_of
from tutor.summary import Summary

LINES_WORTH_KEEPING = 300
"""Minimum number of lines for which the result is cached; shorter logs are fast to read."""
MADE_BY_MODULES = (event_log, summary, memory, beliefs, model)
"""A change in the source code of these modules invalidates a cached result."""


class LogLearner:
    """The `summary` and `model` of a learner's log. Raises ProgressError if it cannot be read."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.path = progress.log_file(who)
        self._read_anew()

    def refresh(self) -> None:
        """Read the lines that have since been added, by this page or another one."""
        if self.path.exists() and self.path.stat().st_size >= self.read:
            self._read_on()
        else:
            self._read_anew()

    def _read_anew(self) -> None:
        self.summary, self.model, self.read = Summary(), LearnerModel(), 0
        data = self._bytes(0)
        kept = _kept(self._beside, data)
        if kept is not None:
            self.summary, self.model, self.read = kept
        begun = self.read
        if not self._took_in(data[begun:]):
            self._sort_out(data)
        if self.read - begun and data.count(b"\n", begun) >= LINES_WORTH_KEEPING:
            _keep(self._beside, data[: self.read], self.summary, self.model)

    def _read_on(self) -> None:
        if not self._took_in(self._bytes(self.read)):
            self._sort_out(self._bytes(0))

    def _sort_out(self, data: bytes) -> None:
        """Read a whole log, leaving out duplicate lines and sorting the others by time."""
        lines = _whole(data)
        events = [event for line in lines for event in events_of(line)]
        log = event_log.log_of(event_log.settle_times(events, model.present_moment()))
        self.summary, self.model = summary.summarise_events(log.events, log.broken), model_of(log.events)
        self.read = data.rfind(b"\n") + 1

    def _took_in(self, data: bytes) -> bool:
        """Process the complete lines of `data`; return False if an event is repeated or out of order."""
        last = self.model.last
        events = [event for line in _whole(data) for event in events_of(line)]
        found = event_log.settle_times(events, model.present_moment())
        there = set[Event]()
        for event in found:
            if event is None:
                continue
            if event.time < last or event in there:
                return False
            last = event.time
            if event.kind != "game":  # a move may be undone and repeated within a millisecond
                there.add(event)
        for event in found:
            if event is None:
                self.summary.broken += 1
            else:
                self.summary.take(event)
                self.model.take(event)
        self.read += data.rfind(b"\n") + 1
        return True

    def _bytes(self, start: int) -> bytes:
        try:
            with self.path.open("rb") as file:
                file.seek(start)
                return file.read()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise progress.unreadable_log_error(self.path, error) from error

    @property
    def _beside(self) -> Path:
        return self.path.with_suffix(progress.SUMMARY_SUFFIX)


def _whole(data: bytes) -> Iterator[str]:
    """Yield the complete lines. A line longer than any event is cut short, so that it counts as broken."""
    for line in data[: data.rfind(b"\n") + 1].split(b"\n"):
        yield line[: progress.LONGEST_EVENT].decode("utf-8", errors="replace")


# The cache beside a log.


@cache
def _made_by() -> str:
    sign = hashlib.blake2b(repr((DEFAULT_PARAMETERS, lesson_names.present_names())).encode(), digest_size=16)
    for module in MADE_BY_MODULES:
        sign.update(Path(str(module.__file__)).read_bytes())
    sign.update(Path(__file__).read_bytes())
    return sign.hexdigest()


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _keep(path: Path, data: bytes, known: Summary, model: LearnerModel) -> None:
    row = {"made_by": _made_by(), "read": len(data), "digest": _digest(data)}
    row |= {"summary": _row_of_summary(known), "model": _row_of_model(model)}
    with suppress(OSError):  # without a cache, the whole log is read next time
        write_whole(path, json.dumps(row), 0o600)


def _kept(path: Path, data: bytes) -> tuple[Summary, LearnerModel, int] | None:
    """Return (summary, model, number of bytes of the log they cover) from the cache.

    None if there is none for this log.
    """
    if not data:
        return None
    try:
        row = json.loads(path.read_text(encoding="ascii"))
        if row["made_by"] != _made_by() or row["digest"] != _digest(data[: row["read"]]):
            return None
        return _summary_of(row["summary"]), _model_of(row["model"]), row["read"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return None


def _row_of_summary(known: Summary) -> dict[str, object]:
    return {
        "lessons": {name: [one.done, one.last, one.time, one.seconds] for name, one in known.lessons.items()},
        "clauses": {id: [one.seen, one.right, one.due, one.time] for id, one in known.clauses.items()},
        "broken": known.broken,
        "games": [event.line() for event in known.games.values()],
        "settings": known.settings,
        "switched": known.switched,
    }


def _summary_of(row: dict[str, Any]) -> Summary:
    return Summary(
        {name: summary.LessonProgress(*one) for name, one in row["lessons"].items()},
        {id: summary.ClauseProgress(*one) for id, one in row["clauses"].items()},
        row["broken"],
        {(event.lesson, event.step): event for event in _events(row["games"])},
        row["settings"],
        row["switched"],
    )


def _row_of_model(known: LearnerModel) -> dict[str, object]:
    traces = {}
    for id, one in known.traces.items():
        card = one.card
        last = card.last_review.isoformat() if card.last_review else None
        memory_of_it = [int(card.state), card.stability, card.difficulty, card.due.isoformat(), last]
        traces[id] = [memory_of_it, one.places, one.seen, one.right, one.missed, one.since]
    return {
        "traces": traces,
        "beliefs": {game: _row_of_beliefs(found) for game, found in known.beliefs.items()},
        "sitting": [event.line() for event in known.sitting],
        "answered": [list(step) for step in known.answered],
        "seconds": known.seconds,
        "last": known.last,
    }


def _model_of(row: dict[str, Any]) -> LearnerModel:
    known = LearnerModel(seconds=row["seconds"], last=row["last"])
    known.answered = {(lesson, step) for lesson, step in row["answered"]}
    known.sitting = list(_events(row["sitting"]))
    for id, ((state, stability, difficulty, due, last), *rest) in row["traces"].items():
        reviewed = datetime.fromisoformat(last) if last else None
        step = 0 if State(state) is State.Learning else None
        card = MemoryCard(1, State(state), step, stability, difficulty, datetime.fromisoformat(due), reviewed)
        known.traces[id] = ClauseTrace(card, *rest)
    for game, found in row["beliefs"].items():
        known.beliefs[game] = _beliefs_of(found)
    return known


def _row_of_beliefs(known: GameBeliefs) -> dict[str, object]:
    return {
        "evidence": {
            id: [evidence.shown.line() if evidence.shown else "", [list(answer) for answer in evidence.answers]]
            for id, evidence in known.evidence.items()
        },
        "record": [[list(one.place), one.right, one.options] for one in known.record],
    }


def _beliefs_of(row: dict[str, Any]) -> GameBeliefs:
    known = GameBeliefs()
    for id, (shown, answers) in row["evidence"].items():
        one = known.evidence[id] = BeliefEvidence(shown=next(_events([shown]), None))
        for (time, lesson, step), right, agreed, options, form in answers:
            one.answers.append(TellingAnswer((time, lesson, step), right, agreed, options, form))
    for (time, lesson, step), right, options in row["record"]:
        known.record.append(JudgedAnswer((time, lesson, step), right, options))
    return known


def _events(lines: Iterable[str]) -> Iterator[Event]:
    for line in lines:
        for event in events_of(line):
            if event is None:
                raise ValueError(line)
            yield event
