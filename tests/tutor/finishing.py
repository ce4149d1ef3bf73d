"""Helpers that finish things: coroutines are run to their end, and experiments stopped midway."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context


def finished(coroutine):
    """Run a coroutine in a separate loop and return its result; a browser driven by this process has a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, coroutine).result()


def stop_at(experiment, pairs, stop):
    """Make `stop()` stop an experiment as soon as it reports that it has played `pairs` pairs."""
    changed = experiment.changed

    def look():
        changed()
        if experiment.phase == "running" and experiment.done >= pairs:
            stop()

    experiment.changed = look
