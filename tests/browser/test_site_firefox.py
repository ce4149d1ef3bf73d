"""The static pages in Firefox: a step is answered, and after one visit pages open without a network."""

import shutil

import pytest

from tests.browser.firefox import find_firefox, open_firefox
from tests.browser.site_server import SiteServer

PAGES = "voila/render/notebooks"
READY = "!!document.body && document.body.classList.contains('tebiki-ready')"
PRESS = """(name => {
  const found = [...document.querySelectorAll("button")].find(one => one.textContent.trim() === name);
  found?.click();
  return !!found;
})"""


@pytest.fixture
def firefox(tmp_path):
    program = find_firefox()
    if program is None:
        pytest.skip("There is no Firefox on this machine.")
    (tmp_path / "profile").mkdir()
    with open_firefox(program, tmp_path / "profile") as firefox:
        yield firefox
        assert firefox.errors == []


@pytest.mark.slow
def test_firefox_runs_the_pages_and_keeps_them(firefox, site_build, tmp_path):
    shutil.copytree(site_build, tmp_path / "host" / "school")
    with SiteServer(tmp_path / "host", "school") as host:
        firefox.goto(f"{host.address}{PAGES}/altaria/04_attacking.ipynb/")
        firefox.until(READY)
        assert firefox.evaluate("document.title") == "Attacking and breaking cores · Tebiki"
        firefox.until(f"{PRESS}('Next')")
        firefox.until("document.body.innerText.includes('1 of 6')")
        firefox.until("navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)")
        host.stop()
        firefox.goto(f"{host.address}{PAGES}/altaria/play.ipynb/")
        firefox.until(READY)
        assert firefox.evaluate("document.title") == "Whole game · Core of Altaria · Tebiki"
        assert not firefox.evaluate("!!document.querySelector('.tebiki-stopped')")
