"""A text carried out by hand, with a real mouse, with the keyboard, and by touch."""

import pytest
from playwright.sync_api import expect

from engines.designs.writing import write_toml
from tests.browser.conftest import READY, ROOT, WINDOWS
from tests.tutor.test_my_cards import PLAN, plan_deck
from tutor.sets import kept_sets


@pytest.fixture
def open_game(serve, new_page, tmp_path, monkeypatch):
    """A function that opens a game of a user who has stored a set with a card that has only a text."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path / "home"))
    kept_sets.keep_set("plans", write_toml({"game": "altaria", "card": [PLAN], "deck": [plan_deck()]}))
    url = serve(
        "tutor.app", "--no-browser", "--port", "{port}", "--folder", str(ROOT), TEBIKI_HOME=str(tmp_path / "home")
    )

    def show(**window):
        page = new_page(**window)
        page.goto(f"{url}/voila/render/notebooks/altaria/play.ipynb?you=plans/one&rival=tide&seed=5&first=you")
        page.wait_for_selector(READY)
        page.locator(".tb-board").wait_for()
        return page

    return show


def hand(page):
    return page.locator('[data-ref^="0.hand."]').count()


@pytest.mark.sample("phone")
@pytest.mark.slow
@pytest.mark.parametrize("look", ["light", "phone"])
def test_something_is_carried_out_by_hand(open_game, looked_at, look):
    page = open_game(**WINDOWS[look])
    press = "tap" if look == "phone" else "click"
    call = page.get_by_role("button", name="By hand", exact=True)
    getattr(call, press)()
    panel = page.locator(".tb-feedback")
    expect(panel.get_by_text("Move cards, mark them and set figures as the card says.")).to_be_visible()
    if look == "phone":
        page.get_by_role("button", name="Close").tap()
    before = hand(page)
    draw = page.get_by_role("button", name="Draw a card")
    if look == "phone":
        draw.tap()
    else:
        draw.press("Enter")
    expect(page.locator('[data-ref^="0.hand."]')).to_have_count(before + 1)
    getattr(page.locator('[data-ref="0.hand.0"]'), press)()
    getattr(page.get_by_role("button", name="To your Graveyard"), press)()
    expect(page.locator('[data-ref^="0.hand."]')).to_have_count(before)
    getattr(page.get_by_role("button", name="Undo"), press)()
    expect(page.locator('[data-ref^="0.hand."]')).to_have_count(before + 1)
    getattr(page.get_by_role("button", name="Done", exact=True), press)()
    expect(call).to_be_visible()
    getattr(call, press)()
    looked_at(page, f"by_hand_{look}")
