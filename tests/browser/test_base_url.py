"""The app under a path, as behind a proxy: pages, links and the connection to the kernel."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from .conftest import READY, ROOT

BASE = "/tools/tebiki/"


def test_a_page_answers_and_a_link_leads_on_under_a_path(page, serve):
    address = serve("tutor.app", "--no-browser", "--port", "{port}", "--folder", str(ROOT), "--base-url", BASE)
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(urlsplit(line.url).path))
    page.goto(address)
    page.wait_for_selector(READY)
    page.get_by_role("link", name="Begin").first.click()
    page.wait_for_url("**/00_four_cores.ipynb*")
    page.wait_for_selector(READY)
    told = page.locator(".tb-root").last
    before = told.inner_text()
    page.get_by_role("button", name="Next").first.click()
    expect(told).not_to_have_text(before, use_inner_text=True)
    assert len(lines) == 2
    assert all(path.startswith(f"{BASE}api/kernels/") for path in lines)
    addresses = page.evaluate("[...document.querySelectorAll('a[href^=\"/\"]')].map((one) => one.getAttribute('href'))")
    assert addresses
    assert [one for one in addresses if not one.startswith(BASE)] == []
