"""Computes values in the background: the next one while the learner thinks, others while the page answers clicks.

Where there are no threads (in a browser), another Python process, the helper, does the computing.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import pickle
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar, cast

from tutor.matches.pickled_games import read_pickle, write_pickle

T = TypeVar("T")
IDLE = 0.4
"""Seconds of idleness before the value is computed, where there are neither threads nor a helper."""

log = logging.getLogger(__name__)


class Helper(Protocol):
    """Another Python process that computes while this one answers clicks, where there are no threads."""

    def begin_work(self, work: bytes, tell: Callable[[bytes | None], None]) -> Callable[[], None]:
        """Start pickled work and return a function that stops it.

        tell : called with the pickled value, or None if the work failed; not called after the work was stopped.
        """

    @property
    def is_running(self) -> bool:
        """True if work would start immediately; starting the helper itself takes seconds."""

    def start_early(self) -> None:
        """Start the helper before there is any work."""


helpers: list[Helper] = []
"""The helper, if there is one."""


def start_helpers() -> None:
    """Start the helper, if there is one, so that later work need not wait for it."""
    for helper in helpers:
        helper.start_early()


def hand_over(work: Callable[[], object], tell: Callable[[bytes | None], None]) -> Callable[[], None] | None:
    """Hand work to the helper and return a function that stops it.

    Return None if there is no helper, or if the work cannot be pickled. tell : see `Helper.begin_work`.
    """
    try:
        for helper in helpers:
            return helper.begin_work(write_pickle(work), tell)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        log.info("cannot be handed to the helper: %s", error)
    return None


def compute_apart(work: Callable[[], T], then: Callable[[T], None], brief: bool = False) -> Callable[[], None] | None:
    """Hand work to the helper, call `then` with its value, and return a function that stops it.

    Return None, and do nothing, if there is no helper. brief : whether the work often takes less time than starting the
    helper; it is then handed over only if the helper is running.
    """
    if brief and not any(helper.is_running for helper in helpers):
        return None
    return hand_over(work, lambda value: then(work() if value is None else cast(T, read_pickle(value))))


class BackgroundValue(Generic[T]):
    """A value computed in a thread or, where there are none (in a browser), by a helper or in an idle moment.

    work : computes the value; if it cannot be pickled for a helper, it is run here.
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
        except RuntimeError:  # threads are not supported here
            self.thread = None
            if not self._hand_over():
                self._when_idle()

    def _hand_over(self) -> bool:
        """Hand the computation to the helper; return False if there is none or the work cannot be handed over."""
        self.stop_helper = hand_over(self.work, self._take_in)
        return self.stop_helper is not None

    def _take_in(self, value: bytes | None) -> None:
        self.stop_helper = None
        if value is not None:
            self.found.append(cast(T, read_pickle(value)))
        waiting, self.waiting = self.waiting, []
        for then in waiting:
            then()

    def _when_idle(self) -> None:
        try:
            self.timer = asyncio.get_running_loop().call_later(IDLE, self._do)
        except RuntimeError:
            self.timer = None  # `take` computes the value

    def _do(self) -> None:
        with self.lock:
            if self.found or self.error is not None:
                return
            try:
                self.found.append(self.work())
            except Exception as error:  # `take` raises it
                log.exception("could not be made ahead")
                self.error = error

    @property
    def ready(self) -> bool:
        """True if `take` returns immediately."""
        return bool(self.found)

    def when_ready(self, then: Callable[[], None]) -> None:
        """Call `then` when the value can be taken: later if a helper is computing it, otherwise immediately."""
        if self.stop_helper is not None:
            self.waiting.append(then)
        else:
            then()

    def stop_work(self) -> None:
        """Stop the helper, because the value is no longer needed."""
        self.waiting.clear()
        if self.stop_helper is not None:
            self.stop_helper()
            self.stop_helper = None

    def take(self) -> T:
        """Return the value, waiting for it if necessary. Raises the exception with which the computation failed."""
        if self.timer is not None:
            self.timer.cancel()
        if not self.found:
            self.stop_work()
        self._do()
        if self.error is not None:
            raise self.error
        return self.found[0]


class WorkBeside:
    """The single piece of work that a helper does for a page; starting new work stops the earlier work."""

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None

    @property
    def is_under_way(self) -> bool:
        """True until the value has arrived."""
        return self.stop is not None

    def begin_work(self, work: Callable[[], T], then: Callable[[T], None], brief: bool = False) -> bool:
        """Compute a value in the helper for `then` (see `compute_apart`).

        Return False, and do nothing, if there is no helper.
        """

        def take(value: T) -> None:
            self.stop = None
            then(value)

        self.stop_work()
        self.stop = compute_apart(work, take, brief)
        return self.is_under_way

    def stop_work(self) -> None:
        """Stop the work in progress."""
        if self.stop is not None:
            self.stop()
        self.stop = None
