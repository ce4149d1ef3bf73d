"""Ports for the servers that tests start."""

import os
import socket
import subprocess
import time

from tutor.app.server import LOCAL_HOST, free_port

EACH = 40
"""Number of ports reserved for each process of a run, so that no other test takes one while a server restarts."""


def own_port() -> int:
    """Return an unused port for a server of this process."""
    return free_port(10_000 + os.getpid() % 500 * EACH, EACH)


def wait_for(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Wait at most ten minutes until a server answers. Raises AssertionError if it ends before that."""
    for _ in range(12_000):
        with socket.socket() as probe:
            if probe.connect_ex((LOCAL_HOST, port)) == 0:
                return
        assert process.poll() is None, f"The server has ended with {process.returncode}."
        time.sleep(0.05)
    raise AssertionError(f"The server has not answered at port {port}.")
