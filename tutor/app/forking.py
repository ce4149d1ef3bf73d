"""A small process that has imported everything pages need, and forks a kernel when the server asks for one.

The server starts it as `python -m tutor.app.forking FD`, with one end of a socket pair. Both send lines of JSON:

    {"file": connection file, "env": {...}, "cwd": folder}    a request of the server
    {"pid": 4711}                                             answers, in the order of the requests
    {"ended": 4711, "code": 0}                                a kernel has ended
    {"unfit": "2 threads are running"}                        this process must not fork, and ends

A fork is only safe while this process has a single thread and no zmq context, which is checked each time. The process
ends when the server is gone, and every kernel ends when its parent does.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import threading
from typing import TypedDict

NOT_NEEDED = "debugpy"
"""A module that every kernel imports (0.15 s and 10 MB), although pages are not debugged."""
PRELOADED_MODULES = (
    "ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.debugger", "tornado.platform.asyncio", "zmq.utils.garbage",
    "IPython.core.completerlib", "IPython.core.debugger", "IPython.core.oinspect", "IPython.extensions.storemagic",
    "ipywidgets", "anywidget", "networkx", "tutor.embed.notebook_display", "tutor.lessons.page", "tutor.pages.home",
    "tutor.pages.play", "tutor.pages.rulebook", "tutor.courses.exam_page", "tutor.courses.page",
)  # fmt: skip
UNSUITED_MODULES = ("numpy", "matplotlib")
"""Modules that start threads; pages that draw plots import them in their own kernels."""
NICENESS = 5
MOST_MEMORY = 2 * 1024**3
"""Maximum memory of a kernel in a class, in bytes; a page with plots has about 300 MB, most of it never touched."""
QUIET_SECONDS = 0.3
"""Seconds without a request after which the next game is preloaded."""


class KernelRequest(TypedDict):
    """A request for a kernel: its connection file, its environment and its folder."""

    file: str
    env: dict[str, str]
    cwd: str


class UnfitToFork(Exception):
    """Raised if a fork would not be safe; the text says why."""


def check_fit() -> None:
    """Raise UnfitToFork if there is a second thread, a zmq context or an unsuited module."""
    tasks = "/proc/self/task"
    threads = max(threading.active_count(), len(os.listdir(tasks)) if os.path.isdir(tasks) else 0)
    if threads != 1:
        raise UnfitToFork(f"{threads} threads are running")
    import zmq

    if zmq.Context._instance is not None:
        raise UnfitToFork("there is a zmq context")
    for name in UNSUITED_MODULES:
        if name in sys.modules:
            raise UnfitToFork(f"{name} has been imported")


def serve_forks(line: socket.socket) -> KernelRequest | None:
    """Answer the server until it is gone, then return None; in a forked child, return its request."""
    import engines

    signal.signal(signal.SIGCHLD, lambda *_: None)
    noticed, noticing = socket.socketpair()
    for end in (noticed, noticing):
        end.setblocking(False)
    signal.set_wakeup_fd(noticing.fileno(), warn_on_full_buffer=False)
    games, asked = engines.names(), b""
    send_line(line, {"ready": os.getpid()})
    while True:
        ready, _, _ = select.select([line, noticed], [], [], QUIET_SECONDS if games else None)
        if not ready:
            with contextlib.suppress(Exception):  # the page of that game will report the error
                engines.load(games.pop(0))
            freeze_memory()
        if noticed in ready:
            noticed.recv(4096)
            for pid, code in reap_kernels():
                send_line(line, {"ended": pid, "code": code})
        if line in ready:
            try:
                received = line.recv(65536)
            except OSError:
                received = b""
            if not received:
                return None
            *questions, asked = (asked + received).split(b"\n")
            for question in questions:
                check_fit()
                pid = os.fork()
                if pid == 0:
                    signal.set_wakeup_fd(-1)
                    for end in (line, noticed, noticing):
                        end.close()  # or the server would notice its end only after its last kernel has ended
                    asked_for: KernelRequest = json.loads(question)
                    return asked_for
                send_line(line, {"pid": pid})


def send_line(line: socket.socket, message: dict[str, object]) -> None:
    """Send a line to the server; if the server is gone, that is noticed when reading."""
    with contextlib.suppress(OSError):
        line.sendall(json.dumps(message).encode() + b"\n")


def reap_kernels() -> list[tuple[int, int]]:
    """Return (pid, exit code) of the kernels that have ended since the last call."""
    found: list[tuple[int, int]] = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if not pid:
            return found
        found.append((pid, os.waitstatus_to_exitcode(status)))


def freeze_memory() -> None:
    """Exempt existing objects from garbage collection, so that their memory pages stay shared."""
    gc.collect()
    gc.freeze()


def be_child(asked: KernelRequest) -> None:
    """Become the requested kernel, with its own environment and folder, until it is shut down."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    be_kernel(asked["file"])


def keep_modest() -> None:
    """In a class, run at low priority, and limit memory to what a page can need."""
    if os.name != "posix" or "TEBIKI_IN_CLASS" not in os.environ:
        return
    import resource

    os.nice(NICENESS)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def be_kernel(file: str) -> None:
    """Run as a kernel on a connection file, until it is shut down."""
    keep_modest()
    sys.modules.setdefault(NOT_NEEDED, None)  # type: ignore[arg-type]
    import ipywidgets
    from ipykernel.kernelapp import IPKernelApp
    from traitlets.config import Config

    from tutor.embed import notebook_display

    app = IPKernelApp.instance(config=Config({"HistoryManager": {"enabled": False}}))
    if os.name == "posix":
        app.parent_handle = os.getppid()  # the kernel ends when its parent has ended
    app.initialize(["-f", file])
    # In an ordinary kernel, importing does these two things, because IPython already exists.
    notebook_display.register_formatters()
    ipywidgets.register_comm_target()
    gc.enable()
    app.start()
    # The control thread has yet to confirm the shutdown over a socket, which would be closed first if the program
    # exited now.
    app.control_thread.join(2)


def main() -> None:
    """Import everything and fork on demand; in a child, run as a kernel, which then ends like any program."""
    line = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is meant for the server
    sys.modules[NOT_NEEDED] = None  # type: ignore[assignment]
    gc.disable()
    for name in PRELOADED_MODULES:
        importlib.import_module(name)
    freeze_memory()
    try:
        asked = serve_forks(line)
    except UnfitToFork as error:
        send_line(line, {"unfit": str(error)})
        return
    if asked is not None:
        be_child(asked)


if __name__ == "__main__":
    main()
