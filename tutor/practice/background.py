"""Prefetching: the value needed next is computed while the learner thinks."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
IDLE = 0.4
"""Seconds of idleness after which the value is computed, where there are no threads."""

log = logging.getLogger(__name__)


class BackgroundValue(Generic[T]):
    """A value computed in a thread or, where there are none (in a browser), in an idle moment."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.found: list[T] = []
        self.error: Exception | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.lock = threading.Lock()
        context = contextvars.copy_context()
        try:
            self.thread: threading.Thread | None = threading.Thread(target=context.run, args=(self._do,), daemon=True)
            self.thread.start()
        except RuntimeError:  # no threads here
            self.thread = None
            self._when_idle()

    def _when_idle(self) -> None:
        try:
            self.timer = asyncio.get_running_loop().call_later(IDLE, self._do)
        except RuntimeError:
            self.timer = None  # computed in `take`

    def _do(self) -> None:
        with self.lock:
            if self.found or self.error is not None:
                return
            try:
                self.found.append(self.work())
            except Exception as error:  # raised in `take`
                log.exception("could not be made ahead")
                self.error = error

    @property
    def ready(self) -> bool:
        """True if `take` returns at once."""
        return bool(self.found)

    def take(self) -> T:
        """Return the value, waiting for it if necessary. Raises the exception that computing it raised."""
        if self.timer is not None:
            self.timer.cancel()
        self._do()
        if self.error is not None:
            raise self.error
        return self.found[0]
