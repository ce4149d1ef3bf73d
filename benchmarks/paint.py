"""Measure how long a click on the largest board takes, in the real app, and write benchmarks/results_paint.md.

    python -m benchmarks.paint      needs chromium and the test requirements; exit code 1 if a requirement is not met

The board is ChaosTCG with eight equipped friends in play and a full hand. A click is measured inside the page, from the
click itself until the browser has painted the result.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Locator, Page, sync_playwright

import engines
from benchmarks.__main__ import ROOT, BenchmarkError
from benchmarks.app import FLAGS, READY, ReportRow, run_report, serve_app
from tutor.boards.stage import Stage
from tutor.matches.match import Match, Setup
from tutor.pages.play import Board

RESULTS = ROOT / "benchmarks" / "results_paint.md"
HEAD = """# What a click costs with the largest board

`python -m benchmarks.paint` measures this anew: ChaosTCG with eight friends in play and a full hand, in a real browser.
Figures of one small machine with two cores. Painted: from the click to the painted answer, over the kernel and back
where Python has to be asked; the best of four rounds of twenty clicks. Sent: the bytes of all messages from Python that
follow a move, over two games of random moves; whole is what the same scene, task and log are as a whole.
"""
LARGEST = """
step = "M2"
[P1]
partner = "First Light Minato with Signal Lantern"
front = ["Keen Eyes Shiori with Heavy Anchor", "Rooftop Runner Kazane with Signal Lantern"]
back = ["Harpoon Arm Rokuro", "Glass Painter Yuzuki with Heavy Anchor"]
hand = ["Undertow", "Rallying Horn", "Sudden Squall", "Quiet Lamp Hotaru", "Steady Hands Ishio", "Salvage Net",
        "Signal Lantern"]
waiting_room = ["Tide Teller Namiko", "Sleeping Buoy Koma", "Flare Shell"]
[P2]
front = ["Keen Eyes Shiori with Signal Lantern", "Rooftop Runner Kazane"]
back = ["Harpoon Arm Rokuro with Heavy Anchor", "Glass Painter Yuzuki"]
hand = 7
waiting_room = ["Quiet Lamp Hotaru", "Steady Hands Ishio"]
"""
CELL = "from benchmarks.paint import open_largest_board\nopen_largest_board()"
ROUNDS, CLICKS = 4, 20
DEMANDED = 40

# A click counts as painted after the frame in which the board is drawn. The answer from Python has a new stamp.
WATCH = """() => {
  const root = document.querySelector("[data-stamp]");
  const painted = () => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => window.painted.push(performance.now() - window.clicked);
    after.port2.postMessage(0);
  });
  let stamp = root.dataset.stamp;
  window.painted = [];
  document.addEventListener("click", () => {
    window.clicked = performance.now();
    if (window.alone) setTimeout(painted); // drawn in the click itself
  }, true);
  new MutationObserver(() => {
    if (root.dataset.stamp === stamp) return;
    stamp = root.dataset.stamp;
    painted();
  }).observe(root, { attributes: true, attributeFilter: ["data-stamp"] });
}"""


def make_board(game: str, seed: int, position: str = "") -> Board:
    """Return a board for a game, at a position if one is given."""
    rules = engines.load(game)
    made = Board(Match(Setup.of(rules, {"bot": "beginner", "first": "you", "seed": seed}, seed)), "en", leave=None)
    if position:
        made.match.table.state = rules.position(position)
        made.show()
    return made


def open_largest_board() -> Stage:
    """Return the stage of the board with the most cards."""
    return make_board("chaos", 3, LARGEST).stage


def write_notebook(folder: str) -> None:
    """Write a notebook that shows the largest board into a folder for the app."""
    cell = {"cell_type": "code", "id": "board", "metadata": {}, "source": CELL, "outputs": [], "execution_count": None}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    page = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": [cell]}
    path = Path(folder, "notebooks", "index.ipynb")
    path.parent.mkdir()
    path.write_text(json.dumps(page), encoding="utf-8")


def time_paints(page: Page, *ways: Callable[[], None]) -> list[tuple[list[float], list[float]]]:
    """Make the given clicks in turn, many times. Return two lists of milliseconds for each kind of click.

    The first list is of the best round, which counts, since other load on the machine affects it least; the second is
    of all rounds.
    """
    rounds: list[list[list[float]]] = [[[] for _ in ways] for _ in range(ROUNDS + 1)]
    for times in rounds:
        for _ in range(CLICKS):
            for kind, way in zip(times, ways, strict=True):
                count = page.evaluate("window.painted.length")
                way()
                page.wait_for_function("count => window.painted.length > count", arg=count)
                kind.append(page.evaluate("window.painted.at(-1)"))
                page.wait_for_timeout(60)
    warm = rounds[1:]  # the first round is warm-up
    return [
        (
            min((sorted(times[at]) for times in warm), key=percentile_95),
            sorted(one for times in warm for one in times[at]),
        )
        for at in range(len(ways))
    ]


class CountingComm:
    """A comm without a browser that counts what is sent."""

    comm_id, kernel = "line", "some"

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def on_msg(self, handler: Any) -> None:
        """Accept a handler, and ignore it."""

    def close(self, *_: Any) -> None:
        """Do nothing; a real comm would close here."""

    def send(self, data: Any, buffers: Any = None) -> None:
        """Count the bytes of one message."""
        self.sizes.append(len(json.dumps(data, default=str)))


def measure_bytes(game: str) -> tuple[list[int], list[int]]:
    """Return the bytes sent after each move of two games, and the bytes of each full update."""
    sizes, wholes = [], []
    for seed in (1, 2):
        here, line, source = make_board(game, seed), CountingComm(), random.Random(seed)
        here.stage.comm = here.graph.comm = line
        for _ in range(60):
            if here.match.over or not here.moves:
                break
            line.sizes.clear()
            here.receive({"type": "move", "stamp": here.stamp, "id": source.randrange(len(here.moves))})
            sizes.append(sum(line.sizes))
            whole = {name: getattr(here.stage, name) for name in ("scene", "coach", "events", "panel")}
            wholes.append(len(json.dumps(whole)))
    return sorted(sizes), sorted(wholes)


def percentile_95(figures: list[Any]) -> Any:
    """Return the 95th percentile of figures that are sorted."""
    return figures[round(len(figures) * 0.95) - 1]


def measure_paints(address: str) -> list[ReportRow]:
    """Measure the clicks in a browser at this address, and return the lines of the report."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        raise BenchmarkError("there is no chromium on this machine.")
    rows = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        page.wait_for_selector(READY)
        page.evaluate(WATCH)
        card, magic, friend = (page.locator(f'[data-ref="0.{place}"]') for place in ("hand.6", "hand.0", "front.2"))
        undo = page.get_by_role("button", name="Undo", exact=True)

        def choose() -> None:
            page.evaluate("window.alone = true")
            magic.click()
            page.evaluate("window.alone = false")

        def take(wanted: Locator) -> None:
            if wanted.get_attribute("aria-pressed") is None:
                wanted.click()
                page.wait_for_timeout(100)

        def equip() -> None:
            take(card)
            friend.click()

        def aim() -> None:
            take(magic)
            page.locator('[data-ref^="1.partner."]').click()

        kinds = {}
        kinds["a card taken in hand, or put back"], *_ = time_paints(page, choose)
        kinds["a refused try, explained"], *_ = time_paints(page, aim)
        kinds["a move"], kinds["taking it back"] = time_paints(page, equip, undo.click)
        browser.close()
    for what, (best, every) in kinds.items():
        late = percentile_95(best)
        shown = f"{median(best):.0f}, {late:.0f} (all rounds: {median(every):.0f}, {percentile_95(every):.0f})"
        rows.append(ReportRow(f"Painted, ms, median and p95: {what}", shown, f"p95 under {DEMANDED}", late < DEMANDED))
    return rows


def measure_largest_board() -> list[ReportRow]:
    """Measure everything and return the lines of the report."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as folder:
        write_notebook(folder)
        with serve_app(home, "--folder", folder) as app:
            rows = measure_paints(app.address)
    for game in engines.names():
        sizes, wholes = measure_bytes(game)
        shown = f"{median(sizes):.0f}, {percentile_95(sizes)} (whole: {median(wholes):.0f}, {percentile_95(wholes)})"
        met = median(sizes) * 5 < median(wholes)
        rows.append(ReportRow(f"Sent, bytes, median and p95: {game}", shown, "a fifth of the whole", met))
    return rows


def main() -> int:
    """Measure everything, print the table and write the page. Return 1 if a requirement is not met."""
    return run_report(measure_largest_board, HEAD, RESULTS)


if __name__ == "__main__":
    sys.exit(main())
