"""How tests finish things: coroutines run to their end, and experiments stopped on the way."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context


def finished(coroutine):
    """Return the result of a coroutine, run in its own loop: a browser driven by this process has one here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, coroutine).result()


def stop_at(experiment, pairs, stop):
    """Let an experiment be stopped by `stop()` as soon as it shows that it has played `pairs` pairs."""
    changed = experiment.changed

    def look():
        changed()
        if experiment.phase == "running" and experiment.done >= pairs:
            stop()

    experiment.changed = look
