"""Measure the real app in a real browser and write benchmarks/results_app.md.

    python -m benchmarks.app        needs chromium and the test requirements; exit code 1 if a requirement is not met

A click is measured inside the page: from the click itself, to the kernel and back, until the browser has painted the
answer. Every click is a full round trip: the engine judges it, and the scene is redrawn. `benchmarks.arrival` measures
a class that arrives all at once.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

import engines
from benchmarks.__main__ import ROOT, BenchmarkError
from benchmarks.arrival import LEARNERS, measure_arrival
from tutor import progress
from tutor.app.server import LOCAL_HOST, free_port
from tutor.learners.simulated import QuestionProfile, event_of_answer

RESULTS = ROOT / "benchmarks" / "results_app.md"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip
HEAD = """# How fast the app is

`python -m benchmarks.app` measures this anew, in a real browser. Figures of one small machine with two cores. A click
is measured in the page, from the click over the kernel to the painted answer; a page, from its address to its board.
The first figure of a page is that of the very first visit. A class is a number of programs that each do what a browser
with an empty cache does, down to the widgets of the lesson; the machine runs them too.
"""
LESSON = "altaria/04_attacking.ipynb"
PAGES = ("index.ipynb", LESSON, "altaria/play.ipynb")
READY = "body.tebiki-ready main .tb-root"
CLICKS = 30
EVENTS = 20_000

WATCH = """() => {
  const root = document.querySelector("[data-stamp]");
  let stamp = root.dataset.stamp;
  window.painted = [];
  document.addEventListener("click", () => { window.clicked = performance.now(); }, true);
  new MutationObserver(() => {
    if (root.dataset.stamp === stamp) return;  // drawn by the page itself, not an answer
    stamp = root.dataset.stamp;
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => window.painted.push(performance.now() - window.clicked);
      after.port2.postMessage(0);
    });
  }).observe(root, { attributes: true, attributeFilter: ["data-stamp"] });
}"""


class ReportRow(NamedTuple):
    """One line of the report: the measurement, the figure, the requirement, whether it is met.

    sure : False if the interval of the figure reaches to the other side of the requirement.
    """

    what: str
    figure: str
    demanded: str
    met: bool
    sure: bool = True

    @property
    def verdict(self) -> str:
        """Return the text of the last column; "" if there is no requirement."""
        if not self.demanded:
            return ""
        verdict = "yes" if self.met else "**no**"
        return verdict if self.sure else f"{verdict}, not sure"


class RunningApp(NamedTuple):
    """A running app: its address, its port, its process id, and the seconds until it answered."""

    address: str
    port: int
    process: int
    spent: float


@contextmanager
def serve_app(home: str, *options: str) -> Iterator[RunningApp]:
    """Start the app, yield it, and stop it afterwards."""
    port = free_port(9600)
    start = perf_counter()
    command = [sys.executable, "-m", "tutor.app", "--no-browser", "--port", str(port), *options]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"TEBIKI_HOME": home}, stdout=quiet, stderr=quiet)
    try:
        while socket.socket().connect_ex((LOCAL_HOST, port)):
            if server.poll() is not None or perf_counter() - start > 30:
                raise BenchmarkError("the app did not start; try `tebiki app`.")
            sleep(0.02)
        yield RunningApp(f"http://{LOCAL_HOST}:{port}", port, server.pid, perf_counter() - start)
    finally:
        server.terminate()
        server.wait(20)


def note_file(files: list[str], url: str) -> None:
    """Add a script or style that a page fetches to `files`, once."""
    path = urlsplit(url)._replace(scheme="", netloc="").geturl()
    if "/voila/" in path and "/voila/render/" not in path and path not in files and not url.startswith("blob:"):
        files.append(path)


def time_page(page: Page, address: str) -> float:
    """Open a page, and return how many seconds it takes until it can be used."""
    start = perf_counter()
    page.goto(address)
    page.wait_for_selector(READY)
    spent = perf_counter() - start
    page.goto("about:blank")  # leaving the page ends its kernel
    return spent


def time_clicks(page: Page, *ways: Callable[[], None]) -> list[list[float]]:
    """Make the given clicks in turn, many times, and return the milliseconds that each kind took."""
    times: list[list[float]] = [[] for _ in ways]
    for round_ in range(CLICKS + 5):
        for number, way in enumerate(ways):
            count = page.evaluate("window.painted.length")
            way()
            page.wait_for_function("count => window.painted.length > count", arg=count)
            if round_ >= 5:  # the first few clicks are warm-up
                times[number].append(page.evaluate("window.painted.at(-1)"))
            page.wait_for_timeout(60)
    return [sorted(kind) for kind in times]


def measure_app() -> list[ReportRow]:
    """Measure everything and return the lines of the report."""
    files: list[str] = []
    with tempfile.TemporaryDirectory() as home, serve_app(home) as app:
        return [*measure_browser(app, files, home), *measure_class(app, files)]


def long_log(home: str) -> Path:
    """Write the log of a diligent learner after two years of use, and return its path."""
    os.environ["TEBIKI_HOME"] = home
    source, game = Random(1), "altaria"
    clauses = [id for id, clause in engines.load(game).rulebook.clauses.items() if clause.executable]
    begin, events = datetime.now(UTC) - timedelta(days=730), []
    for number in range(EVENTS):
        when = begin + timedelta(days=730) * number / EVENTS
        right = ("right",)
        asked = QuestionProfile(
            f"which/M4/{number}", "M4", tuple(source.sample(clauses, 3)), right, {"M4": ("own",)}, 4
        )
        given = right if source.random() < 0.85 else ("own",)
        events.append(event_of_answer(asked, given, when, game))
    path = progress.log_file(progress.learner_id())
    path.write_text("".join(f"{event.line()}\n" for event in events), encoding="utf-8")
    return path


def measure_browser(app: RunningApp, files: list[str], home: str) -> list[ReportRow]:
    """Open pages and click in a browser, record the files it fetches, and return the lines of the report."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        raise BenchmarkError("there is no chromium on this machine.")
    rows = []
    with sync_playwright() as play:
        rows.append(ReportRow("Server answers, seconds", f"{app.spent:.1f}", "under 5", app.spent < 5))
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.on("response", lambda answer: note_file(files, answer.url))
        for name in PAGES:
            times = [time_page(page, f"{app.address}/voila/render/notebooks/{name}") for _ in range(4)]
            later = median(times[1:])
            shown = f"{times[0]:.1f}, then {later:.1f}"
            rows.append(ReportRow(f"Page can be used, seconds: {name}", shown, "under 1.2", later < 1.2))
        page.goto(f"{app.address}/voila/render/notebooks/{LESSON}?step=point-at-two")
        page.wait_for_selector(READY)
        core = page.locator('[data-ref="1.cores.0"]')
        altar = page.locator('[data-ref="1.altar.0"]')
        undo = page.get_by_role("button", name="Undo", exact=True)
        page.evaluate(WATCH)
        move, back = time_clicks(page, core.click, undo.click)
        [refused] = time_clicks(page, altar.click)
        for what, times in (("a move", move), ("taking it back", back), ("a refused try, explained", refused)):
            middle, late = median(times), times[round(len(times) * 0.95) - 1]
            met = middle < 50 and late < 100
            shown = f"{middle:.0f}, {late:.0f}"
            rows.append(ReportRow(f"Click to paint, ms, median and p95: {what}", shown, "under 50, 100", met))
        log = long_log(home)
        times = [time_page(page, f"{app.address}/voila/render/notebooks/{PAGES[0]}") for _ in range(4)]
        later, shown = median(times[1:]), f"{times[0]:.1f}, then {median(times[1:]):.1f}"
        rows.append(
            ReportRow(f"Home can be used with {EVENTS:,} events in the log, seconds", shown, "under 1", later < 1)
        )
        log.unlink()
        browser.close()
    return rows


def measure_class(app: RunningApp, files: list[str]) -> list[ReportRow]:
    """Simulate a class that arrives, and return the lines of the report."""
    seconds, megabytes = measure_arrival(app.port, app.process, f"/voila/render/notebooks/{LESSON}", files)
    middle, last = median(seconds), seconds[-1]
    shown = f"{middle:.1f}, {last:.1f}"
    return [
        ReportRow(f"{LEARNERS} learners at once have the lesson, seconds, median and last", shown, "under 15, 20",
            middle < 15 and last < 20),
        ReportRow("Memory of its own a learner, MB (PSS)", f"{megabytes:.0f}", "under 30", megabytes < 30),
    ]  # fmt: skip


def main() -> int:
    """Measure everything, print the table and write the page. Return 1 if a requirement is not met."""
    return run_report(measure_app, HEAD, RESULTS)


def run_report(measure: Callable[[], list[ReportRow]], head: str, results: Path) -> int:
    """Measure everything, print the lines and write the page. Return the exit code.

    It is 1 if a requirement is not met, 2 if measuring failed.
    """
    try:
        rows = measure()
    except BenchmarkError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    return write_report(rows, head, results)


def write_report(rows: list[ReportRow], head: str, results: Path) -> int:
    """Print the lines of a report and write its page. Return 1 if a requirement is not met."""
    lines = ["| what | measured | demanded | met |", "| --- | ---: | ---: | --- |"]
    lines += [f"| {row.what} | {row.figure} | {row.demanded} | {row.verdict} |" for row in rows]
    text = "\n".join(lines)
    print(text)
    results.write_text(f"{head}\n{text}\n", encoding="utf-8")
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
