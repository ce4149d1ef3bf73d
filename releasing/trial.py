"""Tries a wheel as a newcomer would: installs it into a fresh environment, then uses it in an empty folder."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from releasing.archives import UV, ReleaseError, run_tool

PAGE = "/voila/render/notebooks/altaria/04_attacking.ipynb"
LESSON = "tutor/lessons/altaria/04_attacking.toml"
GAME_INPUT = "1\n1\n1\nq\n"
SHOWN_WIDGET = "application/vnd.jupyter.widget-view+json"
STOPPED = "This page stopped here"
PATIENCE = 120
"""After this many seconds, an unresponsive server is given up."""


class TrialResult(NamedTuple):
    """One line of the table: the trial, whether it succeeded, and a note."""

    what: str
    good: bool
    remark: str


def try_wheel(python: Path, wheel: Path, folder: Path) -> Iterator[TrialResult]:
    """Install a wheel with a Python into a new folder, and yield the result of each trial, stopping after a failure."""
    environment = folder / "environment"
    empty = folder / "empty"
    empty.mkdir(parents=True)
    trials: dict[str, Callable[[], str]] = {
        "install": lambda: install_wheel(python, wheel, environment),
        "tebiki check": lambda: check_lesson(environment, empty),
        "tebiki play": lambda: play_some_moves(environment, empty),
        "tebiki app": lambda: open_a_page(environment, empty),
        "tebiki class": lambda: ask_for_an_extra(environment, empty),
    }
    for what, trial in trials.items():
        begun = time.monotonic()
        try:
            remark = trial()
        except ReleaseError as error:
            yield TrialResult(what, False, str(error))
            return
        yield TrialResult(what, True, f"{time.monotonic() - begun:.1f} s{remark}")
    left = sorted(path.name for path in empty.iterdir())
    yield TrialResult("folder left empty", not left, ", ".join(left))


def install_wheel(python: Path, wheel: Path, environment: Path) -> str:
    """Create an environment with only the wheel and its dependencies, and return its size."""
    run_tool(UV, "venv", "--quiet", "--python", python, environment)
    run_tool(UV, "pip", "install", "--quiet", "--compile-bytecode", "--python", python_in(environment), wheel)
    size = sum(path.stat().st_size for path in environment.rglob("*") if path.is_file() and not path.is_symlink())
    return f", {size / 1e6:.0f} MB"


def check_lesson(environment: Path, empty: Path) -> str:
    """Let the installed command play a lesson through the engine."""
    [lesson] = environment.glob(f"lib/python*/site-packages/{LESSON}")
    use_command(environment, empty, "check", str(lesson))
    return ""


def play_some_moves(environment: Path, empty: Path) -> str:
    """Play a few moves in the terminal, then quit."""
    printed = use_command(environment, empty, "play", "altaria", typed=GAME_INPUT)
    asked = printed.count("Your move")
    if asked < 3:
        raise ReleaseError(f"tebiki play asked for {asked} moves:\n{printed[-500:]}")
    return f", {asked} moves asked for"


def ask_for_an_extra(environment: Path, empty: Path) -> str:
    """Use a command whose extra is not installed; it must print one line that names the extra."""
    made = start_command(environment, empty, "class", stderr=subprocess.PIPE)
    said = made.communicate(timeout=PATIENCE)[1].strip()
    if made.returncode != 2 or 'pip install "tebiki[class]"' not in said or "\n" in said:
        raise ReleaseError(f"tebiki class did not name its extra: {said[-500:]}")
    return ", names its extra"


def open_a_page(environment: Path, empty: Path) -> str:
    """Start the app and fetch a lesson over HTTP, which must contain its widget."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with running_app(environment, empty, port) as app:
        page = fetch_page(app, f"http://127.0.0.1:{port}{PAGE}")
    if SHOWN_WIDGET not in page or STOPPED in page:
        raise ReleaseError(f"The lesson did not open:\n{page[-500:]}")
    return f", a lesson of {len(page) / 1000:.0f} kB"


@contextmanager
def running_app(environment: Path, empty: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Run the app, and stop it afterwards."""
    app = start_command(environment, empty, "app", "--no-browser", "--port", str(port))
    try:
        yield app
    finally:
        app.terminate()
        app.wait(PATIENCE)


def fetch_page(app: subprocess.Popen[str], address: str) -> str:
    """Return a page as soon as the app answers. Raises ReleaseError if the app ends, refuses, or does not respond."""
    last = time.monotonic() + PATIENCE
    while time.monotonic() < last:
        if app.poll() is not None:
            raise ReleaseError("tebiki app ended.")
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            raise ReleaseError(f"{address} answers {error.code}.") from None
        except OSError:
            time.sleep(0.1)
    raise ReleaseError("tebiki app does not answer.")


def use_command(environment: Path, empty: Path, *words: str, typed: str = "") -> str:
    """Run the installed command and return what it printed. Raises ReleaseError if it fails."""
    made = start_command(environment, empty, *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    printed = made.communicate(typed, timeout=PATIENCE)[0]
    if made.returncode:
        raise ReleaseError(f"tebiki {' '.join(words)} ended with {made.returncode}:\n{printed[-500:]}")
    return str(printed)


def start_command(environment: Path, empty: Path, *words: str, **pipes: int) -> subprocess.Popen[str]:
    """Start the installed command in an empty folder, with its own progress file."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    kept["TEBIKI_HOME"] = str(environment.parent / "home")
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | pipes
    command = [str(python_in(environment).with_name("tebiki")), *words]
    return subprocess.Popen(command, cwd=empty, env=kept, text=True, encoding="utf-8", **streams)  # type: ignore[call-overload]


def python_in(environment: Path) -> Path:
    """Return the Python of an environment."""
    return environment / "bin" / "python"
