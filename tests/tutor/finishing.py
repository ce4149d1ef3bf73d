"""Coroutines of tests, run to their end whatever else runs in this process."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context


def finished(coroutine):
    """Return what a coroutine comes to, in a loop of its own: a browser driven by this process has one here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, coroutine).result()
