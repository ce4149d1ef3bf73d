"""Rewrite the outputs that notebooks keep: python -m tests.notebooks.regenerate [GAME ...]. Needs Chromium.

Then read the diff. With games, only theirs.
"""

import io
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from benchmarks.app import FLAGS, READY, serve_app
from tests.notebooks.kept_outputs import KEEPING, output_nodes, run_cells
from tests.notebooks.kernels import FOLDER

LAB_ONLY = "lab-only"
WIDTH, SCALE, COLOURS = 900, 1.5, 128


def take_picture(page: Page, number: int) -> bytes:
    """Return a photograph (PNG) of what a code cell shows on the page of its notebook."""
    shown = page.locator(".jp-CodeCell").nth(number).locator(".jp-OutputArea-output").last
    shown.scroll_into_view_if_needed()
    page.wait_for_timeout(800)
    picture = Image.open(io.BytesIO(shown.screenshot())).convert("RGB").quantize(COLOURS)
    small = io.BytesIO()
    picture.save(small, "PNG", optimize=True)
    return small.getvalue()


def rewrite_outputs(path: Path, page: Page) -> None:
    """Run a notebook that is open on a page and store what its cells show."""
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    on_page = [cell.id for cell in cells if LAB_ONLY not in cell.metadata.get("tags", [])]
    for number, (cell, (_, shown)) in enumerate(zip(cells, run_cells(path), strict=True), 1):
        cell.execution_count = number  # nbval refuses outputs of a cell that was not run
        picture = shown.plot or (take_picture(page, on_page.index(cell.id)) if shown.digest else None)
        cell.outputs = output_nodes(shown, picture)
    nbformat.write(notebook, path)


def main() -> None:
    """Rewrite all of them, or those of the games on the command line."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("There is no chromium on this machine.")
    with tempfile.TemporaryDirectory() as home, serve_app(home) as app, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        for path in KEEPING:
            if sys.argv[1:] and path.parent.name not in sys.argv[1:]:
                continue
            page = browser.new_page(viewport={"width": WIDTH, "height": 1000}, device_scale_factor=SCALE)
            name = path.relative_to(FOLDER).as_posix()
            page.goto(f"{app.address}/voila/render/notebooks/{name}")
            page.wait_for_selector(READY)
            page.wait_for_timeout(3000)
            rewrite_outputs(path, page)
            print(name)
        browser.close()


if __name__ == "__main__":
    main()
