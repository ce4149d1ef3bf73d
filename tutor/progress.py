r"""Progress: what a learner did, as an append-only log. One JSON line an event, one file a learner.

The files lie in `TEBIKI_HOME`, or in the user's folder for program data. A learner is a pseudonym: a random-looking
id that is the same every time on this machine and tells nobody's name. Nothing is sent anywhere.

An event says what was answered, never a score: stars, mastery and what comes next are computed from the log.

    {"time": "2031-05-04T18:22:07Z", "learner": "6f1c...", "game": "altaria", "lesson": "altaria/04_attacking",
     "step": "heavy-first", "kind": "do", "seed": 0, "actions": ["attack \"Sunlit Herald\" -> cores 1 2"],
     "verdict": "right", "clauses": ["ALT-12.5"], "hints": 1, "seconds": 41.5}

`actions` are texts in the game's notation (or the answers that were picked), so every event can be played again
through the engine from its lesson step and seed; a verdict that was written in by hand then shows.

An event is appended by one single write, which starts a new line if the file does not end with one: a file cut
off in the middle of a line costs that line alone, and several processes may write at once. Nothing is ever
overwritten or deleted; `reset` moves a log aside.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engines.core.errors import TebikiError
from tutor.event_log import ASIDE, VERDICTS, Event, Log, events_of, log_of, parse

DONE = ("right", "seen")
ANSWERS = ("right", "wrong")
"""What counts for how well a rule is known. A refused try does not: to try is how one learns, and often invited."""
LONGEST = 1_000_000
"""No event is as long, in bytes."""


class ProgressError(TebikiError):
    """The log cannot be kept or read; the text says where and what to do."""


@dataclass(slots=True)
class LessonProgress:
    """One lesson: the steps done, in the order they were first done, the last step touched, and when."""

    done: list[str] = field(default_factory=list)
    last: str = ""
    time: str = ""
    seconds: float = 0.0


@dataclass(slots=True)
class ClauseProgress:
    """One clause: how many answers met it, how many of them were right, and whether the last one was wrong."""

    seen: int = 0
    right: int = 0
    due: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a log: how many events are new, those refused, unreadable lines, and events read (0: no log)."""

    added: int
    refused: tuple[Event, ...]
    broken: int
    found: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a log comes to. lessons and clauses are dicts by name and by clause id; broken counts unreadable lines.

    games : the last event of the games under way, by lesson and step. settings : the learner's switches.
    """

    lessons: dict[str, LessonProgress]
    clauses: dict[str, ClauseProgress]
    broken: int = 0
    games: dict[tuple[str, str], Event] = field(default_factory=dict)
    settings: dict[str, bool] = field(default_factory=dict)

    def half_played(self) -> Event | None:
        """Return the last event of the game left last, if it is not over and nothing else was done since."""
        last = max(self.games.values(), key=lambda event: event.time, default=None)
        since = max((lesson.time for lesson in self.lessons.values()), default="")
        return last if last is not None and last.verdict != "over" and last.time >= since else None

    def next_step(self, lesson: str, steps: Sequence[str]) -> str | None:
        """Return the first of `steps` that is not done; None when all are.

        The search begins behind the step touched last, so that somebody who skipped a step is not sent back at once.
        """
        found = self.lessons.get(lesson)
        if found is None:
            return steps[0] if steps else None
        at = steps.index(found.last) if found.last in steps else 0
        return next((step for step in (*steps[at:], *steps[:at]) if step not in found.done), None)

    def go_on(self, outline: Mapping[str, Sequence[str]]) -> tuple[str, str] | None:
        """Return (lesson, step) to continue with, None if there is nothing left.

        outline : the step ids of every lesson, lessons in their order. The lesson touched last comes first, then the
        lessons behind it, then those before it.
        """
        names = list(outline)
        touched = [name for name in names if name in self.lessons]
        at = names.index(max(touched, key=lambda name: self.lessons[name].time)) if touched else 0
        for name in (*names[at:], *names[:at]):
            step = self.next_step(name, outline[name])
            if step is not None:
                return name, step
        return None


# Where it is kept, and under which name.


def home() -> Path:
    """Return the folder of the logs: TEBIKI_HOME, else the platform's folder for a user's program data."""
    chosen = os.environ.get("TEBIKI_HOME")
    if chosen:
        return Path(os.path.expanduser(chosen))  # a ~ that means nobody stays as it is
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "tebiki"


def learner(default: str = "local") -> str:
    """Return the id of the learner at this machine.

    Who that is says TEBIKI_LEARNER, else JUPYTERHUB_USER, else `default`: one learner for a machine of one's own.
    The id is a keyed hash of that name; the key is random and never leaves TEBIKI_HOME.
    """
    name = os.environ.get("TEBIKI_LEARNER") or os.environ.get("JUPYTERHUB_USER") or default
    try:
        plain = name.encode()
    except UnicodeEncodeError:
        raise ProgressError("The learner's name is no text. Set TEBIKI_LEARNER to another one.") from None
    return hashlib.blake2b(plain, key=_key(), digest_size=8).hexdigest()


def _key() -> bytes:
    """Return the key of the pseudonyms. It is made whole and then put in place, where the first one stays."""
    path = home() / "key"
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            spare = path.with_name(f"key.{secrets.token_hex(8)}")
            try:
                spare.touch(0o600)
                spare.write_text(secrets.token_hex(32), encoding="ascii")
                os.link(spare, path)
            except FileExistsError:
                pass
            finally:
                spare.unlink(missing_ok=True)
        return path.read_bytes()[:64]
    except OSError as error:
        raise _unwritable(path, error) from error


def log_file(who: str) -> Path:
    """Return the file of a learner's log; it need not exist. Raises ProgressError for an id that is no plain word."""
    if not who or not all(sign.isalnum() or sign in "-_" for sign in who):
        raise ProgressError(f"{who!r} is no learner id. Use letters, digits, - and _.")
    return home() / f"{who}.jsonl"


# Writing.


def append(
    who: str,
    *,
    game: str,
    lesson: str,
    step: str,
    kind: str,
    verdict: str,
    actions: Iterable[str] = (),
    clauses: Iterable[str] = (),
    hints: int = 0,
    seed: int = 0,
    seconds: float = 0.0,
    run: str = "",
    place: int = 0,
) -> Event:
    """Add one event to a learner's log and return it.

    Raises ProgressError if the log cannot be written, ValueError for an unknown verdict.
    """
    known = ASIDE.get(kind, VERDICTS)
    if verdict not in known:
        raise ValueError(f"verdict {verdict!r}: use one of {', '.join(known)}")
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    event = Event(
        now,
        who,
        game,
        lesson,
        step,
        kind,
        verdict,
        tuple(actions),
        tuple(dict.fromkeys(clauses)),
        hints,
        seed,
        round(seconds, 1),
        run,
        place,
    )
    _write(log_file(who), [event])
    return event


def switch(who: str, game: str, name: str, on: bool) -> None:
    """Remember a switch of the learner's, as `Summary.settings` then tells it. Raises ProgressError."""
    append(who, game=game, lesson="", step=name, kind="setting", verdict="on" if on else "off")


def _write(path: Path, events: Iterable[Event]) -> None:
    text = "".join(f"{event.line()}\n" for event in events).encode()
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, flags, 0o600)
        try:
            if os.lseek(handle, 0, os.SEEK_END) > 0:
                os.lseek(handle, -1, os.SEEK_END)
                if os.read(handle, 1) != b"\n":
                    text = b"\n" + text
            if os.write(handle, text) != len(text):
                raise OSError(None, "only a part could be written; is the disk full?")
        finally:
            os.close(handle)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> ProgressError:
    why = error.strerror or "it cannot be written"
    return ProgressError(f"{path}: {why}. Set TEBIKI_HOME to a folder that can be written.")


# Reading.


def read(who: str) -> Log:
    """Return a learner's log. A line that is no event is skipped and counted; no file is an empty log."""
    lines = _lines(who)
    found = [event for line in lines for event in events_of(line)]
    return log_of(found)


def _lines(who: str) -> Iterator[str]:
    """Return the lines of a learner's log one by one, so that a long log takes no more room than a short one.

    Of a line that is longer than any event its beginning is returned, which is none.
    """
    path = log_file(who)
    try:
        with path.open("rb") as file:
            inside = False
            while piece := file.readline(LONGEST):
                if not inside:
                    yield piece.decode("utf-8", errors="replace")
                inside = not piece.endswith(b"\n")
    except FileNotFoundError:
        return
    except OSError as error:
        raise ProgressError(f"{path}: {error.strerror}. Set TEBIKI_HOME to a folder that can be read.") from error


def summary(who: str) -> Summary:
    """Return what a learner's log comes to."""
    broken = 0

    def good() -> Iterator[Event]:
        nonlocal broken
        for line in _lines(who):
            for event in events_of(line):
                if event is None:
                    broken += 1
                else:
                    yield event

    return replace(summarise(good()), broken=broken)


def summarise(events: Iterable[Event], broken: int = 0) -> Summary:
    """Return what some events come to."""
    lessons: dict[str, LessonProgress] = {}
    clauses: dict[str, ClauseProgress] = {}
    games: dict[tuple[str, str], Event] = {}
    settings: dict[str, bool] = {}
    for event in events:
        if event.kind in ASIDE:
            if event.kind == "game":
                games[event.lesson, event.step] = event
            else:
                settings[event.step] = event.verdict == "on"
            continue
        lesson = lessons.setdefault(event.lesson, LessonProgress())
        lesson.last, lesson.time = event.step, max(lesson.time, event.time)
        lesson.seconds += event.seconds
        if event.verdict in DONE and event.step not in lesson.done:
            lesson.done.append(event.step)
        for id in event.clauses if event.verdict in ANSWERS else ():
            clause = clauses.setdefault(id, ClauseProgress())
            clause.seen += 1
            clause.right += event.verdict == "right"
            clause.due = event.verdict == "wrong"
    return Summary(lessons, clauses, broken, games, settings)


def present(who: str = "") -> tuple[str, Summary, str]:
    """Return whose progress a page keeps, what it comes to, and why it cannot be kept or read ("" if it can)."""
    try:
        who = who or learner()
        return who, summary(who), ""
    except ProgressError as error:
        return who, Summary({}, {}), str(error)


# Taking it along.


def reset(who: str) -> Path | None:
    """Begin anew: move the log aside and return where it lies now; None if there was none."""
    path = log_file(who)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = path.with_name(f"{path.stem}.{stamp}.old.jsonl")
    try:
        os.replace(path, aside)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unwritable(path, error) from error
    return aside


def export(who: str, to: Path | None = None) -> str:
    """Return a learner's log as text, and write it to the new file `to` if one is named.

    Raises ProgressError if that file exists already or cannot be written.
    """
    text = "".join(f"{event.line()}\n" for event in read(who).events)
    if to is not None:
        try:
            with to.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            raise ProgressError(f"{to} exists already. Choose another name.") from None
        except OSError as error:
            raise ProgressError(f"{to}: {error.strerror}. Choose another place.") from error
    return text


def take_in(who: str, text: str, plays: Callable[[Event], bool] | None = None) -> Taken:
    """Add the events of an exported log to a learner's own, and return what came of them.

    Events that are there already are left out and not counted. plays(event) : plays an event again and tells whether
    its verdict comes out; events for which it does not are refused. What the learner had stays as it is.
    """
    log = parse(text)
    there = {replace(event, learner=who) for event in read(who).events}
    fresh = [event for event in dict.fromkeys(log.events) if replace(event, learner=who) not in there]
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    judged = [(event, event.time < tomorrow and (plays is None or plays(event))) for event in fresh]
    mine = [replace(event, learner=who) for event, good in judged if good]
    if mine:
        _write(log_file(who), mine)
    return Taken(len(mine), tuple(event for event, good in judged if not good), log.broken, len(log.events))
