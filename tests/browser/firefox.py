"""Firefox, driven over a WebDriver BiDi connection."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket

ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
SECONDS = 120


def find_firefox() -> str | None:
    """Return the path of the program; None if Firefox is not installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A tab of a browser with empty storage. `errors` collects the errors on its console."""

    def __init__(self, address: str) -> None:
        self.errors: list[str] = []
        self.last = 0
        self.line = websocket.create_connection(f"{address}/session", timeout=SECONDS, suppress_origin=True)
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self.tab = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **params: object) -> dict[str, Any]:
        self.last += 1
        self.line.send(json.dumps({"id": self.last, "method": method, "params": params}))
        while True:
            heard = json.loads(self.line.recv())
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self.errors.append(str(heard["params"].get("text")))
            elif heard.get("id") == self.last:
                assert heard["type"] == "success", heard
                result: dict[str, Any] = heard["result"]
                return result

    def goto(self, address: str) -> None:
        """Open an address."""
        self._send("browsingContext.navigate", context=self.tab, url=address, wait="interactive")

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression: a text, a number, a boolean or None."""
        found = self._send("script.evaluate", expression=expression, target={"context": self.tab}, awaitPromise=True)
        assert found["type"] == "success", found
        return found["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until a JavaScript condition is true."""
        end = time.monotonic() + SECONDS
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"Not within {SECONDS} seconds: {condition}"
            time.sleep(0.05)


@contextmanager
def open_firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox with an empty profile, and end it afterwards."""
    words = [program, "--headless", "--profile", str(profile), "--remote-debugging-port", "0", "about:blank"]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert running.stdout is not None
        address = next(found[1] for line in running.stdout if (found := ADDRESS.search(line)))
        yield Firefox(address)
    finally:
        running.terminate()
        running.wait(SECONDS)
