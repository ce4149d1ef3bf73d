"""How the app starts kernels: forked from a process that has imported everything, or as lean ordinary ones.

`use_provisioner()` arranges this for the kernel managers of this process. Kernels are forked only on Linux; elsewhere,
with TEBIKI_FORK=0, or if the forking process is not available, a kernel is an ordinary one without a debugger.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from importlib.metadata import EntryPoint
from typing import Any

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from traitlets.config import Config

log = logging.getLogger(__name__)

PROVISIONER_NAME = "tebiki"
PARENT_COMMAND = ["-m", "tutor.app.forking"]
PATIENCE_SECONDS = 20.0
"""Seconds to wait for a forked kernel before it is started in another way."""
LEAN_COMMAND = ["-c", "import sys; from tutor.app.forking import be_kernel; be_kernel(sys.argv[1])"]


class NoFork(Exception):
    """Raised if there is no forking process; the text says why."""


def can_fork() -> bool:
    """Return True if kernels may be forked here."""
    return sys.platform == "linux" and os.environ.get("TEBIKI_FORK", "1") != "0"


class ForkedKernel:
    """A kernel forked by the forking process, with the methods of a Popen that the server needs."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int, parent: ForkingParent) -> None:
        self.pid, self.parent = pid, parent
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code; None while the kernel is running."""
        self.parent.read()  # during shutdown, this loop may not be the one that listens
        if self.returncode is None and self.parent.gone:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                self.returncode = -signal.SIGKILL
        return self.returncode

    def wait(self) -> int | None:
        """Return the exit code of a kernel that has ended."""
        return self.poll()

    def send_signal(self, number: int) -> None:
        """Send the kernel a signal, if it is still running."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End the kernel immediately."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask the kernel to end."""
        self.send_signal(signal.SIGTERM)


class ForkingParent:
    """The server's view of the forking process. It belongs to the event loop that first asks for a kernel."""

    def __init__(self) -> None:
        self.line, theirs = socket.socketpair()
        self.line.setblocking(False)
        command = [sys.executable, *PARENT_COMMAND, str(theirs.fileno())]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, pass_fds=(theirs.fileno(),), start_new_session=True
        )
        theirs.close()
        self.gone = self.unfit = ""
        self.received = b""
        self.waiting: list[asyncio.Future[int]] = []
        self.kernels: dict[int, ForkedKernel] = {}
        self.sending = asyncio.Lock()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def fork(self, **asked: object) -> ForkedKernel:
        """Return a new kernel. Raises NoFork if none is ready in time."""
        loop = asyncio.get_running_loop()
        if self.loop is None:
            self.loop = loop
            loop.add_reader(self.line.fileno(), self.read)
        answer: asyncio.Future[int] = loop.create_future()
        try:
            async with self.sending:
                self.waiting.append(answer)
                await loop.sock_sendall(self.line, json.dumps(asked).encode() + b"\n")
            return self.kernels[await asyncio.wait_for(answer, PATIENCE_SECONDS)]
        except (OSError, TimeoutError) as error:
            raise NoFork(str(error) or "no answer") from None

    def read(self) -> None:
        """Read the messages of the process, if there are any."""
        if self.gone:
            return
        try:
            received = self.line.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        if not received:
            self.close("it has ended")
            return
        *lines, self.received = (self.received + received).split(b"\n")
        for message in map(json.loads, lines):
            if "pid" in message:
                self.kernels[message["pid"]] = ForkedKernel(message["pid"], self)
                answer = self.waiting.pop(0)
                if answer.done():  # the request has been given up
                    self.kernels[message["pid"]].kill()
                else:
                    answer.set_result(message["pid"])
            elif "ended" in message:
                self.kernels.pop(message["ended"]).returncode = message["code"]
            elif "unfit" in message:
                self.unfit = message["unfit"]

    def close(self, why: str) -> None:
        """Disconnect from the process, which then ends together with its kernels."""
        if self.gone:
            return
        self.gone = why
        if self.loop and not self.loop.is_closed():
            self.loop.remove_reader(self.line.fileno())
        self.line.close()
        for answer in self.waiting:
            if not answer.done():
                answer.set_exception(NoFork(why))
        self.process.terminate()
        self.process.wait()


class Provisioner(LocalProvisioner):
    """Starts the kernel of a page; everything after that is the same as with any local kernel."""

    process: Any = None
    parent: Any
    parent_process: ForkingParent | None = None
    unfit = ""

    @classmethod
    def warm_up(cls) -> ForkingParent | None:
        """Return the forking process, started if necessary; None if forking is not possible."""
        known = Provisioner.parent_process
        if known and known.unfit and not cls.unfit:
            Provisioner.unfit = known.unfit
            log.warning("Kernels are not forked, so pages open slower: %s.", known.unfit)
        if not can_fork() or Provisioner.unfit:
            return None
        if known is None or known.gone:
            Provisioner.parent_process = ForkingParent()
        return Provisioner.parent_process

    @classmethod
    def close(cls) -> None:
        """End the forking process."""
        if Provisioner.parent_process:
            Provisioner.parent_process.close("the app ends")
        Provisioner.parent_process = None

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Fork a kernel, or start a lean one, always with this Python, whatever the kernel specification says."""
        file = os.path.realpath(self.parent.connection_file)
        folder = str(kwargs.get("cwd") or os.getcwd())
        parent = self.warm_up()
        if parent is None:
            return await super().launch_kernel([sys.executable, *LEAN_COMMAND, file], **kwargs)
        try:
            self.process = await parent.fork(file=file, env=kwargs["env"], cwd=folder)
        except NoFork as error:
            log.warning("A kernel could not be forked (%s); an ordinary one is started.", error)
            return await super().launch_kernel([sys.executable, *LEAN_COMMAND, file], **kwargs)
        self.pid = self.pgid = self.process.pid
        self.cwd = folder
        return self.connection_info


def use_provisioner(settings: Config) -> None:
    """Make the kernel managers of this process start kernels in this way, and never restart a dead kernel."""
    group = KernelProvisionerFactory.GROUP_NAME
    KernelProvisionerFactory.provisioners[PROVISIONER_NAME] = EntryPoint(
        PROVISIONER_NAME, f"{__name__}:Provisioner", group
    )
    settings.KernelProvisionerFactory.default_provisioner_name = PROVISIONER_NAME
    # Voilà's page would not notice that a kernel was restarted and has none of the page's widgets.
    settings.KernelRestarter.update(restart_limit=0, time_to_dead=1.0)
