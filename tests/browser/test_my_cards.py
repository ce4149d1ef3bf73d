"""My cards with a real mouse: a set and a deck list are imported, stored and played, and the setup form shows them."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from engines.designs.writing import write_toml
from tests.browser.conftest import READY, ROOT
from tests.tutor.test_own_sets import HEARTH, reef_document


@pytest.fixture
def open_page(serve, new_page, tmp_path):
    """A function that opens a page of an app whose user has not stored anything yet."""
    url = serve(
        "tutor.app", "--no-browser", "--port", "{port}", "--folder", str(ROOT), TEBIKI_HOME=str(tmp_path / "home")
    )

    def show(path, **query):
        page = new_page()
        page.goto(f"{url}/voila/render/notebooks/{path}" + (f"?{urlencode(query)}" if query else ""))
        page.wait_for_selector(READY)
        return page

    return show


def bring(page, tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(path)


@pytest.mark.slow
def test_own_cards_are_brought_in_kept_and_played(open_page, looked_at, tmp_path):
    page = open_page("classroom/my_cards.ipynb")
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    bring(page, tmp_path, "reef.toml", write_toml(reef_document()))
    expect(page.get_by_text("2 of 2 lines are understood")).to_be_visible()
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("link", name="Play Quick Reef")).to_be_visible()

    wrong = {name.replace("Grove Elder", "Grove Eldr"): copies for name, copies in HEARTH.items()}
    lines = [f"{copies}x {name}" for name, copies in wrong.items()]
    bring(page, tmp_path, "hearth.txt", "\n".join([*lines, "Sideboard", "1 Root Letter", "2 Utterly Unknown"]))
    keep = page.get_by_role("button", name="Keep it")
    expect(keep).to_have_attribute("aria-disabled", "true")
    looked_at(page, "my_cards_lines")
    page.get_by_role("button", name="Grove Elder", exact=True).click()
    expect(page.get_by_text("There is no such card. Which one is meant?")).to_have_count(0)
    expect(keep).not_to_have_attribute("aria-disabled", "true")
    keep.click()
    expect(page.get_by_text("hearth is kept")).to_be_visible()
    looked_at(page, "my_cards")

    design = open_page("classroom/card.ipynb", set="reef")
    design.get_by_label("Card of The Reef").select_option("Tide #7")
    expect(design.locator("#tb-at-name")).to_have_value("Tide \uff037")
    design.get_by_label("Cost").fill("3")
    expect(design.get_by_role("region", name="The card", exact=True)).to_contain_text("3")
    looked_at(design, "design_card_of_set")
    design.get_by_role("button", name="Keep in My cards").click()
    expect(design.get_by_text("The Reef is kept in My cards.")).to_be_visible()

    form = open_page("altaria/play.ipynb")
    expect(form.get_by_role("group", name="Your deck").get_by_text("Of your set The Reef")).to_be_visible()
    looked_at(form, "setup_own_decks")
    form.get_by_role("group", name="Your deck").get_by_text("Quick Reef").click()
    form.get_by_role("button", name="Start the game").click()
    form.locator(".tb-board").wait_for()
    form.get_by_role("button", name="rock").first.click()
    expect(form.get_by_text("Quick Reef").first).to_be_visible()
    looked_at(form, "own_game_board")
    again = open_page("altaria/play.ipynb")
    again.locator(".tb-board").wait_for()
    expect(again.get_by_text("Quick Reef").first).to_be_visible()
