"""Prefetching: the value needed next is computed while the learner thinks."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import pickle
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
IDLE = 0.4
"""Seconds of idleness after which the value is computed, where there are neither threads nor a helper."""

log = logging.getLogger(__name__)


class Helper(Protocol):
    """Another Python process that computes while this one answers clicks, where there are no threads."""

    def begin_work(self, work: bytes, tell: Callable[[bytes | None], None]) -> Callable[[], None]:
        """Begin pickled work and return a function that stops it.

        tell : called with the pickled value, with None if the work failed; not called once it is stopped.
        """


helpers: list[Helper] = []
"""The helper, if there is one."""


class BackgroundValue(Generic[T]):
    """A value computed in a thread or, where there are none (in a browser), by a helper or in an idle moment.

    work : for a helper it must be picklable; otherwise the value is computed here.
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.found: list[T] = []
        self.error: Exception | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.lock = threading.Lock()
        self.stop_helper: Callable[[], None] | None = None
        self.waiting: list[Callable[[], None]] = []
        context = contextvars.copy_context()
        try:
            self.thread: threading.Thread | None = threading.Thread(target=context.run, args=(self._do,), daemon=True)
            self.thread.start()
        except RuntimeError:  # no threads here
            self.thread = None
            if not self._hand_over():
                self._when_idle()

    def _hand_over(self) -> bool:
        """Let the helper compute the value; False if there is none, or the work cannot be handed to it."""
        try:
            for helper in helpers:
                self.stop_helper = helper.begin_work(pickle.dumps(self.work), self._take_in)
        except (pickle.PicklingError, AttributeError, TypeError):
            log.exception("cannot be handed to the helper")
        return self.stop_helper is not None

    def _take_in(self, value: bytes | None) -> None:
        self.stop_helper = None
        if value is not None:
            self.found.append(pickle.loads(value))
        waiting, self.waiting = self.waiting, []
        for then in waiting:
            then()

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

    def when_ready(self, then: Callable[[], None]) -> None:
        """Call `then` when the value can be taken: later if a helper is computing it, otherwise at once."""
        if self.stop_helper is not None:
            self.waiting.append(then)
        else:
            then()

    def stop_work(self) -> None:
        """Stop the helper: the value is not needed."""
        self.waiting.clear()
        if self.stop_helper is not None:
            self.stop_helper()
            self.stop_helper = None

    def take(self) -> T:
        """Return the value, waiting for it if necessary. Raises the exception that computing it raised."""
        if self.timer is not None:
            self.timer.cancel()
        if not self.found:
            self.stop_work()
        self._do()
        if self.error is not None:
            raise self.error
        return self.found[0]
