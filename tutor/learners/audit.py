"""Checks a log against the engine, line by line: an event that replays differently was edited or is outdated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from engines.errors import DataError, TebikiError
from engines.game import Game
from tutor.event_log import EXAM_NAMES, Event, events_of
from tutor.lessons import game as whole
from tutor.lessons.page import open_session
from tutor.lessons.replay import replay_answer, step_of
from tutor.matches import kept_games
from tutor.matches.kept_games import GameRun, ReplayError
from tutor.sets.decks import game_with_decks

MOST_UNDONE = 60
"""Maximum number of undone moves checked in a game (the last ones); each check replays the game from the beginning."""


@dataclass(frozen=True, slots=True)
class LogDifference:
    """An event that replays differently: its line number, and what the engine says."""

    line: int
    event: Event
    says: str

    def __str__(self) -> str:
        """Return the difference as one line of text."""
        where = ", ".join(part for part in (self.event.lesson, self.event.step) if part)
        return f"line {self.line}: {where}: the log says {self.event.verdict}, {self.says}"


@dataclass(slots=True)
class LogAudit:
    """The result of checking a log.

    again : number of events that replay as recorded. broken : the numbers of unreadable lines.
    """

    events: int = 0
    again: int = 0
    broken: list[int] = field(default_factory=list)
    differences: list[LogDifference] = field(default_factory=list)

    @property
    def others(self) -> int:
        """Number of events that cannot be replayed: demonstrations, hints, settings, lessons that no longer exist."""
        return self.events - self.again - len(self.differences)


def audit_log(lines: Iterable[str]) -> LogAudit:
    """Replay a log, line by line, and return the result."""
    found = LogAudit()
    numbered: list[tuple[int, Event]] = []
    for number, line in enumerate(lines, 1):
        for event in events_of(line):
            if event is None:
                found.broken.append(number)
            else:
                numbered.append((number, event))
    found.events = len(numbered)
    for number, event, says in check_events(numbered):
        if says:
            found.differences.append(LogDifference(number, event, says))
        elif says is not None:
            found.again += 1
    found.differences.sort(key=lambda difference: difference.line)
    return found


def check_events(
    numbered: Iterable[tuple[int, Event]], asked: Callable[[Event], bool] = lambda event: True
) -> Iterator[tuple[int, Event, str | None]]:
    """Replay events one by one; yield (line number, event, the engine's objection).

    The objection is "" if the event replays as recorded, and None if it cannot be replayed. asked(event) : whether to
    replay an answer. The moves of games are always replayed, after all answers.
    """
    games: list[tuple[int, Event]] = []
    exams: list[tuple[int, Event]] = []
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    for number, event in numbered:
        if event.time >= tomorrow:
            yield number, event, f"and that it was on {event.time[:10]}."
        elif event.kind == "game":
            games.append((number, event))
        else:
            if event.lesson.removeprefix(f"{event.game}/") in EXAM_NAMES:
                exams.append((number, event))
            yield number, event, _answer(event) if asked(event) else None
    yield from _games(games)
    yield from _exams(exams)


def _answer(event: Event) -> str | None:
    again = replay_answer(event)
    if again is None:
        return None
    if again.verdict == event.verdict:
        return ""
    engine = f"the engine {again.verdict}" if again.verdict else "the engine does not get there"
    return f"{engine}: {again.why}" if again.why else f"{engine}."


def _exams(exams: list[tuple[int, Event]]) -> Iterator[tuple[int, Event, str]]:
    """Yield (line number, event, objection) for the end of each exam, whose score must follow from its answers."""
    right: dict[str, int] = {}
    for number, event in exams:
        if event.kind != "exam":
            right[event.run] = right.get(event.run, 0) + (event.verdict == "right")
        elif event.verdict == "over" and any(fact.startswith("right=") for fact in event.actions):
            told = next(fact.partition("=")[2] for fact in event.actions if fact.startswith("right="))
            there = str(right.get(event.run, 0))
            yield number, event, "" if told == there else f"with {told} right; right in the log are {there}."


def _games(games: list[tuple[int, Event]]) -> Iterator[tuple[int, Event, str]]:
    """Yield (line number, event, objection) for every event of a game that can be replayed; "" if it matches."""
    runs: dict[str, GameRun] = {}
    lines: dict[str, list[int]] = {}
    for number, event in games:
        runs.setdefault(event.run, GameRun()).events.append(event)
        lines.setdefault(event.run, []).append(number)
    for name, run in runs.items():
        bad = _broken_at(runs, name)
        if bad is None:
            continue
        at, says = bad
        for place, (number, event) in enumerate(zip(lines[name], run.events, strict=True)):
            if place < at or not says:
                yield number, event, ""
            elif place == at:
                yield number, event, says


def _broken_at(runs: dict[str, GameRun], name: str) -> tuple[int, str] | None:
    """Return the index of the first event of a run that does not match, with the reason.

    The reason is "" if all events match; the result is None if that cannot be determined.
    """
    events = runs[name].events
    undone = [at for at, event in enumerate(events) if event.verdict == "undo" and at]
    counts = [*undone[-MOST_UNDONE:], len(events)]
    for count in counts:
        try:
            kept = kept_games.cut_game(runs, name, count)
            match = kept_games.replay_game(kept, _game_of(events[0]))
            for at in (at for at, event in enumerate(events[:count]) if event.verdict == "over"):
                if at == count - 1 and not match.over:
                    return at, "the game is not over."
        except ReplayError as error:
            if error.changed:
                return None
            at = next((at for at, event in enumerate(events) if event is error.event), 0)
            return at, str(error)
        except TebikiError:  # no such game or step here
            return None
    return 0, ""


def _game_of(event: Event) -> Game:
    """Return the game of a run: a full game, or the game of a lesson step. Raises DataError if there is none."""
    if event.lesson.removeprefix(f"{event.game}/") in (kept_games.WHOLE_GAME, *EXAM_NAMES):
        return game_with_decks(event.game)
    found = step_of(event)
    run = open_session(*found, seed=int(event.seed)) if found else None
    if not isinstance(run, whole.PlayStep):
        raise DataError(event.lesson, "there is no such game here.")
    return run.match.game
