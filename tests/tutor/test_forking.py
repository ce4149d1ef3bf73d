"""Kernels forked from a small process: each has its own environment, and none outlives its parent."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from jupyter_client.ioloop import AsyncIOLoopKernelManager
from jupyter_client.provisioning import KernelProvisionerFactory
from traitlets.config import Config

from tutor.app import forking, provisioner
from tutor.app.provisioner import ForkedKernel, Provisioner

ROOT = Path(__file__).resolve().parents[2]
linux = pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only")


@pytest.fixture
def start(tmp_path):
    """Run a test coroutine with a function that starts kernels as the app does; all kernels are ended afterwards."""
    KernelProvisionerFactory.clear_instance()
    settings = Config({"KernelManager": {"transport": "ipc"}})
    provisioner.use_provisioner(settings)
    KernelProvisionerFactory.instance(config=settings)
    running = []

    async def start_kernel(cwd=tmp_path, **environment):
        file = str(tmp_path / f"{len(running)}.json")
        kernel = AsyncIOLoopKernelManager(config=settings, connection_file=file)
        running.append(kernel)
        await kernel.start_kernel(cwd=str(cwd), env=os.environ | environment)
        return kernel

    async def whole(test):
        try:
            await test(start_kernel)
        finally:
            for kernel in running:
                with contextlib.suppress(RuntimeError):
                    await kernel.shutdown_kernel(now=True)
            Provisioner.close()

    with ThreadPoolExecutor(1) as thread:  # a separate loop, because a browser driven by this process has one here
        yield lambda test: thread.submit(asyncio.run, whole(test)).result()
    KernelProvisionerFactory.clear_instance()


async def told(kernel, code):
    """Return the output of some code in a kernel."""
    client = kernel.client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=30)
        printed = []
        hook = lambda said: printed.append(said["content"].get("text", ""))  # noqa: E731
        await client.execute_interactive(code, timeout=30, output_hook=hook)
        return "".join(printed).strip()
    finally:
        client.stop_channels()


async def until(true, seconds=5.0):
    """Wait until a condition is true; return False if it never is."""
    for _ in range(int(seconds / 0.05)):
        if true():
            return True
        await asyncio.sleep(0.05)
    return False


@pytest.mark.slow
@linux
def test_each_kernel_has_its_own_environment_folder_and_luck(start, tmp_path):
    async def test(start_kernel):
        asked = "import os, random; print(os.environ['QUERY_STRING'], os.getcwd(), random.random())"
        (tmp_path / "a").mkdir()
        first = await start_kernel(tmp_path / "a", QUERY_STRING="step=3")
        second = await start_kernel(tmp_path, QUERY_STRING="")
        assert isinstance(first.provisioner.process, ForkedKernel)
        query, folder, luck = (await told(first, asked)).split(" ")
        assert (query, folder) == ("step=3", str(tmp_path / "a"))
        _, folder, other = f" {await told(second, asked)}".split(" ")
        assert folder == str(tmp_path)
        assert luck != other

    start(test)


@linux
def test_what_pages_need_is_there_and_no_debugger(start):
    async def test(start_kernel):
        asked = "import sys; print({'tutor.lessons.page', 'networkx'} <= set(sys.modules), sys.modules['debugpy'])"
        assert await told(await start_kernel(), asked) == "True None"

    start(test)


@linux
def test_a_forked_kernel_draws_what_the_engines_return(start):
    async def test(start_kernel):
        asked = """import tutor, engines
from IPython import get_ipython
print(*get_ipython().display_formatter.format(engines.load("lanterns").new())[0])"""
        assert "text/html" in await told(await start_kernel(), asked)

    start(test)


@linux
def test_a_forked_kernel_tells_a_page_all_its_widgets_at_once(start):
    async def test(start_kernel):
        asked = "import comm; print(*sorted(comm.get_comm_manager().targets))"
        assert "jupyter.widget.control" in await told(await start_kernel(), asked)

    start(test)


@linux
def test_a_kernel_ends_as_programs_do(start, tmp_path):
    async def test(start_kernel):
        kernel = await start_kernel()
        await told(kernel, "import atexit, pathlib; atexit.register(pathlib.Path('end').touch)")
        process = kernel.provisioner.process
        await kernel.shutdown_kernel()
        assert process.returncode == 0
        assert (tmp_path / "end").exists()

    start(test)


@linux
def test_a_killed_kernel_is_noticed(start):
    async def test(start_kernel):
        kernel = await start_kernel()
        await told(kernel, "1")
        os.kill(kernel.provisioner.pid, signal.SIGKILL)
        assert await until(lambda: kernel.provisioner.process.poll() == -signal.SIGKILL)
        assert not await kernel.is_alive()

    start(test)


@pytest.mark.slow
@linux
def test_without_its_parent_a_kernel_ends_and_the_next_one_gets_another(start):
    async def test(start_kernel):
        kernel = await start_kernel()
        await told(kernel, "1")
        pid, parent = kernel.provisioner.pid, Provisioner.parent_process.process
        parent.kill()
        assert await until(lambda: not psutil.pid_exists(pid))
        assert not await kernel.is_alive()
        another = await start_kernel()
        assert isinstance(another.provisioner.process, ForkedKernel)
        assert Provisioner.parent_process.process.pid != parent.pid
        assert await told(another, "print(7)") == "7"

    start(test)


def test_only_linux_forks(monkeypatch):
    monkeypatch.setattr(provisioner.sys, "platform", "darwin")
    assert not provisioner.can_fork()


def test_elsewhere_a_kernel_is_an_ordinary_lean_one(start, monkeypatch):
    monkeypatch.setenv("TEBIKI_FORK", "0")

    async def test(start_kernel):
        kernel = await start_kernel(QUERY_STRING="seed=7")
        assert not isinstance(kernel.provisioner.process, ForkedKernel)
        asked = "import os, sys; print(os.environ['QUERY_STRING'], sys.modules['debugpy'])"
        assert await told(kernel, asked) == "seed=7 None"

    start(test)


@linux
def test_a_parent_that_cannot_be_had_costs_time_only(start, monkeypatch):
    monkeypatch.setattr(provisioner, "PARENT_COMMAND", ["-c", "raise SystemExit"])

    async def test(start_kernel):
        kernel = await start_kernel()
        assert not isinstance(kernel.provisioner.process, ForkedKernel)
        assert await told(kernel, "print(7)") == "7"

    start(test)


@linux
def test_a_process_with_threads_does_not_fork():
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        with pytest.raises(forking.UnfitToFork, match="threads are running"):
            forking.check_fit()
    finally:
        stop.set()
        thread.join()


@linux
@pytest.mark.slow
def test_when_the_server_is_killed_nothing_is_left(tmp_path):
    from tests.ports import own_port
    from tutor.app.server import LOCAL_HOST

    port = own_port()
    words = [sys.executable, "-m", "tutor.app", "--no-browser", "--port", str(port)]
    words += ["--folder", str(ROOT / "tests" / "browser" / "pages")]
    server = subprocess.Popen(words, cwd=ROOT, env=os.environ | {"TEBIKI_HOME": str(tmp_path)})
    try:
        for _ in range(1200):
            answer = subprocess.run(["curl", "-s", f"http://{LOCAL_HOST}:{port}/"], capture_output=True)
            if answer.returncode == 0:
                break
            time.sleep(0.1)
        assert b"kernelId" in answer.stdout
        children = psutil.Process(server.pid).children(recursive=True)
        assert len(children) == 2
    finally:
        server.kill()
        server.wait()
    _, left = psutil.wait_procs(children, timeout=60)
    assert not left
