"""Messages that come twice: a page sends again what has no answer, after its connection was lost.

The kernel may have had the message, and the answer may have gone the way of the connection. So the server remembers the
last messages of a page with their answers: one that comes again is answered again, and carried out once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

MOST_MESSAGES = 50
MOST_BYTES = 1024 * 1024
"""What is kept for a kernel: an answer is about 3 kB, and a page has seldom more than two messages under way."""


class Answer(NamedTuple):
    """A message of a kernel as it came, with its channel."""

    channel: str
    parts: list[bytes]


class Repeats:
    """The last messages of a page, by their ids, and what they were answered."""

    def __init__(self) -> None:
        self.answers: dict[str, list[Answer]] = {}
        self.bytes = 0

    def take(self, message: str) -> Sequence[Answer] | None:
        """Remember a message; of one that was here before return its answers, None of a new one."""
        if message in self.answers:
            return tuple(self.answers[message])
        self.answers[message] = []
        if len(self.answers) > MOST_MESSAGES:
            self._forget()
        return None

    def keep(self, message: str, answer: Answer) -> None:
        """Keep an answer to a message that is remembered. The oldest go where there are too many."""
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
    """Return the bytes of an answer."""
    return sum(map(len, answer.parts))


def message_id(header: bytes) -> str:
    """Return the id in a header, "" if there is none."""
    try:
        found = json.loads(header)
    except (ValueError, RecursionError):
        return ""
    name = found.get("msg_id") if isinstance(found, dict) else None
    return name if isinstance(name, str) else ""
