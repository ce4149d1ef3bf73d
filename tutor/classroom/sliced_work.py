"""Long work in slices: between them the page handles messages, so that it shows progress and can be stopped."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator

SLICE, PAUSE = 0.25, 0.02
"""Seconds of work in one slice, and seconds between slices."""

log = logging.getLogger(__name__)


class SlicedWork:
    """Work in progress: `work` is iterated; `tell()` is called after each slice, `end()` when all is done.

    failed(error) : called if the work fails. Without a running event loop, as in a test or a script, everything is done
    at once.
    """

    def __init__(
        self,
        work: Iterator[object],
        tell: Callable[[], None],
        end: Callable[[], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self.work, self.tell, self.end, self.failed = work, tell, end, failed
        self.over = False
        try:
            self.loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self.loop = None
        if self.loop is None:
            while not self.over:
                self._slice()
        else:
            self.loop.call_later(PAUSE, self._slice)

    def stop(self) -> None:
        """Stop; results so far are kept."""
        if not self.over:
            self.over = True
            self.end()

    def _slice(self) -> None:
        if self.over:
            return
        until = time.monotonic() + SLICE
        try:
            for _ in self.work:
                if time.monotonic() > until:
                    break
            else:
                self.stop()
                return
            self.tell()
        except Exception as error:  # shown on the page; the error would be lost otherwise
            log.exception("work for a page failed")
            self.over = True
            self.failed(error)
            return
        if self.loop is not None:
            self.loop.call_later(PAUSE, self._slice)
