"""The page of mined puzzles, in the real app: solved by hand, asked "why not?", found by theme; light, dark, phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.alone import page_of
from tests.browser.conftest import HAND_IS_SEEN, LAPTOP, WINDOWS, until
from tests.tutor.test_review import MISSED, play
from tutor import progress
from tutor.puzzles import store
from tutor.puzzles.review_page import Reviewer
from tutor.text import words

PAGE = "altaria/mined.ipynb"


@pytest.mark.a_day(1)
@pytest.mark.parametrize("look", WINDOWS)
def test_a_puzzle_is_asked_about_and_another_one_found(new_page, visit, axe, shot, look):
    puzzle = store.mined("altaria")[0]
    page = visit(new_page(**{"viewport": LAPTOP} | WINDOWS[look]), PAGE, puzzle=puzzle.id)
    expect(page.locator(".tb-goal")).to_contain_text(puzzle.goal)
    expect(page.locator(".tb-proved")).to_contain_text("Proved against every reply")
    if look != "phone":
        until(page, HAND_IS_SEEN)
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


def test_a_review_looks_well_and_sends_what_is_chosen(page, looked_at, monkeypatch, tmp_path):
    """Without a kernel: the data of a review, drawn in light, in the dark and as wide as a phone."""
    monkeypatch.setenv("TEBIKI_HOME", str(tmp_path))
    play(progress.learner(), MISSED)
    data = Reviewer("altaria", "en").page.data
    page.set_content(page_of("review", {"data": data, "words": words("page") | words("review"), "bar": {}}, "review"))
    page.locator(".tb-curve svg").wait_for()
    expect(page.locator(".tb-moment")).to_have_count(len(data["moments"]))
    expect(page.locator(".tb-tries li")).to_have_count(len(data["tries"]))
    looked_at(page, "review")
