"""The page around the widgets: template, themes, links, and what a learner sees when something fails."""

from pathlib import Path

import pytest

from tests.browser.conftest import until
from tutor.app.server import use_our_template

PAGES = Path(__file__).parent / "pages"
READY = "body.tebiki-ready"


@pytest.fixture(scope="module")
def url(start_app):
    return start_app(PAGES)


@pytest.fixture
def home(page, url):
    page.goto(url)
    page.wait_for_selector(READY)
    return page


def test_a_page_shows_text_and_widgets_and_no_code(home, axe, shot):
    assert home.title() == "A page · Tebiki"
    assert home.locator("html").get_attribute("lang") == "en"
    assert home.locator("main").count() == 1
    text = home.inner_text("main")
    assert "Shown to everyone" in text
    assert "import" not in text
    assert "only in Lab" not in text
    home.get_by_role("button", name="Pressed 0 times").click()
    home.get_by_role("button", name="Pressed 1 times").wait_for()
    assert axe(home) == []
    shot(home, "page_light")


def test_the_lantern_shines_while_the_kernel_starts(page, url, axe):
    page.goto(url, wait_until="commit")
    waiting = page.get_by_text("Lighting the lantern")
    waiting.wait_for()
    page.wait_for_selector(READY)
    assert waiting.count() == 0


@pytest.mark.parametrize(
    ("system", "query", "shown"),
    [
        ("light", "", "light"),
        ("dark", "", "dark"),
        ("dark", "?theme=light", "light"),
        ("light", "?theme=dark", "dark"),
    ],
)
def test_theme_follows_the_address_then_the_system(new_page, url, axe, system, query, shown):
    page = new_page(color_scheme=system)
    page.goto(url + "/" + query)
    page.wait_for_selector(READY)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(246, 241, 231)", "dark": "rgb(23, 24, 29)"}[shown]
    assert page.evaluate("document.body.dataset.jpThemeLight") == str(shown == "light").lower()
    assert axe(page) == []


def test_a_theme_chosen_on_the_page_is_shown_at_once_and_remembered(home, url):
    ground = "getComputedStyle(document.body).backgroundColor"
    home.evaluate("document.documentElement.dataset.theme = 'dark'")
    until(home, f"{ground} === 'rgb(23, 24, 29)'")
    home.evaluate("localStorage.setItem('tebiki-theme', 'dark')")
    home.goto(url)
    home.wait_for_selector(READY)
    assert home.evaluate(ground) == "rgb(23, 24, 29)"


def test_links_lead_to_other_pages_and_keep_the_theme(page, url):
    page.goto(url + "/?theme=dark")
    page.wait_for_selector(READY)
    page.get_by_role("link", name="The failing page").click()
    page.wait_for_selector(READY)
    assert page.url == f"{url}/voila/render/notebooks/more/fails.ipynb?theme=dark&seed=7"
    assert "seed 7" in page.inner_text("main")


def test_a_failing_cell_gives_a_friendly_note_and_no_traceback(page, url, axe):
    page.goto(f"{url}/voila/render/notebooks/more/fails.ipynb")
    page.wait_for_selector(READY)
    text = page.inner_text("main")
    assert "This page stopped here" in text
    assert "ZeroDivisionError" not in page.content()
    assert "never reached" not in text
    assert axe(page) == []


@pytest.mark.parametrize("path", ["/voila/render/notebooks/none.ipynb", "/none", "/voila/render/secret.ipynb"])
def test_a_wrong_address_gives_a_friendly_page(page, url, browser_errors, axe, path):
    answer = page.goto(url + path)
    assert answer.status == 404
    page.get_by_role("heading", name="There is no such page").wait_for()
    assert axe(page) == []
    browser_errors.clear()  # the browser itself reports the 404


def test_leaving_a_page_ends_its_kernel(home, url, browser_errors):
    kernel = home.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    home.get_by_role("link", name="The failing page").click()
    home.wait_for_selector(READY)
    gone = "address => fetch(address).then(answer => answer.status === 404)"
    until(home, gone, arg=f"{url}/api/kernels/{kernel}")
    browser_errors.clear()  # that 404 was expected


def test_nothing_is_wider_than_a_phone(phone, url, axe, shot):
    phone.goto(url)
    phone.wait_for_selector(READY)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(phone) == []
    shot(phone, "page_phone")


def test_the_same_page_inside_a_jupyter_server_behind_a_prefix(page, serve, browser_errors):
    environment = {}
    use_our_template(environment)
    options = (
        "--no-browser",
        "--allow-root",
        "--port={port}",
        "--ServerApp.port_retries=0",
        "--ServerApp.ip=127.0.0.1",
    )
    prefix = (
        "--ServerApp.base_url=/user/mika/",
        f"--ServerApp.root_dir={PAGES}",
        "--IdentityProvider.token=",
    )
    url = serve("jupyter_server", *options, *prefix, **environment)
    page.goto(f"{url}/user/mika/voila/render/notebooks/index.ipynb")
    page.wait_for_selector(READY)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(246, 241, 231)"
    page.get_by_role("button", name="Pressed 0 times").click()
    page.get_by_role("button", name="Pressed 1 times").wait_for()
    assert browser_errors == []
    page.get_by_role("link", name="The failing page").click()
    page.wait_for_selector(READY)
    assert page.url == f"{url}/user/mika/voila/render/notebooks/more/fails.ipynb?seed=7"
    browser_errors.clear()  # a Jupyter server ends idle kernels itself, and refuses Voilà's request
