"""Repeated messages: after a lost connection, a page sends unfinished messages again.

The kernel may have received such a message, and only the answers may have been lost. Therefore the server keeps the
last messages of a page, the replies to them, and all that the kernel has published since: a repeated message is
answered again, but carried out only once.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

MOST_MESSAGES = 1000
"""Maximum number of messages recorded per kernel; a page sends at most the last 100 again (`line.js`)."""
MOST_BYTES = 1024 * 1024
"""Maximum number of bytes of replies, and of what is published, that are kept per kernel; an answer has about 3 kB, and
a page rarely has more than two messages pending.
"""


class Answer(NamedTuple):
    """A message from a kernel as it was received, with its channel."""

    channel: str
    parts: list[bytes]


class PublishedMessages:
    """The last messages that a kernel has published, in order, numbered from 0 on."""

    def __init__(self) -> None:
        self.messages: deque[tuple[str, list[bytes]]] = deque()
        self.first = 0
        """The number of the oldest message that is kept."""
        self.bytes = 0

    @property
    def end(self) -> int:
        """The number that the next message gets."""
        return self.first + len(self.messages)

    def add(self, answered: str, parts: list[bytes]) -> None:
        """Add a message with the id of the message that it answers; drop the oldest ones if there are too many."""
        self.messages.append((answered, parts))
        self.bytes += count_bytes(parts)
        while self.bytes > MOST_BYTES and len(self.messages) > 1:
            self.bytes -= count_bytes(self.messages.popleft()[1])
            self.first += 1

    def find(self, answered: str) -> int:
        """Return the number of the first message that answers a message; the next number if there is none."""
        return next((at for at, (one, _) in enumerate(self.messages, self.first) if one == answered), self.end)

    def between(self, first: int, end: int) -> list[list[bytes]]:
        """Return the messages from a number up to another one, without those that were dropped."""
        skipped = max(first - self.first, 0)
        return [parts for _, parts in islice(self.messages, skipped, max(end - self.first, skipped))]


class Repeats:
    """The last messages of a page, by their ids, and the replies to them."""

    def __init__(self) -> None:
        self.answers: dict[str, list[Answer]] = {}
        self.bytes = 0

    def take(self, message: str) -> Sequence[Answer] | None:
        """Record a message; return the replies to a repeated message, None for a new one."""
        if message in self.answers:
            return tuple(self.answers[message])
        self.answers[message] = []
        if len(self.answers) > MOST_MESSAGES:
            oldest = next(iter(self.answers))
            self._drop_answers(oldest)
            del self.answers[oldest]
        return None

    def keep(self, message: str, answer: Answer) -> None:
        """Store a reply to a recorded message; drop the oldest replies if there are too many.

        Their messages stay recorded: what was carried out once is not carried out again.
        """
        if message not in self.answers:
            return
        self.answers[message].append(answer)
        self.bytes += count_bytes(answer.parts)
        for older in self.answers:
            if self.bytes <= MOST_BYTES or older == message:
                break
            self._drop_answers(older)

    def _drop_answers(self, message: str) -> None:
        self.bytes -= sum(count_bytes(answer.parts) for answer in self.answers[message])
        self.answers[message].clear()


def count_bytes(parts: list[bytes]) -> int:
    """Return the size of a message in bytes."""
    return sum(map(len, parts))


def read_message_id(header: bytes) -> str:
    """Return the id in a header; "" if there is none."""
    try:
        found = json.loads(header)
    except (ValueError, RecursionError):
        return ""
    name = found.get("msg_id") if isinstance(found, dict) else None
    return name if isinstance(name, str) else ""
