"""Repeated messages: after a lost connection, a page sends unanswered messages again.

The kernel may have received such a message, and only the answer may have been lost. Therefore the server keeps the last
messages of a page with their answers: a repeated message is answered again, but carried out only once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

MOST_MESSAGES = 50
MOST_BYTES = 1024 * 1024
"""Maximum number of bytes kept per kernel; an answer has about 3 kB, and a page rarely has more than two messages
pending.
"""


class Answer(NamedTuple):
    """A message from a kernel as it was received, with its channel."""

    channel: str
    parts: list[bytes]


class Repeats:
    """The last messages of a page, by their ids, and their answers."""

    def __init__(self) -> None:
        self.answers: dict[str, list[Answer]] = {}
        self.bytes = 0

    def take(self, message: str) -> Sequence[Answer] | None:
        """Record a message; return the answers to a repeated message, None for a new one."""
        if message in self.answers:
            return tuple(self.answers[message])
        self.answers[message] = []
        if len(self.answers) > MOST_MESSAGES:
            self._forget()
        return None

    def keep(self, message: str, answer: Answer) -> None:
        """Store an answer to a recorded message; drop the oldest messages if there are too many."""
        if message not in self.answers:
            return
        self.answers[message].append(answer)
        self.bytes += size_of(answer)
        while self.bytes > MOST_BYTES and len(self.answers) > 1:
            self._forget()

    def _forget(self) -> None:
        oldest = next(iter(self.answers))
        self.bytes -= sum(map(size_of, self.answers.pop(oldest)))


def size_of(answer: Answer) -> int:
    """Return the size of an answer in bytes."""
    return sum(map(len, answer.parts))


def message_id(header: bytes) -> str:
    """Return the id in a header; "" if there is none."""
    try:
        found = json.loads(header)
    except (ValueError, RecursionError):
        return ""
    name = found.get("msg_id") if isinstance(found, dict) else None
    return name if isinstance(name, str) else ""
