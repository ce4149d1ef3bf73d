"""Measure the static pages in a real browser and write benchmarks/results_site.md.

    python -m benchmarks.site needs chromium; exit code 1 if a requirement is not met
    python -m benchmarks.site DIR the same, for a site written by `tebiki site DIR`

A local file server counts the bytes it sends. A cold visit starts with an empty browser; a warm one loads the same page
again in that browser, once the service worker has the whole site. Further pages are opened by links, which keeps the
worker that runs Python. A click is measured in the page, from the click through Python in its worker to the painted
result.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.__main__ import ROOT, BenchmarkError
from benchmarks.app import FLAGS, LESSON, WATCH, ReportRow, time_clicks, write_report
from benchmarks.paint import percentile_95
from tutor.app.server import LOCAL_HOST
from tutor.site.builder import PLACE, build_site
from tutor.site.pyodide_files import SiteError, find_pyodide

RESULTS = ROOT / "benchmarks" / "results_site.md"
HEAD = """# How fast the pages as files are

`python -m benchmarks.site` measures this anew: `tebiki site`, a local file server, a real browser.
Figures of one small machine with two cores: medians of five visits, of three for next pages. A first visit loads
what the first board needs, and afterwards the rest, so that the site opens without a network.
"""
READY = "body.tebiki-ready .tb-root"
VISITS = 5
PAGES = (
    "index.ipynb", LESSON, "altaria/play.ipynb", "altaria/practice.ipynb", "altaria/rulebook.ipynb",
    "altaria/puzzles.ipynb", "altaria/course.ipynb", "compare/mechanics.ipynb", "classroom/index.ipynb",
)  # fmt: skip
QUIET = 4_000
"""The milliseconds without a request after which the service worker is assumed to have fetched everything."""
FOLLOW = """address => {
  document.body.classList.remove("tebiki-ready");
  window.asked = performance.now();
  window.opened = new Promise((done) => {
    const root = () => document.querySelector("body.tebiki-ready .tb-root");
    const watch = new MutationObserver(() => {
      if (!root()) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - window.asked)));
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  });
  const link = Object.assign(document.createElement("a"), { href: address });
  document.body.append(link);
  link.click();
  return window.opened;
}"""
"""A script that follows a link and returns the milliseconds until the next page has been painted."""


class CountingHandler(SimpleHTTPRequestHandler):
    """Python's file server, changed to count bytes and not to log."""

    sent = 0

    def log_message(self, *words: object) -> None:
        """Do nothing, so that requests are not logged."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file, and add its size to the count."""
        content = source.read()
        type(self).sent += len(content)
        outputfile.write(content)


def wait_until_quiet(page: Page) -> None:
    """Wait until the server has had no request for QUIET milliseconds."""
    before = -1
    while before != CountingHandler.sent:
        before = CountingHandler.sent
        page.wait_for_timeout(QUIET)


def time_start(page: Page, address: str) -> float:
    """Load a page from scratch, and return how many seconds it takes until it can be used."""
    start = perf_counter()
    page.goto(address)
    page.wait_for_selector(READY, timeout=60_000)
    return perf_counter() - start


def measure_visits(browser: Browser, address: str) -> tuple[list[float], list[float], float, float]:
    """Visit a page in an empty browser, then once more in the same browser.

    Return the seconds of the cold and of the warm visit, the megabytes sent until the board appears, and the megabytes
    sent in all.
    """
    cold, warm, first, whole = [], [], [], []
    for _ in range(VISITS):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        CountingHandler.sent = 0
        cold.append(time_start(page, address))
        first.append(CountingHandler.sent / 1e6)
        wait_until_quiet(page)
        whole.append(CountingHandler.sent / 1e6)
        page.goto("about:blank")
        warm.append(time_start(page, address))
        context.close()
    return sorted(cold), sorted(warm), median(first), median(whole)


def measure_memory() -> float:
    """Return the megabytes (PSS) of the largest browser process that renders a page, including its workers."""
    sizes = [0.0]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
            if b"--type=renderer" in command:
                rollup = (folder / "smaps_rollup").read_text()
                sizes.append(int(rollup.split("\nPss:")[1].split()[0]) / 1e3)
        except OSError:
            continue  # the process has ended meanwhile
    return max(sizes)


def time_links(page: Page, top: str) -> dict[str, float]:
    """Open every page by a link, three times, and return the median seconds for each."""
    times: dict[str, list[float]] = {name: [] for name in PAGES}
    for _ in range(3):
        for name in PAGES:
            times[name].append(page.evaluate(FOLLOW, f"{top}{PLACE}/{name}/") / 1e3)
    return {name: median(seconds) for name, seconds in times.items()}


def time_moves(page: Page, address: str) -> dict[str, list[float]]:
    """Open the lesson, and return the sorted milliseconds for each kind of click."""
    page.goto(f"{address}?step=point-at-two")
    page.wait_for_selector(READY, timeout=60_000)
    page.evaluate(WATCH)
    core, altar = (page.locator(f'[data-ref="1.{place}.0"]') for place in ("cores", "altar"))
    undo = page.get_by_role("button", name="Undo", exact=True)
    move, back = time_clicks(page, core.click, undo.click)
    [refused] = time_clicks(page, altar.click)
    return {"a move": move, "taking it back": back, "a refused try, explained": refused}


def measure_site(top: str) -> list[ReportRow]:
    """Measure everything for the site at an address, and return the lines of the report."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        raise BenchmarkError("there is no chromium on this machine.")
    lesson = f"{top}{PLACE}/{LESSON}/"
    rows = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        cold, warm, first, whole = measure_visits(browser, lesson)
        for what, seconds, limit in (("cold", cold, 5), ("warm", warm, 3)):
            shown = f"{median(seconds):.2f} ({seconds[0]:.2f} to {seconds[-1]:.2f})"
            rows.append(ReportRow(f"First board, {what}, seconds", shown, f"under {limit}", median(seconds) < limit))
        shown = f"{first:.1f}, {whole:.1f}"
        rows.append(ReportRow("Sent to the first board and in all, MB", shown, "at most 14", first <= 14))
        browser.close()
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        for what, times in time_moves(page, lesson).items():
            late = percentile_95(times)
            shown = f"{median(times):.0f}, {late:.0f}"
            rows.append(ReportRow(f"Click to paint, ms, median and p95: {what}", shown, "p95 under 60", late < 60))
        rows.append(memory_row("after a lesson", 400))
        for name, spent in time_links(page, top).items():
            rows.append(ReportRow(f"Next page, seconds: {name}", f"{spent:.2f}", "under 0.5", spent < 0.5))
        rows.append(memory_row(f"after {len(PAGES) * 3} more pages", 400))
        browser.close()
    return rows


def memory_row(when: str, limit: int) -> ReportRow:
    """Return the line of the report about the memory in use now.

    when : the situation, in words. limit : the required maximum in megabytes.
    """
    megabytes = measure_memory()
    return ReportRow(f"Memory of the tab, MB (PSS), {when}", f"{megabytes:.0f}", f"under {limit}", megabytes < limit)


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    server = ThreadingHTTPServer((LOCAL_HOST, 0), partial(CountingHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{LOCAL_HOST}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def main() -> int:
    """Measure everything, print the table and write the page.

    Return 1 if a requirement is not met, 2 if measuring failed.
    """
    try:
        with tempfile.TemporaryDirectory() as made:
            folder = Path(sys.argv[1] if len(sys.argv) > 1 else made)
            if folder == Path(made):
                build_site(folder, find_pyodide())
            with serve_folder(folder) as address:
                rows = measure_site(address)
    except (BenchmarkError, SiteError) as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return 2
    return write_report(rows, HEAD, RESULTS)


if __name__ == "__main__":
    sys.exit(main())
