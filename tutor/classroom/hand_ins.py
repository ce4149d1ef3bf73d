"""Logs handed in by a class, as files or as short texts, and the logs of a class on this machine.

The input is untrusted: everything is bounded, nothing is used as a path or as code, and unusable input is listed with
the reason. If a learner handed in several logs, the newest counts.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from engines.errors import DataError
from tutor.class_server.members import MEMBERS_FILE, members_in
from tutor.classroom import short_text
from tutor.event_log import Event, events_of, log_of

MOST_BYTES = 4_000_000
"""Maximum size in bytes of a file that is handed in: about ten thousand answers."""
MOST_LINES = 20_000
LONGEST_LINE = 20_000
LONGEST_FIELD, MOST_PARTS = 2000, 300
MOST_FILES = 400
LONGEST_NAME = 80
LOG_ENDINGS = (".jsonl", ".txt")
BROKEN_ENOUGH = 0.5
"""A file with a larger share of invalid lines than this is not a Tebiki log."""


class HandedFile(NamedTuple):
    """A file as handed in: its name, and its content; None if it is too large to be sent."""

    name: str
    text: str | None


class SkippedFile(NamedTuple):
    """An input that is not used: its name, and the reason as a key in the report's texts with the facts for it."""

    name: str
    why: str
    facts: dict[str, object]


@dataclass(frozen=True, slots=True)
class LearnerLog:
    """The log of one learner. cut : number of events in a truncated file, 0 if the file is complete.

    broken : number of unreadable lines. older : number of this learner's other logs that were handed in as well.
    """

    learner: str
    events: tuple[Event, ...]
    cut: int = 0
    broken: int = 0
    older: int = 0

    @property
    def last(self) -> str:
        """The time of the newest event."""
        return max(event.time for event in self.events)


@dataclass(slots=True)
class HandIns:
    """Everything that was handed in.

    chosen : names that learners chose in their class, by the id in the log. left : the ids of those who have left it.
    """

    logs: dict[str, LearnerLog] = field(default_factory=dict)
    skipped: list[SkippedFile] = field(default_factory=list)
    chosen: dict[str, str] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)

    def add(self, found: LearnerLog | SkippedFile) -> None:
        """Add a log, or a file that was skipped."""
        if isinstance(found, SkippedFile):
            self.skipped.append(found)
            return
        there = self.logs.get(found.learner)
        if there is None:
            self.logs[found.learner] = found
            return
        newer = max(there, found, key=lambda log: (log.last, len(log.events)))
        same = there.events == found.events
        older = there.older + found.older + (not same)
        self.logs[found.learner] = LearnerLog(newer.learner, newer.events, newer.cut, newer.broken, older)


def read_files(files: Iterable[HandedFile]) -> HandIns:
    """Return the contents of dropped files and pasted texts."""
    found = HandIns()
    for at, file in enumerate(files):
        found.add(
            read_hand_in(file)
            if at < MOST_FILES
            else SkippedFile(display_name(file.name), "too_many", {"most": MOST_FILES})
        )
    return found


def read_folder(folder: Path) -> HandIns:
    """Return the contents of a folder: a class folder, or one with logs. Raises OSError if it cannot be read."""
    members = members_in(folder).values()
    chosen = {member.log: member.name for member in members}
    there = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    if (folder / MEMBERS_FILE).exists():
        there = [path for path in there if path.suffix == ".jsonl" and path.stem in chosen]
    found = HandIns(chosen=chosen, left={member.log for member in members if member.left})
    for at, path in enumerate(there):
        if at < MOST_FILES:
            text = _text(path)
            found.add(read_hand_in(HandedFile(path.name, text)) if isinstance(text, str) else text)
        else:
            found.add(SkippedFile(display_name(path.name), "too_many", {"most": MOST_FILES}))
    return found


def _text(path: Path) -> str | SkippedFile:
    """Return the text of a file, or why it is skipped; links are not followed, and only regular files are opened."""
    name = display_name(path.name)
    if path.suffix.lower() not in LOG_ENDINGS:
        return SkippedFile(name, "other_file", {})
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return SkippedFile(name, "no_file", {})
        with os.fdopen(os.open(path, flags), "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError:
        return SkippedFile(name, "unreadable", {})
    if len(data) > MOST_BYTES:
        return _too_large(name)
    return data.decode("utf-8", errors="replace")


def read_hand_in(file: HandedFile) -> LearnerLog | SkippedFile:
    """Return the log in a file, or why it is skipped."""
    name = display_name(file.name)
    if file.text is None or len(file.text) > MOST_BYTES:
        return _too_large(name)
    if not file.text.strip():
        return SkippedFile(name, "empty", {})
    if "\0" in file.text:
        return SkippedFile(name, "no_text", {})
    if file.name.rpartition("/")[2] == MEMBERS_FILE:
        return SkippedFile(name, "members", {})
    whole = True
    if short_text.is_short_text(file.text):
        try:
            lines = short_text.short_text_lines(file.text)
        except short_text.ShortTextError as error:
            return SkippedFile(name, f"text_{error}", {})
    else:
        lines = file.text.removeprefix("\ufeff").split("\n")
        whole = not lines[-1].strip()
    lines = [line for line in lines if line.strip()]
    if len(lines) > MOST_LINES:
        return SkippedFile(name, "too_long", {"most": MOST_LINES})
    return _log_of(name, list(map(_event, lines)), whole)


def _log_of(name: str, found: list[Event | None], whole: bool) -> LearnerLog | SkippedFile:
    broken = found.count(None)
    if broken == len(found) or (broken > 1 and broken > BROKEN_ENOUGH * len(found)):
        return SkippedFile(name, "foreign", {})
    events = log_of(found).events
    learners = {event.learner for event in events}
    if len(learners) > 1:
        return SkippedFile(name, "several", {"count": len(learners)})
    cut = 0
    if found[-1] is None and not whole:
        cut, broken = len(events), broken - 1
    return LearnerLog(events[0].learner, events, cut, broken)


def _event(line: str) -> Event | None:
    """Return the event in a line; None if the line is not an event that a page could have written."""
    if len(line) > LONGEST_LINE:
        return None
    event = next(iter(events_of(line)), None)
    return event if event is not None and _is_plain(event) else None


def _is_plain(event: Event) -> bool:
    """Return True if no field of an event is longer than those that pages write."""
    lists = (event.actions, event.clauses, event.agrees, event.differs)
    texts = (event.learner, event.game, event.lesson, event.step, event.kind, event.verdict, event.run)
    return (
        all(len(some) <= MOST_PARTS for some in lists)
        and all(len(text) <= LONGEST_FIELD for some in lists for text in some)
        and all(len(text) <= LONGEST_NAME * 2 for text in texts)
        and bool(event.learner)
    )


def display_name(name: str) -> str:
    """Return a file name for display: its last part, only visible characters, shortened if it is too long."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    plain = "".join(sign if sign.isprintable() else "\ufffd" for sign in last).strip() or "?"
    return plain if len(plain) <= LONGEST_NAME else f"{plain[: LONGEST_NAME - 1]}…"


def received_text(text: str | None, file: str, otherwise: str, most: int) -> tuple[str, str]:
    """Return a text sent by a page, and its file name for display (`otherwise` if there is no name).

    Raises DataError if the text is None: a page sends None for a file that is too large. most : the maximum number of
    characters, for the message.
    """
    where = display_name(file) if file else otherwise
    if text is None:
        raise DataError(where, "is too long.", f"It may have {most} letters.")
    return text, where


def _too_large(name: str) -> SkippedFile:
    return SkippedFile(name, "too_large", {"most": MOST_BYTES // 1_000_000})


def classes_in(home: Path) -> Iterator[str]:
    """Yield the names of the classes on this machine."""
    try:
        there = sorted((home / "classes").iterdir())
    except OSError:
        return
    yield from (path.name for path in there if (path / MEMBERS_FILE).is_file() and not path.is_symlink())
