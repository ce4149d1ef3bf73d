"""The static pages in a real browser, without a server of ours: `tebiki site`, `python3 run.py lite`."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browserlab.__main__ import build_lab
from engines.designs.writing import write_toml
from releasing.archives import ReleaseError
from tests.browser.conftest import READY, until
from tests.browser.learner import Mouse
from tests.browser.site_server import SiteServer
from tests.browser.test_my_cards import bring
from tests.tutor.test_own_sets import reef_document

SECONDS = 90_000
KEPT = """() => new Promise((resolve, reject) => {
  const request = indexedDB.open("tebiki");
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const asked = request.result.transaction("lines").objectStore("lines").getAll();
    asked.onsuccess = () => { request.result.close(); resolve(asked.result.map((one) => one.line)); };
  };
})"""
"""The lines of all logs stored in this browser."""

NOTE_WORDS = """() => {
  window.noted = { hint: false, rival: false };
  new MutationObserver(() => {
    noted.hint ||= document.body.textContent.includes("Thinking it through");
    noted.rival ||= document.body.textContent.includes("The rival is thinking");
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Records what is shown while the second worker is computing."""


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
    page.wait_for_url("**/school/tebiki/voila/render/notebooks/altaria/00_four_cores.ipynb?step=*")
    me = Mouse(page)
    me.now("Before it begins")
    me.act("All")
    me.card("own hand", "Mossback Guard")
    me.answered(lambda: me.press(page.locator(".tb-actions [title^='charge energy']").first))
    me.told("Goal reached", tone="right")
    until(page, f"async () => (await ({KEPT})()).length === 1")
    go_home(page)
    expect(page.get_by_text("Steps done: 1.")).to_be_visible()
    assert page.evaluate("document.body.dataset.sameTab") == "1", "a link keeps the tab and its Python"
    page.go_back()
    expect(page).to_have_title("Four cores · Tebiki")

    page.reload()
    page.wait_for_selector(READY, timeout=SECONDS)
    assert page.evaluate("document.body.dataset.sameTab") is None
    assert len(page.evaluate(KEPT)) == 1
    go_home(page)
    expect(page.get_by_text("Steps done: 1.")).to_be_visible()


@pytest.mark.sample
@pytest.mark.slow
def test_two_tabs_lose_nothing_of_each_other(browser, site):
    context = browser.new_context()  # a browser with empty storage
    errors = []
    context.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    tabs = {lesson: context.new_page() for lesson in ("01_table_and_cards", "04_attacking")}
    for lesson, tab in tabs.items():  # both read the storage before either writes to it
        tab.goto(f"{site}voila/render/notebooks/altaria/{lesson}.ipynb/")
        tab.wait_for_selector(READY, timeout=SECONDS)
    for tab in tabs.values():
        me = Mouse(tab)
        me.watch()
        me.told("Watched to the end", tone="right")
    until(tab, f"async () => (await ({KEPT})()).length === 2")
    for tab in tabs.values():
        go_home(tab)
        expect(tab.get_by_text("Steps done: 2.")).to_be_visible()
    context.close()
    assert errors == []


@pytest.mark.slow
def test_the_next_question_is_made_in_a_second_worker(page, site):
    page.goto(f"{site}voila/render/notebooks/altaria/practice.ipynb/?seed=1")
    page.wait_for_selector(READY, timeout=SECONDS)
    expect(page.locator(".tb-intro")).to_contain_text("Question 1 of 8")
    for part in page.locator(".tb-part").all():
        part.get_by_role("button").first.click()
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("button", name="Next question").click()
    expect(page.locator(".tb-intro")).to_contain_text("Question 2 of 8", timeout=SECONDS)
    assert {worker.url.rpartition("/")[2] for worker in page.workers} == {"worker.js", "second_worker.js"}
    page.locator(".tb-logo").click()  # the page is left while a question is being generated
    expect(page).to_have_title("Home · Tebiki")


@pytest.mark.slow
def test_own_cards_are_kept_in_the_browser_and_played(page, site, tmp_path):
    page.goto(f"{site}voila/render/notebooks/classroom/index.ipynb/")
    page.wait_for_selector(READY, timeout=SECONDS)
    page.get_by_role("link", name="My cards").click()
    bring(page, tmp_path, "reef.toml", write_toml(reef_document()))
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("link", name="Play Quick Reef")).to_be_visible()
    page.reload()
    page.wait_for_selector(READY, timeout=SECONDS)
    page.get_by_role("link", name="Play Quick Reef").click()
    expect(page).to_have_title("Whole game · Core of Altaria · Tebiki")
    expect(page.locator(".tb-board")).to_be_visible()
    expect(page.get_by_text("Quick Reef").first).to_be_visible()


@pytest.mark.slow
def test_the_second_worker_plays_a_rival_who_looks_ahead(page, site):
    page.goto(f"{site}voila/render/notebooks/altaria/play.ipynb/?bot=careful&you=hearth&rival=tide&first=you&seed=5")
    page.wait_for_selector(READY, timeout=SECONDS)
    page.evaluate(NOTE_WORDS)
    hint = page.get_by_role("button", name="Hint", exact=True)
    for _ in range(60):  # it starts after the page; until then hints are made in the first worker
        hint.click()
        expect(page.get_by_text("A careful player would")).to_be_visible()
        page.locator(".tb-actions button").first.click()
        page.locator(".tb-actions button").first.wait_for()
        if page.evaluate("noted.hint && noted.rival"):
            break
    assert page.evaluate("noted") == {"hint": True, "rival": True}
    assert {worker.url.rpartition("/")[2] for worker in page.workers} == {"worker.js", "second_worker.js"}


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of the notebooks in JupyterLite. Skips the test if its parts cannot be fetched."""
    top: Path = tmp_path_factory.mktemp("lab")
    try:
        build_lab(top / "lab", tmp_path_factory.mktemp("work"))
    except ReleaseError as error:
        pytest.skip(f"JupyterLite cannot be built here: {error}")
    with SiteServer(top, "lab") as server:
        yield server.address


@pytest.mark.sample
@pytest.mark.slow
def test_a_lesson_runs_in_jupyterlite_and_its_board_answers(browser, lab):
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.goto(f"{lab}lab/index.html?path=notebooks/altaria/04_attacking.ipynb")
    page.get_by_role("tab", name="04_attacking.ipynb").wait_for(timeout=SECONDS)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    expect(page.locator(".jp-OutputArea-output .tb-board").first).to_be_visible(timeout=SECONDS)
    stage = page.locator(".tb-stage").first
    before = stage.get_attribute("data-stamp")
    stage.get_by_role("button", name="Next", exact=True).click()
    expect(stage).not_to_have_attribute("data-stamp", before)
    page.close()
