"""A page whose kernel or server is gone says so, and one click resumes it; a kernel serves only its own browser."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.ports import own_port, wait_for
from tutor.app.server import LOCAL_HOST

PAGES = Path(__file__).parent / "pages"
READY = "body.tebiki-ready"
NOTE = ".tebiki-asleep"


class Server:
    """The app in its own process, which can be stopped and restarted on the same port."""

    def __init__(self, home: Path) -> None:
        self.home, self.port = home, own_port()
        self.start()

    def start(self) -> None:
        words = ["-m", "tutor.app", "--no-browser", "--port", str(self.port), "--folder", str(PAGES)]
        self.process = subprocess.Popen([sys.executable, *words], env={**os.environ, "TEBIKI_HOME": str(self.home)})
        wait_for(self.process, self.port)

    @property
    def url(self) -> str:
        return f"http://{LOCAL_HOST}:{self.port}"

    def kernel(self) -> psutil.Process:
        """Return the kernel started last."""
        return max(psutil.Process(self.process.pid).children(recursive=True), key=psutil.Process.create_time)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(120)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("home"))
    yield server
    server.stop()


@pytest.fixture
def page(page, server, browser_errors):
    page.goto(server.url)
    page.wait_for_selector(READY)
    yield page
    browser_errors.clear()  # the browser itself reports the losses here


def goes_on(page, called="Go on"):
    """Click once, and check that the page works again."""
    page.get_by_role("button", name=called).click()
    page.get_by_role("button", name="Pressed 0 times").click()
    page.get_by_role("button", name="Pressed 1 times").wait_for()
    assert page.locator(NOTE).count() == 0


def test_a_killed_kernel_is_told_and_one_click_goes_on(page, server):
    server.kernel().kill()
    page.get_by_text("This page has stopped.").wait_for()
    goes_on(page)


@pytest.mark.sample
def test_it_is_told_in_the_language_of_the_page(page, server):
    page.goto(f"{page.url}?lang=ja")
    page.wait_for_selector(READY)
    server.kernel().kill()
    page.get_by_text("このページは止まりました。").wait_for()
    goes_on(page, "続ける")
    assert "lang=ja" in page.url


@pytest.mark.sample
def test_a_click_without_an_answer_is_told(page, server):
    kernel = server.kernel()
    kernel.send_signal(signal.SIGSTOP)
    page.get_by_role("button", name="Pressed 0 times").click()
    page.get_by_text("No answer comes.").wait_for()
    kernel.send_signal(signal.SIGCONT)
    page.get_by_role("button", name="Pressed 1 times").wait_for()
    page.locator(NOTE).wait_for(state="detached")


def test_a_restarted_server_is_told_and_one_click_goes_on(page, server):
    server.stop()
    page.get_by_text("Tebiki is not running any more.").wait_for()
    page.get_by_role("button", name="Go on").click()
    page.wait_for_timeout(500)
    assert page.get_by_text("Tebiki is not running any more.").count() == 1  # still our page, not the browser's own
    server.start()
    goes_on(page)


@pytest.mark.sample
def test_after_a_sleep_the_page_looks_whether_it_still_lives(page):
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    end = "id => fetch(`/voila/api/shutdown/${id}`, {method: 'POST'}).then(answer => answer.status)"
    assert page.evaluate(end, kernel) == 204
    page.wait_for_timeout(3500)
    assert page.locator(NOTE).count() == 0  # it has not been notified
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 3600000; }")
    page.get_by_text("This page has stopped.").wait_for()
    goes_on(page)


def test_a_page_keeps_still_while_all_is_well(page):
    page.get_by_role("button", name="Pressed 0 times").click()
    page.get_by_role("button", name="Pressed 1 times").wait_for()
    page.wait_for_timeout(2500)
    assert page.locator(NOTE).count() == 0


def test_another_browser_can_neither_use_nor_end_a_kernel(page, server, new_page):
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    stranger = new_page()
    stranger.goto(f"{server.url}/voila/static/voila.js")
    code = {
        "read": "id => fetch(`/api/kernels/${id}`).then(answer => answer.status)",
        "end": "id => fetch(`/voila/api/shutdown/${id}`, {method: 'POST'}).then(answer => answer.status)",
        "use": """id => new Promise(done => {
            const socket = new WebSocket(`ws://${location.host}/api/kernels/${id}/channels?session_id=1`);
            socket.onopen = () => done("open");
            socket.onerror = () => done("refused");
        })""",
    }
    assert stranger.evaluate(code["read"], kernel) == 404
    assert stranger.evaluate(code["end"], kernel) == 404
    assert stranger.evaluate(code["use"], kernel) == "refused"
    assert page.evaluate(code["read"], kernel) == 200
    assert page.evaluate(code["use"], kernel) == "open"
    [cookie] = [one for one in page.context.cookies() if one["name"].startswith("tebiki-browser")]
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Lax"
    assert page.evaluate(code["end"], kernel) == 204


@pytest.mark.sample
def test_a_page_that_came_without_its_widget_is_opened_anew_once(page):
    """A kernel under load may have its output ready too late; after a second failure, a button is offered."""
    lose = """() => {
      document.body.append(Object.assign(document.createElement("div"), {
        className: "jupyter-widgets", textContent: "Error displaying widget: model not found"}));
    }"""
    with page.expect_event("load"):
        page.evaluate(lose)
    page.wait_for_selector(READY)
    assert page.locator(NOTE).count() == 0
    page.evaluate(lose)
    page.get_by_text("This page has stopped.").wait_for()
    page.evaluate(
        "document.querySelectorAll('.jupyter-widgets').forEach((one) => one.childElementCount || one.remove())"
    )
    goes_on(page)
