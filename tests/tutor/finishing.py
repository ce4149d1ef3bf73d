"""Helpers that finish things: coroutines run to their end, and experiments stopped midway."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context


def finished(coroutine):
    """Return the result of a coroutine, run in a separate loop: a browser driven by this process has one already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, coroutine).result()


def stop_at(experiment, pairs, stop):
    """Make `stop()` stop an experiment as soon as it shows that it has played `pairs` pairs."""
    changed = experiment.changed

    def look():
        changed()
        if experiment.phase == "running" and experiment.done >= pairs:
            stop()

    experiment.changed = look
