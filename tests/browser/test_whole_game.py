"""A whole game in the real browser: the warning before a losing move, and an unfinished game that is resumed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import engines
from tests.browser.alone import page_of
from tutor.boards.stage import english_words
from tutor.matches.playthrough import Playthrough

ANSWERS = [
    {"name": "take_back", "label": "Take it back", "primary": True},
    {"name": "do_anyway", "label": "Do it anyway", "primary": False},
]


@pytest.fixture
def show(new_page):
    """A function that opens a page with only the stage of a new game, with additions to its scene."""

    def open_page(width: int = 1280, feedback: Any = None, coach: Any = None, **more: Any):
        state = engines.load("kingdom_hearts").new(seed=3)
        scene = Playthrough(state).scene(1) | more
        data = {
            "scene": scene,
            "coach": {"feedback": feedback, **(coach or {})},
            "events": [],
            "panel": {},
            "bar": {},
            "mode": "play",
        }
        page = new_page(viewport={"width": width, "height": 844})
        page.set_content(page_of("stage", data | {"words": english_words(), "beside": None}, "Board"))
        page.locator(".tb-board").wait_for()
        return page

    return open_page


@pytest.mark.parametrize("width", [1280, 390])
def test_a_question_has_its_answers_in_place_of_the_moves(show, width):
    said = {"tone": "wrong", "title": "Flee? You would lose.", "facts": [{"fact": "You lose 1 HP: 0."}]}
    question = {"title": said["title"], "text": "You lose 1 HP: 0."}
    page = show(width, said, answers=ANSWERS, question=question, moves=[])
    buttons = page.locator(".tb-actions button")
    expect(buttons).to_have_text(["Take it back", "Do it anyway"])
    expect(buttons.nth(0)).to_have_class(re.compile("tb-primary"))
    expect(buttons.nth(1)).not_to_have_class(re.compile("tb-primary"))
    buttons.nth(1).click()
    assert page.evaluate("sent.at(-1)") == {"type": "command", "name": "do_anyway", "stamp": 1}


def test_a_button_stands_out_only_where_python_allows_it(show):
    moves = [
        {"id": at, "kind": kind, "label": kind, "text": kind, "from": None, "to": None}
        for at, kind in enumerate(("flee", "end_action"))
    ]
    primary = ".tb-actions .tb-primary"
    assert show(moves=moves).locator(primary).all_inner_texts() == ["flee"]
    assert show(moves=moves, primary=[1]).locator(primary).all_inner_texts() == ["end_action"]
    assert show(moves=moves, primary=[]).locator(primary).all_inner_texts() == []


@pytest.mark.parametrize("width", [1280, 390])
def test_what_can_be_done_after_a_game_has_room_beside_or_below_its_title(show, width):
    labels = [
        "Same deal again",
        "Review",
        "Back to before the loss",
        "Back to turn 12",
        "Back to turn 10",
        "Undo",
        "New game",
    ]
    controls = [{"name": f"c{at}", "label": label, "primary": not at} for at, label in enumerate(labels)]
    title = "Lantern Settlers against Shadow Syndicate"
    page = show(width, coach={"title": title, "text": "Turn 12 · Quick bot", "controls": controls})
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for label in labels:
        box = page.get_by_role("button", name=label, exact=True).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.locator("h2.tb-title").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_a_half_played_game_is_there_again(page, visit):
    visit(page, "altaria/play.ipynb", new=1)
    page.get_by_role("button", name="Start the game").click()
    stage = page.locator(".tb-stage")
    page.locator(".tb-board").wait_for()
    for _ in range(4):
        before = stage.get_attribute("data-stamp")
        page.locator(".tb-actions > .tb-btn, .tb-is-legal > button[data-ref]").first.click()
        expect(stage).not_to_have_attribute("data-stamp", before)
    asked = page.locator(".tb-question h3").inner_text()
    log = page.locator(".tb-event").all_inner_texts()
    visit(page, "altaria/play.ipynb")
    expect(page.locator(".tb-feedback")).to_contain_text("Your game is as you left it")
    assert page.locator(".tb-question h3").inner_text() == asked
    assert page.locator(".tb-event").all_inner_texts() == log
    visit(page, "index.ipynb")
    expect(page.get_by_text("Unfinished")).to_be_visible()
    page.locator(".tb-go-on a, a.tb-primary").first.click()
    page.locator(".tb-board").wait_for()
    expect(page.locator(".tb-feedback")).to_contain_text("Your game is as you left it")
    expect(page.get_by_role("button", name="Go on", exact=True)).to_have_count(0)
