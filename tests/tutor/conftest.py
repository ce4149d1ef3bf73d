"""Fixtures for all tests of the tutor."""

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _no_event_loop() -> Iterator[None]:
    """Run outside any event loop; after a browser test, Playwright's is still registered as running in this process."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
