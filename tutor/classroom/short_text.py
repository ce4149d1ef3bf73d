"""A log as a short text that can be pasted anywhere: compressed columns, in characters that survive chat and mail.

    tebiki1.eNrtnc1u4zYQx19l4XM….5f2c9a01

The format's name is followed by the encoded log and a checksum. Line breaks and spaces added in transit are ignored; a
truncated or altered text is refused as a whole.
"""

from __future__ import annotations

import base64
import binascii
import json
import lzma
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TypeVar

from tutor.classroom.log_trimming import newest_events
from tutor.event_log import Event, events_of, without_own_cards

FORMAT_NAME = "tebiki1"
WHOLE_FORM = re.compile(rf"{FORMAT_NAME}\.([A-Za-z0-9_-]*)\.([0-9a-f]{{8}})")
FORM_START = re.compile(r"\s*tebiki\d*\.")
"""Matches the beginning of a text in this format, or in an earlier one."""
MOST_EVENTS = 3000
"""Maximum number of events written, counted from the newest."""
LONGEST, LARGEST = 1_000_000, 8_000_000
"""Maximum number of characters read, and of bytes they may decode to: once as packed columns, and again as the lines of
a log.
"""
LZMA_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 20, "lc": 3, "lp": 0}]
Value = TypeVar("Value")
MILLISECOND = timedelta(milliseconds=1)
TIME_ORIGIN = datetime.fromisoformat("2000-01-01T00:00:00Z")
COLUMNS = tuple(one.name for one in fields(Event) if one.name not in ("time", "learner"))
USUAL = {one.name: one.default for one in fields(Event)}


class ShortTextError(ValueError):
    """Raised if a text cannot be read; the message is the reason: cut, large or foreign."""


def is_short_text(text: str) -> bool:
    """Return True if a text begins like a short text, complete or not."""
    return FORM_START.match(text) is not None


def write_short_text(events: Sequence[Event]) -> str:
    """Write one learner's events as a short text, without games with custom cards; "" if nothing is left."""
    kept = [event for _, event in newest_events(list(enumerate(without_own_cards(events))), MOST_EVENTS)]
    if not kept:
        return ""
    columns: list[object] = [kept[0].learner, _steps([_count(event.time) for event in kept])]
    columns += [_column([getattr(event, name) for event in kept]) for name in COLUMNS]
    plain = json.dumps(columns, ensure_ascii=False, separators=(",", ":")).encode()
    packed = lzma.compress(plain, lzma.FORMAT_RAW, filters=LZMA_FILTERS)
    letters = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f"{FORMAT_NAME}.{letters}.{binascii.crc32(plain):08x}"


def short_text_lines(text: str) -> list[str]:
    """Decode a short text into the lines of its log.

    Raises ShortTextError if the text is too long, truncated, or not a short text.
    """
    if len(text) > LONGEST:
        raise ShortTextError("large")
    match = WHOLE_FORM.fullmatch(re.sub(r"\s+", "", text))
    if match is None:
        raise ShortTextError("cut")
    plain = _unpacked(match[1])
    if f"{binascii.crc32(plain):08x}" != match[2]:
        raise ShortTextError("cut")
    try:
        learner, times, *columns = json.loads(plain)
        found = list(zip(_added(times), *map(_spread, columns), strict=True))
        if len(columns) != len(COLUMNS) or len(found) > MOST_EVENTS:
            raise ShortTextError("foreign")
        return list(_bounded(_line(str(learner), _time(time), values) for time, *values in found))
    except ShortTextError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError):
        raise ShortTextError("foreign") from None


def _bounded(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines up to a total length, since a value that is written once can expand into thousands of lines."""
    letters = 0
    for line in lines:
        letters += len(line)
        if letters > LARGEST:
            raise ShortTextError("large")
        yield line


def _unpacked(letters: str) -> bytes:
    try:
        packed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        opener = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=LZMA_FILTERS)
        plain = opener.decompress(packed, LARGEST)
    except (ValueError, lzma.LZMAError, MemoryError):
        raise ShortTextError("cut") from None
    if not opener.eof:
        raise ShortTextError("large" if len(plain) >= LARGEST else "cut")
    return plain


def _line(learner: str, time: str, values: Iterable[object]) -> str:
    row = {"time": time, "learner": learner} | dict(zip(COLUMNS, values, strict=True))
    line = json.dumps(row, ensure_ascii=False)
    found = events_of(line)
    return found[0].line() if found and found[0] is not None else line


# Columns: a repeated value is written once, and times are written as differences.


def _column(values: list[Value]) -> tuple[list[Value], str | list[int], int]:
    """Return the distinct values in order of first appearance, and the index of each entry."""
    known: dict[Value, int] = {}
    places = [known.setdefault(value, len(known)) for value in values]
    return list(known), "" if len(known) == 1 else _runs(places), len(places)


def _runs(places: list[int]) -> list[int]:
    """Return indices relative to the newest one seen: 0 for a new value."""
    top, found = -1, []
    for place in places:
        if place > top:
            top = place
            found.append(0)
        else:
            found.append(top - place + 1)
    return found


def _spread(column: tuple[list[Value], Iterable[int], int]) -> list[Value]:
    values, runs, count = column
    if type(count) is not int or not 0 < count <= MOST_EVENTS:
        raise ValueError(count)
    if len(values) == 1:
        return list(values) * count
    top, found = -1, []
    for back in runs:
        top += back == 0
        place = top if back == 0 else top - back + 1
        if place < 0:
            raise ValueError(back)
        found.append(values[place])
    return found


def _count(time: str) -> int:
    """Return a time as a number of milliseconds."""
    return round((datetime.fromisoformat(time) - TIME_ORIGIN) / MILLISECOND)


def _time(count: int) -> str:
    moment = TIME_ORIGIN + count * MILLISECOND
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _steps(counts: list[int]) -> list[int]:
    return [counts[0], *(later - sooner for sooner, later in pairwise(counts))]


def _added(steps: list[int]) -> list[int]:
    found, total = [], 0
    for step in steps:
        if type(step) is not int:
            raise TypeError(step)
        total += step
        found.append(total)
    return found
