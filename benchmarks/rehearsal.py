"""Rehearse a class: forty simulated learners click at random for ten minutes, while kernels and the server are killed.

    python -m benchmarks.rehearsal forty learners, ten minutes; exit code 1 if something was lost
    python -m benchmarks.rehearsal -n 5 --minutes 1 fewer learners, shorter; prints the result but writes nothing

Each learner is a program that behaves like a browser: it joins with the code, opens pages, plays full games by random
clicks at a person's pace, and now and then visits another page. After a third of the time all kernels are killed at
once; after two thirds the server is killed and restarted. Each learner then reopens the page and continues. Every move
that a page has confirmed must be in the learner's log. The results are written to benchmarks/results_rehearsal.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlencode

import psutil
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

import engines
from benchmarks.__main__ import ROOT, BenchmarkError
from benchmarks.app import ReportRow, write_report
from tutor.app.server import LOCAL_HOST, free_port
from tutor.class_server.classroom import list_pseudonyms
from tutor.text import format_message

RESULTS = ROOT / "benchmarks" / "results_rehearsal.md"
HEAD = """# A class, rehearsed

`python -m benchmarks.rehearsal` does this anew: {learners} learners who click at random for {minutes:g} minutes, one
click in about three seconds, on the small machine with two cores that also plays the learners. All kernels were killed
after a third of the time, the server after two thirds; it was started again. Memory is what the server, its kernels and
the process that forks them need together (PSS), divided by the learners. The times are those of a machine that had
nothing else to do only if its load before was near 0; then the learners alone make most of it.
"""
PAUSE = (1.0, 5.0)
"""The seconds between two clicks of a learner."""
PATIENCE = 8.0
"""After this many seconds without a response, a learner reopens the page."""
ELSEWHERE = 0.04
"""The probability that a learner visits another page instead of clicking."""
WARNED = format_message("play.warns_on")
KERNEL = re.compile(rb'"kernelId": ?"([^"]+)"')
LOST = (OSError, HTTPClientError, WebSocketClosedError, TimeoutError, asyncio.TimeoutError, ConnectionError)


class ClassServer:
    """The class server, running in a separate process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port(9800)
        self.until = 0.0
        self.start()

    def start(self) -> None:
        """Start or restart the server, and wait until it answers."""
        words = ["class", "rehearsal", "--no-browser", "--address", LOCAL_HOST, "--port", str(self.port)]
        environment = os.environ | {"TEBIKI_HOME": str(self.folder)}
        with (self.folder / "log").open("ab") as log:
            command = [sys.executable, "-m", "tutor.commands.cli", *words, "--folder", str(ROOT)]
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        begin = perf_counter()
        while socket.socket().connect_ex((LOCAL_HOST, self.port)):
            if self.process.poll() is not None or perf_counter() - begin > 60:
                raise BenchmarkError(f"the class did not start: {self.log()[-500:]}")
            sleep(0.05)
        self.code = re.findall(r"code (\w+-\w+)", self.log())[-1]

    def log(self) -> str:
        """Return the server's output."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def kernels(self) -> list[psutil.Process]:
        """Return the kernels, which are children of the forking process."""
        return [one for child in psutil.Process(self.process.pid).children() for one in child.children(recursive=True)]

    def megabytes(self) -> float:
        """Return the memory of the server, the kernels and the forking process."""
        found = 0.0
        for process in [psutil.Process(self.process.pid), *psutil.Process(self.process.pid).children(recursive=True)]:
            try:
                found += process.memory_full_info().pss / 1e6
            except psutil.Error:
                continue
        return found

    def kill_kernels(self) -> int:
        """Kill all kernels at once, and return how many there were."""
        found = self.kernels()
        for kernel in found:
            kernel.send_signal(signal.SIGKILL)
        return len(found)

    def kill(self) -> None:
        """Kill the server."""
        self.process.kill()
        self.process.wait()


@dataclass
class RehearsingLearner:
    """A simulated learner who plays.

    sent : the number of clicks made. answered : the number confirmed by the page. The log shows how many were stored.
    """

    server: ClassServer
    name: str
    game: str
    source: random.Random
    cookie: str = ""
    sent: int = 0
    answered: int = 0
    opened: list[float] = field(default_factory=list)
    clicks: list[float] = field(default_factory=list)
    stopped: int = 0
    resumed: int = 0
    trouble: Counter[str] = field(default_factory=Counter)
    line: WebSocketClientConnection | None = None
    kernel: str = ""
    session: str = ""
    comm: str = ""
    stamp: int = 0
    moves: int = 0
    warned: bool = False

    async def fetch(self, path: str, **options: Any) -> HTTPResponse:
        """Send a request to the server."""
        headers = {"Cookie": self.cookie, "Origin": f"http://{LOCAL_HOST}:{self.server.port}"}
        asked = HTTPRequest(
            f"http://{LOCAL_HOST}:{self.server.port}{path}", headers=headers, request_timeout=90, connect_timeout=90,
            follow_redirects=False, **options,
        )  # fmt: skip
        return await AsyncHTTPClient().fetch(asked, raise_error=False)

    async def join(self) -> None:
        """Join the class with the code."""
        answer = await self.fetch("/join", method="POST", body=urlencode({"code": self.server.code, "name": self.name}))
        if answer.code != 303:
            raise BenchmarkError(f"{self.name} could not join: {answer.code}")
        self.cookie = answer.headers["Set-Cookie"].partition(";")[0]

    async def open(self, new: bool = False) -> None:
        """Open the page for playing a full game, with a new game or the one in progress, and wait for its board."""
        await self.leave()
        query = f"?{urlencode({'seed': self.source.randrange(1, 9999), 'bot': 'beginner'})}" if new else ""
        begin = perf_counter()
        answer = await self.fetch(f"/voila/render/notebooks/{self.game}/play.ipynb{query}")
        found = KERNEL.search(answer.body or b"")
        if not found:
            raise ConnectionError(f"no page: {answer.code}")
        self.kernel = found[1].decode()
        self.session, widget = uuid.uuid4().hex, uuid.uuid4().hex
        address = f"ws://{LOCAL_HOST}:{self.server.port}/api/kernels/{self.kernel}/channels?session_id={self.session}"
        self.line = await websocket_connect(HTTPRequest(address, headers={"Cookie": self.cookie}, connect_timeout=90))
        await self.say("comm_open", comm_id=widget, target_name="jupyter.widget.control", data={})
        await self.say("comm_msg", comm_id=widget, data={"method": "request_states"})
        while True:
            data = (await self.hear(90)).get("data", {})
            if data.get("method") != "update_states":
                continue
            boards = {comm: one["state"] for comm, one in data["states"].items() if "scene" in one["state"]}
            if not boards:
                self.line.close()
                self.line = None
                raise LookupError("the page shows no board")
            self.comm, state = next(iter(boards.items()))
            break
        self.look(state)
        self.opened.append(perf_counter() - begin)

    async def leave(self) -> None:
        """Leave the page and end its kernel, as a browser does when it navigates away."""
        if self.line is not None:
            self.line.close()
            self.line = None
            await self.end(self.kernel)

    async def end(self, kernel: str) -> None:
        """Ask the server to end a kernel."""
        with contextlib.suppress(*LOST):
            await self.fetch(f"/voila/api/shutdown/{kernel}", method="POST", body="")

    def look(self, state: dict[str, Any]) -> None:
        """Note the state of the board's table from a message."""
        self.stamp, self.moves = state["scene"]["stamp"], len(state["scene"]["moves"])
        self.warned = any(one.get("label") == WARNED for one in state["coach"].get("controls", ()))

    async def say(self, kind: str, **content: Any) -> None:
        """Send a message of this kind to the kernel."""
        if self.line is None:
            raise ConnectionError("no line")
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": self.session,
                  "version": "5.3"}  # fmt: skip
        message = {"header": header, "parent_header": {}, "metadata": {"version": "1.0.0"}, "content": content}
        await self.line.write_message(json.dumps(message | {"channel": "shell"}))

    async def hear(self, patience: float) -> dict[str, Any]:
        """Return the content of the next message, waiting at most `patience` seconds."""
        if self.line is None:
            raise ConnectionError("no line")
        got = await asyncio.wait_for(self.line.read_message(), patience)
        if got is None:
            raise ConnectionError("the line is closed")
        content: dict[str, Any] = json.loads(got)["content"]
        if content.get("execution_state") == "dead":
            raise ConnectionError("the kernel has died")
        return content

    async def custom(self, content: dict[str, Any]) -> None:
        """Send the message that a click on the board would send."""
        await self.say("comm_msg", comm_id=self.comm, data={"method": "custom", "content": content})

    async def whole(self) -> dict[str, Any]:
        """Request the full state of the board."""
        await self.custom({"type": "full"})
        while True:
            state: dict[str, Any] = (await self.hear(PATIENCE)).get("data", {}).get("state", {})
            if "scene" in state:
                return state

    async def click(self) -> None:
        """Make one move at random."""
        before, begin = self.stamp, perf_counter()
        self.sent += 1
        await self.custom({"type": "move", "id": self.source.randrange(self.moves), "stamp": self.stamp})
        state = await self.whole()
        self.look(state)
        if self.stamp == before:
            raise BenchmarkError("a move was not taken")
        self.answered += 1
        self.clicks.append(perf_counter() - begin)

    async def first(self) -> None:
        """Begin a game with warnings turned off, since a move that causes a warning is not played."""
        await self.open(new=True)
        if self.warned:
            await self.custom({"type": "command", "name": "warnings", "stamp": self.stamp})
            self.look(await self.whole())

    async def one_thing(self) -> None:
        """Click; or begin another game if this one is over; or visit another page and come back."""
        if not self.moves:
            await self.open(new=True)
        elif self.source.random() < ELSEWHERE:
            await self.leave()
            answer = await self.fetch(f"/voila/render/notebooks/{self.game}/course.ipynb")
            await asyncio.sleep(self.source.uniform(*PAUSE))
            if found := KERNEL.search(answer.body or b""):
                await self.end(found[1].decode())
            await self.open()
        else:
            await self.click()

    async def live(self) -> None:
        """Do one thing after another, recovering from any interruption."""
        await asyncio.sleep(self.source.uniform(0, PAUSE[1]))
        await self.join()
        begun = False
        while perf_counter() < self.server.until:
            try:
                if not begun:
                    await self.first()
                    begun = True
                elif self.line is None:
                    await self.open()
                    self.resumed += 1
                else:
                    await self.one_thing()
            except LookupError:  # the game was already over when its page stopped
                self.resumed += self.line is None
                begun = False
            except LOST as error:
                self.trouble[type(error).__name__] += 1
                self.stopped += self.line is not None
                self.line = None
            await asyncio.sleep(self.source.uniform(*PAUSE))
        await self.leave()

    def kept(self) -> int:
        """Return the number of the learner's moves in the log."""
        rows = (self.server.folder / "classes" / "rehearsal" / "members.jsonl").read_text(encoding="utf-8").split("\n")
        log = next(row["log"] for row in map(json.loads, filter(None, rows)) if row["name"] == self.name)
        path = self.server.folder / "classes" / "rehearsal" / f"{log}.jsonl"
        if not path.exists():
            return 0
        events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        return sum(event["kind"] == "game" and event["verdict"] == "move" for event in events)


@dataclass
class Rehearsal:
    """The result of a rehearsal."""

    learners: list[RehearsingLearner]
    megabytes: list[float]
    killed: int
    cores: float
    loads: tuple[float, float] = (0.0, 0.0)
    """The load average of the machine before the rehearsal and at its end."""

    def lost(self) -> list[int]:
        """Return, for each learner, the number of clicks sent that are not in the log."""
        return [max(one.sent - one.kept(), 0) for one in self.learners]

    def lost_after_an_answer(self) -> int:
        """Return the number of confirmed clicks that are not in the log."""
        return sum(max(one.answered - one.kept(), 0) for one in self.learners)

    def rows(self) -> list[ReportRow]:
        """Return the lines of the report."""
        opened = sorted(time for one in self.learners for time in one.opened)
        clicks = sorted(time for one in self.learners for time in one.clicks)
        lost, stopped = self.lost(), sum(one.stopped for one in self.learners)
        late, slow = (times[min(round(len(times) * 0.95), len(times) - 1)] for times in (opened, clicks))
        most = max(self.megabytes)
        each = most / len(self.learners)
        resumed = sum(one.resumed for one in self.learners)
        answered = self.lost_after_an_answer()
        unkept = ReportRow("Of these answered but not kept", str(answered), "0", answered == 0)
        return [
            ReportRow("Clicks sent", f"{sum(one.sent for one in self.learners)}", "", True),
            unkept,
            ReportRow("Clicks lost, most of one learner", str(max(lost)), "at most 1 a kill", max(lost) <= 2),
            ReportRow("Kernels killed at once; then the server", str(self.killed), "", True),
            ReportRow(
                "Pages that stopped, and went on", f"{stopped}, {resumed}", "nearly all", resumed >= stopped * 0.9
            ),
            ReportRow("A page with its game, seconds, median and p95", f"{median(opened):.1f}, {late:.1f}", "", True),
            ReportRow(
                "A click, milliseconds, median and p95", f"{median(clicks) * 1000:.0f}, {slow * 1000:.0f}", "", True
            ),
            ReportRow("Memory in all, MB, median and most", f"{median(self.megabytes):.0f}, {most:.0f}", "", True),
            ReportRow("Memory a learner, MB", f"{each:.0f}", "under 60", each < 60 or len(self.learners) < 10),
            ReportRow("Load of the machine before, and at the end", "{:.1f}, {:.1f}".format(*self.loads), "", True),
            ReportRow(
                "Processor time of the server and kernels a learner and minute, seconds", f"{self.cores:.1f}", "", True
            ),
        ]


async def rehearse_class(server: ClassServer, count: int, seconds: float) -> Rehearsal:
    """Let a class of `count` learners work for `seconds` seconds."""
    AsyncHTTPClient.configure(None, max_clients=4 * count)
    games, free = engines.names(), list(list_pseudonyms("en"))
    learners = [
        RehearsingLearner(server, free[number], games[number % len(games)], random.Random(number))
        for number in range(count)
    ]
    begin, server.until, before = perf_counter(), perf_counter() + seconds, os.getloadavg()[0]
    playing = [asyncio.create_task(one.live()) for one in learners]
    megabytes: list[float] = []
    used, killed, todo = 0.0, 0, ["kernels", "server"]
    while not all(task.done() for task in playing):
        await asyncio.sleep(min(5.0, seconds / 20))
        spent = perf_counter() - begin
        if todo[:1] == ["kernels"] and spent > seconds / 3:
            todo.pop(0)
            used += processor_time(server)
            killed = server.kill_kernels()
        elif todo[:1] == ["server"] and spent > seconds * 2 / 3:
            todo.pop(0)
            used += processor_time(server)
            server.kill()
            killed_at = perf_counter()
            await asyncio.to_thread(server.start)
            server.until += perf_counter() - killed_at  # the time of the restart is not subtracted
        megabytes.append(await asyncio.to_thread(server.megabytes))
    used += processor_time(server)
    for task in playing:
        task.result()
    loads = (before, os.getloadavg()[0])
    return Rehearsal(learners, megabytes, killed, used / count / (seconds / 60), loads)


def processor_time(server: ClassServer) -> float:
    """Return the processor seconds that the server's running processes have used so far."""
    found = 0.0
    for process in [psutil.Process(server.process.pid), *psutil.Process(server.process.pid).children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        found += times.user + times.system
    return found


def main(words: list[str] | None = None) -> int:
    """Rehearse, and print the table. After a full rehearsal, write the page. Return 1 if something was lost."""
    parser = argparse.ArgumentParser("python -m benchmarks.rehearsal", description="Rehearse a class.")
    parser.add_argument("-n", "--learners", type=int, default=40, help="how many learners (default 40)")
    parser.add_argument("--minutes", type=float, default=10.0, help="for how long (default 10)")
    parser.add_argument("--write", action="store_true", help="write the page in any case")
    asked = parser.parse_args(words)
    try:
        with tempfile.TemporaryDirectory() as home:
            server = ClassServer(Path(home))
            try:
                found = asyncio.run(rehearse_class(server, asked.learners, asked.minutes * 60))
                rows = found.rows()
                trouble = sum((one.trouble for one in found.learners), Counter[str]())
            finally:
                server.kill()
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    print("Interrupted:", dict(trouble))
    whole = asked.write or (asked.learners >= 40 and asked.minutes >= 10)
    head = HEAD.format(learners=asked.learners, minutes=asked.minutes)
    return write_report(rows, head, RESULTS if whole else Path(os.devnull))


if __name__ == "__main__":
    sys.exit(main())
