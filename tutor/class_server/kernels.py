"""The kernels of a class: each has an owner, and their number is limited.

If there are too many, the kernel that has been idle longest is closed. Its page says so, and one click continues from
the log (`static/watch.js`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Callable
from time import monotonic, time
from typing import Any

from tutor.app.guard import CURRENT_BROWSER, OwnedKernels

EACH, ALL = 3, 80
"""Maximum number of kernels for one browser, and in total; each takes 25 to 45 MB."""
FRESH_SECONDS = 30.0
"""Seconds after its last message during which a kernel's page may still be opening."""
OPENINGS, IN_SECONDS = 30, 60.0
"""Maximum number of pages that a browser may open within this many seconds."""


class ClassKernels(OwnedKernels):
    """The kernels of members and of the teacher, limited in number."""

    environment: Callable[[str], dict[str, str]] = staticmethod(lambda owner: {})
    most_each, most = EACH, ALL

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.starting: Counter[str] = Counter()

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """Make room for a kernel, and start it for the browser that opens the page."""
        owner = CURRENT_BROWSER.get()
        self.starting[owner] += 1
        try:
            await self.make_room(owner)
            told = self.environment(owner)  # fails for a member who has been removed in the meantime
            options["env"] = {**options.get("env", {}), **told}
            return await super().start_kernel(**options)
        finally:
            self.starting[owner] -= 1

    async def make_room(self, owner: str) -> None:
        """End the kernels that have been idle longest until another one may start."""
        while victim := self._too_many(owner):
            with contextlib.suppress(Exception):  # it may have ended already, which is just as good
                await asyncio.wait_for(self.shutdown_kernel(victim, now=True), 5)
            self.owners.pop(victim, None)

    def _too_many(self, owner: str) -> str:
        mine = [kernel for kernel, of in self.owners.items() if of == owner]
        if mine and len(mine) + self.starting[owner] > self.most_each:
            return self._longest_idle(mine)
        if len(self.owners) + self.starting.total() > self.most and self.owners:
            return self._longest_idle(list(self.owners))
        return ""

    def _longest_idle(self, kernels: list[str]) -> str:
        """Return the kernel to end: preferably without an open page, then not busy, then with the oldest activity."""

        def worth(kernel: str) -> tuple[bool, bool, float]:
            found = self._kernels.get(kernel)
            if found is None:
                return (False, False, 0.0)
            last = found.last_activity.timestamp()
            seen = bool(self._kernel_connections.get(kernel)) or time() - last < FRESH_SECONDS
            return (seen, getattr(found, "execution_state", "") == "busy", last)

        return min(kernels, key=worth)

    async def end_all_of(self, owner: str) -> None:
        """End the kernels of a member who was removed."""
        for kernel in [kernel for kernel, of in self.owners.items() if of == owner]:
            with contextlib.suppress(Exception):
                await self.shutdown_kernel(kernel, now=True)

    def counts(self) -> dict[str, int]:
        """Return the number of kernels of each owner."""
        return dict(Counter(self.owners.values()))


class PageOpenings:
    """Counts how often browsers have opened pages recently."""

    def __init__(self, most: int = OPENINGS, seconds: float = IN_SECONDS, clock: Callable[[], float] = monotonic):
        self.most, self.seconds, self.clock = most, seconds, clock
        self.of: dict[str, deque[float]] = {}

    def may(self, who: str) -> bool:
        """Record that `who` opens a page; return True if that is within the limit."""
        now, known = self.clock(), self.of.setdefault(who, deque(maxlen=self.most))
        if len(known) == self.most and now - known[0] < self.seconds:
            return False
        known.append(now)
        return True
