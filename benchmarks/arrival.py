"""Measures forty learners who open a lesson at the same moment, each with an empty browser cache.

On a small machine, forty real browsers would mostly measure themselves. So each learner here is a program that behaves
like a browser: it fetches the page, then every script and style over six connections, opens the connection to the
kernel, and requests the widgets. A learner has the lesson when the widgets have arrived.
"""

from __future__ import annotations

import asyncio
import json
import re
import uuid
from time import perf_counter
from typing import Any, NamedTuple

import psutil
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

LEARNERS = 40
CONNECTIONS = 6
PATIENCE = 120.0


class Arrival(NamedTuple):
    """The arrival of a class: the seconds until each learner had the lesson, in ascending order, and the memory.

    The memory is private memory in megabytes.
    """

    seconds: list[float]
    megabytes: float


class HttpAnswer(NamedTuple):
    """The response to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


class ServerConnection:
    """One connection to the server, used for one request after another."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None

    async def get(self, path: str) -> HttpAnswer:
        """Fetch a path, and return the response."""
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *lines = head.split("\r\n")
        headers = {name.casefold(): value for name, _, value in (line.partition(": ") for line in lines) if name}
        cookie = re.search(r"(?im)^set-cookie: (tebiki-browser[^;]*)", head)
        headers["set-cookie"] = cookie[1] if cookie else ""
        return HttpAnswer(int(status.split()[1]), headers, await self._body(headers))

    async def _body(self, headers: dict[str, str]) -> bytes:
        assert self.reader is not None
        if headers.get("transfer-encoding") != "chunked":
            return await self.reader.readexactly(int(headers.get("content-length", 0)))
        parts = []
        while size := int(await self.reader.readline(), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)
        return b"".join(parts)


async def fetch_widgets(port: int, kernel: str, cookie: str) -> None:
    """Request the state of the widgets from the kernel, and wait for it."""
    session, comm = uuid.uuid4().hex, uuid.uuid4().hex
    address = f"ws://127.0.0.1:{port}/api/kernels/{kernel}/channels?session_id={session}"
    line = await websocket_connect(HTTPRequest(address, headers={"Cookie": cookie}, connect_timeout=PATIENCE))

    def send(kind: str, **content: Any) -> Any:
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": session, "version": "5.2"}
        message = {"header": header, "parent_header": {}, "metadata": {"version": "1.0.0"}, "content": content}
        return line.write_message(json.dumps(message | {"channel": "shell"}))

    await send("kernel_info_request")
    await send("comm_open", comm_id=comm, target_name="jupyter.widget.control", data={})
    await send("comm_msg", comm_id=comm, data={"method": "request_states"})
    while True:
        got = await line.read_message()
        assert got is not None, "the connection was closed"
        if b"update_states" in (got if isinstance(got, bytes) else got.encode()):
            break
    line.close()


async def open_lesson_page(port: int, page: str, files: list[str]) -> float:
    """Open a page as a browser would, and return the seconds until its widgets are there."""
    start = perf_counter()
    lines = [ServerConnection(port) for _ in range(CONNECTIONS)]
    answer = await lines[0].get(page)
    assert answer.status == 200, answer
    kernel = re.search(rb'"kernelId": ?"([^"]+)"', answer.body)
    assert kernel, answer.body[:500]
    waiting = iter(files)

    async def fetch(line: ServerConnection) -> None:
        for path in waiting:  # one list, shared by all connections
            assert (await line.get(path)).status in (200, 304), path

    await asyncio.gather(*(fetch(line) for line in lines))
    await fetch_widgets(port, kernel[1].decode(), answer.headers["set-cookie"])
    return perf_counter() - start


def measure_arrival(port: int, server: int, page: str, files: list[str], learners: int = LEARNERS) -> Arrival:
    """Simulate a class that arrives at the app in process `server`, and return the result."""

    async def all_at_once() -> list[float]:
        return sorted(await asyncio.gather(*(open_lesson_page(port, page, files) for _ in range(learners))))

    before = {child.pid for child in psutil.Process(server).children(recursive=True)}
    seconds = asyncio.run(all_at_once())
    kernels = [child for child in psutil.Process(server).children(recursive=True) if child.pid not in before]
    own = [child.memory_full_info().pss / 1e6 for child in kernels]
    return Arrival(seconds, sum(own) / len(own))
