"""The pages as files, in a real browser without a server of ours: `tebiki site`."""

import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import READY, until
from tests.browser.learner import Mouse
from tutor.site import builder
from tutor.site.pyodide_files import SiteError, find_pyodide

SECONDS = 90_000
KEPT = """() => new Promise((resolve, reject) => {
  const request = indexedDB.open("tebiki");
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const asked = request.result.transaction("lines").objectStore("lines").getAll();
    asked.onsuccess = () => { request.result.close(); resolve(asked.result.map((one) => one.line)); };
  };
})"""
"""The lines of all logs that this browser keeps."""


class Quiet(SimpleHTTPRequestHandler):
    """Python's own web server, without a word for each request."""

    def log_message(self, *words):
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of a site in a folder below the top of its host; skipped where Pyodide is not to be had."""
    given = os.environ.get("TEBIKI_PYODIDE")
    try:
        pyodide = find_pyodide(Path(given) if given else None, fetch=False)
    except SiteError as error:
        pytest.skip(f"{error} Run `tebiki site` once, or name its folder in TEBIKI_PYODIDE.")
    top = tmp_path_factory.mktemp("host")
    builder.build_site(top / "school" / "tebiki", pyodide)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(top)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/school/tebiki/"
    server.shutdown()


def go_home(page):
    page.locator(".tb-logo").click()
    expect(page).to_have_title("Home · Tebiki")


@pytest.mark.slow
def test_a_step_is_answered_and_is_there_again(page, site):
    page.goto(site)
    page.wait_for_selector(READY, timeout=SECONDS)
    page.evaluate("document.body.dataset.sameTab = 1")
    page.get_by_role("link", name="Course: CORE OF ALTARIA").click()
    page.get_by_role("heading", name="The path").wait_for()
    page.get_by_role("link", name="Begin", exact=True).click()
    page.wait_for_url("**/school/tebiki/voila/render/notebooks/altaria/00_first_game.ipynb?step=*")
    me = Mouse(page)
    me.now("Before it begins")
    me.watch()
    me.told("Seen to the end", tone="right")
    until(page, f"async () => (await ({KEPT})()).length === 1")
    go_home(page)
    expect(page.get_by_text("Steps done: 1.")).to_be_visible()
    assert page.evaluate("document.body.dataset.sameTab") == "1", "a link keeps the tab and its Python"
    page.go_back()
    expect(page).to_have_title("Your first game · Tebiki")

    page.reload()
    page.wait_for_selector(READY, timeout=SECONDS)
    assert page.evaluate("document.body.dataset.sameTab") is None
    assert len(page.evaluate(KEPT)) == 1
    go_home(page)
    expect(page.get_by_text("Steps done: 1.")).to_be_visible()


@pytest.mark.slow
def test_two_tabs_lose_nothing_of_each_other(browser, site):
    context = browser.new_context()  # a browser that keeps nothing yet
    errors = []
    context.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    tabs = {lesson: context.new_page() for lesson in ("00_first_game", "04_attacking")}
    for lesson, tab in tabs.items():  # both read what is kept before either writes
        tab.goto(f"{site}voila/render/notebooks/altaria/{lesson}.ipynb/")
        tab.wait_for_selector(READY, timeout=SECONDS)
    for tab in tabs.values():
        me = Mouse(tab)
        me.watch()
        me.told("Seen to the end", tone="right")
    until(tab, f"async () => (await ({KEPT})()).length === 2")
    for tab in tabs.values():
        go_home(tab)
        expect(tab.get_by_text("Steps done: 2.")).to_be_visible()
    context.close()
    assert errors == []
