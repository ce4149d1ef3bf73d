"""A deck is built with the mouse, with the keyboard and on a phone; the step answers without a kernel."""

from itertools import count

import pytest
from playwright.sync_api import expect

from tests.browser.alone import page_of
from tests.browser.conftest import WINDOWS
from tests.tutor.test_build_step import ONE, taken
from tutor.boards.stage import english_words

ANSWER = """(name) => {
    model.send = async (message) => {
        const traits = await window[name](message);
        for (const trait in traits) model.set(trait, traits[trait]);
        model.set("version", (model.get("version") || 0) + 1);
    };
}"""
NUMBERS = count(1)
"""Pages are reused, and keep the functions that were exposed to them."""


@pytest.fixture
def building(new_page):
    def open_page(**window):
        run, page = taken(), new_page(**window)

        def python(message):
            run.handle(message)
            return run.stage()

        page.set_content(
            page_of("stage", {**run.stage(), "bar": {}, "mode": "lesson", "words": english_words()}, "Building")
        )
        name = f"python{next(NUMBERS)}"
        page.expose_function(name, python)
        page.evaluate(ANSWER, name)
        return run, page

    return open_page


@pytest.mark.parametrize("way", ["mouse", "keys", "phone"])
def test_a_deck_is_built(building, axe, way):
    run, page = building(**(WINDOWS["phone"] if way == "phone" else {}))
    card = page.locator('[data-ref="0.pool.0"]')
    rules = page.locator(".tb-rules .tb-brief")
    expect(rules).to_have_count(2)
    over = run.deck[ONE] - 4
    for left in range(over, 0, -1):
        if way == "keys":
            card.focus()
            page.keyboard.press("-")
        else:
            page.get_by_role("button", name=f"Take one {ONE} out").click()
        expect(page.locator('[data-slot="0.pool.0"] output')).to_have_text(str(3 + left))
    expect(rules).to_have_count(0)
    expect(page.locator(".tb-rules")).to_contain_text("No deck rule is broken.")
    card.click()  # one more
    expect(rules.first).to_contain_text("41 cards")
    card.focus()
    page.keyboard.press("4")
    expect(rules).to_have_count(0)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".tb-feedback")).to_contain_text("This deck may be used")
    assert run.done


def test_quick_presses_all_count(building):
    run, page = building()
    page.locator('[data-ref="0.pool.1"]').focus()
    for _ in range(3):
        page.keyboard.press("-")
    expect(page.locator('[data-slot="0.pool.1"] output')).to_have_text("1")
    assert list(run.deck.values())[1] == 1


def test_it_is_built_in_the_text_view_as_well(building):
    run, page = building()
    page.get_by_role("button", name="Text view").click()
    page.get_by_role("button", name=f"Take one {ONE} out").click()
    expect(page.locator(".tb-rules")).to_contain_text("42 cards")
    assert run.deck[ONE] == 6
