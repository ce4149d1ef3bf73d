"""The two design pages with a real mouse: from a form to a game, and a file that is opened again."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import READY, WINDOWS, until

LABEL = "document.querySelector('[role=progressbar]').getAttribute('aria-label')"


def measured_until_stopped(page):
    page.get_by_role("button", name="400 deals").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    until(page, f"!{LABEL}.startsWith('Deal 0 ')")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("each played twice")).to_be_visible()


def there_and_back(page, name):
    """Go from the board back to the design: there is one button for it, visible without scrolling, also on a phone."""
    back = page.get_by_role("button", name=name)
    expect(back).to_have_count(1)
    expect(back).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    back.click()
    expect(back).to_have_count(0)


@pytest.mark.sample("light")
@pytest.mark.slow
@pytest.mark.parametrize("look", WINDOWS)
@pytest.mark.app_only("Measuring needs numpy, which is not in the browser.")
def test_a_card_is_written_drawn_played_and_measured(new_page, visit, axe, shot, tmp_path, look):
    page = visit(new_page(**WINDOWS[look]), "classroom/card.ipynb", game="altaria")
    card = page.get_by_role("region", name="The card", exact=True)
    page.locator("#tb-at-name").fill("Moss Warden")
    expect(card).to_contain_text("Moss Warden")
    page.get_by_label("Cost").fill("many")
    expect(page.get_by_text("It must be a whole number")).to_be_visible()
    expect(page.get_by_text("It can be played once nothing is wrong")).to_be_visible()
    page.get_by_label("Cost").fill("1")
    expect(page.get_by_text("It must be a whole number")).to_have_count(0)
    page.get_by_role("button", name="An ability").click()
    expect(card).to_contain_text("draw a card")
    page.get_by_label("Verb 1").select_option("may")
    page.get_by_role("button", name="Take away", exact=True).click()
    expect(card).not_to_contain_text("Core Trigger")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    assert path.name == "moss_warden.toml"
    assert 'name = "Moss Warden"' in path.read_text(encoding="utf-8")
    measured_until_stopped(page)
    shot(page, f"design_card_{look}")
    page.get_by_role("button", name="Kingdom Hearts").click()
    page.locator("#tb-at-pow").fill("7")
    expect(card).to_contain_text("7")
    expect(page.get_by_label("In the place of")).to_contain_text("Gloomling")
    measured_until_stopped(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a card").click()
    chooser.value.set_files(path)
    expect(card).to_contain_text("Moss Warden")
    page.get_by_role("button", name="Newcomer").click()
    page.get_by_role("heading", name="Hearth + Moss Warden").wait_for()
    there_and_back(page, "Back to the card")
    expect(card).to_contain_text("Moss Warden")


@pytest.mark.sample("phone")
@pytest.mark.slow
@pytest.mark.parametrize("look", WINDOWS)
@pytest.mark.app_only("Measuring needs numpy, which is not in the browser.")
def test_a_game_is_changed_seen_played_measured_and_handed_in(new_page, visit, axe, shot, tmp_path, look):
    page = visit(new_page(**WINDOWS[look]), "classroom/own_game.ipynb")
    expect(page.get_by_role("link", name="Classroom")).to_be_visible()  # the link back, on a phone too
    seen = page.get_by_role("region", name="In the middle of a game")
    expect(seen).not_to_contain_text("Compost")
    page.get_by_role("button", name="Good soil").click()
    expect(seen).to_contain_text("Compost")
    expect(seen).to_contain_text("LAN-8.3")
    expect(seen).to_contain_text("dig")
    page.get_by_role("button", name="more: Lanterns at the start").click()
    expect(seen).to_contain_text("begins with 6 lanterns")
    page.get_by_role("button", name="A card", exact=True).click()
    page.locator("#tb-at-name").fill("Marsh Toad")
    page.get_by_role("button", name="Put it into the decks").click()
    expect(page.get_by_text("It is in no deck yet.")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    page.get_by_role("button", name="200 games").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    until(page, f"!{LABEL}.startsWith('0 ')")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("How it ends")).to_be_visible()
    shot(page, f"own_game_{look}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    path = tmp_path / "ours.toml"
    saved.value.save_as(path)
    page.reload()
    page.wait_for_selector(READY)
    expect(page.get_by_text("What you had designed here is open again.")).to_be_visible()
    expect(seen).to_contain_text("Compost")
    page.get_by_role("button", name="Begin anew").click()
    expect(seen).not_to_contain_text("Compost")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a game").click()
    chooser.value.set_files(path)
    expect(seen).to_contain_text("Compost")
    path.write_text("no game", encoding="utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a game").click()
    chooser.value.set_files(path)
    expect(page.get_by_text("Not opened.")).to_be_visible()
    page.get_by_role("button", name="Newcomer").click()
    page.get_by_role("heading", name="Meadow against Hills").wait_for()
    expect(page.locator("body")).to_contain_text("Compost")
    there_and_back(page, "Back to the design")
    expect(seen).to_contain_text("Compost")
