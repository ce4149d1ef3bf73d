"""The static pages without a network, and a build that replaces an earlier one: `tebiki site`."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import READY, until
from tests.browser.site_server import SiteServer
from tutor.site import builder, packs
from tutor.site.browser import page_runner

SECONDS = 90_000
KEPT = """async () => {
  const own = await navigator.serviceWorker.getRegistration();
  return !!own && !!own.active && !own.installing && !own.waiting && !!navigator.serviceWorker.controller;
}"""
"""True if the browser has stored everything and serves the page from there."""
BUILDS = "async () => (await caches.keys()).map(name => name.split(' ').at(-1))"
FROM = "() => performance.getEntriesByType('resource').map(one => one.name)"
SAID, RENEWED = "Nothing is saved yet.", "So far nothing is kept."
PLAY = "voila/render/notebooks/altaria/play.ipynb/"
GRAPHS = "voila/render/notebooks/compare/phase_graphs.ipynb/"


@pytest.fixture
def host(site_build, tmp_path):
    """A server for a copy of the site, which can be changed and stopped."""
    shutil.copytree(site_build, tmp_path / "host" / "school")
    with SiteServer(tmp_path / "host", "school") as server:
        yield server


@pytest.fixture
def tab(browser):
    """A tab of a browser with empty storage, with the versions to which its requests went."""
    context = browser.new_context()
    page = context.new_page()
    yield page
    context.close()


def renew_site(folder, tmp_path):
    """Replace the build in a folder by one with a different text on the home page, and a different style."""
    [build] = [path for path in (folder / "site").iterdir() if path.is_dir()]
    made, inside = tmp_path / "made", tmp_path / "inside"
    shutil.copytree(build, made)
    page_runner.unpack_files((build / "tebiki.pack").read_bytes(), inside)
    changed = [path for path in inside.rglob("*.toml") if SAID in path.read_text(encoding="utf-8")]
    assert changed
    for path in changed:
        path.write_text(path.read_text(encoding="utf-8").replace(SAID, RENEWED), encoding="utf-8")
    packs.write_pack(inside, tuple(sorted(path.name for path in inside.iterdir())), made / "tebiki.pack")
    (made / "site.css").write_text((made / "site.css").read_text() + ":root { --renewed: 1; }\n")
    return build.name, builder.publish_build(made, folder, packs.list_pages())


def build_of(page):
    """Return the version of everything on a page: its HTML, and what it has loaded."""
    found = {re.search(r"/site/(\w+)/", address)[1] for address in page.evaluate(FROM) if "/site/" in address}
    found |= set(re.findall(r"/site/(\w+)/", page.content()))
    [version] = found
    return version


def is_renewed(page):
    return bool(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--renewed')"))


def open_page(page, address):
    page.goto(address)
    page.wait_for_selector(READY, timeout=SECONDS)


@pytest.mark.sample
@pytest.mark.slow
def test_after_a_visit_pages_open_without_a_network(host, tab):
    open_page(tab, host.address)
    until(tab, KEPT, seconds=60)
    host.stop()
    tab.reload()
    tab.wait_for_selector(READY, timeout=SECONDS)
    expect(tab).to_have_title("Home · Tebiki")
    open_page(tab, host.address + PLAY)
    expect(tab).to_have_title("Whole game · Core of Altaria · Tebiki")
    open_page(tab, host.address + GRAPHS + "?lang=en")  # with a library that is loaded late
    expect(tab).to_have_title("Turns · Compare · Tebiki")
    expect(tab.locator(".tebiki-stopped")).to_have_count(0)


@pytest.mark.slow
def test_builds_are_never_mixed(host, tab, tmp_path):
    open_page(tab, host.address)
    until(tab, KEPT, seconds=60)
    old, new = renew_site(host.folder, tmp_path)
    assert old != new
    second = tab.context.new_page()
    open_page(second, host.address)  # the browser finds the new build while it shows this page
    until(second, f"async () => (await ({BUILDS})()).length === 2 && await ({KEPT})()", seconds=60)
    for page in (tab, second):
        assert build_of(page) == old
    tab.evaluate("document.body.dataset.sameTab = 1")
    second.get_by_role("link", name="Course: CORE OF ALTARIA").click()
    second.get_by_role("heading", name="The path").wait_for()
    second.locator(".tb-logo").click()
    expect(second.get_by_text(SAID)).to_be_visible()
    assert build_of(second) == old
    assert not is_renewed(second)

    second.reload()
    second.wait_for_selector(READY, timeout=SECONDS)
    expect(second.get_by_text(RENEWED)).to_be_visible()
    assert build_of(second) == new
    assert is_renewed(second)

    shutil.rmtree(host.folder / "site" / old)  # a host that has only the new build
    tab.get_by_role("link", name="Compare One question").click()
    tab.get_by_role("link", name="Turns").first.click()  # with a library that is loaded late
    expect(tab).to_have_title("Turns · Compare · Tebiki", timeout=SECONDS)
    expect(tab.locator(".tebiki-stopped")).to_have_count(0)
    assert tab.evaluate("document.body.dataset.sameTab") == "1"
    assert build_of(tab) == old, "an open page still has its own files"
    tab.close()


@pytest.mark.sample
@pytest.mark.slow
def test_a_site_that_is_gone_is_let_go(host, tab):
    open_page(tab, host.address)
    until(tab, KEPT, seconds=60)
    (host.folder / "service.js").unlink()
    (host.folder / "index.html").write_text("<title>Something else</title>")
    open_page(tab, host.address)
    until(tab, "async () => (await navigator.serviceWorker.getRegistrations()).length === 0")
    tab.goto(f"{host.address}?anew")  # the browser may keep the page at the plain address for some seconds
    expect(tab).to_have_title("Something else")
