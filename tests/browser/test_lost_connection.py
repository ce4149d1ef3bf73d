"""The network is gone for a while: nothing false is shown, the page recovers, and every click counts once."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.ports import own_port
from tutor.app.server import LOCAL_HOST

from .conftest import READY

pytestmark = pytest.mark.flaky(reruns=0)  # a click that is lost here is the fault that is looked for

PAGES = Path(__file__).parent / "pages"
NOTE = ".tebiki-asleep"
OUTAGE = 12_000
"""Length of the outage in milliseconds."""


class Network:
    """A proxy between browser and server that forwards, refuses, or stays silent."""

    def __init__(self, target: int) -> None:
        self.target, self.port = target, own_port()
        self.open_lines: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        self.to_server, self.to_page = asyncio.Event(), asyncio.Event()
        self.loses_clicks = False
        self.cut_before = b""
        self.flow()
        self.listening: asyncio.Server | None = None
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.do(self.listen())

    def do(self, work) -> None:
        asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    async def listen(self) -> None:
        self.listening = await asyncio.start_server(self.connect, LOCAL_HOST, self.port)

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, server = await asyncio.open_connection(LOCAL_HOST, self.target)
        self.open_lines |= {writer, server}
        await asyncio.gather(self.hand_on(reader, server, self.to_server), self.hand_on(there, writer, self.to_page))

    async def hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flows: asyncio.Event) -> None:
        with suppress(OSError):
            while piece := await reader.read(65536):
                await flows.wait()
                if flows is self.to_server and self.loses_clicks:
                    continue
                if flows is self.to_page and self.cut_before and self.cut_before in piece:
                    piece, self.cut_before = piece[: piece.index(self.cut_before)], b""
                    writer.write(piece)
                    await writer.drain()
                    self.abort()
                    return
                writer.write(piece)
                await writer.drain()
        writer.close()

    def abort(self) -> None:
        for writer in self.open_lines:
            writer.transport.abort()
        self.open_lines.clear()

    def refuse(self) -> None:
        """Cut all connections, and refuse new ones."""

        async def cut() -> None:
            assert self.listening
            self.listening.close()
            self.abort()

        self.do(cut())

    def accept(self) -> None:
        self.do(self.listen())

    def stop(self, clicks: bool = True) -> None:
        """Silently hold back answers and, by default, clicks."""
        self.loop.call_soon_threadsafe(self.to_page.clear)
        if clicks:
            self.loop.call_soon_threadsafe(self.to_server.clear)

    def flow(self) -> None:
        for flows in (self.to_page, self.to_server):
            self.loop.call_soon_threadsafe(flows.set)

    def drop(self) -> None:
        """Lose all data in transit and all connections, like a device that changes its network."""

        async def cut() -> None:
            self.abort()

        self.do(cut())
        self.flow()


@pytest.fixture(scope="module")
def network(serve):
    address = serve("tutor.app", "--no-browser", "--port", "{port}", "--folder", str(PAGES))
    return Network(int(address.rpartition(":")[2]))


@pytest.fixture
def page(page, network, browser_errors):
    page.goto(f"http://{LOCAL_HOST}:{network.port}")
    page.wait_for_selector(READY)
    page.evaluate(
        """() => {
          window.said = [];
          new MutationObserver(() => {
            const note = document.querySelector(".tebiki-asleep");
            if (note && window.said.at(-1) !== note.dataset.why) window.said.push(note.dataset.why);
          }).observe(document.body, { childList: true });
        }"""
    )
    yield page
    browser_errors.clear()  # the browser itself reports the losses here


def press(page, before):
    page.get_by_role("button", name=f"Pressed {before} times").click()


def goes_on(page, pressed, said):
    """Without a click: the note disappears, every click has counted once, and nothing else was reported."""
    button = page.get_by_role("button", name=f"Pressed {pressed} times")
    expect(button).to_be_visible(timeout=60_000)
    expect(button).to_have_attribute("data-told", str(pressed))
    expect(page.locator(NOTE)).to_have_count(0)
    assert page.evaluate("window.said") == said
    press(page, pressed)
    expect(page.get_by_role("button", name=f"Pressed {pressed + 1} times")).to_be_visible()


def test_refused_for_a_while(page, network):
    network.refuse()
    press(page, 0)
    page.wait_for_timeout(OUTAGE)
    expect(page.locator(NOTE)).to_have_text(
        "The connection is lost. This page continues as soon as the network is back."
    )
    network.accept()
    goes_on(page, 1, ["lost"])


@pytest.mark.sample
def test_silent_for_a_while(page, network):
    network.stop()
    press(page, 0)
    page.wait_for_timeout(OUTAGE)
    expect(page.locator(NOTE)).to_contain_text("The connection is lost.")
    network.flow()
    goes_on(page, 1, ["lost"])


@pytest.mark.parametrize("clicks", [True, False], ids=["the click", "the answer"])
def test_what_was_lost_on_the_way_is_sent_again(page, network, clicks):
    network.stop(clicks)
    press(page, 0)
    page.wait_for_timeout(1000)
    network.drop()
    goes_on(page, 1, [])


def test_a_line_that_breaks_between_the_parts_of_an_answer(page, network):
    network.cut_before = b'"times"'  # the kernel has said that it is at work, but not yet what has changed
    press(page, 0)
    goes_on(page, 1, [])
    assert not network.cut_before


def test_a_click_that_is_lost_while_another_is_answered_is_sent_again(page, network):
    network.stop(clicks=False)
    press(page, 0)
    page.wait_for_timeout(500)
    network.loses_clicks = True
    press(page, 0)
    page.wait_for_timeout(500)
    network.flow()
    expect(page.get_by_role("button", name="Pressed 1 times")).to_be_visible()
    network.loses_clicks = False
    goes_on(page, 2, [])


def test_several_clicks_while_it_is_away(page, network):
    network.refuse()
    for _ in range(3):
        press(page, 0)
        page.wait_for_timeout(1200)  # in between, the page tries in vain to open its line again
    network.accept()
    goes_on(page, 3, ["lost"])


def test_a_short_break_is_not_worth_a_word(page, network):
    network.refuse()
    network.accept()
    press(page, 0)
    goes_on(page, 1, [])


@pytest.mark.sample
def test_a_server_that_stays_away_is_told_as_gone_and_still_heals(page, network):
    network.refuse()
    expect(page.locator(NOTE)).to_contain_text("Tebiki is not running any more.", timeout=60_000)
    network.accept()
    goes_on(page, 0, ["lost", "stopped"])
