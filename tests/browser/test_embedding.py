"""The page of examples: boards, graphs, steps and still pictures in a user's notebook."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE = {"width": 390, "height": 844}


def test_parts_of_the_pages_stand_in_a_notebook(new_page, visit):
    page = visit(new_page(), "embedding.ipynb")
    expect(page.locator(".tb-still")).to_have_count(5)  # two tables, a card, a deck, a result
    expect(page.locator(".tb-board")).to_have_count(4)  # both sides, against a bot, a step, a small game
    expect(page.get_by_text("CORE OF ALTARIA: turn 13 of P2")).to_be_visible()
    page.get_by_role("button", name="End Main Phase").first.click()
    expect(page.get_by_text("P2 ends the Main Phase.")).to_be_visible()
    expect(page.get_by_role("button", name="End Main Phase")).to_have_count(1)  # the other board is another game


@pytest.mark.sample("*dark*")
@pytest.mark.parametrize("look", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"viewport": PHONE}], ids=str)
def test_still_pictures_look_well(new_page, visit, axe, look):
    page = visit(new_page(**look), "embedding.ipynb")
    page.locator(".tb-still").first.wait_for()
    assert axe(page, ".tb-still") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("notebook", ["embedding.ipynb", "altaria/build.ipynb"])
def test_a_notebook_is_read_from_its_top(new_page, visit, notebook):
    """A board that is one of many things on a page does not move the page when it opens, only when it is used."""
    page = visit(new_page(viewport=PHONE), notebook)
    page.locator(".tb-phone .tb-board").last.wait_for()
    page.wait_for_timeout(500)  # what a board scrolls, it scrolls once it is laid out
    assert page.evaluate("scrollY") == 0
