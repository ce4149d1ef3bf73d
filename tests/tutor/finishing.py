"""How tests finish things: coroutines run to their end, and experiments stopped on the way."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context


def finished(coroutine):
    """Return what a coroutine comes to, in a loop of its own: a browser driven by this process has one here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, coroutine).result()


def stop_at(experiment, pairs, stop):
    """Let an experiment be stopped by `stop()` as soon as it shows that it has played so many pairs."""
    changed = experiment.changed

    def look():
        changed()
        if experiment.phase == "running" and experiment.done >= pairs:
            stop()

    experiment.changed = look
