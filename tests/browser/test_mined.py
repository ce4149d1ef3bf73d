"""The page of mined puzzles, in the real app: solved by hand, asked "why not?", found by theme; light, dark, phone."""

import pytest
from playwright.sync_api import expect

from tutor.puzzles import store

PAGE = "altaria/mined.ipynb"
SIZES = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("look", SIZES)
def test_a_puzzle_is_asked_about_and_another_one_found(new_page, visit, axe, shot, look):
    puzzle = store.mined("altaria")[0]
    page = visit(new_page(**SIZES[look]), PAGE, puzzle=puzzle.id)
    expect(page.locator(".tb-goal")).to_contain_text(puzzle.goal)
    expect(page.locator(".tb-proved")).to_contain_text("Proved against every reply")
    page.get_by_role("button", name="Why not").click()
    page.locator(".tb-answer .tb-choice").first.click()
    page.locator(".tb-feedback h3").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
    shot(page, f"mined_{look}")
    if look == "light":
        page.locator("button.tb-cell").first.click()
        row = page.locator(".tb-puzzle").first
        title = row.locator("b").text_content()
        row.click()
        expect(page.locator(".tb-intro h2")).to_have_text(title)
        page.get_by_role("button", name="Start 5:00").click()
        expect(page.get_by_role("timer")).to_contain_text("4:5")
        page.locator(".tb-puzzles-head").get_by_role("button", name="Stop").click()
        expect(page.locator(".tb-feedback")).to_contain_text("The run is over: 0 solved")
