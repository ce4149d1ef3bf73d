"""The real app in a real browser.

A test fails if there is an error on the console, or a request that leaves this machine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests import tiers
from tests.browser.site_server import SiteServer
from tests.ports import own_port, wait_for
from tutor.app.server import LOCAL_HOST
from tutor.site.builder import build_site
from tutor.site.packs import list_pages
from tutor.site.pyodide_files import SiteError, find_pyodide

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "screenshots"
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
READY = "body.tebiki-ready"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
PATIENCE, SITE_PATIENCE = 15_000, 30_000
"""Milliseconds to wait for the app's pages on a busy machine, and for static pages."""
OFTEN = 10
"""Number of tests that share a tab; pages leak memory in its process, which slows the tab down."""
MEDIA = {"color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none"}
"""The media settings of a window. A test about motion, or one that needs motion while clicking, overrides them."""
WINDOWS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
"""The ways to view a page, as options for its own window; the phone has a touch screen."""
LOOKS = (("light", 1280, 900), ("dark", 1280, 900), ("phone", 390, 844))
"""The ways to view a page that is open."""
LAID_OUT = "width => !document.querySelector('.tb-wide, .tb-phone') || !!document.querySelector('.' + width)"
"""True if the drawing has adapted to the width of the window, or does not depend on it."""
UNSPOKEN = r"""(within) => {
  const words = (text) => text.toLowerCase().match(/[a-z]{2,}/g) || [];
  const seen = (one) => [...one.childNodes].flatMap((kid) => {
    if (kid.nodeType === Node.TEXT_NODE) return words(kid.data);
    const silent = kid.nodeType !== Node.ELEMENT_NODE || kid.matches("[aria-hidden=true], [lang=ja]:not(:root)");
    return silent ? [] : seen(kid);
  });
  const root = within ? document.querySelector(within) : document;
  return [...root.querySelectorAll(":is(button, a, [role=button], [role=link])[aria-label]")]
    .map((one) => [one, one.getAttribute("aria-label")])
    .filter(([one, name]) => one.checkVisibility() && seen(one).some((word) => !words(name).includes(word)))
    .map(([one, name]) => `serious spoken name "${name}" lacks a word of "${one.textContent}"`);
}"""
"""Every control with visible text must have this text in its accessible name, so that each visible word is spoken."""
LAPTOP = {"width": 1280, "height": 800}
HAND_IS_SEEN = """() => {
  const [hand, dock] = [".tb-foot", ".tb-dock"].map((one) => document.querySelector(one).getBoundingClientRect());
  return hand.bottom <= dock.top && dock.bottom <= innerHeight;
}"""
"""True if the learner's hand is above the bar on a newly opened page with a board."""
HERE = re.compile(r"^(https?|ws)://127\.0\.0\.1[:/]|^(data|blob|about):")


def until(page: Page, condition: str, arg: object = None, seconds: float = 30) -> None:
    """Wait until a JavaScript condition is true in the page.

    The condition is evaluated from Python each time, because `wait_for_function` would use `eval` inside the page,
    which the pages forbid.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(condition, arg):
        assert time.monotonic() < end, f"Not within {seconds} seconds: {condition}"
        page.wait_for_timeout(20)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker for tests that cannot pass with static pages."""
    config.addinivalue_line("markers", "app_only(reason): skipped with `--edition site`")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that need the app if static pages are tested."""
    marker = item.get_closest_marker("app_only")
    if marker is not None and item.config.getoption("--edition") == "site":
        pytest.skip(marker.args[0])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder.

    Each test is its own group, and small groups come last, the short ones at the very end, so that no worker idles.
    """
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    for item in here:
        item.add_marker(pytest.mark.browser)
    short = {item.nodeid for item in here if not item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.nodeid in short)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. Without it the tests are skipped, or fail in CI."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("There is no chromium on this machine.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def on_site(request: pytest.FixtureRequest) -> bool:
    """True if static pages are tested (`--edition site`), False if the app is."""
    return request.config.getoption("--edition") == "site"


@pytest.fixture(scope="session", autouse=True)
def patience(on_site: bool) -> None:
    """Wait longer than the 5 seconds of Playwright; longest for static pages, each of which starts its own Python."""
    expect.set_options(timeout=SITE_PATIENCE if on_site else PATIENCE)


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory, on_site: bool) -> Iterator[Callable[..., str]]:
    """Yield a function that starts a server, waits for it, and returns its address; all servers are stopped at the end.

    The words of the command may contain {port}; the module is run with this Python.
    """
    running: list[subprocess.Popen[bytes]] = []

    def start(module: str, *words: str, **environment: str) -> str:
        if on_site:
            pytest.skip("This test needs a server of Tebiki's.")
        home = tmp_path_factory.mktemp("home")
        port = own_port()
        command = [sys.executable, "-m", module, *(word.format(port=port) for word in words)]
        with (home / "server.log").open("wb") as log:
            server = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "TEBIKI_HOME": str(home), **environment},
                stdout=log,
                stderr=log,
            )
        running.append(server)
        try:
            wait_for(server, port)
        except AssertionError as ended:
            raise AssertionError(f"{ended}\n" + (home / "server.log").read_text()) from None
        return f"http://{LOCAL_HOST}:{port}"

    yield start
    for server in running:
        server.terminate()
    for server in running:
        server.wait(120)


@pytest.fixture(scope="session")
def start_app(serve: Callable[..., str], on_site: bool, request: pytest.FixtureRequest) -> Callable[[Path], str]:
    """Return a function that starts the app on the notebooks of a folder and returns its address.

    With `--edition site` that function returns the address of the static pages, which store progress only in the tab.
    """
    if not on_site:
        return lambda folder: serve("tutor.app", "--no-browser", "--port", "{port}", "--folder", str(folder))
    address = request.getfixturevalue("site").rstrip("/")

    def find(folder: Path) -> str:
        if folder != ROOT:
            pytest.skip("This test needs notebooks of its own.")
        return str(address)

    return find


@pytest.fixture(scope="session")
def app_url(start_app: Callable[[Path], str]) -> str:
    """Address of the app with the real notebooks."""
    return start_app(ROOT)


@pytest.fixture(scope="session")
def fresh_url(start_app: Callable[[Path], str]) -> str:
    """Address of the app for a learner without progress; tests must not make any progress there."""
    return start_app(ROOT)


@pytest.fixture(scope="session")
def site_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the pages as files, built once per run; skipped if Pyodide is not available."""
    try:
        pyodide = find_pyodide(Path(given) if (given := os.environ.get("TEBIKI_PYODIDE")) else None, fetch=False)
    except SiteError as error:
        pytest.skip(f"{error} Run `tebiki site` once, or name its folder in TEBIKI_PYODIDE.")
    base = tmp_path_factory.getbasetemp()
    top = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base  # shared by all processes of a run
    return once_a_run(top / "site", lambda folder: build_site(folder, pyodide))


def once_a_run(folder: Path, make: Callable[[Path], object]) -> Path:
    """Let the first process of a run create a folder, while the others wait for it."""
    done = folder.with_suffix(".done")
    try:
        folder.with_suffix(".begun").touch(exist_ok=False)
    except FileExistsError:
        while not done.exists():
            time.sleep(0.1)
        assert done.read_text() == "", f"{folder.name} could not be made: {done.read_text()}"
        return folder
    said = "it ended early"
    try:
        make(folder)
        said = ""
    except Exception as error:
        said = str(error)
        raise
    finally:
        done.write_text(said)
    return folder


@pytest.fixture(scope="session")
def site(site_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the static pages, in a folder below the root of their host."""
    top = tmp_path_factory.mktemp("host")
    (top / "school").mkdir()
    (top / "school" / "tebiki").symlink_to(site_build, target_is_directory=True)
    with SiteServer(top, "school/tebiki") as server:
        yield server.address


@pytest.fixture
def browser_errors() -> list[str]:
    """Errors reported by the browser. A test that expects an error clears the list."""
    return []


@dataclass
class Tab:
    """A browser tab that tests use one after another, each time in the state of a new tab.

    Reusing a tab costs a third of opening a new one, because the browser keeps its process and its files.
    """

    page: Page
    errors: list[str] = field(default_factory=list)
    """The list that currently collects errors."""
    origins: set[str] = field(default_factory=set)
    given: int = 0

    def __post_init__(self) -> None:
        self.page.set_default_timeout(30_000)
        self.page.context.on("request", self.watch)
        self.page.on("console", self.complain)
        self.page.on("pageerror", lambda error: self.errors.append(f"page error: {error}"))

    def complain(self, message: ConsoleMessage) -> None:
        """Record an error on the console."""
        if message.type == "error":
            self.errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    def watch(self, request: Request) -> None:
        """Record a request that would leave this machine; the browser can reach no other (FLAGS)."""
        address = urlsplit(request.url)
        if address.scheme == "http":
            self.origins.add(address.netloc)
        if not HERE.match(request.url):
            self.errors.append(f"request outside: {request.url}")

    def leave(self) -> bool:
        """Leave the page, which ends its kernel; return True if nothing of the page remains in the browser."""
        if self.page.is_closed() or len(self.page.context.pages) > 1:
            return False
        if self.page.url.startswith("http"):
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.goto("about:blank")
        self.page.context.clear_cookies()
        self.forget()
        return len(self.origins) < 2 and self.given < OFTEN

    def forget(self) -> None:
        """Delete what static pages have stored; their scripts and packages stay in the browser."""
        line = self.page.context.new_cdp_session(self.page)
        for origin in self.origins:
            line.send("Storage.clearDataForOrigin", {"origin": f"http://{origin}", "storageTypes": "indexeddb"})
        line.detach()


@pytest.fixture(scope="session")
def idle_tabs() -> dict[str, list[Tab]]:
    """The tabs that no test is using at the moment, by kind of window."""
    return {}


@pytest.fixture
def new_page(
    browser: Browser, browser_errors: list[str], idle_tabs: dict[str, list[Tab]], on_site: bool
) -> Iterator[Callable[..., Page]]:
    """Yield a function that returns an empty page in its own window; it takes the options of `Browser.new_context`.

    A test that changes the page itself (scripts, routes) passes own=True, so that no other test uses that page.
    """
    taken: list[tuple[list[Tab], Tab]] = []

    def make(own: bool = False, **options: Any) -> Page:
        viewport = options.pop("viewport", {"width": 1280, "height": 900})
        media = {name: options.pop(name, usual) for name, usual in MEDIA.items()}
        if on_site:
            options |= {"service_workers": "block"}  # otherwise it would fetch everything while a test is running
        idle = [] if own else idle_tabs.setdefault(repr(sorted(options.items())), [])
        tab = idle.pop() if idle else Tab(browser.new_context(**options).new_page())
        taken.append((idle, tab))
        tab.errors, tab.origins, tab.given = browser_errors, set(), tab.given + 1
        tab.page.set_viewport_size(viewport)
        tab.page.emulate_media(**media)
        return tab.page

    yield make
    for idle, tab in taken:
        context = tab.page.context
        clean = tab.leave()
        for page in context.pages:
            page.goto("about:blank")
        if clean and not browser_errors:
            idle.append(tab)
        else:
            context.close()
    assert not browser_errors, "\n".join(browser_errors)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """An empty desktop page."""
    return new_page()


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    """An empty page on a phone, 390 pixels wide and with touch input."""
    return new_page(**WINDOWS["phone"])


@pytest.fixture
def visit(app_url: str, on_site: bool) -> Callable[..., Page]:
    """`visit(page, "altaria/04_attacking.ipynb", theme="dark")`: open a page of the app and wait for it."""

    def open_page(page: Page, path: str = "index.ipynb", **query: object) -> Page:
        if on_site and path not in list_pages():
            pytest.skip(f"{path} is not among the pages as files.")
        page.goto(f"{app_url}/voila/render/notebooks/{path}" + (f"?{urlencode(query)}" if query else ""))
        page.wait_for_selector(READY)
        return page

    return open_page


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """`axe(page)` returns the accessibility faults of the visible page, one per line, without minor ones.

    look : if the page has already been checked in light colours, only the contrasts are checked in dark ones.
    """

    def check(page: Page, within: str | None = None, look: str = "light") -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
        options = {"resultTypes": ["violations"]} | ({"runOnly": ["color-contrast"]} if look == "dark" else {})
        run = "([within, options]) => axe.run(within || document, options)"
        result = page.evaluate(run, [within, options])
        names = [] if look == "dark" else page.evaluate(UNSPOKEN, within)
        return names + [
            f"{fault['impact']} {fault['id']}: {node['target']} {node.get('failureSummary', '')}"
            for fault in result["violations"]
            if fault["impact"] in ("moderate", "serious", "critical")
            for node in fault["nodes"]
        ]

    return check


@pytest.fixture
def looks(request: pytest.FixtureRequest) -> Callable[[Page, str], Iterator[str]]:
    """`for look in looks(page, "exam")` shows the page in light colours, in dark ones, and at phone width in turn.

    If only tier 1 selects the test, the page is shown in only one of these looks, chosen by the test's name.
    """
    whole = request.config.stash[tiers.CHOICE].is_whole(request.node.nodeid)

    def each(page: Page, name: str) -> Iterator[str]:
        for look, width, height in LOOKS if whole else [LOOKS[tiers.number_of(name) % len(LOOKS)]]:
            page.emulate_media(color_scheme="dark" if look == "dark" else "light")
            page.set_viewport_size({"width": width, "height": height})
            until(page, LAID_OUT, f"tb-{'phone' if look == 'phone' else 'wide'}")
            yield look

    return each


@pytest.fixture
def looked_at(
    axe: Callable[..., list[str]], shot: Callable[..., None], looks: Callable[[Page, str], Iterator[str]]
) -> Callable[[Page, str], None]:
    """`looked_at(page, "exam")`: in each look, check that nothing is cut off or serious for axe, and take a picture."""

    def look_at(page: Page, name: str) -> None:
        for look in looks(page, name):
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), look
            assert axe(page, look=look) == [], look
            shot(page, f"{name}_{look}")

    return look_at


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`shot(page, "lesson_dark")` saves a picture in the folder `screenshots`, for people to look at.

    It saves none if only tier 1 selects the test, because pictures are a fifth of the cost of a browser test.
    """
    whole = request.config.stash[tiers.CHOICE].is_whole(request.node.nodeid)

    def save(page: Page, name: str, full: bool = True) -> None:
        if whole:
            SCREENSHOTS.mkdir(exist_ok=True)
            page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full, animations="disabled")

    return save
