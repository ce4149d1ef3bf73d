"""The bar of buttons never covers the cards: it is below the board in lessons, above it in games, docked on phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import engines
from tests.browser.alone import page_of
from tests.browser.conftest import LAPTOP
from tutor.boards.stage import english_words
from tutor.lessons.loader import find_lesson, read_lesson
from tutor.lessons.page import open_session
from tutor.matches.playthrough import Playthrough

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STEPS = ("altaria/02_a_turn one-energy-short", "altaria/06_timing two-chimes", "dgrayman/02_doubles which-pair")
"""Steps with many actions for one card, or with cards to choose from that are not on the table."""
BUILDING = 'step = "C1"\n[P1]\nforce = 4\nhand = ["Arc Blade", "Supply Convoy", "Recast the Odds"]\n'


@pytest.fixture
def stage(new_page: Callable[..., Page]) -> Callable[..., Page]:
    """A function that opens a page with only a stage, for a lesson step or a game position."""

    def open_page(what: str, game: str = "", **window: Any) -> Page:
        if game:
            scene = Playthrough(engines.load(game).position(what)).scene(1)
            data: dict[str, Any] = {"scene": scene, "coach": {}, "events": [], "panel": {}, "mode": "play"}
        else:
            name, step = what.split()
            lesson = read_lesson(find_lesson(name))
            data = open_session(lesson, lesson.step(step)).stage() | {"mode": "lesson"}
        page = new_page(**window)
        page.set_content(page_of("stage", data | {"bar": {}, "words": english_words(), "beside": None}, "Bar"))
        page.locator(".tb-board").wait_for()
        return page

    return open_page


def cards(page: Page) -> list[str]:
    """Return the references of the cards in the learner's hand and on their field."""
    found = page.locator(".tb-own .tb-area-field [data-ref], .tb-hand [data-ref]").all()
    return [str(card.get_attribute("data-ref")) for card in found]


def take(page: Page, ref: str) -> None:
    """Take a card, whatever covers it."""
    page.keyboard.press("Escape")
    page.locator(f"button[data-ref='{ref}']").evaluate("card => card.click()")


@pytest.mark.parametrize("step", STEPS)
def test_in_a_lesson_the_hand_lies_above_the_bar(stage: Callable[..., Page], step: str) -> None:
    page = stage(step, viewport=LAPTOP)
    dock = page.locator(".tb-dock")
    for ref in [None, *cards(page)]:
        if ref:
            take(page, ref)
        hand, bar = page.locator(".tb-foot").bounding_box(), dock.bounding_box()
        assert hand
        assert bar
        assert hand["y"] + hand["height"] <= bar["y"], ref
        assert bar["y"] + bar["height"] <= LAPTOP["height"]
        assert page.locator(".tb-controls").evaluate("row => row.scrollWidth <= row.clientWidth"), ref


@pytest.mark.parametrize("step", STEPS)
def test_on_a_phone_the_bar_takes_a_third_of_the_window(stage: Callable[..., Page], step: str) -> None:
    page = stage(step, **PHONE)
    height = page.evaluate("innerHeight")
    for ref in [None, *cards(page)]:
        if ref:
            take(page, ref)
        assert page.locator(".tb-dock").evaluate("dock => dock.offsetHeight") <= 0.36 * height, ref
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), ref


def test_what_has_no_room_is_chosen_from_a_sheet_that_closes(stage: Callable[..., Page]) -> None:
    page = stage(STEPS[0], viewport=LAPTOP)
    take(page, "0.hand.0")
    row, more = page.locator(".tb-actions > .tb-btn:not(.tb-more-open)"), page.locator(".tb-more")
    expect(more).to_be_hidden()
    shown = row.count()
    page.get_by_role("button", name="More (").click()
    expect(more).to_be_visible()
    assert row.count() == shown
    more.get_by_role("button", name="Charge nothing").click()
    assert page.evaluate("sent.at(-1).type") == "move"
    expect(more).to_be_hidden()


def test_in_a_game_the_bar_keeps_to_one_row_and_the_hand_is_seen(stage: Callable[..., Page]) -> None:
    page = stage(BUILDING, game="star_wars", viewport=LAPTOP)
    for ref in cards(page):
        take(page, ref)
        tops = page.locator(".tb-actions > .tb-btn").evaluate_all("row => row.map((one) => one.offsetTop)")
        assert len(set(tops)) == 1, ref
        hand = page.locator(".tb-foot").bounding_box()
        assert hand
        assert hand["y"] + hand["height"] <= LAPTOP["height"], ref


def test_on_a_phone_the_answers_stand_under_the_question(stage: Callable[..., Page]) -> None:
    page = stage("altaria/04_attacking who-may-attack", **PHONE)
    answer, board = page.locator(".tb-answer").bounding_box(), page.locator(".tb-board").bounding_box()
    assert answer
    assert board
    assert answer["y"] + answer["height"] < board["y"]
    expect(page.locator(".tb-dock").get_by_role("button", name="Check")).to_be_in_viewport(ratio=1)


def test_what_stands_beside_the_board_is_scrolled_and_not_cut(stage: Callable[..., Page]) -> None:
    page = stage("altaria/04_attacking who-may-attack", viewport={"width": 1280, "height": 620})
    cut = page.locator(".tb-aside .tb-panel").evaluate_all(
        "panels => panels.filter((one) => one.scrollHeight > one.clientHeight + 1).length"
    )
    assert cut == 0
    panel, note = page.locator(".tb-answer").bounding_box(), page.locator(".tb-answer > .tb-note").bounding_box()
    assert panel
    assert note
    assert panel["y"] + panel["height"] - note["y"] - note["height"] >= 10


def test_the_card_that_an_answer_is_about_is_lit_while_it_is_pointed_at(stage: Callable[..., Page]) -> None:
    page = stage("altaria/04_attacking who-may-attack", viewport=LAPTOP)
    lit, answers = page.locator(".tb-pointed"), page.locator(".tb-choice")
    for at in (1, 3):
        answers.nth(at).hover()
        expect(lit).to_have_attribute("data-slot", answers.nth(at).get_attribute("data-of") or "")
    answers.nth(2).focus()
    expect(lit).to_have_attribute("data-slot", answers.nth(2).get_attribute("data-of") or "")
    page.locator(".tb-title").hover()
    expect(lit).to_have_count(0)
