r"""Progress: what a learner did, as an append-only log with one JSON line per event, and one file per learner.

The files are in `TEBIKI_HOME` or, by default, in the user's folder for program data. A learner is identified by a
pseudonym: a random-looking id that is always the same on this machine and reveals no name. Nothing is sent anywhere.

An event records what was answered, never a score: stars, mastery and the next step are computed from the log.

    {"time": "2031-05-04T18:22:07Z", "learner": "6f1c...", "game": "altaria", "lesson": "altaria/04_attacking",
     "step": "heavy-first", "kind": "do", "seed": 0, "actions": ["attack \"Sunlit Herald\" -> cores 1 2"], "verdict":
     "right", "clauses": ["ALT-12.5"], "hints": 1, "seconds": 41.5}

`actions` are texts in the game's notation (or the answers that were picked), so every event can be replayed through the
engine from its lesson step and seed; this exposes a forged verdict.

An event is appended in a single write, which starts a new line if the file does not end with one. Thus a file that is
truncated in the middle of a line loses only that line, and several processes may write at the same time. Nothing is
ever overwritten or deleted; `reset_log` moves a log aside.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engines.errors import TebikiError
from tutor.event_log import NON_ANSWERS, VERDICTS, Event, Log, events_of, log_of, parse_log, without_own_cards
from tutor.summary import ANSWERS, DONE, ClauseProgress, LessonProgress, Summary, summarise_events

__all__ = [
    "ANSWERS",
    "DONE",
    "ClauseProgress",
    "Event",
    "LessonProgress",
    "Log",
    "Summary",
    "parse_log",
    "summarise_events",
]

LONGEST_EVENT = 1_000_000
"""Upper bound for the size of an event in bytes."""
LARGEST_LOG = 100_000_000
"""Upper bound for the size of a log in bytes: hundreds of thousands of answers."""
LONGEST_NAME = 100
NO_LINKS = (errno.ENOSYS, errno.EPERM, errno.EMLINK, errno.EOPNOTSUPP, errno.ENOTSUP)
"""Errors raised by file systems without hard links."""
SUMMARY_SUFFIX = ".known"
"""The ending of the file beside a log that caches its summary; see `tutor.learners.learner_log`."""


class ProgressError(TebikiError):
    """Raised if the log cannot be written or read; the text says where, and what to do."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of an import: numbers of new events, refused ones, unreadable lines, and events read (0: no log)."""

    added: int
    refused: tuple[Event, ...]
    broken: int
    found: int


# Where the log is stored, and under which name.


def data_folder() -> Path:
    """Return the folder of the logs: TEBIKI_HOME or, by default, the platform's folder for a user's program data."""
    chosen = os.environ.get("TEBIKI_HOME")
    if chosen:
        return Path(os.path.expanduser(chosen))  # an invalid ~ is left unchanged
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "tebiki"


def learner_id(default: str = "local") -> str:
    """Return the id of the learner at this machine. Raises ProgressError if the name is invalid.

    The name is TEBIKI_LEARNER, otherwise JUPYTERHUB_USER, otherwise `default` (a personal machine has a single
    learner). The id is a keyed hash of that name; the key is random and never leaves TEBIKI_HOME.
    """
    where = next((name for name in ("TEBIKI_LEARNER", "JUPYTERHUB_USER") if os.environ.get(name)), "")
    name = os.environ.get(where, default).strip()
    try:
        plain = name.encode()
    except UnicodeEncodeError:
        raise ProgressError(f"The learner's name in {where} is no text. Set TEBIKI_LEARNER to another one.") from None
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        wrong = "is blank" if not name else "is too long" if name.isprintable() else "has signs that cannot be shown"
        raise ProgressError(
            f"The learner's name in {where} {wrong}. "
            f"Set TEBIKI_LEARNER to a name of up to {LONGEST_NAME} letters, digits and signs."
        )
    return pseudonym_of(plain)


def pseudonym_of(name: str | bytes, folder: Path | None = None) -> str:
    """Return the id for a name among the logs in a folder; by default in TEBIKI_HOME."""
    plain = name.encode() if isinstance(name, str) else name
    return hashlib.blake2b(plain, key=_key(folder or data_folder()), digest_size=8).hexdigest()


def _key(folder: Path) -> bytes:
    """Return the key for pseudonyms. It is written to a spare file, which is renamed unless a key already exists."""
    path = folder / "key"
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            spare = path.with_name(f"key.{secrets.token_hex(8)}")
            try:
                spare.touch(0o600)
                spare.write_text(secrets.token_hex(32), encoding="ascii")
                _put_in_place(spare, path)
            except FileExistsError:
                pass
            finally:
                spare.unlink(missing_ok=True)
        return path.read_bytes()[:64]
    except OSError as error:
        raise _unwritable(path, error) from error


def _put_in_place(spare: Path, path: Path) -> None:
    """Rename a file; raise FileExistsError if the target exists. Without hard links, only one writer is assumed."""
    make_link = getattr(os, "link", None)
    if make_link is not None:
        try:
            make_link(spare, path)
            return
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
    if path.exists():
        raise FileExistsError(path)
    os.rename(spare, path)


def log_file(who: str) -> Path:
    """Return the file of a learner's log, which need not exist.

    Raises ProgressError if the id is not a plain word.
    """
    if not 0 < len(who) <= LONGEST_NAME or not all(sign.isalnum() or sign in "-_" for sign in who):
        raise ProgressError(f"{who!r} is no learner id. Use up to {LONGEST_NAME} letters, digits, - and _.")
    return data_folder() / f"{who}.jsonl"


# Writing.


def append_event(
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
    agrees: Iterable[str] = (),
    differs: Iterable[str] = (),
    options: int = 0,
    form: str = "",
) -> Event:
    """Add one event to a learner's log and return it.

    Raises ProgressError if the log cannot be written, and ValueError if the verdict is unknown.
    """
    known = NON_ANSWERS.get(kind, VERDICTS)
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
        tuple(agrees),
        tuple(differs),
        options,
        form,
    )
    _write(log_file(who), [event])
    return event


def set_switch(who: str, game: str, name: str, on: bool) -> None:
    """Log that a learner changed a switch, for `Summary.settings`.

    Raises ProgressError if the log cannot be written.
    """
    append_event(who, game=game, lesson="", step=name, kind="setting", verdict="on" if on else "off")


def _write(path: Path, events: Iterable[Event]) -> None:
    text = "".join(f"{event.line()}\n" for event in events).encode()
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, flags, 0o600)
        try:
            size = os.lseek(handle, 0, os.SEEK_END)
            if size + len(text) > LARGEST_LOG:
                raise OSError(None, "it is full; start over on the home page, which keeps it aside")
            if size > 0:
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
    return ProgressError(f"{_place(path)}: {why}. Set TEBIKI_HOME to a folder that can be written.")


# Reading.


def read_log(who: str) -> Log:
    """Return a learner's log. Invalid lines are skipped and counted; a missing file is an empty log."""
    found = [event for line in _lines(who) for event in events_of(line)]
    return log_of(found)


def _lines(who: str) -> Iterator[str]:
    """Yield the lines of a learner's log one by one, so that a long log needs no more memory than a short one.

    A line longer than any event is cut short, so that it is not read as an event.
    """
    path = log_file(who)
    try:
        with path.open("rb") as file:
            inside = False
            while piece := file.readline(LONGEST_EVENT):
                if not inside:
                    yield piece.decode("utf-8", errors="replace")
                inside = not piece.endswith(b"\n")
    except FileNotFoundError:
        return
    except OSError as error:
        raise unreadable_log_error(path, error) from error


def unreadable_log_error(path: Path, error: OSError) -> ProgressError:
    """Return the error for a log that cannot be read."""
    return ProgressError(f"{_place(path)}: {error.strerror}. Set TEBIKI_HOME to a folder that can be read.")


def _place(path: Path) -> str:
    """Return the place of a file for messages: its path, or only its name on another person's machine."""
    return path.name if "TEBIKI_IN_CLASS" in os.environ else str(path)


def read_summary(who: str) -> Summary:
    """Summarise a learner's log; repeated lines count once. Raises ProgressError if it cannot be read."""
    found, there = Summary(), set[int]()
    for line in _lines(who):
        for event in events_of(line):
            if event is None:
                found.broken += 1
            elif (known := hash(line)) not in there:
                there.add(known)
                found.take(event)
    return found


def load_progress(who: str = "") -> tuple[str, Summary, str]:
    """Return the learner's id, the summary of the log, and why the log cannot be written or read ("" if it can)."""
    try:
        who = who or learner_id()
        return who, read_summary(who), ""
    except ProgressError as error:
        return who, Summary(), str(error)


# Export, import and reset.


def reset_log(who: str) -> Path | None:
    """Start over: move the log aside and return its new path; None if there was none."""
    path = log_file(who)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = path.with_name(f"{path.stem}.{stamp}.old.jsonl")
    try:
        os.replace(path, aside)
        path.with_suffix(SUMMARY_SUFFIX).unlink(missing_ok=True)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _unwritable(path, error) from error
    return aside


def export_log(who: str, to: Path | None = None) -> str:
    """Return a learner's log as text, and write it to the new file `to` if given.

    Games with the learner's custom cards are left out. Raises ProgressError if `to` already exists or cannot be
    written.
    """
    text = "".join(f"{event.line()}\n" for event in without_own_cards(read_log(who).events))
    if to is not None:
        try:
            with to.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            raise ProgressError(f"{to} already exists. Choose another name.") from None
        except OSError as error:
            raise ProgressError(f"{to}: {error.strerror}. Choose another place.") from error
    return text


def import_log(who: str, text: str, plays: Callable[[Event], bool] | None = None) -> ImportResult:
    """Add the events of an exported log to a learner's own log, and return the result.

    Events that already exist are skipped and not counted. plays(event) : replays an event and returns whether its
    verdict is the same; if not, the event is refused. The learner's earlier events are not changed.
    """
    log = parse_log(text)
    there = {replace(event, learner=who) for event in read_log(who).events}
    fresh = [event for event in dict.fromkeys(log.events) if replace(event, learner=who) not in there]
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    judged = [(event, event.time < tomorrow and (plays is None or plays(event))) for event in fresh]
    mine = [replace(event, learner=who) for event, good in judged if good]
    if mine:
        _write(log_file(who), mine)
    return ImportResult(len(mine), tuple(event for event, good in judged if not good), log.broken, len(log.events))
